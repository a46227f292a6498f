"""An order as a file for `pigpost adjudicate` writes it: an object, a text, or a list (rule 6)."""

from collections.abc import Sequence
from reprlib import repr as shown
from typing import Any, Protocol, TypeAlias

from pigpost.cli.adjudicate_names import Malformed, Names, a_list
from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import HIGHEST_NUMBER, Seat
from pigpost.orders.reading import Order, Player, Reading, Reason, Refusal

_COUNTED: dict[str, type[Throws | Turn | Total]] = {
    "throws": Throws,
    "turn_points": Turn,
    "total_points": Total,
}
_NAMING: dict[str, type[When | After]] = {"when": When, "after": After}

Judged: TypeAlias = Condition | Reason


class Reader(Protocol):
    """What reads a text as a mail's line would be read."""

    def __call__(self, text: str, *, players: Sequence[Player], me: Seat | None) -> Reading:
        """Everything the text says."""


def judge(value: object, *, me: Seat, names: Names, out: frozenset[Seat], read: Reader) -> Judged:
    """The condition, or why it is not acceptable (rules 6.1, 6.2). `out` left before the order came.

    `Malformed` for what is no order at all.
    """
    match value:
        case []:
            return Reason.NOTHING_FOUND
        case [_, _, *_]:
            return Reason.MORE_THAN_ONE_CONDITION
        case [(str() | dict()) as only]:
            return judge(only, me=me, names=names, out=out, read=read)
        case str():
            return _said(read(value, players=names.known(out=out), me=me))
        case dict():
            return _written(value, me=me, names=names, out=out)
    raise Malformed(f"an order is an object, a text, a list or null, not {shown(value)}", rule="6")


def _said(reading: Reading) -> Judged:
    for item in reading.items:
        match item:
            case Order(condition=condition):
                return condition
            case Refusal(reason=reason):
                return reason
    return Reason.NOTHING_FOUND


def _written(value: dict[str, Any], *, me: Seat, names: Names, out: frozenset[Seat]) -> Judged:
    fields = value.keys() - {"kind"}
    match value.get("kind"):
        case str(kind) if kind in _COUNTED and fields <= {"n"}:
            return _counted(_COUNTED[kind], value.get("n"))
        case str(kind) if kind in _NAMING and fields <= {"players"}:
            return _naming(_NAMING[kind], value.get("players", []), me=me, names=names, out=out)
        case "only_left" if not fields:
            return OnlyLeft()
        case "dice":
            return Reason.NOT_IN_THIS_GAME
        case "only_left" | "throws" | "turn_points" | "total_points" | "when" | "after":
            message = f"an order has more than it should: {shown(value)}"
            raise Malformed(message, code="unknown_field")
    return Reason.UNKNOWN_CONDITION


def _counted(kind: type[Throws | Turn | Total], n: object) -> Judged:
    if type(n) is not int or not 1 <= n <= HIGHEST_NUMBER:
        return Reason.BAD_NUMBER
    return kind(n)


def _naming(
    kind: type[When | After], named: object, *, me: Seat, names: Names, out: frozenset[Seat]
) -> Judged:
    seats: set[Seat] = set()
    for name in a_list(named, "`players` of an order"):
        if not isinstance(name, str):
            raise Malformed(f"a name in an order is a text, not {shown(name)}", rule="6.2")
        seat = names.find(name)
        if seat is None:
            return Reason.UNKNOWN_PLAYER
        if seat == me:
            return Reason.NAMES_HIMSELF
        if seat in out:
            return Reason.PLAYER_IS_OUT
        seats.add(seat)
    return kind(frozenset(seats)) if seats else Reason.UNKNOWN_PLAYER
