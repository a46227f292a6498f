"""A mail that can't be read becomes the order that the GM enters for it, as of its arrival."""

from dataclasses import replace

from pigpost.audit.games import game_state
from pigpost.claims.reasons import reason_given
from pigpost.errors import AgainstTheRules
from pigpost.games.kinds import seat_from_label
from pigpost.intake.accept_order import Written, accept_order
from pigpost.intake.desk.handle import (
    Act,
    Handled,
    head_of,
    record,
    settle,
    tell,
    waiting,
)
from pigpost.intake.desk.whose import named_holder
from pigpost.intake.fingerprint import mail_hash
from pigpost.intake.known import reader_for
from pigpost.intake.machine_mail import REPORTS
from pigpost.intake.put_order import why_it_fails
from pigpost.orders.reading import Order
from pigpost.outbox.letterhead import player_head
from pigpost.ports import ArrivedMail, SeatHolder, Services, Transaction, handling_key
from pigpost.replay.state import GameState
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import ByHand, Receipt


def take_as_order(
    services: Services,
    number: int,
    words: str,
    *,
    reason: str,
    game: str | None = None,
    name: str | None = None,
    by: str = "gm",
) -> tuple[Handled, Receipt]:
    """Records the order with the mail's own arrival, and mails the receipt to the player.

    `AgainstTheRules` when the words are no order that can stand, `TooLate` where its round takes no
    more, or the mail was dealt with; nothing is changed then.
    """
    reason = reason_given(reason)
    with services.store.writing() as tx:
        mail = waiting(tx, number, Act.TAKEN)
        if mail.outcome in REPORTS:
            raise AgainstTheRules(f"mail {number} is a report of a mail program: nobody wrote it")
        state, holder = named_holder(tx, mail, game=game, name=name)
        items = reader_for(state, seat_from_label(holder.seat))(words).items
        if len(items) != 1 or not isinstance(items[0], Order):
            raise AgainstTheRules(f"{words!r} is no order: `pigpost order parse` says why")
        record(
            services,
            tx,
            mail,
            Act.TAKEN,
            by=by,
            reason=reason,
            game=holder.game,
            seat=holder.seat,
        )
        before = game_state(tx, holder.game)
        written = _written(services, before, mail, holder, by, reason)
        letter = accept_order(services, tx, before, items[0], words, written)
        if not isinstance(letter, Receipt):
            raise why_it_fails(letter, words)
        sent = _tell(services, tx, mail, holder, letter)
        settle(tx, mail, Act.TAKEN, holder)
    told = holder.address if sent else None
    handled = Handled(mail=number, what=Act.TAKEN, game=holder.game, player=holder.name, told=told)
    return handled, letter


def _written(
    services: Services,
    state: GameState,
    mail: ArrivedMail,
    holder: SeatHolder,
    by: str,
    reason: str,
) -> Written:
    head = head_of(services, mail)
    return Written(
        seat=seat_from_label(holder.seat),
        head=player_head(services, state, holder),
        by=by,
        idem=f"{handling_key(mail.id, Act.TAKEN)}:1",
        arrived_at=mail.arrived_at,
        uid=mail.uid,
        mail_sha256=mail_hash(mail.raw),
        sender=head.sender_as_written,
        dated=head.dated,
        proof="gm",
        round=None,
        reason=reason,
    )


def _tell(
    services: Services, tx: Transaction, mail: ArrivedMail, holder: SeatHolder, receipt: Receipt
) -> bool:
    """The receipt, and with it which mail it is about; whether it goes out."""
    state = game_state(tx, holder.game)
    note = ByHand(
        head=receipt.head,
        what=Act.TAKEN,
        sender=head_of(services, mail).sender or "",
        arrived_at=mail.arrived_at,
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat_from_label(holder.seat)),
    )
    letter = replace(receipt, head=replace(receipt.head, also=(note,)))
    barred = tell(
        services,
        tx,
        mail,
        Act.TAKEN,
        letter,
        holder=holder,
        recipient=holder.address,
        asks_round=receipt.due.round,
    )
    return barred is None
