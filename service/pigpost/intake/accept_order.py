"""An order as read becomes an event and a receipt, or a refusal that says what now stands."""

from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.games import append_events, game_state
from pigpost.events.receipt import receipt_code
from pigpost.events.record import Recorded
from pigpost.events.types import (
    Mailed,
    OrderAccepted,
    OrderRefused,
    SealedComplaint,
    SealedOrder,
    SealedRefusal,
)
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_label
from pigpost.intake.in_time import late_seconds, round_meant
from pigpost.intake.place import Place, furthest, place_of
from pigpost.orders.canonical import canonical
from pigpost.orders.reading import Complaint, Order, Reason, Span
from pigpost.orders.reading import Refusal as RefusedReading
from pigpost.ports import Services, Transaction
from pigpost.replay.rounds import current_round
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, newest_order, shown, standing_order, stored_orders
from pigpost.results.letters import Done, Due, Letterhead, Receipt, Refusal

BY_HAND = 0
"""The UID of an order that the GM entered; those of mails begin with 1 (RFC 3501, 2.3.1.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Who wrote an order, when it arrived, and how we know it was he.

    `idem` is the key under which it is recorded once (None: entered by hand); `proof` is as in
    `results.letters.Receipt`; `round` is the one that the mail answers to or names, if any;
    `elided` are orders seen in the quoted part. `by` is `service` for mails, since whose order it is
    stays sealed, and `gm` for what the GM has entered or filed, with his `reason`.
    `confirmed_at` is when he said that a held mail is his.
    """

    seat: Seat
    head: Letterhead
    by: str
    idem: str | None
    arrived_at: datetime
    uid: int
    mail_sha256: str
    sender: str
    dated: str
    proof: str
    round: int | None
    elided: tuple[Condition, ...] = ()
    reason: str | None = None
    confirmed_at: datetime | None = None

    def mailed(self, words: str) -> Mailed:
        """The mail, and which of its words an event is about."""
        return Mailed(
            words=words, mail_sha256=self.mail_sha256, sender=self.sender, dated=self.dated
        )


def accept_order(
    services: Services,
    tx: Transaction,
    state: GameState,
    order: Order,
    words: str,
    written: Written,
) -> Receipt | Refusal | Done:
    """Records the order if the round still takes it (rules 6.2, 6.4, 6.6.1).

    `Done` where a mail that came in later, and was read before, has withdrawn it again.
    """
    place = place_of(
        services,
        state,
        order,
        seat=written.seat,
        arrived_at=written.arrived_at,
        answered=written.round,
    )
    if isinstance(place, Reason):
        named = order.round or written.round
        return refuse_order(services, tx, state, not_taken(words, place), written, named=named)
    event = OrderAccepted(
        at=services.clock.now(),
        by=written.by,
        round=place.round,
        arrived_at=written.arrived_at,
        uid=written.uid,
        sealed=SealedOrder(
            seat=seat_label(written.seat),
            order=canonical(order.condition),
            reason=written.reason,
            standing=place.round is None,
            since=place.since,
        ),
        personal=written.mailed(words),
    )
    (recorded,) = append_events(tx, state, event, idem=written.idem)
    taken = _Taken(order=order, place=place, words=words, written=written, recorded=recorded)
    return _receipt(services, state, game_state(tx, state.id), taken)


def refuse_order(
    services: Services,
    tx: Transaction,
    state: GameState,
    refused: RefusedReading,
    written: Written,
    *,
    named: int | None = None,
) -> Refusal:
    """Records why the words are no order; an earlier order is not touched (rule 6.4).

    `named` is the round they are for, where that is what is wrong.
    """
    label = seat_label(written.seat)
    event = OrderRefused(
        at=services.clock.now(),
        by=written.by,
        round=round_meant(state, arrived_at=written.arrived_at, named=written.round),
        arrived_at=written.arrived_at,
        uid=written.uid,
        sealed=SealedRefusal(
            seat=label,
            complaints=tuple(
                SealedComplaint(reason=c.reason, rule=c.rule, start=c.span.start, end=c.span.end)
                for c in refused.complaints
            ),
            suggestions=tuple(map(canonical, refused.suggestions)),
        ),
        personal=written.mailed(refused.line),
    )
    append_events(tx, state, event, idem=written.idem)
    return refusal(services, state, refused, written, named=named)


def refusal(
    services: Services,
    state: GameState,
    refused: RefusedReading,
    written: Written,
    *,
    named: int | None = None,
) -> Refusal:
    """The letter that says why words can't stand, and what does."""
    too_late = refused.reason is Reason.TOO_LATE
    return Refusal(
        head=written.head,
        due=due(state, services.clock.now()),
        line=refused.line,
        complaints=refused.complaints,
        suggestions=refused.suggestions,
        stands=standing_order(state, written.seat),
        late_seconds=late_seconds(state, written.arrived_at) if too_late else None,
        elided=written.elided,
        phase=state.phase,
        named=named,
        furthest=None if state.round is None else furthest(state),
    )


def not_taken(words: str, reason: Reason) -> RefusedReading:
    """Words that are right, but not for the round under way, or not any more (rule 6.2)."""
    span = Span(start=0, end=len(words.rstrip()))
    return RefusedReading(line=words, complaints=(Complaint(reason=reason, rule="6.2", span=span),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """An order that was recorded, and where."""

    order: Order
    place: Place
    words: str
    written: Written
    recorded: Recorded


def _receipt(
    services: Services, before: GameState, after: GameState, taken: _Taken
) -> Receipt | Done:
    written, place = taken.written, taken.place
    wanted = _due(services, after)
    stands = after.newest(written.seat, place.round)
    if stands is None:
        return Done(head=written.head, what="cleared", due=wanted, stands=None)
    overtaken = stands.pos != taken.recorded.pos
    return Receipt(
        head=written.head,
        due=wanted,
        condition=taken.order.condition,
        words=taken.words,
        sender=written.sender,
        proof=written.proof,
        arrived_at=written.arrived_at,
        dated=written.dated,
        replaces=None if overtaken else newest_order(before, written.seat, place.round),
        overtaken_by=shown(stands) if overtaken else None,
        receipt=receipt_code(taken.recorded.leaf),
        position=taken.recorded.pos,
        elided=written.elided,
        round=place.round,
        since=place.since,
        stored=stored_orders(after, written.seat),
        confirmed_at=written.confirmed_at,
    )


def _due(services: Services, state: GameState) -> Due:
    """The round under way; an order for a later one is taken when its own is closed already."""
    current = current_round(state)
    return Due(round=current.round, deadline=current.deadline, now=services.clock.now())
