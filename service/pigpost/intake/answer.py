"""The one answer to a mail, within the reply budget, and the word to the GM where there is none."""

from datetime import timedelta

from pigpost.intake.envelope import MailHead
from pigpost.intake.machine_mail import may_answer
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import STRANGER, gm_head
from pigpost.outbox.queue import answer, once_a_day, tell_gm
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
    proven: bool = False,
) -> bool:
    """Queues the answer; whether there is one.

    A player is answered at the address that is registered for him, which From only has to name. No
    answer goes to a machine, to a list, or beyond the budget: then the GM is told once.
    `proven`: the mail shows who wrote it.
    """
    address = services.settings.mail.address
    recipient = envelope.sender if holder is None else holder.address
    if recipient is None or not may_answer(envelope, address=address):
        return False
    known = bool(tx.projections.seats_of_address(recipient))
    if not _within_budget(services, tx, recipient, known=known, proven=proven):
        _note_silence(services, tx, mail, who=recipient, known=known)
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
        subject=envelope.subject if known else "",
    )
    answer(services, tx, letter, new, answering)
    return True


def note_unread(
    services: Services, tx: Transaction, mail: ArrivedMail, *, who: str, once: str
) -> None:
    """Tells the GM of a mail that could not be read, or that nobody can be answered for."""
    note = GmNote(head=gm_head(services, None), what="unread_mail", who=who, words="", mail=mail.id)
    tell_gm(services, tx, note, once=once)


def _within_budget(
    services: Services, tx: Transaction, recipient: str, *, known: bool, proven: bool
) -> bool:
    """Half of a player's budget is kept for mails that are proven to be his.

    Else whoever writes his name into From could use up the answers that are meant for him.
    """
    now, limits = services.clock.now(), services.settings.mail
    if tx.outbox.answers_since(None, now - _HOUR) >= limits.answers_per_hour_in_all:
        return False
    if not known:
        return tx.outbox.answers_since(recipient, now - _DAY) < limits.stranger_answers_per_day
    most = limits.answers_per_hour if proven else max(1, limits.answers_per_hour // 2)
    return tx.outbox.answers_since(recipient, now - _HOUR) < most


def _note_silence(
    services: Services, tx: Transaction, mail: ArrivedMail, *, who: str, known: bool
) -> None:
    """Once a day for each player, and for all strangers together."""
    note = GmNote(head=gm_head(services, None), what="silenced", who=who, words="", mail=mail.id)
    whose = who.casefold() if known else "strangers"
    tell_gm(services, tx, note, once=once_a_day(services, f"silenced:{whose}"))
