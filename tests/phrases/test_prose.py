"""Our own prose, sent back line by line or sentence by sentence, is nobody's order."""

import re
from functools import cache
from pathlib import Path

import pytest

from pigpost.games.kinds import Seat
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs" / f"{page}.md" for page in ("gm", "players", "rules"))]
MAILS = sorted((ROOT / "tests" / "outbox" / "golden").glob("*.txt"))
NAMES = ("Bill", "Karen", "Ted", "Geoff", "Jim")
EXAMPLE = re.compile(
    r"^\s*(THROWS \d+|TURN \d+|TOTAL \d+|ONLY LEFT|(?:WHEN|AFTER) \w+(?:, \w+)*|DICE \d+)\b"
)
"""A line that begins like this is meant to be copied."""


@cache  # mails share most of their lines
def orders_in_prose(text: str) -> list[Order]:
    players = [Player(seat=Seat(seat), name=name) for seat, name in enumerate(NAMES, 1)]
    items = [item for seat in (1, 2) for item in read(text, players=players, me=Seat(seat)).items]
    return [item for item in items if isinstance(item, Order)]


def prose_of(page: Path) -> list[str]:
    """The paragraphs of a page, without its tables, code and headings, and what they quote."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"\n\s*\n", text)
    return [
        re.sub(r"`[^`]*`", "", part) for part in parts if not part.lstrip().startswith(("|", "#"))
    ]


def pieces(paragraph: str) -> set[str]:
    """The paragraph, its lines, and its sentences."""
    flat = paragraph.replace("\n", " ")
    return {paragraph, flat, *paragraph.splitlines(), *re.split(r"(?<=[.!?:;]) ", flat)}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_prose_of_a_page_is_no_order(page: Path) -> None:
    read_as = [
        (piece, order.condition)
        for paragraph in prose_of(page)
        for piece in pieces(paragraph)
        for order in orders_in_prose(piece)
    ]
    assert not read_as


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.stem)
def test_a_line_of_our_mails_is_no_order_unless_it_is_an_example(mail: Path) -> None:
    lines = mail.read_text("utf-8").splitlines()
    read_as = [
        (line, order.condition)
        for line in lines
        if not EXAMPLE.match(line)
        for order in orders_in_prose(line)
    ]
    assert not read_as


def test_there_is_prose_to_read_and_an_order_in_it_would_be_seen() -> None:
    assert len(MAILS) >= 15
    assert sum(len(prose_of(page)) for page in PAGES) > 100
    assert orders_in_prose("Four throws, please.")
