"""The orders of a round while it is folded: which one stands for each seat (rule 6.4).

Mails overtake each other, so the place in the log decides nothing: arrival does. An order for the
round goes before one for every round, whenever they came.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self, assert_never

from pigpost.events.record import Recorded
from pigpost.events.types import (
    MailBounced,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    PressSent,
    RequestNoted,
    RoundOpened,
    ThrowsEntered,
)
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.replay.kept_orders import KeptOrders
from pigpost.replay.state import Arrival, Press, RoundState, SeatState, SeatStatus, StoredOrder
from pigpost.replay.stored_orders import (
    arrival_of,
    comes_later,
    is_cleared,
    marked,
    stored_order,
    without,
    writer_of,
)

WAIT, NOWAIT = "wait", "nowait"

_ANNOUNCEMENTS = frozenset(("opening", "result", "nmr_warning", "notice"))
"""Kinds of mail that tell a player of the round that wants his order."""


@dataclass(slots=True, kw_only=True)
class OrderBook:
    """A round under way; every field as in `RoundState`, but open to change."""

    round: int
    attempt: int
    commitment: str
    opened_at: datetime
    deadline: datetime
    orders: list[StoredOrder] = field(default_factory=list)
    refused: dict[Seat, str] = field(default_factory=dict)
    refused_at: dict[Seat, Arrival] = field(default_factory=dict)
    cleared_at: dict[Seat, Arrival] = field(default_factory=dict)
    cleared_before: dict[Seat, Arrival] = field(default_factory=dict)
    absent: frozenset[Seat] = frozenset()
    waits: dict[Seat, tuple[Arrival, bool]] = field(default_factory=dict)
    press: list[Press] = field(default_factory=list)
    bounces: dict[Seat, datetime] = field(default_factory=dict)
    orders_digest: str | None = None
    entered: tuple[str, ...] = ()

    @classmethod
    def opened(cls, event: RoundOpened, kept: KeptOrders, press: Iterable[Press]) -> Self:
        """A book in which only earlier orders stand. `ValueError` for an event that names no round."""
        round = number_of(event)
        return cls(
            round=round,
            attempt=event.attempt,
            commitment=event.commitment,
            opened_at=event.at,
            deadline=event.deadline,
            orders=list(kept.bearing_on(round)),
            cleared_before=dict(kept.cleared_at),
            press=list(press),
        )

    @classmethod
    def thawed(cls, state: RoundState) -> Self:
        """The book behind a round's state."""
        return cls(
            round=state.round,
            attempt=state.attempt,
            commitment=state.commitment,
            opened_at=state.opened_at,
            deadline=state.deadline,
            orders=list(state.orders),
            refused=dict(state.refused or {}),
            refused_at=dict(state.refused_at),
            cleared_at=dict(state.cleared_at),
            cleared_before=dict(state.cleared_before),
            absent=state.absent,
            waits=dict(state.waits),
            press=list(state.press),
            bounces=dict(state.bounces),
            orders_digest=state.orders_digest,
            entered=state.entered,
        )

    def frozen(self, seats: Collection[SeatState]) -> RoundState:
        """The round's state; only orders of those who play can stand (rule 6.7)."""
        playing = [seat for seat in seats if seat.status is SeatStatus.PLAYING]
        standing = {order.ver for order in self._standing({seat.seat for seat in playing})}
        self.orders = [marked(order, standing) for order in self.orders]
        away = {seat.seat for seat in playing if seat.is_away(self.round, self.deadline)}
        return RoundState(
            round=self.round,
            attempt=self.attempt,
            commitment=self.commitment,
            opened_at=self.opened_at,
            deadline=self.deadline,
            orders=tuple(self.orders),
            refused=dict(self.refused),
            refused_at=dict(self.refused_at),
            cleared_at=dict(self.cleared_at),
            cleared_before=dict(self.cleared_before),
            absent=self.absent if self.closed else frozenset(away),
            waits=dict(self.waits),
            press=tuple(self.press),
            bounces=dict(self.bounces),
            orders_digest=self.orders_digest,
            entered=self.entered,
        )

    def enter(
        self,
        recorded: Recorded,
        event: OrderAccepted | OrderRefused | OrderWithdrawn | OrderSetAside,
    ) -> None:
        """Notes what a mail did to the orders; what is for another round does nothing."""
        match event:
            case OrderAccepted(round=None):
                order = stored_order(recorded, event)
                if order is not None and (order.since or 0) <= self.round:
                    self.orders.append(order)
            case _ if event.round != self.round:
                pass
            case OrderAccepted():
                if (order := stored_order(recorded, event)) is not None:
                    self.orders.append(order)
            case OrderRefused():
                self._refuse(event)
            case OrderWithdrawn():
                self._clear(event)
            case OrderSetAside(order=ver):
                self.orders = [without(order, ver) for order in self.orders]
            case _:
                assert_never(event)

    @property
    def closed(self) -> bool:
        """Whether it is sealed: mails that come now are too late."""
        return self.orders_digest is not None

    def seal(self, event: OrdersSealed) -> None:
        """Closes the book."""
        self.orders_digest = event.orders_digest
        self.absent = frozenset(map(seat_from_label, event.absent))

    def take_throws(self, event: ThrowsEntered, *, by_hand: bool) -> None:
        """Notes what was thrown; `ValueError` while orders can change, or where a seed throws."""
        if not by_hand or not self.closed:
            raise ValueError(
                "throws are made by hand where that was agreed, once the book is closed"
            )
        self.entered = (*self.entered, *event.draws)

    def wait(self, event: RequestNoted) -> None:
        """WAIT or NOWAIT: whether the round may be thrown before its deadline."""
        seat, arrival = seat_from_label(event.by), (event.arrived_at, event.uid)
        earlier = {s: before for s, (before, _) in self.waits.items()}
        if event.round == self.round and comes_later(seat, arrival, earlier):
            self.waits[seat] = (arrival, event.request == WAIT)

    def bounce(self, event: MailBounced) -> None:
        """Notes that a player could not be told of this round."""
        if event.hard and event.round == self.round and event.kind in _ANNOUNCEMENTS:
            seat = seat_from_label(event.seat)
            self.bounces[seat] = min(event.arrived_at, self.bounces.get(seat, event.arrived_at))

    @property
    def unreached(self) -> frozenset[Seat]:
        """Of whom that was known before the deadline."""
        return frozenset(s for s, at in self.bounces.items() if at <= self.deadline)

    def print(self, recorded: Recorded, event: PressSent) -> None:
        """Takes up what is to be printed with the result; nothing once it is erased."""
        written = event.personal
        if written is not None and event.round == self.round:
            self.press.append(
                Press(
                    seat=seat_from_label(written.seat),
                    to=frozenset(map(seat_from_label, written.to)),
                    words=written.words,
                    pos=recorded.pos,
                )
            )

    def _refuse(self, event: OrderRefused) -> None:
        seat, arrival = writer_of(event), arrival_of(event)
        if seat is None or event.sealed is None or not comes_later(seat, arrival, self.refused_at):
            return
        self.refused_at[seat] = arrival
        self.refused[seat] = event.sealed.complaints[0].reason

    def _clear(self, event: OrderWithdrawn) -> None:
        seat, arrival = writer_of(event), arrival_of(event)
        if seat is not None and comes_later(seat, arrival, self.cleared_at):
            self.cleared_at[seat] = arrival

    def _standing(self, playing: Collection[Seat]) -> Iterator[StoredOrder]:
        best: dict[Seat, StoredOrder] = {}
        for order in self.orders:
            if order.set_aside or order.seat not in playing or self._took_back(order):
                continue
            if order.seat not in best or _rank(order) >= _rank(best[order.seat]):
                best[order.seat] = order
        yield from best.values()

    def _took_back(self, order: StoredOrder) -> bool:
        """By a CLEAR of this round; one of an earlier round takes back what is not for this alone."""
        before = order.round is None and is_cleared(order, self.cleared_before)
        return before or is_cleared(order, self.cleared_at)


def number_of(event: RoundOpened) -> int:
    """The round that an event is about; `ValueError` where it names none."""
    if event.round is None:
        raise ValueError("it names no round")
    return event.round


def _rank(order: StoredOrder) -> tuple[bool, Arrival]:
    """Of several orders the one for the round counts, and of those the last to arrive."""
    return order.round is not None, order.arrival
