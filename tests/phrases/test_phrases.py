"""Sentences and their right reading: an order where none is, or another, is the worst of faults."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from pigpost.orders.lexicon import NOISE, vocabulary
from pigpost.orders.numbers import CARDINALS, ORDINALS
from tests.phrases.rows import OURS, Row, answer_to, is_right, orders_in, rows_of

THEIRS = Path(__file__).parents[3] / "shared" / "phrases" / "phrases.jsonl"
NOT_YET = {"press", "vacation"}
"""Commands of the other file that this service does not know."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TRIES = 1_500

ours = rows_of(OURS)


def theirs() -> list[Row]:
    if not THEIRS.is_file():
        pytest.skip(f"there is no {THEIRS.name} beside the checkout")
    return rows_of(THEIRS)


@pytest.mark.parametrize("row", ours, ids=[row["id"] for row in ours])
def test_every_phrase_is_read_rightly(row: Row) -> None:
    answer = answer_to(row)
    assert is_right(row, answer), (row["text"], answer)


def test_there_are_phrases_of_every_kind_and_for_every_reason() -> None:
    kinds = Counter(order["order"]["kind"] for row in ours for order in orders_in(row["expect"]))
    assert min(kinds[kind] for kind in ("throws", "turn_points", "total_points")) >= 10
    assert min(kinds[kind] for kind in ("only_left", "when", "after")) >= 10
    refused = Counter(row["expect"].get("reason") for row in ours)
    assert sum(refused.values()) - refused[None] >= 60
    assert len(refused) == 10, "nine reasons can be seen in the words alone"


def test_no_phrase_stands_twice() -> None:
    texts = Counter((row["text"], *row["players"], row.get("state")) for row in ours)
    assert not [text for text, count in texts.items() if count > 1]
    assert len({row["id"] for row in ours}) == len(ours)


def test_the_other_phrases_are_read_rightly() -> None:
    wrong = [
        (row["text"], answer)
        for row in theirs()
        if row["expect"].get("command") not in NOT_YET
        and not is_right(row, answer := answer_to(row))
    ]
    assert not wrong


def test_commands_that_are_not_known_yet_are_no_orders() -> None:
    unknown = [row for row in theirs() if row["expect"].get("command") in NOT_YET]
    assert unknown
    assert not [row["text"] for row in unknown if orders_in(answer_to(row))]


def mutated(text: str, names: set[str], chance: random.Random) -> str:
    """The text with one slip of the pen, of the mail program or of the finger."""
    match chance.randrange(10):
        case 0:
            return "".join(chance.choice((c.upper(), c.lower())) for c in text)
        case 1:
            spaces = [match.start() for match in re.finditer(" ", text)] or [0]
            place = chance.choice(spaces)
            return text[:place] + "\n" + text[place + 1 :]
        case 2:
            place = chance.randrange(len(text) + 1)
            return text[:place] + chance.choice(" \u00a0\n\t\u200b") + text[place:]
        case 3:
            return text + chance.choice(".!;,:?-")
        case 4:
            return f"{text}\n{text}"
        case _:
            return misspelled(text, names, chance)


def misspelled(text: str, names: set[str], chance: random.Random) -> str:
    """The text with one letter lost, doubled, wrong or too early, unless that is a word too."""
    words = [match for match in re.finditer(r"[^\W\d_]+", text) if len(match[0]) > 1]
    if not words:
        return text
    word = chance.choice(words)
    at = chance.randrange(len(word[0]))
    before, letter, behind = word[0][:at], word[0][at], word[0][at + 1 :]
    new = chance.choice(
        (
            before + behind,
            before + 2 * letter + behind,
            before + chance.choice(LETTERS) + behind,
            before + behind[:1] + letter + behind[1:],
        )
    )
    known = vocabulary() | CARDINALS.keys() | ORDINALS.keys() | NOISE | names
    if new.casefold() in known:
        return text
    return text[: word.start()] + new + text[word.end() :]


@pytest.mark.parametrize("seed", range(2))
def test_a_slip_never_makes_another_order(seed: int) -> None:
    chance = random.Random(seed)
    read_again = 0
    for _ in range(TRIES):
        row = chance.choice(ours)
        names = {word.casefold() for name in row["players"] for word in re.findall(r"\w+", name)}
        text = mutated(row["text"], names, chance)
        orders = orders_in(answer_to(row, text=text))
        read_again += bool(orders)
        assert not orders or orders == orders_in(row["expect"]), (row["text"], text, orders)
    assert read_again > TRIES // 10, "many slips change nothing"
