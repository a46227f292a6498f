"""The GM closes the open round before its deadline: its deadline becomes now."""

from datetime import timedelta

from pigpost.audit.games import append_events, game_state
from pigpost.errors import TooLate
from pigpost.ports import Services
from pigpost.rounds.due import LAST_SECOND, deadline_moved, open_round
from pigpost.rounds.outage import watch


def close_now(services: Services, game: str, *, round: int, reason: str, by: str = "gm") -> None:
    """Moves the deadline so that its last second, grace included, has just passed.

    The round must be named. Looks for outages first: a jump of the clock that nobody has seen yet
    would seem to lie over the new deadline.
    """
    watch(services)
    with services.store.writing() as tx:
        state = game_state(tx, game)
        current = open_round(state, round)
        if state.held is not None:
            raise TooLate(f"{game} is held: `pigpost game go {game} --reason ...` first")
        now = services.clock.now()
        grace = timedelta(minutes=services.settings.rounds.grace_minutes)
        closed_at = min(current.deadline, now - LAST_SECOND - grace)
        event = deadline_moved(current, closed_at, at=now, by=by, reason=reason)
        append_events(tx, state, event)
