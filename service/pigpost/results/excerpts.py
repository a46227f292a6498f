"""Parts of a game's state as mails and pages show them."""

from datetime import datetime

from pigpost.events.receipt import receipt_code
from pigpost.games.kinds import Seat
from pigpost.replay.state import GameState, Phase, SeatStatus, StoredOrder
from pigpost.results.letters import Due, ScoreLine, StandingOrder

_SHOWN = (SeatStatus.PLAYING, SeatStatus.ELIMINATED, SeatStatus.WITHDRAWN)


def due(state: GameState, now: datetime) -> Due | None:
    """The round that wants orders, or None when none does."""
    if state.phase is not Phase.OPEN or state.current is None:
        return None
    return Due(round=state.current.round, deadline=state.current.deadline, now=now)


def standing_order(state: GameState, seat: Seat) -> StandingOrder | None:
    """What counts for the seat in the current round, as its holder may see it."""
    order = None if state.current is None else state.current.standing(seat)
    return None if order is None else shown(order)


def shown(order: StoredOrder) -> StandingOrder | None:
    """An order as its writer may see it; None where its sealed part can't be opened."""
    if order.condition is None:
        return None
    return StandingOrder(
        condition=order.condition,
        arrived_at=order.arrived_at,
        receipt=receipt_code(order.leaf),
    )


def score_lines(state: GameState) -> tuple[ScoreLine, ...]:
    """The table, best first, equals by seat: scores and who has sent, never what."""
    lines = [
        ScoreLine(
            seat=seat.seat,
            name=seat.person.name,
            score=seat.score,
            status=seat.status.value,
            sent=state.current is not None and state.current.standing(seat.seat) is not None,
        )
        for seat in state.seats.values()
        if seat.status in _SHOWN
    ]
    return tuple(sorted(lines, key=lambda line: (-line.score, line.seat)))
