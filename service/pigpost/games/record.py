"""What is recorded of a round (rule 7.3): the value that scores, stories and proofs are made from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat

NO_ORDER = "no_order"
"""Why a player who sent nothing plays the default (rules 3.7.1, 4.5)."""


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
class OwnThrow:
    """One throw of one player's own. `name` and `points` as in `ThrowRecord`.

    `turn_score` is the points of the turn so far: at a non-scoring throw, what is lost by it.
    """

    n: int
    name: str
    points: int
    turn_score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowRecord(OwnThrow):
    """One throw of the round. `name` is an outcome's name, or `points` where only a number was noted.

    `drops` are in the order of waves, within a wave in the order of seats.
    """

    drops: tuple[Drop, ...]


class TurnEnd(StrEnum):
    """Why a player with own throws threw no more (rules 4.3, 4.4, 7.5)."""

    HOLD = "hold"
    TARGET = "target"
    BUST = "bust"
    WIPE = "wipe"
    ELIMINATE = "eliminate"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """One player's turn with own throws; of Hog each throw is a die of his row.

    `turn` is what he gets for it, `score` his score after the round.
    """

    throws: tuple[OwnThrow, ...]
    turn: int
    score: int
    ended_by: TurnEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class _Record:
    """What every round has. Mappings hold each participant once.

    `orders` holds the order each participant played, the default included;
    `defaulted` says why for those who played the default: `no_order` or a reason of rule 6.2.
    `turn_scores` is what each gets for the round; `final_scores` holds every seat of the game.
    `eliminated` are those whom this round put out of the game.
    """

    orders: Mapping[Seat, Condition]
    defaulted: Mapping[Seat, str]
    turn_scores: Mapping[Seat, int]
    final_scores: Mapping[Seat, int]
    eliminated: frozenset[Seat]
    game_over: bool
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRecord(_Record):
    """A round thrown for all (rule 3).

    `dropped_at` is the throw's number, or None for those who never dropped out.
    """

    discarded: tuple[str, ...]
    throws: tuple[ThrowRecord, ...]
    ended_by: EndedBy
    dropped_at: Mapping[Seat, int | None]

    @property
    def throws_made(self) -> int:
        """Throws of the round, discarded first throws not counted (rule 3.2.1)."""
        return len(self.throws)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRecord(_Record):
    """A round of Hog with one row of dice for all, as long as the largest number ordered (rule 3.8).

    `ended_by` is never `non_scoring`: all finish together, whatever the row shows.
    """

    row: tuple[int, ...]
    ended_by: EndedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRecord(_Record):
    """A round in which everybody has throws of his own (rule 4).

    `turns` holds who threw; seats after a win have none (rule 4.7). They are in the order of play,
    unless the record was read back: JSON keeps no order (`own_round.seats_in_turn` has it).
    """

    turns: Mapping[Seat, TurnRecord]

    @property
    def ended_by(self) -> EndedBy:
        """Why the round was over, in the words of the other forms."""
        if any(turn.ended_by is TurnEnd.INCOMPLETE for turn in self.turns.values()):
            return EndedBy.INCOMPLETE
        return EndedBy.TARGET if self.winners else EndedBy.ALL_DROPPED


RoundRecord: TypeAlias = SharedRecord | RowRecord | OwnRecord
"""A round as adjudicated, whatever its form."""


def winners_among(scores: Mapping[Seat, int], target: int) -> tuple[Seat, ...]:
    """Who has the highest total at or past the target, all of them (rules 3.6.3, 4.6)."""
    top = max(scores.values(), default=0)
    return tuple(s for s in sorted(scores) if scores[s] == top) if top >= target else ()
