"""A reading as JSON for other programs: the shape `got` of the command `order parse`."""

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

from pigpost.games.kinds import Seat
from pigpost.games.output import condition_output
from pigpost.orders.reading import Command, Item, Order, Reading, Refusal

Json: TypeAlias = dict[str, Any]


def got(reading: Reading, names: Mapping[Seat, str]) -> Json:
    """All that was read, with players by name."""
    items = [_item(item, names) for item in reading.items]
    return items[0] if len(items) == 1 else {"do": "many", "items": items}


def _item(item: Item, names: Mapping[Seat, str]) -> Json:
    match item:
        case Order():
            order: Json = {
                "do": "order",
                "order": condition_output(item.condition, names.__getitem__),
            }
            if item.standing:
                order["standing"] = True
            return order if item.round is None else order | {"round": item.round}
        case Command():
            command: Json = {"do": "command", "command": item.word.value}
            args = {name: _plain(value) for name, value in item.args.items()}
            return command | {"args": args} if args else command
        case Refusal():
            return _no_order(item)
    assert_never(item)


def _plain(value: str | tuple[str, ...]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


def _no_order(refused: Refusal) -> Json:
    """The main reason, with the name it is about and the players who may be meant."""
    answer: Json = {"do": "no_order", "reason": refused.reason.value}
    first = refused.complaints[0]
    if first.name is not None:
        answer["name"] = first.name
    if first.names:
        answer["suggest"] = list(first.names)
    return answer
