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
from pigpost.intake.in_time import late_seconds, round_meant, why_not_now
from pigpost.orders.canonical import canonical
from pigpost.orders.reading import Complaint, Order, Reason, Span
from pigpost.orders.reading import Refusal as RefusedReading
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, shown, standing_order
from pigpost.results.letters import Done, Letterhead, Receipt, Refusal

BY_HAND = 0
"""The UID of an order that the GM entered; those of mails begin with 1 (RFC 3501, 2.3.1.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """Who wrote an order, when it arrived, and how we know it was he.

    `idem` is the key under which it is recorded once (None: entered by hand); `proof` is as in
    `results.letters.Receipt`; `round` is the one that the mail answers to or names, if any;
    `elided` are orders seen in the quoted part. `by` is `service` for mails, since whose order it is
    stays sealed, and `gm` for orders entered by hand, with the GM's `reason`.
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
    late = why_not_now(
        services,
        state,
        seat=written.seat,
        arrived_at=written.arrived_at,
        named=(order.round, written.round),
    )
    if late is not None:
        return refuse_order(services, tx, state, not_taken(words, late), written)
    recorded = _append_accepted(services, tx, state, order.condition, words, written)
    return _receipt(services, state, game_state(tx, state.id), order, words, written, recorded)


def refuse_order(
    services: Services,
    tx: Transaction,
    state: GameState,
    refused: RefusedReading,
    written: Written,
) -> Refusal:
    """Records why the words are no order; an earlier order is not touched (rule 6.4)."""
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
    return refusal(services, state, refused, written)


def refusal(
    services: Services, state: GameState, refused: RefusedReading, written: Written
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
    )


def not_taken(words: str, reason: Reason) -> RefusedReading:
    """Words that are right, but not for the round under way, or not any more (rule 6.2)."""
    span = Span(start=0, end=len(words.rstrip()))
    return RefusedReading(line=words, complaints=(Complaint(reason=reason, rule="6.2", span=span),))


def _append_accepted(
    services: Services,
    tx: Transaction,
    state: GameState,
    condition: Condition,
    words: str,
    written: Written,
) -> Recorded:
    event = OrderAccepted(
        at=services.clock.now(),
        by=written.by,
        round=state.round,
        arrived_at=written.arrived_at,
        uid=written.uid,
        sealed=SealedOrder(
            seat=seat_label(written.seat), order=canonical(condition), reason=written.reason
        ),
        personal=written.mailed(words),
    )
    return append_events(tx, state, event, idem=written.idem)[0]


def _receipt(
    services: Services,
    before: GameState,
    after: GameState,
    order: Order,
    words: str,
    written: Written,
    recorded: Recorded,
) -> Receipt | Done:
    wanted = due(after, services.clock.now())
    if wanted is None or after.current is None:
        raise LookupError("an order was accepted for a round that is not open")
    stands = after.current.standing(written.seat)
    if stands is None:
        return Done(head=written.head, what="cleared", due=wanted, stands=None)
    overtaken = stands.pos != recorded.pos
    return Receipt(
        head=written.head,
        due=wanted,
        condition=order.condition,
        words=words,
        sender=written.sender,
        proof=written.proof,
        arrived_at=written.arrived_at,
        dated=written.dated,
        replaces=None if overtaken else standing_order(before, written.seat),
        overtaken_by=shown(stands) if overtaken else None,
        receipt=receipt_code(recorded.leaf),
        position=recorded.pos,
        elided=written.elided,
    )
