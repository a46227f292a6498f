"""A reading as JSON for other programs: the shape `got` of the command `order parse`."""

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.reading import Command, Item, Order, Reading, Refusal

Json: TypeAlias = dict[str, Any]


def got(reading: Reading, names: Mapping[Seat, str]) -> Json:
    """All that was read, with players by name."""
    items = [_item(item, names) for item in reading.items]
    return items[0] if len(items) == 1 else {"do": "many", "items": items}


def condition_json(condition: Condition, names: Mapping[Seat, str]) -> Json:
    """A condition: its kind, and its number or players.

    >>> condition_json(After(frozenset({Seat(1)})), {Seat(1): "Bill"})
    {'kind': 'after', 'players': ['Bill']}
    """
    match condition:
        case Throws(n):
            return {"kind": "throws", "n": n}
        case Turn(n):
            return {"kind": "turn_points", "n": n}
        case Total(n):
            return {"kind": "total_points", "n": n}
        case OnlyLeft():
            return {"kind": "only_left"}
        case When(seats):
            return {"kind": "when", "players": [names[seat] for seat in sorted(seats)]}
        case After(seats):
            return {"kind": "after", "players": [names[seat] for seat in sorted(seats)]}
    assert_never(condition)


def _item(item: Item, names: Mapping[Seat, str]) -> Json:
    match item:
        case Order():
            order: Json = {"do": "order", "order": condition_json(item.condition, names)}
            return order if item.round is None else order | {"round": item.round}
        case Command():
            command: Json = {"do": "command", "command": item.word.value}
            return command | {"args": dict(item.args)} if item.args else command
        case Refusal():
            return _no_order(item)
    assert_never(item)


def _no_order(refused: Refusal) -> Json:
    """The main reason, with the name it is about and the players who may be meant."""
    answer: Json = {"do": "no_order", "reason": refused.reason.value}
    first = refused.complaints[0]
    if first.name is not None:
        answer["name"] = first.name
    if first.names:
        answer["suggest"] = list(first.names)
    return answer
