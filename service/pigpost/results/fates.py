"""What a round did to a player, told in the same way for every form."""

from enum import StrEnum
from typing import assert_never

from pigpost.games.dice import BY_FACES
from pigpost.games.kinds import Kind, Seat, Settings
from pigpost.games.outcomes import BY_NAME, Loss, Outcome, loss_of
from pigpost.games.record import (
    EndedBy,
    OwnRecord,
    RoundRecord,
    RowRecord,
    SharedRecord,
    TurnEnd,
)


class Fate(StrEnum):
    """How a participant came out of a round."""

    KEPT = "kept"
    """What he got is his (rules 3.4, 3.6.2, 4.3)."""
    LOST = "lost"
    """He got nothing; the match score stays (rules 2.5, 3.5.1)."""
    WIPED = "wiped"
    """The match score is gone too (rules 3.5.2, 4.4)."""
    OUT = "out"
    """A Piggyback has put him out of the game (rules 3.5.3, 4.4)."""
    IDLE = "idle"
    """The game was won before his turn (rule 4.7)."""
    UNKNOWN = "unknown"
    """The round was not thrown to its end (rule 7.5)."""


_OF_LOSS = {Loss.TURN: Fate.LOST, Loss.SCORE: Fate.WIPED, Loss.SEAT: Fate.OUT}
_OF_TURN = {
    TurnEnd.HOLD: Fate.KEPT,
    TurnEnd.TARGET: Fate.KEPT,
    TurnEnd.BUST: Fate.LOST,
    TurnEnd.WIPE: Fate.WIPED,
    TurnEnd.ELIMINATE: Fate.OUT,
    TurnEnd.INCOMPLETE: Fate.UNKNOWN,
}


def fate(record: RoundRecord, seat: Seat, settings: Settings) -> Fate:
    """How one of its participants came out of the round."""
    if record.ended_by is EndedBy.INCOMPLETE:
        return Fate.UNKNOWN
    match record:
        case SharedRecord():
            return _shared(record, seat, settings)
        case RowRecord():
            return Fate.KEPT if record.turn_scores[seat] else Fate.LOST
        case OwnRecord():
            turn = record.turns.get(seat)
            return Fate.IDLE if turn is None else _OF_TURN[turn.ended_by]
    assert_never(record)


def points_lost(record: RoundRecord, seat: Seat, kind: Kind) -> int:
    """The points of the turn that were thrown, but not kept; dice of Hog are none until they count."""
    match record:
        case SharedRecord():
            closed = record.ended_by is EndedBy.NON_SCORING and record.dropped_at[seat] is None
            return record.throws[-1].turn_score if closed else 0
        case OwnRecord() if kind is not Kind.HOG and seat in record.turns:
            turn = record.turns[seat]
            kept = _OF_TURN[turn.ended_by] in (Fate.KEPT, Fate.UNKNOWN)
            return 0 if kept else turn.throws[-1].turn_score
        case OwnRecord() | RowRecord():
            return 0
    assert_never(record)


def _shared(record: SharedRecord, seat: Seat, settings: Settings) -> Fate:
    """What the throw that closed the round took from those still in (rule 3.5)."""
    if record.dropped_at[seat] is not None or record.ended_by is not EndedBy.NON_SCORING:
        return Fate.KEPT
    closing = _named(record.throws[-1].name, settings.kind)
    loss = loss_of(closing, settings.piggyback)
    return Fate.KEPT if loss is None else _OF_LOSS[loss]


def _named(name: str, kind: Kind) -> Outcome:
    """The outcome that a record names."""
    if kind.has_pigs:
        return BY_NAME[name]
    return next(outcome for outcome in BY_FACES[kind].values() if outcome.name == name)
