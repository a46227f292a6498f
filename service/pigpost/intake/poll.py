"""Fetches new mail and reads what is stored: stored first, looked into afterwards."""

from dataclasses import replace

from pigpost.errors import LogConflict, MailOutOfReach
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.receive import read_stored
from pigpost.ports import Fetched, Mailbox, Services
from pigpost.rounds.outage import watch

_LEASE_SECONDS = 60
"""The lease is taken anew for every mail that is fetched or read: it need only outlast one."""


def poll_inbox(services: Services, *, owner: str) -> bool:
    """One poll of the inbox by one poller at a time; whether it was ours and succeeded.

    A failing inbox is noted with its error; what was stored is read all the same.
    """
    if not _take_lease(services, owner):
        return False
    try:
        reached = _fetch_all(services, owner)
        if _watched(services):
            read_stored(services, may_go_on=lambda: _take_lease(services, owner))
    finally:
        with services.store.writing() as tx:
            tx.leases.release(_lease(services), owner=owner)
    return reached


def _watched(services: Services) -> bool:
    """Looks for outages first: a mail is not late for a deadline that passed while we were blind."""
    try:
        watch(services)
    except LogConflict:
        return False  # somebody wrote to a game that is to be held: the next poll looks again
    return True


def _fetch_all(services: Services, owner: str) -> bool:
    began_at = services.clock.now()
    try:
        with services.inbox.open() as box:
            complete = _fetch_new(services, box, owner)
    except MailOutOfReach as fault:
        with services.store.writing() as tx:
            tx.inboxes.failing(services.mailbox, at=services.clock.now(), error=str(fault))
        return False
    if complete:
        with services.store.writing() as tx:
            tx.inboxes.polled(services.mailbox, began_at=began_at)
    return complete


def _fetch_new(services: Services, box: Mailbox, owner: str) -> bool:
    """Stores every mail above the watermark; False when the lease was lost on the way."""
    for uid in box.uids_after(_watermark(services, box)):
        if not _take_lease(services, owner):
            return False
        mail = box.fetch(uid, limit_bytes=services.settings.mail.max_bytes)
        _store(services, box, uid, mail)
    return True


def _watermark(services: Services, box: Mailbox) -> int:
    """The last UID that was stored; zero when the folder was made anew (RFC 3501 2.3.1.1).

    A watermark beyond what the server has ever given out means that the folder was restored from
    a backup: nothing is read until the GM has looked.
    """
    with services.store.reading() as tx:
        health = tx.inboxes.health(services.mailbox)
    if health.uidvalidity != box.state.uidvalidity:
        return 0
    if health.last_uid >= box.state.uidnext:
        raise MailOutOfReach(
            f"the inbox was set back: UID {health.last_uid} was read, but the server's next is "
            f"{box.state.uidnext}; a restored folder needs a new UIDVALIDITY"
        )
    return health.last_uid


def _store(services: Services, box: Mailbox, uid: int, mail: Fetched | None) -> None:
    """One mail and the watermark in one transaction; a mail that is gone only moves the mark.

    No mail can have arrived after it was fetched: a mail server's clock that is ahead would let
    the mail stand above every later one.
    """
    now = services.clock.now()
    with services.store.writing() as tx:
        if mail is not None:
            tx.mails.store(
                services.mailbox,
                box.state.uidvalidity,
                replace(mail, arrived_at=min(mail.arrived_at, now)),
                sha256=content_hash(mail.raw),
                now=now,
            )
        tx.inboxes.reach(services.mailbox, uidvalidity=box.state.uidvalidity, last_uid=uid)


def _take_lease(services: Services, owner: str) -> bool:
    with services.store.writing() as tx:
        return tx.leases.take(
            _lease(services), owner=owner, now=services.clock.now(), seconds=_LEASE_SECONDS
        )


def _lease(services: Services) -> str:
    return f"poll:{services.mailbox}"
