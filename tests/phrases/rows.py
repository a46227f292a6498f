"""Rows of phrase files: how they are asked, and what an answer has of orders and commands."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from pigpost.games.kinds import Form, Kind, Seat
from pigpost.orders.answer import got
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player, Reading, State

Row: TypeAlias = dict[str, Any]

OURS = Path(__file__).parent / "english.jsonl"
HELD_OUT = Path(__file__).parent / "held_out.jsonl"
SHARED = Path(__file__).parents[3] / "shared" / "phrases" / "phrases.jsonl"


def rows_of(file: Path) -> list[Row]:
    """All rows of a file; besides the fields of the scheme: `out` names, `form`, `round`, `language`."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def players_of(row: Row) -> list[Player]:
    """The players of the row's game, those marked in `out` as eliminated or withdrawn."""
    out = row.get("out", ())
    return [
        Player(seat=Seat(seat), name=name, out=name in out)
        for seat, name in enumerate(row["players"], 1)
    ]


def reading_of(row: Row, *, text: str | None = None) -> Reading:
    """What the reader makes of the row's text, or of another in its place."""
    players = players_of(row)
    me = next((player.seat for player in players if player.name == row["me"]), None)
    return read(
        row["text"] if text is None else text,
        players=players,
        me=me,
        state=State(row.get("state", State.STRANGER if me is None else State.PLAYING)),
        kind=Kind(row["game"]),
        form=Form(row["form"]) if "form" in row else None,
        languages=row.get("language", ()),
    )


def answer_to(row: Row, *, text: str | None = None) -> Row:
    """The reading in the shape of `expect`, with the round that an order names if the row has one."""
    return answer_of(reading_of(row, text=text), row)


def answer_of(reading: Reading, row: Row) -> Row:
    """The same of a reading that is there already."""
    answer = got(reading, {player.seat: player.name for player in players_of(row)})
    rounds = [item.round for item in reading.items if isinstance(item, Order)]
    if "round" in row and rounds:
        return {**answer, "round": rounds[0]}
    return dict(answer)


def items_in(answer: Mapping[str, Any]) -> list[Row]:
    """The things an answer consists of, names in no order."""
    return [_unordered(item) for item in answer.get("items", [answer])]


def orders_in(answer: Mapping[str, Any]) -> list[Row]:
    """The orders of an answer, names in no order."""
    return [item for item in items_in(answer) if item["do"] == "order"]


def expected_of(row: Row) -> Iterator[Row]:
    """The expected reading and those that are equally right, with the row's round if it has one."""
    expect = row["expect"]
    yield _with_round({key: value for key, value in expect.items() if key != "also"}, row)
    for other in expect.get("also", ()):
        is_reading = isinstance(other, dict)
        yield _with_round(other if is_reading else {"do": "no_order", "reason": other}, row)


def is_right(row: Row, answer: Row) -> bool:
    """Whether the answer is the expected one, or one that is equally right."""
    return any(_fits(expected, answer) for expected in expected_of(row))


def _with_round(expected: Row, row: Row) -> Row:
    return (
        {**expected, "round": row["round"]} if "round" in row and orders_in(expected) else expected
    )


def _fits(expected: Row, answer: Row) -> bool:
    if expected["do"] == "no_order":
        near = expected.get("suggest", [])
        told = {key: value for key, value in expected.items() if key != "suggest"}
        return told.items() <= answer.items() and answer.get("suggest", [])[: len(near)] == near
    return items_in(expected) == items_in(answer) and expected.get("round") == answer.get("round")


def _unordered(item: Mapping[str, Any]) -> Row:
    plain = {key: value for key, value in item.items() if key != "round"}
    order = plain.get("order", {})
    if "players" not in order:
        return plain
    return plain | {"order": order | {"players": sorted(set(order["players"]))}}
