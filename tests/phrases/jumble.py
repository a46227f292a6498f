"""Sentences that nobody wrote: words of the phrases in any order, and what one may be read as."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tests.phrases.rows import OURS, Row, items_in, rows_of

NAMES = ("Agnes", "Harold", "Will", "May", "Tom B", "Tom K", "Max", "Maxine")
ME = "Harold"
NUMBERS = {"three": 3, "four": 4, "nine": 9, "third": 3, "5": 5, "20": 20, "60": 60}
COMPOUND = frozenset(
    (
        *("two", "five", "six", "ten", "fifteen", "eighteen"),
        *("twenty", "seventy", "hundred", "dozen", "half"),
    )
)
"""Words that make numbers together with others: they are left out of the jumbles."""

BARRED = frozenset(
    (
        *("not", "no", "never", "or", "unless", "maybe", "perhaps", "don't"),
        *("about", "around", "either", "otherwise", "before", "except"),
    )
)
"""Words that make a sentence no order, or not the one it would be without them."""

_SCHEME: Mapping[str, tuple[str, ...]] = {
    "throws": ("throw", "roll", "toss", "turn", "time", "once", "twice", "third"),
    "turn_points": ("point", "pts", "turn", "round", "score", "hold"),
    "total_points": ("total", "overall", "altogether", "match", "game", "grand"),
    "only_left": ("only", "last", "alone", "else", "other", "myself", "nobody", "rest", "everyone"),
    "when": ("when", "if", "once", "as", "same", "until", "till", "til", "moment", "minute", "second",
             "with", "together", "long", "upon", "should", "soon", "sec"),
    "after": ("after", "one", "more", "next", "later", "longer", "past"),
}  # fmt: skip
"""Of each kind of order, words of which one must stand in a sentence that is read so."""


def vocabulary() -> list[str]:
    """Words of the accepted phrases, the more often the likelier, with our numbers and names."""
    texts = [row["text"] for row in rows_of(OURS) if row["expect"]["do"] == "order"]
    known = {
        part.casefold() for row in rows_of(OURS) for name in row["players"] for part in name.split()
    }
    words = [word.casefold() for text in texts for word in re.findall(r"[^\W\d_][\w'-]*", text)]
    count = Counter(words)
    barred = known | COMPOUND | NUMBERS.keys()
    return sorted(word for word in words if count[word] > 2 and word not in barred)


def jumbles(count: int, chance: random.Random) -> Iterator[str]:
    """Some words, a number or a name now and then."""
    common = vocabulary()
    pools = (common, common, common, [*NUMBERS], NAMES, sorted(BARRED))
    weights = (4, 3, 3, 3, 3, 1)
    for _ in range(count):
        pool = chance.choices(pools, weights, k=chance.randint(2, 6))
        yield " ".join(chance.choice(words) for words in pool)


def shuffled(rows: Sequence[Row], count: int, chance: random.Random) -> Iterator[tuple[Row, str]]:
    """The words of phrases in another order, those that make up one number or name left together."""
    for _ in range(count):
        row = chance.choice(rows)
        words = re.findall(rf"{'|'.join(map(re.escape, row['players']))}|\S+", row["text"])
        chance.shuffle(words)
        yield row, " ".join(words)


def faults(text: str, answer: Mapping[str, object]) -> list[str]:
    """What is wrong with having read the jumble so: words that were passed over, or that are not there."""
    words = re.findall(r"[\w'-]+", text.casefold())
    found = []
    for item in items_in(answer):
        if item["do"] != "order":
            continue
        order = item["order"]
        scheme = _SCHEME[order["kind"]]
        if not any(word.startswith(scheme) for word in words):
            found.append(f"no word for {order['kind']}")
        if barred := BARRED.intersection(words):
            found.append(f"passes over {barred}")
        numbers = {NUMBERS[word] for word in words if word in NUMBERS}
        if len(numbers) > 1 or (
            "n" in order and numbers and min(numbers) not in (order["n"], order["n"] - 1)
        ):
            found.append(f"numbers {numbers}")
        named = {name for name in NAMES if re.search(rf"\b{name}\b", text)} - {ME, "Will", "May"}
        if named - set(order.get("players", ())):
            found.append(f"passes over {named}")
    return found
