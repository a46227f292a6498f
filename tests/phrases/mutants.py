"""What a hand, a finger or a mail program makes of a phrase, and what changes its meaning."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from tests.phrases.rows import HELD_OUT, OURS, Row, expected_of, orders_in, rows_of

Mutation: TypeAlias = Callable[[str, Row, random.Random], str]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)
OTHER_NUMBERS = (
    *("sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty"),
    *("sixty", "seventy", "eighty", "ninety", "fourth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "hundredth", "thousand"),
)
FULL_WIDTH = {ord(str(digit)): 0xFF10 + digit for digit in range(10)}
HEDGES = ("not", "maybe", "perhaps", "never", "probably", "don't")
FEW_WORDS = 8


def words_of(rows: Iterable[Row]) -> set[str]:
    """All words of the phrases and the names in them."""
    texts = [text for row in rows for text in (row["text"], *row["players"])]
    return {word.casefold() for text in texts for word in re.findall(r"[^\W\d_]+", text)}


KNOWN = words_of(rows_of(OURS) + rows_of(HELD_OUT)) | {*ONES, *OTHER_NUMBERS}
"""A slip that ends in one of these is another word and not a slip."""


def _at_a_space(text: str, new: str, chance: random.Random) -> str:
    spaces = [match.start() for match in re.finditer(" ", text)]
    if not spaces:
        return text
    place = chance.choice(spaces)
    return text[:place] + new + text[place + 1 :]


def _quoted(text: str, _row: Row, chance: random.Random) -> str:
    first, last = chance.choice(('""', "“”", "''", "«»", "**", "„“"))
    return f"{first}{text}{last}"


def _greeted(text: str, _row: Row, chance: random.Random) -> str:
    return chance.choice(("Hello,\n\n", "Hi all,\n", "Dear all\n\n", "Good morning!\n")) + text


def _signed(text: str, row: Row, chance: random.Random) -> str:
    me = row["me"]
    ends = ("\n\nThanks!", f"\n\nBest wishes,\n{me}", f"\n-- \n{me}\n20 Pig Lane", f"\n{me}")
    return text + chance.choice((*ends, "\n\nSent from my iPhone", "\n\n> THROWS 9"))


SAME: dict[str, Mutation] = {
    "capitals": lambda text, _row, _chance: text.upper(),
    "small letters": lambda text, _row, _chance: text.lower(),
    "any case": lambda text, _row, chance: "".join(
        chance.choice((c.upper(), c.lower())) for c in text
    ),
    "two spaces": lambda text, _row, chance: _at_a_space(text, "  ", chance),
    "a tab": lambda text, _row, chance: _at_a_space(text, "\t", chance),
    "a space that does not break": lambda text, _row, chance: _at_a_space(text, "\u00a0", chance),
    "a line break": lambda text, _row, chance: _at_a_space(text, "\n", chance),
    "spaces around": lambda text, _row, _chance: f"\n  {text} \n\n",
    "line ends of mail": lambda text, _row, _chance: text.replace("\n", "\r\n") + "\r\n",
    "punctuation": lambda text, _row, chance: (
        re.sub(r"[.!?]+$", "", text) + chance.choice((".", "!", "!!", ";"))
    ),
    "quotation marks": _quoted,
    "smart quotes": lambda text, _row, _chance: text.replace("'", "\u2019"),
    "full-width digits": lambda text, _row, _chance: text.translate(FULL_WIDTH),
    "a list": lambda text, _row, chance: chance.choice(("- ", "* ", "• ")) + text,
    "please": lambda text, _row, _chance: (
        re.sub(r"([^\n]*[^\n.!])[.!]*", r"\1 please", text, count=1) if "\n" not in text else text
    ),
    "a greeting": _greeted,
    "a signature": _signed,
}
"""A person would call the outcome the same order."""


def slipped(text: str, row: Row, chance: random.Random) -> str:
    """The text with one letter of a word lost, doubled, wrong or too early; the text if it is a word."""
    words = [match for match in re.finditer(r"[^\W\d_]+", text) if len(match[0]) > 1]
    if not words:
        return text
    word = chance.choice(words)
    at = chance.randrange(len(word[0]))
    before, letter, behind = word[0][:at], word[0][at], word[0][at + 1 :]
    wrong = chance.choice(LETTERS)
    slips = (before, before + 2 * letter, before + wrong, before + behind[:1] + letter)
    which = chance.randrange(len(slips))
    new = slips[which] + (behind[1:] if which == len(slips) - 1 else behind)
    names = {part for name in row["players"] for part in re.findall(r"\w+", name.casefold())}
    if new.casefold() in KNOWN | names:
        return text
    return text[: word.start()] + new + text[word.end() :]


def is_plain(row: Row) -> bool:
    """Whether the row is one short sentence that is an order, and nothing besides."""
    text: str = row["text"]
    is_short = len(text.split()) <= FEW_WORDS and not re.search(r"[\n.!?;:,\"] *\S", text)
    return is_short and row["expect"]["do"] == "order" and "state" not in row


def hedged(row: Row) -> Iterator[str]:
    """The row's text with a word put in that makes it no order, at every place."""
    words = row["text"].split(" ")
    for hedge in HEDGES:
        for place in range(len(words)):
            yield " ".join([*words[:place], hedge, *words[place:]])


def with_another_number(row: Row) -> Iterator[tuple[str, list[Row]]]:
    """The row's text with its only number changed, and what it orders then."""
    (order,) = orders_in(next(expected_of(row)))
    text: str = row["text"]
    written = re.findall(rf"\b(?:[1-9]\d*|{'|'.join(ONES)})\b", text)
    if len(written) != 1 or "n" not in order["order"]:
        return
    old = int(written[0]) if written[0].isdigit() else ONES.index(written[0]) + 1
    more = order["order"]["n"] - old
    if more not in (0, 1):
        return
    for new in (old + 1, old + 10, int(f"{old}{old}")) if written[0].isdigit() else (4, 11, 13):
        word = str(new) if written[0].isdigit() else ONES[new - 1]
        changed = order | {"order": order["order"] | {"n": new + more}}
        yield re.sub(rf"\b{written[0]}\b", word, text), [changed]


def with_another_name(row: Row) -> Iterator[tuple[str, list[Row]]]:
    """The row's text with its only name changed to that of another player, and what it orders then."""
    (order,) = orders_in(next(expected_of(row)))
    named = order["order"].get("players", ())
    if len(named) != 1 or row["text"].count(named[0]) != 1:
        return
    if sum(name in row["text"] for name in row["players"]) != 1:
        return
    for name in {*row["players"]} - {named[0], row["me"], *row.get("out", ())}:
        changed = order | {"order": order["order"] | {"players": [name]}}
        yield row["text"].replace(named[0], name), [changed]
    for no_one in (row["me"], "Zebedee"):
        yield row["text"].replace(named[0], no_one), []
