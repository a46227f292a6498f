"""Parts of a game's state as mails and pages show them."""

from collections.abc import Sequence
from datetime import datetime

from pigpost.events.receipt import receipt_code
from pigpost.games.conditions import After, When
from pigpost.games.kinds import Seat
from pigpost.replay.state import GameState, Phase, Press, SeatStatus, StoredOrder
from pigpost.results.letters import (
    Due,
    LaterOrder,
    PressLine,
    ScoreLine,
    StandingOrder,
    StoredOrders,
)

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
        every_round=order.round is None,
    )


def stored_orders(state: GameState, seat: Seat) -> StoredOrders | None:
    """All orders of a seat; None where there are none but that for the round under way."""
    current = state.round or 0
    rounds = {o.round for o in state.kept if o.seat == seat and o.round is not None}
    later = [(n, newest_order(state, seat, n)) for n in sorted(rounds) if n > current]
    every_round = newest_order(state, seat, None)
    found = tuple(LaterOrder(round=n, order=order) for n, order in later if order is not None)
    if not found and every_round is None:
        return None
    return StoredOrders(now=standing_order(state, seat), later=found, every_round=every_round)


def newest_order(state: GameState, seat: Seat, round: int | None) -> StandingOrder | None:
    """As `GameState.newest`, as its writer may see it."""
    order = state.newest(seat, round)
    return None if order is None else shown(order)


def gone_from(state: GameState, seat: Seat) -> tuple[str, ...]:
    """Names of who is out, and whom orders that a seat has stored for now or later still name."""
    stored, stands = stored_orders(state, seat), standing_order(state, seat)
    later = () if stored is None else (*(o.order for o in stored.later), stored.every_round)
    conditions = [order.condition for order in (stands, *later) if order is not None]
    named = {n for c in conditions if isinstance(c, When | After) for n in c.seats}
    out = named - set(state.standings.participants)
    return tuple(state.seats[one].person.name for one in sorted(out))


def press_for(state: GameState, press: Sequence[Press], seat: Seat) -> tuple[PressLine, ...]:
    """What a player may read of a round's press, in the order in which it came in."""
    names = {seat: s.person.name for seat, s in state.seats.items()}
    return tuple(
        PressLine(
            who=names[piece.seat],
            names=tuple(names[to] for to in sorted(piece.to)),
            words=piece.words,
        )
        for piece in press
        if piece.is_for(seat)
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
            bot=seat.bot is not None,
        )
        for seat in state.seats.values()
        if seat.status in _SHOWN
    ]
    return tuple(sorted(lines, key=lambda line: (-line.score, line.seat)))
