"""A round that is not thrown, as everybody may see it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pigpost.events.record import Recorded
from pigpost.events.types import RoundOpened
from pigpost.replay.state import GameState, Phase


class Stage(StrEnum):
    """`ended`: the game was over before the round was thrown."""

    OPEN = "open"
    CLOSED = "closed"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """Orders are due at `deadline`, or were; when the book is closed the throw is next."""

    round: int
    attempt: int
    commitment: str
    opened_at: datetime
    deadline: datetime
    stage: Stage


def open_round(state: GameState) -> OpenRound | None:
    """None before the start, after the end, and between two rounds."""
    current = state.current
    if current is None:
        return None
    return OpenRound(
        round=current.round,
        attempt=current.attempt,
        commitment=current.commitment,
        opened_at=current.opened_at,
        deadline=current.deadline,
        stage=Stage.CLOSED if state.phase is Phase.SEALED else Stage.OPEN,
    )


def never_thrown(recorded: Iterable[Recorded], number: int) -> OpenRound | None:
    """A round of a game that was ended before it was thrown; None if it was never opened."""
    events = [one.event for one in recorded if one.event.round == number]
    opened = [event for event in events if isinstance(event, RoundOpened)]
    if not opened:
        return None
    last = opened[-1]
    return OpenRound(
        round=number,
        attempt=last.attempt,
        commitment=last.commitment,
        opened_at=last.at,
        deadline=last.deadline,
        stage=Stage.ENDED,
    )
