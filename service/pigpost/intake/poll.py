"""Fetches new mail and reads what is stored: stored first, looked into afterwards."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from pigpost.errors import DatabaseOutOfReach, LogConflict, MailOutOfReach
from pigpost.intake.fingerprint import content_hash, lasting_fields
from pigpost.intake.headers import MAX_HEADERS
from pigpost.intake.inbox_health import next_poll_at, note_failure, note_success
from pigpost.intake.receive import read_stored
from pigpost.ports import Fetched, Mailbox, Services, Transaction
from pigpost.rounds.outage import watch

_LEASE_SECONDS = 60
"""The lease is taken anew for every handful that is fetched and every mail that is read."""


def poll_inbox(services: Services, *, owner: str) -> bool:
    """One poll of the inbox by one poller at a time; whether it was ours and succeeded.

    A failing inbox is noted with its error; what was stored is read all the same.
    """
    return _poll(services, owner, patient=False)


def poll_patiently(services: Services, *, owner: str) -> bool:
    """The same for ticks and wake-ups: an inbox that has just failed is left in peace for a while."""
    return _poll(services, owner, patient=True)


def _poll(services: Services, owner: str, *, patient: bool) -> bool:
    if not _take_lease(services, owner):
        return False
    try:
        reached = not (patient and _waits(services)) and fetch_new_mail(services, owner=owner)
        if _watched(services):
            read_stored(services, may_go_on=lambda: _take_lease(services, owner))
    finally:
        with services.store.writing() as tx:
            tx.leases.release(_lease(services), owner=owner)
    return reached


def _waits(services: Services) -> bool:
    with services.store.reading() as tx:
        return next_poll_at(services, tx) is not None


def _watched(services: Services) -> bool:
    """Looks for outages first: a mail is not late for a deadline that passed while we were blind."""
    try:
        watch(services)
    except LogConflict:
        return False  # somebody wrote to a game that is to be held: the next poll looks again
    return True


def fetch_new_mail(services: Services, *, owner: str) -> bool:
    """Stores what is new and reads none of it; whether all was reached. For the holder of the lease."""
    began_at = services.clock.now()
    try:
        with services.inbox.open() as box:
            complete = _fetch_new(services, box, owner)
    except MailOutOfReach as fault:
        note_failure(services, fault)
        return False
    except DatabaseOutOfReach as fault:
        with suppress(DatabaseOutOfReach):  # a full disk may still hold so little
            note_failure(services, fault)
        raise
    if complete:
        note_success(services, began_at=began_at)
    return complete


def _fetch_new(services: Services, box: Mailbox, owner: str) -> bool:
    """Stores every mail above the watermark; False when the lease was lost on the way."""
    for mails in box.fetch_all(
        _new_uids(services, box), limit_bytes=services.settings.mail.max_bytes
    ):
        if not _store(services, box, mails, owner):
            return False
    return True


def _new_uids(services: Services, box: Mailbox) -> list[int]:
    """The UIDs above the watermark, if what stands at it still is the mail that was read."""
    read_to = _watermark(services, box)
    uids = box.uids_after(max(read_to - 1, 0))
    if read_to in uids and not _is_as_stored(services, box, read_to):
        raise MailOutOfReach(
            f"the inbox was set back: UID {read_to} is another mail than the one that was read; "
            "a restored folder needs a new UIDVALIDITY"
        )
    return [uid for uid in uids if uid > read_to]


def _is_as_stored(services: Services, box: Mailbox, uid: int) -> bool:
    """By its headers: a UID means the same mail for ever (RFC 3501 2.3.1.1)."""
    with services.store.reading() as tx:
        stored = tx.mails.at(services.mailbox, box.state.uidvalidity, uid)
    now = None if stored is None else box.fetch(uid, limit_bytes=0)
    return stored is None or now is None or _same_headers(stored.raw, now.raw)


def _same_headers(then: bytes, now: bytes) -> bool:
    """But for those that a delivery adds: `then` may be kept of another copy of the mail.

    Where there are more of them than a door gives, as far as both have them whole.
    """
    before, after = lasting_fields(then), lasting_fields(now)
    if len(now) <= MAX_HEADERS:
        return before == after
    whole = min(len(before), len(after)) - 1
    return before[:whole] == after[:whole]


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


def _store(
    services: Services, box: Mailbox, mails: Mapping[int, Fetched | None], owner: str
) -> bool:
    """A handful of mails and the watermark in one transaction; one that is gone only moves the mark.

    False when the lease has gone to somebody else, who fetches them as well.
    """
    with services.store.writing() as tx:
        if not _lease_in(services, tx, owner):
            return False
        for mail in mails.values():
            if mail is not None:
                _store_one(services, tx, box.state.uidvalidity, mail)
        uidvalidity, last_uid = box.state.uidvalidity, max(mails)
        tx.inboxes.reach(services.mailbox, uidvalidity=uidvalidity, last_uid=last_uid)
    return True


def _store_one(services: Services, tx: Transaction, uidvalidity: int, mail: Fetched) -> None:
    """No mail can have arrived after it was fetched.

    A mail server's clock that is ahead would let the mail stand above every later one.
    """
    now = services.clock.now()
    tx.mails.store(
        services.mailbox,
        uidvalidity,
        replace(mail, arrived_at=min(mail.arrived_at, now)),
        sha256=content_hash(mail.raw),
        now=now,
    )


def _take_lease(services: Services, owner: str) -> bool:
    with services.store.writing() as tx:
        return _lease_in(services, tx, owner)


def _lease_in(services: Services, tx: Transaction, owner: str) -> bool:
    return tx.leases.take(
        _lease(services), owner=owner, now=services.clock.now(), seconds=_LEASE_SECONDS
    )


def _lease(services: Services) -> str:
    return f"poll:{services.mailbox}"
