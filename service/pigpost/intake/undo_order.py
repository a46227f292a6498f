"""CLEAR and NOT ME: an order is taken back by its writer, or by who has not written it."""

from collections.abc import Iterable

from pigpost.audit.games import game_state
from pigpost.events.types import OrderSetAside, OrderWithdrawn, SealedSeat
from pigpost.games.kinds import seat_label
from pigpost.intake.accept_order import BY_HAND, not_taken, refusal
from pigpost.intake.asked import Asked
from pigpost.intake.in_time import why_not_now
from pigpost.orders.reading import Reason
from pigpost.ports import OutgoingMail
from pigpost.replay.state import Phase, StoredOrder
from pigpost.results.excerpts import standing_order
from pigpost.results.letters import Done, Receipt, Refusal


def clear(asked: Asked) -> Done | Refusal:
    """Withdraws every order that arrived before.

    Recorded where nothing stands as well: an order may be on its way that was mailed before.
    """
    state, written = asked.state, asked.written
    late = why_not_now(
        asked.services,
        state,
        seat=written.seat,
        arrived_at=written.arrived_at,
        named=(written.round,),
    )
    if state.current is None or late is Reason.PLAYER_IS_OUT:
        return asked.done("nothing_to_clear")
    if late is not None:
        return refusal(asked.services, state, not_taken(asked.words, late), written)
    asked.append(
        OrderWithdrawn(
            at=asked.services.clock.now(),
            by=written.by,
            round=asked.state.round,
            arrived_at=written.arrived_at,
            uid=written.uid,
            sealed=SealedSeat(seat=seat_label(written.seat)),
        )
    )
    before = standing_order(state, written.seat)
    after = standing_order(game_state(asked.tx, state.id), written.seat)
    return asked.done("nothing_to_clear" if before is None or after is not None else "cleared")


def not_me(asked: Asked) -> Done:
    """Sets the order aside, so that the one before it stands again, and tells the GM."""
    order = _disowned(asked)
    asked.note_gm("not_me")
    if order is None:
        return asked.done("nothing_to_set_aside")
    asked.append(
        OrderSetAside(
            at=asked.services.clock.now(),
            by=asked.written.by,
            round=asked.state.round,
            order=order.ver,
            sealed=SealedSeat(seat=seat_label(asked.written.seat)),
        )
    )
    return asked.done("set_aside")


def _disowned(asked: Asked) -> StoredOrder | None:
    """The order whose receipt is answered; else the standing one, if it came before this mail."""
    state, written, answered = asked.state, asked.written, asked.answered
    if state.current is None or state.phase is not Phase.OPEN:
        return None
    if written.round not in (None, state.current.round):
        return None
    mine = [o for o in state.current.orders if o.seat == written.seat and not o.set_aside]
    if answered is not None and answered.kind == Receipt.KIND:
        return _receipted(asked, answered, mine)
    return next(
        (o for o in mine if o.standing and o.arrival < (written.arrived_at, written.uid)), None
    )


def _receipted(
    asked: Asked, receipt: OutgoingMail, mine: Iterable[StoredOrder]
) -> StoredOrder | None:
    """The order that a receipt is for; what it answers is no mail where the GM entered the order."""
    if receipt.answers is None:
        by_hand = [o for o in mine if o.uid == BY_HAND and o.arrived_at <= receipt.created_at]
        return max(by_hand, key=lambda order: order.arrival, default=None)
    mail = asked.tx.mails.get(receipt.answers)
    return next((o for o in mine if o.arrival == (mail.arrived_at, mail.uid)), None)
