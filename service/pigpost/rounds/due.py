"""Which rounds are due. The database is asked at every tick; nothing hangs on a timer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pigpost.errors import TooLate
from pigpost.events.types import DeadlineMoved
from pigpost.ports import InboxHealth, Services, Transaction
from pigpost.replay.state import GameState, Phase, RoundState

LAST_SECOND = timedelta(seconds=1)
"""A mail that arrives in the deadline's second is in time (rule 6.6.1): the round waits it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """From when on a round can be sealed, once the inbox was read since. `early`: all are in."""

    at: datetime
    early: bool


def closing(state: GameState, *, grace: timedelta, quiet: timedelta) -> Closing | None:
    """When the open round closes, as things stand; None when none is open or the game is held."""
    if state.phase is not Phase.OPEN or state.current is None or state.held is not None:
        return None
    deadline = state.current.deadline.replace(microsecond=0) + grace + LAST_SECOND
    all_in = _all_in_since(state, state.current) if state.early else None
    if all_in is not None and all_in + quiet < deadline:
        return Closing(at=all_in + quiet, early=True)
    return Closing(at=deadline, early=False)


def _all_in_since(state: GameState, current: RoundState) -> datetime | None:
    """When the last order came in, if everybody's is; None while somebody is waited for.

    A standing order is for who may not come to order anything else: it hurries nobody. Who has said
    that he is away is not waited for, and who has said WAIT is.
    """
    participants = state.standings.participants
    orders = [current.standing(seat) for seat in participants if seat not in current.absent]
    own = [order for order in orders if order is not None and order.round is not None]
    if not own or len(own) < len(orders) or any(map(current.waits_for, participants)):
        return None
    return max(current.opened_at, *(order.arrived_at for order in own))


def closing_now(services: Services, state: GameState) -> Closing | None:
    """The closing of a round whose time has come, by the configured grace and quiet time."""
    rounds = services.settings.rounds
    found = closing(
        state,
        grace=timedelta(minutes=rounds.grace_minutes),
        quiet=timedelta(seconds=rounds.early_delay_seconds),
    )
    return found if found is not None and found.at <= services.clock.now() else None


def inbox_seen(health: InboxHealth, at: datetime) -> bool:
    """Whether a poll that began at that instant or later has succeeded."""
    return health.seen_at is not None and health.seen_at >= at


def open_games(tx: Transaction) -> list[str]:
    """Ids of the games whose round wants orders and that are not held."""
    return [g.game for g in tx.projections.games() if g.phase == Phase.OPEN and g.held is None]


def open_round(state: GameState, number: int) -> RoundState:
    """The round that wants orders; `TooLate` when it is another one than the GM has named."""
    current = state.current
    if state.phase is not Phase.OPEN or current is None or current.round != number:
        found = "none" if current is None else f"round {current.round}"
        raise TooLate(f"round {number} of {state.id} is not open ({found} is)")
    return current


def deadline_moved(
    current: RoundState, deadline: datetime, *, at: datetime, by: str, reason: str
) -> DeadlineMoved:
    """The event that moves the deadline of a round."""
    return DeadlineMoved(
        at=at,
        by=by,
        round=current.round,
        attempt=current.attempt,
        old_deadline=current.deadline,
        deadline=deadline,
        reason=reason,
    )
