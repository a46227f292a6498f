"""The one answer to a mail, within the reply budget, and the word to the GM where there is none."""

from datetime import timedelta

from pigpost.intake.envelope import MailHead
from pigpost.intake.machine_mail import may_answer
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import STRANGER, gm_head
from pigpost.outbox.queue import answer, tell_gm
from pigpost.ports import ArrivedMail, NewMail, SeatHolder, Services, Transaction
from pigpost.results.letters import GmNote, Letter

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def answer_mail(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    envelope: MailHead,
    letter: Letter,
    *,
    holder: SeatHolder | None,
    asks_round: int | None,
) -> bool:
    """Queues the answer; whether there is one.

    A player is answered at the address that is registered for him, which From only has to name. No
    answer goes to a machine, to a list, or beyond the budget: then the GM is told once (mail 1.7).
    """
    address = services.settings.mail.address
    recipient = envelope.sender if holder is None else holder.address
    if recipient is None or not may_answer(envelope, address=address):
        return False
    if not _within_budget(services, tx, recipient, known=holder is not None):
        _note_silence(services, tx, recipient, mail)
        return False
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
        subject=envelope.subject,
    )
    answer(services, tx, letter, new, answering)
    return True


def note_unread(services: Services, tx: Transaction, mail: ArrivedMail, *, who: str) -> None:
    """Tells the GM of a mail that could not be read, or that nobody can be answered for."""
    note = GmNote(head=gm_head(services, None), what="unread_mail", who=who, words="", mail=mail.id)
    tell_gm(services, tx, note, once=f"unread:{mail.id}")


def _within_budget(services: Services, tx: Transaction, recipient: str, *, known: bool) -> bool:
    now, limits = services.clock.now(), services.settings.mail
    if known:
        return tx.outbox.answers_since(recipient, now - _HOUR) < limits.answers_per_hour
    return tx.outbox.answers_since(recipient, now - _DAY) < limits.stranger_answers_per_day


def _note_silence(services: Services, tx: Transaction, recipient: str, mail: ArrivedMail) -> None:
    """Once a day for each address: who writes on and on must not flood the GM either."""
    note = GmNote(
        head=gm_head(services, None), what="silenced", who=recipient, words="", mail=mail.id
    )
    tell_gm(services, tx, note, once=f"silenced:{recipient}:{services.clock.now():%Y-%m-%d}")
