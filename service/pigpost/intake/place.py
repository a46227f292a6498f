"""For which round an order counts, by what it says and by its arrival, or why for none."""

from dataclasses import dataclass
from datetime import datetime

from pigpost.games.kinds import Seat
from pigpost.intake.in_time import is_in_time, why_not_now
from pigpost.orders.reading import Order, Reason
from pigpost.ports import Services
from pigpost.replay.state import GameState, Phase

AHEAD = 50
"""So many rounds before its own an order is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The round, or None for every one from `since` on that has no order of its own."""

    round: int | None
    since: int | None = None


def place_of(
    services: Services,
    state: GameState,
    order: Order,
    *,
    seat: Seat,
    arrived_at: datetime,
    answered: int | None,
) -> Place | Reason:
    """Where an order goes; `answered` is the round that the mail answers to, if any.

    What is not for the round under way is never late: a standing order that comes after the
    deadline counts from the next round on.
    """
    current = state.current
    if not outlasts(order, state) or current is None:
        why = why_not_now(
            services, state, seat=seat, arrived_at=arrived_at, named=(order.round, answered)
        )
        return Place(round=state.round) if why is None else why
    if seat not in state.standings.participants:
        return Reason.PLAYER_IS_OUT
    if order.round is not None:
        return Place(round=order.round) if order.round <= furthest(state) else Reason.WRONG_ROUND
    now = state.phase is Phase.OPEN and is_in_time(services, state, current, arrived_at)
    return Place(round=None, since=current.round if now else current.round + 1)


def outlasts(order: Order, state: GameState) -> bool:
    """Whether an order is not for the round under way alone: a mail that proves more must say so."""
    return order.standing or (state.round is not None and (order.round or 0) > state.round)


def furthest(state: GameState) -> int:
    """The last round for which orders are taken by now."""
    return (state.round or 0) + AHEAD
