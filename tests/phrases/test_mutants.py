"""Phrases with slips: a person's order stays the order, or is asked back; never does another come out."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from tests.phrases.mutants import (
    SAME,
    hedged,
    is_plain,
    slipped,
    with_another_name,
    with_another_number,
)
from tests.phrases.rows import (
    HELD_OUT,
    OURS,
    Row,
    answer_to,
    expected_of,
    is_right,
    orders_in,
    rows_of,
)

SLIPS = 1_000
MOST_ASKED_BACK = 0.05
MOST_ASKED_BACK_OF_ONE_MUTATION = 0.15
EACH = 25
"""Rows a mutation is tried on."""

rows = rows_of(OURS) + rows_of(HELD_OUT)


@pytest.fixture(scope="module")
def accepted() -> list[Row]:
    """The rows that are orders and are read as such."""
    orders = [row for row in rows if row["expect"]["do"] == "order"]
    return [row for row in orders if orders_in(answer := answer_to(row)) and is_right(row, answer)]


@pytest.fixture(scope="module")
def plain(accepted: list[Row]) -> list[Row]:
    return [row for row in accepted if is_plain(row)]


def told(wrong: Iterable[tuple[Row, str, Sequence[Row]]]) -> str:
    return "\n".join(f"{row['id']} {text!r} -> {orders}" for row, text, orders in wrong)


def test_there_is_enough_to_try(accepted: list[Row], plain: list[Row]) -> None:
    assert len(accepted) >= 300
    assert len(plain) >= 200


def test_an_order_written_otherwise_is_the_same_order(accepted: list[Row]) -> None:
    chance = random.Random(1)
    wrong, lost, tried = [], [], Counter[str]()
    for name, mutation in SAME.items():
        for row in chance.sample(accepted, EACH):
            text = mutation(row["text"], row, chance)
            tried[name] += text != row["text"]
            orders = orders_in(answer_to(row, text=text))
            if not orders:
                lost.append((row, text, [{"by": name}]))
            elif orders != orders_in(answer_to(row)):
                wrong.append((row, text, orders))
    assert not wrong, told(wrong)
    assert len(lost) <= MOST_ASKED_BACK * sum(tried.values()), told(lost)
    by = Counter(why[0]["by"] for _, _, why in lost)
    assert all(by[name] <= MOST_ASKED_BACK_OF_ONE_MUTATION * EACH for name in by), told(lost)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_slip_never_makes_another_order(accepted: list[Row], seed: int) -> None:
    chance = random.Random(seed)
    wrong = []
    for _ in range(SLIPS):
        row = chance.choice(accepted)
        text = slipped(row["text"], row, chance)
        orders = orders_in(answer_to(row, text=text))
        if orders and orders != orders_in(answer_to(row)):
            wrong.append((row, text, orders))
    assert not wrong, told(wrong)


def test_a_slip_in_a_refused_text_never_makes_an_order() -> None:
    chance = random.Random(3)
    refused = [row for row in rows if row["expect"]["do"] == "no_order" and not _may_be_order(row)]
    wrong = []
    for row in refused:
        text = slipped(row["text"], row, chance)
        if orders := orders_in(answer_to(row, text=text)):
            wrong.append((row, text, orders))
    assert not wrong, told(wrong)


def _may_be_order(row: Row) -> bool:
    return any(isinstance(other, dict) for other in row["expect"].get("also", ()))


def test_a_not_or_a_maybe_anywhere_makes_it_no_order(plain: list[Row]) -> None:
    chance = random.Random(4)
    wrong = []
    for row in plain:
        texts = chance.sample(list(hedged(row)), 2)
        read_as = [(row, text, orders_in(answer_to(row, text=text))) for text in texts]
        wrong.extend(each for each in read_as if each[2])
    assert not wrong, told(wrong)


@pytest.mark.parametrize(
    "tail", ["?", " or after 5 throws", " unless I say otherwise", " or not", ", just kidding"]
)
def test_what_comes_behind_can_make_it_no_order(plain: list[Row], tail: str) -> None:
    wrong = []
    for row in random.Random(5).sample([row for row in plain if not _asks(row)], 80):
        text = row["text"].rstrip(".!") + tail
        if orders := orders_in(answer_to(row, text=text)):
            wrong.append((row, text, orders))
    assert not wrong, told(wrong)


def _asks(row: Row) -> bool:
    """Whether the row is a polite request, which a question mark leaves what it is."""
    return row["text"].casefold().startswith(("may i", "can ", "could ", "would "))


def test_another_number_is_another_number(plain: list[Row]) -> None:
    wrong, tried = [], 0
    for row in plain:
        for text, expected in with_another_number(row):
            tried += 1
            orders = orders_in(answer_to(row, text=text))
            if orders and orders != expected:
                wrong.append((row, text, orders))
    assert tried > 200
    assert not wrong, told(wrong)


def test_another_name_is_another_name_and_a_strange_one_is_none(plain: list[Row]) -> None:
    wrong, tried = [], 0
    for row in plain:
        for text, expected in with_another_name(row):
            tried += 1
            orders = orders_in(answer_to(row, text=text))
            if orders and orders != expected:
                wrong.append((row, text, orders))
    assert tried > 100
    assert not wrong, told(wrong)


def test_two_orders_in_one_mail_are_none(plain: list[Row]) -> None:
    chance = random.Random(6)
    # orders for different rounds may go together
    of_this_round = [row for row in plain if "round" not in answer_to(row)]
    wrong = []
    for _ in range(200):
        first, second = _two_of_one_player(of_this_round, chance)
        text = first["text"] + chance.choice(("\n", "\n\n", ". ", " and ")) + second["text"]
        if orders := orders_in(answer_to(first, text=text)):
            wrong.append((first, text, orders))
    assert not wrong, told(wrong)


def _two_of_one_player(plain: list[Row], chance: random.Random) -> tuple[Row, Row]:
    """Two orders that differ."""
    while True:
        first = chance.choice(plain)
        second = chance.choice([row for row in plain if _table_of(row) == _table_of(first)])
        (one,), (other,) = (orders_in(next(expected_of(row))) for row in (first, second))
        if one != other and one.get("standing") == other.get("standing"):
            return first, second


def _table_of(row: Row) -> tuple[object, ...]:
    return (row["players"], row["me"], row["game"], row.get("form"))
