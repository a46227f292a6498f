"""Rows of phrase files: how they are asked, and how an answer is marked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from pigpost.orders.answer import got
from pigpost.orders.read import read
from pigpost.orders.reading import Player, State

Row: TypeAlias = dict[str, Any]

OURS = Path(__file__).parent / "orders.jsonl"


def rows_of(file: Path) -> list[Row]:
    """The rows that are about this game."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [row for row in rows if row["game"] == "postal_pigs"]


def answer_to(row: Row, *, text: str | None = None) -> Row:
    """What the row's text, or another in its place, is read as."""
    players = [Player(seat=seat, name=name) for seat, name in enumerate(row["players"], 1)]  # type: ignore[arg-type]
    me = next((player.seat for player in players if player.name == row["me"]), None)
    state = State(row.get("state", State.STRANGER if me is None else State.PLAYING))
    reading = read(row["text"] if text is None else text, players=players, me=me, state=state)
    return got(reading, {player.seat: player.name for player in players})


def orders_in(answer: Row) -> list[Row]:
    """The orders of an answer, names in no order."""
    items = answer.get("items", [answer])
    return [_unordered(item) for item in items if item["do"] == "order"]


def is_right(row: Row, answer: Row) -> bool:
    """Whether the answer is the expected one, or one that is equally right."""
    return any(_fits(expected, answer) for expected in _expected(row["expect"]))


def _expected(expect: Row) -> Iterator[Row]:
    yield {key: value for key, value in expect.items() if key != "also"}
    for other in expect.get("also", []):
        yield other if isinstance(other, dict) else {"do": "no_order", "reason": other}


def _fits(expected: Row, answer: Row) -> bool:
    if expected["do"] == "no_order":
        return expected.items() <= answer.items()
    return bool(_unordered(expected) == _unordered(answer))


def _unordered(item: Row) -> Row:
    if item["do"] == "many":
        return item | {"items": [_unordered(each) for each in item["items"]]}
    if "players" not in item.get("order", {}):
        return item
    return item | {"order": item["order"] | {"players": sorted(item["order"]["players"])}}
