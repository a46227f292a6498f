"""What every act of the GM on a mail has in common: whether it may be, its event, its mark."""

import logging
from dataclasses import dataclass
from enum import StrEnum

from pigpost.audit.games import append_events, game_state
from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.record import Addition
from pigpost.events.streams import SITE
from pigpost.events.types import Mailed, MailHandled, SealedSeat
from pigpost.intake.desk.boxes import Box, box_of
from pigpost.intake.envelope import MailHead, open_envelope
from pigpost.intake.fingerprint import mail_hash
from pigpost.outbox.gate import Barred, Reply
from pigpost.outbox.headers import Answering
from pigpost.outbox.letterhead import STRANGER
from pigpost.outbox.queue import answer
from pigpost.ports import (
    ArrivedMail,
    Handling,
    NewMail,
    SeatHolder,
    Services,
    Transaction,
    handling_key,
)
from pigpost.results.letters import Letter
from pigpost.telemetry import trail

_log = logging.getLogger(__name__)
_NO_HEAD = MailHead(
    message_id=None,
    in_reply_to="",
    references="",
    sender=None,
    sender_as_written="",
    dated="",
    subject="",
    recipients=(),
    headers=(),
)
_UNREAD, _COPY = "stored", "duplicate"


class Act(StrEnum):
    """What can be done with a mail by hand. All but an answer settle it."""

    FILED = "filed"
    TAKEN = "taken_as_order"
    ANSWERED = "answered"
    DISCARDED = "discarded"


_DONE = {
    Act.FILED: "was filed under a player",
    Act.TAKEN: "was taken as an order",
    Act.ANSWERED: "was answered by you",
    Act.DISCARDED: "was discarded",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled:
    """What was done: the mail, whose game it is about, whom it touched, and who was told of it."""

    mail: int
    what: Act
    game: str | None
    player: str | None
    told: str | None
    """The address that a mail goes to; None where nobody is told."""


def waiting(tx: Transaction, number: int, act: Act) -> ArrivedMail:
    """The mail, if it can be dealt with so; else a fault that says what has become of it."""
    mail, fixed = tx.mails.get(number), act is not Act.ANSWERED
    for done in tx.handlings.of(number):
        if (done.what != Act.ANSWERED) is fixed:
            words = _DONE[Act(done.what)]
            raise TooLate(f"mail {number} {words} {done.at:%Y-%m-%d %H:%M} UTC: {done.reason}")
    if mail.state == _UNREAD:
        raise AgainstTheRules(f"mail {number} waits to be read: the next poll does it")
    if mail.state == _COPY:
        raise AgainstTheRules(f"mail {number} is a copy of another one, which was read")
    if fixed and box_of(mail) is None:
        raise TooLate(f"mail {number} waits for nothing: what came of it is {mail.outcome}")
    if act is Act.FILED and box_of(mail) is Box.ASKED_BACK:
        raise TooLate(
            f"mail {number} was read as its player's already, and he was told what is wrong with "
            "it: enter the order yourself, or answer it"
        )
    return mail


def head_of(services: Services, mail: ArrivedMail) -> MailHead:
    """The headers of a mail, as far as they can be read."""
    limit = services.settings.mail.max_bytes
    try:
        return open_envelope(mail.raw, max_bytes=limit, complete=mail.complete)
    except Exception as fault:  # noqa: BLE001 - perhaps the one for which it was set aside
        _log.warning("the headers of mail %d can't be read: %s", mail.id, trail(fault))
        return _NO_HEAD


def record(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    act: Act,
    *,
    by: str,
    reason: str,
    game: str | None,
    seat: str | None,
    words: str = "",
) -> None:
    """The event, in the game's stream or the site's, and the mark on the mail."""
    head, now = head_of(services, mail), services.clock.now()
    state = None if game is None else game_state(tx, game)
    event = MailHandled(
        at=now,
        by=by,
        round=None if state is None else state.round,
        what=act,
        reason=reason,
        arrived_at=mail.arrived_at,
        uid=mail.uid,
        sealed=None if seat is None else SealedSeat(seat=seat),
        personal=Mailed(
            words=words,
            mail_sha256=mail_hash(mail.raw),
            sender=head.sender_as_written,
            dated=head.dated,
        ),
    )
    handling = Handling(mail=mail.id, what=act, at=now, reason=reason, game=game, seat=seat)
    if state is not None:
        append_events(tx, state, event, idem=handling.once)
    else:
        tx.log.append(SITE, [Addition(event=event, idem=handling.once)], expected=None)
    tx.handlings.note(handling, answer=act is Act.ANSWERED)


def settle(tx: Transaction, mail: ArrivedMail, act: Act, holder: SeatHolder | None) -> None:
    """The mail waits no more."""
    game = mail.game if holder is None else holder.game
    person = mail.person if holder is None else holder.person
    tx.mails.settle(
        mail.id,
        state="read",
        outcome=act,
        note=mail.note,
        game=game,
        person=person,
        was=mail.state,
    )


def tell(
    services: Services,
    tx: Transaction,
    mail: ArrivedMail,
    act: Act,
    letter: Letter,
    *,
    holder: SeatHolder | None,
    recipient: str,
    asks_round: int | None = None,
) -> Barred | None:
    """Puts the mail that tells of it; why not, where the gate lets it not out."""
    head = head_of(services, mail)
    new = NewMail(
        game=letter.head.game or None,
        person=None if holder is None else holder.person,
        seat=STRANGER if holder is None else holder.seat,
        kind=letter.KIND,
        asks_round=asks_round,
        recipient=recipient,
        answers=None,
        key_id=services.keys.key_id,
        once=handling_key(mail.id, act),
    )
    answering = Answering(
        message_id=head.message_id or "", references=head.references, subject=head.subject
    )
    reply = Reply(machine=False, known=holder is not None, proven=False, by_hand=True)
    return answer(services, tx, letter, new, answering, reply=reply)
