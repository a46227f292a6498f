"""What is recorded of a round (rule 7.3): the value that scores, stories and proofs are made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat

NO_ORDER = "no_order"
"""Why a player who sent nothing plays the default (rule 3.7.1)."""


class EndedBy(StrEnum):
    """Why no further throw was made (rules 3.6.5, 7.5)."""

    NON_SCORING = "non_scoring"
    TARGET = "target"
    ALL_DROPPED = "all_dropped"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """One player's turn ending at a throw; `wave` counts from 1 within that throw (rule 3.3.4)."""

    seat: Seat
    condition: Condition
    wave: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowRecord:
    """One throw of the round. `name` is an outcome's name, or `points` where only a number was noted.

    `turn_score` is the points of the round so far: at a non-scoring throw, what is lost by it.
    `drops` are in the order of waves, within a wave in the order of seats.
    """

    n: int
    name: str
    points: int
    turn_score: int
    drops: tuple[Drop, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round as adjudicated. Mappings hold each participant once.

    `orders` holds the condition each participant played, the default included;
    `defaulted` says why for those who played the default: `no_order` or a reason of rule 6.2.
    `dropped_at` is the throw's number, or None for those who never dropped out.
    `turn_scores` is what each gets for the round; `final_scores` holds every seat of the game.
    `eliminated` are those whom this round put out of the game.
    """

    orders: Mapping[Seat, Condition]
    defaulted: Mapping[Seat, str]
    discarded: tuple[str, ...]
    throws: tuple[ThrowRecord, ...]
    ended_by: EndedBy
    dropped_at: Mapping[Seat, int | None]
    turn_scores: Mapping[Seat, int]
    final_scores: Mapping[Seat, int]
    eliminated: frozenset[Seat]
    game_over: bool
    winners: tuple[Seat, ...]

    @property
    def throws_made(self) -> int:
        """Throws of the round, discarded first throws not counted (rule 3.2.1)."""
        return len(self.throws)
