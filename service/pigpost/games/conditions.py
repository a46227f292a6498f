"""What a player can order: six conditions under which his turn ends, and Hog's dice (rules 3.3, 4.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.games.kinds import Form, Kind, RuleBroken, Seat, Settings


@dataclass(slots=True)
class Moment:
    """The numbers after a scoring throw (rule 3.3.3); `throw` counts the round's throws from 1."""

    throw: int = 0
    turn_score: int = 0


@dataclass(frozen=True, slots=True)
class Throws:
    """Met at the n-th throw of the round."""

    n: int

    def met(self, moment: Moment) -> bool:
        """Whether it is met (rule 3.3)."""
        return moment.throw >= self.n


@dataclass(frozen=True, slots=True)
class Turn:
    """Met when the turn score is n or more."""

    n: int

    def met(self, moment: Moment) -> bool:
        """Whether it is met (rule 3.3)."""
        return moment.turn_score >= self.n


@dataclass(frozen=True, slots=True)
class Total:
    """Met when the writer's match score and the turn score together are n or more."""

    n: int


@dataclass(frozen=True, slots=True)
class OnlyLeft:
    """Met when every other participant has dropped out."""


@dataclass(frozen=True, slots=True)
class When:
    """Met at the throw at which the last of the named drops out (rule 3.3.1)."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class After:
    """Met one throw after the last of the named has dropped out (rule 3.3.1)."""

    seats: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Dice:
    """An order of Hog: n dice, thrown once (rule 2.5)."""

    n: int


Counted: TypeAlias = Throws | Turn | Total | Dice
"""Orders with a number."""
Naming: TypeAlias = When | After
"""Orders that name other players."""
Numbered: TypeAlias = Throws | Turn
"""Conditions that the numbers of a turn meet by themselves."""
Condition: TypeAlias = Counted | Naming | OnlyLeft

_OWN = (Throws, Turn, Total)
_SHARED = (*_OWN, OnlyLeft, When, After)


def default_order(kind: Kind) -> Condition:
    """What a participant without an acceptable order plays (rules 3.7.1, 3.8, 4.5)."""
    return Dice(1) if kind is Kind.HOG else Throws(1)


def fits(condition: Condition, kind: Kind, form: Form) -> bool:
    """Whether a game of this kind and form knows such an order (rules 3.8, 4.1, 6.2).

    >>> fits(OnlyLeft(), Kind.PIG, Form.SIMULTANEOUS)
    False
    """
    return isinstance(condition, _known(kind, form))


def _known(kind: Kind, form: Form) -> tuple[type[Condition], ...]:
    if kind is Kind.HOG:
        return (Dice,)
    return _SHARED if form is Form.SHARED else _OWN


def check_orders(orders: Iterable[Condition], settings: Settings) -> None:
    """`RuleBroken` unless the game knows such orders and has that many dice (rule 4.1)."""
    known = _known(settings.kind, settings.form)
    for order in orders:
        if not isinstance(order, known):
            message = f"{settings.kind.value} in the form {settings.form.value} has no such order"
            raise RuleBroken(message, code="not_in_this_game", rule="4.1")
        if isinstance(order, Dice) and order.n > settings.max_dice:
            message = f"no more than {settings.max_dice} dice are thrown in this game"
            raise RuleBroken(message, code="bad_number", rule="4.1")


def numbered(condition: Condition, *, score: int) -> Numbered:
    """What is compared with a turn's numbers: a TOTAL is a TURN of what is lacking (rule 3.3.8).

    `TypeError` for what waits for other players, and for dice, which are thrown once (rule 2.5).

    >>> numbered(Total(60), score=41)
    Turn(n=19)
    """
    if isinstance(condition, Total):
        return Turn(condition.n - score)
    if isinstance(condition, (Throws, Turn)):
        return condition
    raise TypeError(f"{condition} does not hang on the numbers of a turn")
