"""How much a file for `pigpost adjudicate` can hold: every one ends within a second or two."""

from collections.abc import Iterator, Mapping
from typing import Any

from pigpost.cli.adjudicate_shapes import Malformed

MOST_BYTES = 2_000_000
MOST_NAMES = 1_000
MOST_ROUNDS = 1_000
MOST_TURNS = 100_000
"""Players times rounds."""
MOST_THROWS = 100_000
MOST_LINES = 1_000
"""Of orders in words, all together: each is read as a line of a mail, which takes its time."""
MOST_CHARACTERS = 30_000
"""Of orders in words."""


def check_bytes(content: bytes) -> None:
    """`Malformed` for a file that is not even read to its end."""
    if len(content) > MOST_BYTES:
        raise Malformed(
            f"a file has at most {MOST_BYTES:,} bytes, this one has more", code="too_big"
        )


def check_size(table: Mapping[str, Any]) -> None:
    """`Malformed` for more than can be adjudicated at once; shapes are not looked at."""
    names = {n for w in ("players", "roster", "eliminated") for n in _texts(table.get(w))}
    entries = table["rounds"] if isinstance(table.get("rounds"), list) else []
    rounds = [entry for entry in (table, *entries) if isinstance(entry, dict)]
    texts = [text for entry in rounds for text in _orders_in_words(entry.get("orders"))]
    throws = sum(_number_of_throws(entry.get("throws")) for entry in rounds)
    turns = len(names) * len(entries)
    _at_most(MOST_NAMES, len(names), "players (the roster and who is out counted in)", "players")
    _at_most(MOST_ROUNDS, len(entries), "rounds", "rounds")
    _at_most(MOST_TURNS, turns, "turns (players times rounds)", "rounds")
    _at_most(MOST_THROWS, throws, "throws", "throws")
    _at_most(MOST_LINES, sum(1 + t.count("\n") for t in texts), "lines of orders in words", "words")
    _at_most(MOST_CHARACTERS, sum(map(len, texts)), "characters of orders in words", "words")


def _at_most(most: int, number: int, what: str, code: str) -> None:
    if number > most:
        message = f"a file has at most {most:,} {what}, this one has {number:,}"
        raise Malformed(message, code=f"too_many_{code}")


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _orders_in_words(orders: object) -> Iterator[str]:
    if isinstance(orders, dict):
        for order in orders.values():
            yield from _texts(order if isinstance(order, list) else [order])


def _number_of_throws(throws: object) -> int:
    """Of the round, or of each player."""
    lists = throws.values() if isinstance(throws, dict) else [throws]
    return sum(len(each) for each in lists if isinstance(each, list))
