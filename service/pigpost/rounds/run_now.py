"""The GM closes the open round before its deadline: its deadline becomes now."""

from datetime import timedelta

from pigpost.audit.games import game_state
from pigpost.errors import TooLate
from pigpost.events.record import Addition
from pigpost.events.streams import game_stream
from pigpost.events.types import DeadlineMoved
from pigpost.ports import Services
from pigpost.replay.state import Phase
from pigpost.rounds.due import LAST_SECOND
from pigpost.rounds.outage import watch


def close_now(services: Services, game: str, *, round: int, reason: str) -> None:
    """Moves the deadline so that its last second, grace included, has just passed.

    The round must be named. Looks for outages first: a jump of the clock that nobody has seen yet
    would seem to lie over the new deadline.
    """
    watch(services)
    with services.store.writing() as tx:
        state = game_state(tx, game)
        current = state.current
        if state.phase is not Phase.OPEN or current is None or current.round != round:
            open_round = "none" if current is None else f"round {current.round}"
            raise TooLate(f"round {round} of {game} is not open ({open_round} is)")
        if state.held is not None:
            raise TooLate(f"{game} is held: `pigpost game go {game} --reason ...` first")
        now = services.clock.now()
        grace = timedelta(minutes=services.settings.rounds.grace_minutes)
        event = DeadlineMoved(
            at=now,
            by="gm",
            round=round,
            attempt=current.attempt,
            old_deadline=current.deadline,
            deadline=min(current.deadline, now - LAST_SECOND - grace),
            reason=reason,
        )
        tx.log.append(game_stream(state.id), [Addition(event=event)], expected=state.version)
