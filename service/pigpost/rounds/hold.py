"""Hold, go on, move a deadline: acts of the GM, or of the service when it was blind."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pigpost.audit.games import append_events, game_state
from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.types import Event, GameHeld, GameResumed
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, Phase
from pigpost.rounds.due import deadline_moved, open_round
from pigpost.rounds.tell import tell_all

_AFTER_AN_OUTAGE = timedelta(hours=2)
"""So long players have after an outage that lay over a deadline, besides its length."""


def hold_game(services: Services, game: str, *, reason: str, by: str = "gm") -> None:
    """No round is thrown until `resume_game`; mails are still read and orders still taken."""
    with services.store.writing() as tx:
        state = _running(tx, game)
        if state.held is not None:
            raise TooLate(f"{game} is held already: {state.held}")
        event = GameHeld(at=services.clock.now(), by=by, round=state.round, reason=reason)
        append_and_tell(services, tx, state, [event], what="held", reason=reason)


def resume_game(services: Services, game: str, *, reason: str, by: str = "gm") -> None:
    """Goes on; a deadline that passed meanwhile moves, as `deadline_after_hold` says."""
    with services.store.writing() as tx:
        state = _running(tx, game)
        if state.held is None:
            raise TooLate(f"{game} is not held")
        events = events_to_go_on(state, services.clock.now(), by=by, reason=reason)
        append_and_tell(services, tx, state, events, what="resumed", reason=reason)


def events_to_go_on(state: GameState, now: datetime, *, by: str, reason: str) -> list[Event]:
    """The end of a hold, and the deadline with which the round goes on if not with its own."""
    events: list[Event] = [GameResumed(at=now, by=by, round=state.round, reason=reason)]
    moved = deadline_after_hold(state, now)
    if state.current is not None and moved is not None:
        why = "an outage lay over it" if state.outages else "the game was held over it"
        events.append(deadline_moved(state.current, moved, at=now, by="service", reason=why))
    return events


def move_deadline(
    services: Services, game: str, *, round: int, deadline: datetime, reason: str, by: str = "gm"
) -> None:
    """Moves the open round's deadline; the round must be named so that no other is moved."""
    with services.store.writing() as tx:
        state = _running(tx, game)
        current = open_round(state, round)
        now = services.clock.now()
        if deadline <= now:
            raise AgainstTheRules(f"{deadline:%Y-%m-%d %H:%M} UTC has passed")
        events = [deadline_moved(current, deadline, at=now, by=by, reason=reason)]
        append_and_tell(services, tx, state, events, what="deadline_moved", reason=reason)


def append_and_tell(
    services: Services,
    tx: Transaction,
    state: GameState,
    events: Sequence[Event],
    *,
    what: str,
    reason: str,
) -> None:
    """Records what happened to the game as a whole and mails it to all who play."""
    append_events(tx, state, *events)
    tell_all(
        services,
        tx,
        game_state(tx, state.id),
        what=what,
        reason=reason,
        old_deadline=None if state.current is None else state.current.deadline,
    )


def _running(tx: Transaction, game: str) -> GameState:
    state = game_state(tx, game)
    if state.phase in {Phase.FORMING, Phase.OVER}:
        raise TooLate(f"{game} is not running ({state.phase})")
    return state


def deadline_after_hold(state: GameState, now: datetime) -> datetime | None:
    """With which deadline a held round goes on, if not with its own.

    One that an outage lay over moves by its length and two hours. One that passed while the GM
    held the game moves to now: until the game goes on orders are taken.
    """
    if state.held is None or state.current is None or state.phase is not Phase.OPEN:
        return None
    due = state.current.deadline
    if blind := _blind_at(state, due, now):
        return max(due + blind, now) + _AFTER_AN_OUTAGE
    return now if due < now else None


def _blind_at(state: GameState, deadline: datetime, now: datetime) -> timedelta:
    """How long the longest of the outages was that lay over the deadline."""
    ends = [(outage, outage.ended or now) for outage in state.outages]
    over = [end - o.began for o, end in ends if o.began <= deadline <= max(end, now)]
    return max(over, default=timedelta(0))
