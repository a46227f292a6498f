"""Whether the round under way takes what a mail asks, by its round and by its arrival."""

from collections.abc import Collection
from datetime import datetime, timedelta

from pigpost.games.kinds import Seat
from pigpost.orders.reading import Reason
from pigpost.ports import Services
from pigpost.replay.state import GameState, Phase, RoundState
from pigpost.rounds.hold import deadline_after_hold


def why_not_now(
    services: Services,
    state: GameState,
    *,
    seat: Seat,
    arrived_at: datetime,
    named: Collection[int | None],
) -> Reason | None:
    """The reason why nothing is taken, or not this (rule 6.2); None when all is well.

    `named` are the rounds that the mail names or answers to, as far as it does.
    """
    current = state.current
    if state.phase is Phase.OVER or current is None:
        return Reason.WRONG_ROUND
    if seat not in state.standings.participants:
        return Reason.PLAYER_IS_OUT
    rounds = set(named) - {None}
    if rounds - {current.round}:
        return Reason.WRONG_ROUND
    for_the_one_before = not rounds and _came_before(current, arrived_at) and state.held is None
    if (
        state.phase is not Phase.OPEN
        or for_the_one_before
        or not is_in_time(services, state, current, arrived_at)
    ):
        return Reason.TOO_LATE
    return None


def round_meant(state: GameState, *, arrived_at: datetime, named: int | None) -> int | None:
    """The round under way, or the one before where a mail that names none came in its time.

    What is refused as too late for one round says nothing about orders for the next.
    """
    current = state.current
    if current is None or named is not None or not _came_before(current, arrived_at):
        return None if current is None else current.round
    return max(current.round - 1, 1)


def late_seconds(state: GameState, arrived_at: datetime) -> int | None:
    """How late a mail was: for the round under way, else for the one thrown last."""
    deadlines = [round.deadline for round in state.thrown[-1:]]
    if state.current is not None:
        deadlines.append(state.current.deadline)
    passed = [deadline for deadline in deadlines if deadline < arrived_at]
    return int((arrived_at - max(passed)).total_seconds()) if passed else None


def _came_before(current: RoundState, arrived_at: datetime) -> bool:
    """Whether a mail is from before the round was opened; mails are timed to the second."""
    return arrived_at < current.opened_at.replace(microsecond=0)


def is_in_time(
    services: Services, state: GameState, current: RoundState, arrived_at: datetime
) -> bool:
    """Whether it came in the deadline's second or before, grace included (rule 6.6.1).

    A deadline that passes while the game is held will be moved when it goes on.
    """
    grace = timedelta(minutes=services.settings.rounds.grace_minutes)
    moved = deadline_after_hold(state, services.clock.now())
    last = (moved or current.deadline) + grace
    return arrived_at.replace(microsecond=0) <= last.replace(microsecond=0)
