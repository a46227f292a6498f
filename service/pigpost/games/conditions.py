"""The six conditions under which a player's turn ends (rule 3.3)."""

from dataclasses import dataclass
from typing import TypeAlias

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
