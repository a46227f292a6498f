"""Some hundred ways to say an order, each read as what it says."""

from pathlib import Path

import pytest

from pigpost.games.kinds import Kind, Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.read import read
from pigpost.orders.reading import Item, Order
from tests.orders.asking import KAREN, NAMES, players


def lines_of(name: str) -> list[str]:
    """The lines of a file beside this one, without its comments."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and line[0] != "#"]


LINES = lines_of("wordings.txt")
REFUSED = lines_of("no_orders.txt")
SEATS = {Seat(number): name for number, name in enumerate(NAMES, 1)}


def spelled(item: Item) -> str:
    """An order as it is printed, with its round or as standing."""
    assert isinstance(item, Order), item
    standing = "STANDING " if item.standing else ""
    round_ = "" if item.round is None else f"ROUND {item.round} "
    return standing + round_ + in_words(item.condition, SEATS)


@pytest.mark.parametrize("line", LINES)
def test_a_wording_is_read_as_the_order_it_says(line: str) -> None:
    wanted, text = line.split(" | ", 1)
    kind = Kind.POSTAL_PIGS
    if wanted.startswith("@"):
        name, wanted = wanted[1:].split(" ", 1)
        kind = Kind(name)
    (item,) = read(text, players=players(), me=KAREN, kind=kind).items
    assert spelled(item) == wanted


def test_no_wording_stands_twice() -> None:
    assert len({line.split(" | ", 1)[1] + line[:4] for line in LINES}) == len(LINES)


@pytest.mark.parametrize("line", REFUSED)
def test_what_a_careful_person_would_not_call_an_order_is_none(line: str) -> None:
    text = line.replace("\\n", "\n")
    found = read(text, players=players(), me=KAREN).items
    assert not [item for item in found if isinstance(item, Order)]
