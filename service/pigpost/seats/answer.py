"""What an invited or seated player does with his seat: takes it, declines it, gives it up.

Each function says in one word what was done (`results.letters.Done.what`); the events are in the
caller's transaction.
"""

from pigpost.audit.games import append_events
from pigpost.events.types import (
    Event,
    GameEnded,
    InvitationDeclined,
    SeatResigned,
    SeatTaken,
)
from pigpost.games.kinds import Seat, seat_label
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, Phase, SeatStatus


def join(services: Services, tx: Transaction, state: GameState, seat: Seat) -> str | None:
    """Takes the seat that was offered; None when the game has gone on without him."""
    status = state.seats[seat].status
    if status is SeatStatus.PLAYING:
        return "already_joined"
    if state.phase is not Phase.FORMING or status not in {SeatStatus.INVITED, SeatStatus.DECLINED}:
        return None
    label = seat_label(seat)
    append_events(tx, state, SeatTaken(at=services.clock.now(), by=label, seat=label))
    return "joined"


def decline(services: Services, tx: Transaction, state: GameState, seat: Seat) -> str | None:
    """Declines the seat that was offered; None when it is no longer only an offer."""
    status = state.seats[seat].status
    if status is SeatStatus.DECLINED:
        return "declined"
    if status is not SeatStatus.INVITED:
        return None
    label = seat_label(seat)
    append_events(tx, state, InvitationDeclined(at=services.clock.now(), by=label, seat=label))
    return "declined"


def resign(services: Services, tx: Transaction, state: GameState, seat: Seat) -> str | None:
    """Withdraws from the game (rule 6.7); the last one to go ends it (rule 6.8)."""
    if state.seats[seat].status is not SeatStatus.PLAYING or state.phase is Phase.OVER:
        return None
    now, label = services.clock.now(), seat_label(seat)
    round = state.round
    events: list[Event] = [SeatResigned(at=now, by=label, round=round, seat=label)]
    if state.phase is not Phase.FORMING and state.standings.participants == (seat,):
        events.append(
            GameEnded(at=now, by="service", round=round, reason="nobody_left", winners=())
        )
    append_events(tx, state, *events)
    return "resigned"
