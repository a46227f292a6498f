"""The one answer to a mail, within the reply budget, and the word to the GM where there is none."""

from pigpost.intake.envelope import MailHead
from pigpost.intake.machine_mail import may_answer
from pigpost.outbox.gate import Barred, Reply
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import STRANGER, gm_head
from pigpost.outbox.queue import answer, once_a_day, tell_gm
from pigpost.ports import ArrivedMail, NewMail, SeatHolder, Services, Transaction
from pigpost.results.letters import GmNote, Letter


def answer_mail(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: MailHead,
    letter: Letter,
    *,
    holder: SeatHolder | None,
    asks_round: int | None,
    proven: bool = False,
) -> bool:
    """Queues the answer; whether there is one.

    A player is answered at the address that is registered for him, which From only has to name. The
    gate lets no answer out to a machine, to a list, or beyond the budget: then the GM is told once.
    `proven`: the mail shows who wrote it, and so that he can be reached at the address he writes from.
    """
    recipient = (envelope.sender if holder is None else holder.address) or ""
    if proven and envelope.sender is not None:
        tx.bounces.lift(envelope.sender)
    known = proven or bool(tx.projections.seats_of_address(recipient))
    machine = not may_answer(envelope, address=services.settings.mail.address)
    reply = Reply(machine=machine, known=known, proven=proven)
    new = NewMail(
        game=letter.head.game or None,
        person=None if holder is None else holder.person,
        seat=STRANGER if holder is None else holder.seat,
        kind=letter.KIND,
        asks_round=asks_round,
        recipient=recipient,
        answers=mail.id,
        key_id=services.keys.key_id,
    )
    answering = Answering(
        message_id=envelope.message_id or "",
        references=envelope.references,
        subject=envelope.subject if known else "",
    )
    barred = answer(services, tx, letter, new, answering, reply=reply)
    if barred is Barred.OVER_BUDGET:
        _note_silence(services, tx, mail, who=recipient, known=known)
    return barred is None


def note_unread(
    services: Services, tx: Transaction, mail: ArrivedMail, *, who: str, once: str
) -> None:
    """Tells the GM of a mail that could not be read, or that nobody can be answered for."""
    note = GmNote(head=gm_head(services, None), what="unread_mail", who=who, words="", mail=mail.id)
    tell_gm(services, tx, note, once=once)


def _note_silence(
    services: Services, tx: Transaction, mail: ArrivedMail, *, who: str, known: bool
) -> None:
    """Once a day for each player, and for all strangers together."""
    note = GmNote(head=gm_head(services, None), what="silenced", who=who, words="", mail=mail.id)
    whose = who.casefold() if known else "strangers"
    tell_gm(services, tx, note, once=once_a_day(services, f"silenced:{whose}"))
