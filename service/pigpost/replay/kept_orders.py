"""Orders that outlast the round they were mailed in, while a game is folded.

Those for a round to come wait here until it has been thrown, those for every round stay.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self, assert_never

from pigpost.events.record import Recorded
from pigpost.events.types import OrderAccepted, OrderRefused, OrderSetAside, OrderWithdrawn
from pigpost.games.kinds import Seat
from pigpost.replay.state import Arrival, GameState, StoredOrder
from pigpost.replay.stored_orders import (
    arrival_of,
    comes_later,
    is_cleared,
    stored_order,
    without,
    writer_of,
)


def outlasts(recorded: Recorded, round: int) -> bool:
    """Whether a mail about orders matters beyond a round; most do not, and are not looked into."""
    if recorded.kind is OrderAccepted:
        return recorded.round is None or recorded.round > round
    return recorded.kind is not OrderRefused


@dataclass(slots=True, kw_only=True)
class KeptOrders:
    """As `GameState.kept` and `GameState.cleared_at`, but open to change."""

    orders: list[StoredOrder] = field(default_factory=list)
    cleared_at: dict[Seat, Arrival] = field(default_factory=dict)

    @classmethod
    def thawed(cls, state: GameState) -> Self:
        """The working copy of a game's."""
        return cls(orders=list(state.kept), cleared_at=dict(state.cleared_at))

    def enter(
        self,
        recorded: Recorded,
        event: OrderAccepted | OrderRefused | OrderWithdrawn | OrderSetAside,
    ) -> None:
        """Notes what a mail that outlasts its round did."""
        match event:
            case OrderAccepted():
                if (order := stored_order(recorded, event)) is not None:
                    self.orders.append(order)
            case OrderWithdrawn():
                seat, arrival = writer_of(event), arrival_of(event)
                if seat is not None and comes_later(seat, arrival, self.cleared_at):
                    self.cleared_at[seat] = arrival
            case OrderSetAside(order=ver):
                self.orders = [without(order, ver) for order in self.orders]
            case OrderRefused():
                pass
            case _:
                assert_never(event)

    def bearing_on(self, round: int) -> Iterator[StoredOrder]:
        """Those that can count in a round: what was cleared before it was opened can't."""
        for order in self.orders:
            named = order.round == round or (order.round is None and (order.since or 0) <= round)
            if named and not is_cleared(order, self.cleared_at):
                yield order

    def drop(self, round: int) -> None:
        """That round is over, or is opened anew: orders for it are used up."""
        self.orders = [o for o in self.orders if o.round is None or o.round > round]
