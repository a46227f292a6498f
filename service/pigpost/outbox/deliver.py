"""Sends the outbox: one row, one recipient, at least once with one Message-ID."""

from contextlib import suppress
from datetime import datetime, timedelta

from pigpost.errors import MailOutOfReach, SendRefused, SendRefusedForNow
from pigpost.outbox.letterhead import GM, gm_head
from pigpost.outbox.message_ids import without_keys
from pigpost.outbox.queue import once_a_day, tell_gm
from pigpost.ports import OutgoingMail, Services
from pigpost.results.letters import GmNote

_LEASE_SECONDS = 300
"""Longer than a mail takes with the default timeouts; a crashed worker's mail comes back then."""

_FIRST_WAIT = timedelta(seconds=30)
_LONGEST_WAIT = timedelta(hours=4)
_TRIES = 40
"""With the waits between them about five days and a half, as mail servers do."""


def send_outbox(services: Services, *, owner: str) -> int:
    """Sends what is due; how many the server took.

    While it can't be reached the rest waits, and so it does for what is too much for a minute.
    """
    taken = 0
    with suppress(MailOutOfReach):
        while rows := _claim(services, owner):
            taken += sum(_send(services, row, owner) for row in rows)
    return taken


def _claim(services: Services, owner: str) -> list[OutgoingMail]:
    """The next mail, alone: one that waited for others in its lease could be sent twice."""
    with services.store.writing() as tx:
        return tx.outbox.claim(
            owner=owner,
            now=services.clock.now(),
            lease_seconds=_LEASE_SECONDS,
            limit=1,
            per_minute=services.settings.mail.smtp.per_minute,
        )


def _send(services: Services, row: OutgoingMail, owner: str) -> bool:
    """Hands one row to the server; whether it was taken. `MailOutOfReach` when there is no server."""
    try:
        words = services.sender.send(
            envelope_sender=row.envelope_sender, recipient=row.recipient, message=row.message
        )
    except SendRefused as fault:
        _give_up(services, row, owner, without_keys(str(fault)))
        return False
    except MailOutOfReach as fault:
        _try_again(services, row, owner, without_keys(str(fault)))
        if isinstance(fault, SendRefusedForNow):
            return False
        raise
    with services.store.writing() as tx:
        tx.outbox.sent(row.id, owner=owner, words=without_keys(words), now=services.clock.now())
    return True


def _try_again(services: Services, row: OutgoingMail, owner: str, words: str) -> None:
    if row.tries >= _TRIES:
        _give_up(services, row, owner, words)
        return
    with services.store.writing() as tx:
        tx.outbox.retry(
            row.id, owner=owner, words=words, next_try_at=next_try(row.tries, services.clock.now())
        )


def next_try(tries: int, now: datetime) -> datetime:
    """When a mail is tried again after so many tries: 30 s, doubled each time, 4 h at most."""
    doublings: int = 2 ** min(tries - 1, 20)
    return now + min(_FIRST_WAIT * doublings, _LONGEST_WAIT)


def _give_up(services: Services, row: OutgoingMail, owner: str, words: str) -> None:
    """A mail that will never be taken is shown to the GM, but never a note to the GM itself.

    Of an answer only its kind is shown: its subject is the player's, and may be a sealed order.
    """
    with services.store.writing() as tx:
        tx.outbox.failed(row.id, owner=owner, words=words)
        if row.seat != GM:
            which = row.subject if row.answers is None else row.kind.replace("_", " ")
            note = GmNote(
                head=gm_head(services, None),
                what="mail_failed",
                who=row.recipient,
                words=f"{which}: {words}",
                mail=row.id,
            )
            strangers = once_a_day(services, "mail_failed:strangers")
            once = strangers if row.person is None else f"mail_failed:{row.id}"
            tell_gm(services, tx, note, once=once)
