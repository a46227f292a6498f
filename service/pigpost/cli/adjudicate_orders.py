"""An order as a file for `pigpost adjudicate` writes it: an object, a text, or a list (rule 6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from pigpost.cli.adjudicate_names import Names
from pigpost.cli.adjudicate_shapes import Malformed, a_list, a_whole_number, shown
from pigpost.games.conditions import (
    After,
    Condition,
    Counted,
    Dice,
    Naming,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    fits,
)
from pigpost.games.kinds import HIGHEST_NUMBER, Form, Kind, Seat, Settings
from pigpost.orders.reading import Order, Player, Reading, Reason, Refusal

_COUNTED: dict[str, type[Counted]] = {
    "throws": Throws,
    "turn_points": Turn,
    "total_points": Total,
    "dice": Dice,
}
_NAMING: dict[str, type[Naming]] = {"when": When, "after": After}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why an order is not acceptable; `words` are what is wrong in it, where that is known."""

    reason: Reason
    words: str | None = None


Judged: TypeAlias = Condition | Refused


class Reader(Protocol):
    """What reads a text as a mail's line would be read."""

    def __call__(
        self,
        text: str,
        *,
        players: Sequence[Player],
        me: Seat | None,
        kind: Kind,
        form: Form,
        max_dice: int,
    ) -> Reading:
        """Everything the text says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Who tells an order that stands from one that does not.

    `out` left before the orders came; `known` is everybody, as the reader of texts knows them.
    """

    settings: Settings
    names: Names
    out: frozenset[Seat]
    known: Sequence[Player]
    read: Reader

    def judged(self, value: object, *, me: Seat) -> Judged:
        """The condition, or why it is not acceptable (rules 4.1, 6.1, 6.2).

        `Malformed` for what is no order at all.
        """
        match value:
            case []:
                return Refused(reason=Reason.NOTHING_FOUND)
            case [_, _, *_]:
                return Refused(reason=Reason.MORE_THAN_ONE_CONDITION)
            case [(str() | dict()) as single]:
                return self.judged(single, me=me)
            case str():
                return self._said(value, me=me)
            case dict():
                return self._written(value, me=me)
        message = f"an order is an object, a text, a list or null, not {shown(value)}"
        raise Malformed(message, rule="6")

    def _said(self, text: str, *, me: Seat) -> Judged:
        reading = self.read(
            text,
            players=self.known,
            me=me,
            kind=self.settings.kind,
            form=self.settings.form,
            max_dice=self.settings.max_dice,
        )
        for item in reading.items:
            match item:
                case Order(condition=condition):
                    return self._fitting(condition)
                case Refusal():
                    return _complained_of(item)
        return Refused(reason=Reason.NOTHING_FOUND, words=text)

    def _written(self, value: dict[str, Any], *, me: Seat) -> Judged:
        fields = value.keys() - {"kind"}
        match value.get("kind"):
            case str(kind) if kind in _COUNTED and fields <= {"n"}:
                return self._counted(_COUNTED[kind], value.get("n"))
            case str(kind) if kind in _NAMING and fields <= {"players"}:
                return self._naming(_NAMING[kind], value.get("players", []), me=me)
            case "only_left" if not fields:
                return self._fitting(OnlyLeft())
            case str(kind) if kind in {*_COUNTED, *_NAMING, "only_left"}:
                message = f"an order has more than it should: {shown(value)}"
                raise Malformed(message, code="unknown_field", rule="6.1")
        return Refused(reason=Reason.UNKNOWN_CONDITION, words=_word(value.get("kind")))

    def _counted(self, kind: type[Counted], n: object) -> Judged:
        if not self._fits(kind(1)):
            return Refused(reason=Reason.NOT_IN_THIS_GAME)
        if not isinstance(n, int) or not a_whole_number(n) or not 1 <= n <= HIGHEST_NUMBER:
            return Refused(reason=Reason.BAD_NUMBER, words=_word(n))
        return self._fitting(kind(n))

    def _naming(self, kind: type[Naming], named: object, *, me: Seat) -> Judged:
        given = a_list(named, "`players` of an order", rule="6.2")
        if not self._fits(kind(frozenset())):
            return Refused(reason=Reason.NOT_IN_THIS_GAME)
        seats: set[Seat] = set()
        for name in given:
            if not isinstance(name, str):
                raise Malformed(f"a name in an order is a text, not {shown(name)}", rule="6.2")
            seat = self.names.find(name)
            if seat is None:
                return Refused(reason=Reason.UNKNOWN_PLAYER, words=name)
            if seat == me:
                return Refused(reason=Reason.NAMES_HIMSELF, words=name)
            if seat in self.out:
                return Refused(reason=Reason.PLAYER_IS_OUT, words=name)
            seats.add(seat)
        return kind(frozenset(seats)) if seats else Refused(reason=Reason.UNKNOWN_PLAYER)

    def _fitting(self, order: Condition) -> Judged:
        """The order, if the game knows it and has that many dice (rule 4.1)."""
        if not self._fits(order):
            return Refused(reason=Reason.NOT_IN_THIS_GAME)
        if isinstance(order, Dice) and order.n > self.settings.max_dice:
            return Refused(reason=Reason.BAD_NUMBER, words=str(order.n))
        return order

    def _fits(self, order: Condition) -> bool:
        return fits(order, self.settings.kind, self.settings.form)


def _complained_of(refusal: Refusal) -> Refused:
    """The first complaint, and the words of the text that it is about."""
    complaint = refusal.complaints[0]
    words = refusal.line[complaint.span.start : complaint.span.end]
    return Refused(reason=complaint.reason, words=words)


def _word(value: object) -> str | None:
    """A value that stands where another should; what is not there has no word."""
    return value if isinstance(value, str) or value is None else shown(value)
