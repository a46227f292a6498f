"""CLEAR and NOT ME: an order is taken back by its writer, or by who has not written it."""

from collections.abc import Sequence

from pigpost.audit.games import game_state
from pigpost.events.types import OrderSetAside, OrderWithdrawn, SealedSeat
from pigpost.games.kinds import seat_label
from pigpost.intake.accept_order import BY_HAND, not_taken, refusal
from pigpost.intake.asked import Asked
from pigpost.intake.in_time import why_not_now
from pigpost.orders.reading import Reason
from pigpost.ports import OutgoingMail
from pigpost.replay.state import Phase, StoredOrder
from pigpost.results.excerpts import standing_order, stored_orders
from pigpost.results.letters import Confirm, Done, Noted, Receipt, Refusal


def clear(asked: Asked) -> Done | Noted | Refusal:
    """Withdraws every order that arrived before, for whatever round.

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
    after = game_state(asked.tx, state.id)
    if stored_orders(state, written.seat) is not None:
        left = standing_order(after, written.seat) or stored_orders(after, written.seat)
        return asked.noted("cleared_all" if left is None else "cleared_some")
    before, stands = (standing_order(one, written.seat) for one in (state, after))
    return asked.done("nothing_to_clear" if before is None or stands is not None else "cleared")


def not_me(asked: Asked) -> Done:
    """Sets the orders of a mail aside, so that those before it stand again, and tells the GM."""
    orders = _disowned(asked)
    asked.note_gm("not_me")
    if not orders:
        return asked.done("nothing_to_set_aside")
    asked.append(
        *(
            OrderSetAside(
                at=asked.services.clock.now(),
                by=asked.written.by,
                round=asked.state.round,
                order=order.ver,
                sealed=SealedSeat(seat=seat_label(asked.written.seat)),
            )
            for order in orders
        )
    )
    return asked.done("set_aside")


def _disowned(asked: Asked) -> list[StoredOrder]:
    """The orders whose receipt is answered; else those of the last mail that came before this one."""
    state, written, answered = asked.state, asked.written, asked.answered
    if state.current is None or state.phase is not Phase.OPEN:
        return []
    every = {order.ver: order for order in (*state.current.orders, *state.kept)}
    mine = [o for o in every.values() if o.seat == written.seat and not o.set_aside]
    if answered is not None and answered.kind in (Receipt.KIND, Confirm.KIND):
        return _receipted(asked, answered, mine)
    if written.round not in (None, state.current.round):
        return []
    counting = (state.newest(written.seat, round) for round in {order.round for order in mine})
    before = [o for o in counting if o and o.arrival < (written.arrived_at, written.uid)]
    last = max((order.arrival for order in before), default=None)
    return [order for order in before if order.arrival == last]


def _receipted(
    asked: Asked, receipt: OutgoingMail, mine: Sequence[StoredOrder]
) -> list[StoredOrder]:
    """The orders that a receipt is for; it answers no mail where the GM entered the order.

    Where it answers a yes, they are those of the mail that had been held, as where the question
    about that mail is answered.
    """
    if (asks := asked.tx.questions.get(receipt.id)) is not None:
        return _of_mail(asked, asks.mail, mine)
    if (handled := asked.tx.handlings.told_in(receipt.id)) is not None:
        return _of_mail(asked, handled, mine)
    if receipt.answers is None:
        by_hand = [o for o in mine if o.uid == BY_HAND and o.arrived_at <= receipt.created_at]
        last = max(by_hand, key=lambda order: order.arrival, default=None)
        return [] if last is None else [last]
    yes_to = asked.tx.questions.answered_by(receipt.answers)
    confirmed = [] if yes_to is None else _of_mail(asked, yes_to.mail, mine)
    return [*_of_mail(asked, receipt.answers, mine), *confirmed]


def _of_mail(asked: Asked, number: int, mine: Sequence[StoredOrder]) -> list[StoredOrder]:
    mail = asked.tx.mails.get(number)
    return [o for o in mine if o.arrival == (mail.arrived_at, mail.uid)]
