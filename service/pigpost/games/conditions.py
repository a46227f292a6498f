"""The six conditions under which a player's turn ends, and when each is met (rule 3.3)."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from pigpost.games.kinds import Seat


@dataclass(frozen=True, slots=True)
class Throws:
    """Met at the n-th throw of the round."""

    n: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Met when the turn score is n or more."""

    n: int


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


Condition: TypeAlias = Throws | Turn | Total | OnlyLeft | When | After

DEFAULT_CONDITION = Throws(1)
"""What a participant without an acceptable order plays (rule 3.7.1)."""


@dataclass(slots=True)
class Moment:
    """What conditions look at after a scoring throw (rule 3.3.3).

    `throw` counts the round's throws from 1. `out` are the participants who have dropped out at
    this throw or earlier, `out_before` those who did at an earlier one.
    """

    throw: int = 0
    turn_score: int = 0
    out: set[Seat] = field(default_factory=set)
    out_before: set[Seat] = field(default_factory=set)


Met: TypeAlias = Callable[[Moment], bool]
"""Tells of a player who is still in whether his condition is met."""


def watch(condition: Condition, *, score: int, participants: AbstractSet[Seat]) -> Met:
    """How one participant's condition is looked at in a round; `score` is his match score (rule 3.3).

    Named players who are not in the round hold up nothing (rule 3.3.7).
    """
    match condition:
        case Throws(n):
            return lambda moment: moment.throw >= n
        case Turn(n):
            return lambda moment: moment.turn_score >= n
        case Total(n):
            return lambda moment: score + moment.turn_score >= n
        case OnlyLeft():
            others = len(participants) - 1
            return lambda moment: len(moment.out) == others
        case When(seats):
            named = seats & participants
            return lambda moment: named <= moment.out
        case After(seats):
            named = seats & participants
            return lambda moment: named <= moment.out_before
    assert_never(condition)
