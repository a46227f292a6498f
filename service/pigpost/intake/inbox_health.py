"""How the polls of the inbox go: noted in the database, waited for, and told to the game master."""

from datetime import datetime, timedelta
from math import ceil

from pigpost.errors import PigpostError
from pigpost.intake.backoff import seconds_to_wait
from pigpost.intake.doors import seen_until
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import InboxHealth, Services, Transaction
from pigpost.results.letters import GmNote

_LONGEST_WAIT = timedelta(minutes=30)
_WAITERS = "failures"


def note_success(services: Services, *, began_at: datetime) -> None:
    """A poll succeeded; whoever was told that the inbox can't be read is told that it can."""
    with services.store.writing() as tx:
        before = tx.inboxes.health(services.mailbox)
        seen_at = seen_until(services, tx, began_at)
        tx.inboxes.polled(services.mailbox, began_at=seen_at)
        tx.leases.release(_wait(services), owner=_WAITERS)
        if before.failing_since is not None and tx.outbox.has(_once("inbox_failing", before)):
            _tell(services, tx, "inbox_well", before)


def note_failure(services: Services, fault: PigpostError) -> None:
    """A poll failed: the next waits, and from the third in a row on the game master knows."""
    now = services.clock.now()
    with services.store.writing() as tx:
        tx.inboxes.failing(services.mailbox, at=now, error=str(fault))
        health = tx.inboxes.health(services.mailbox)
        seconds = seconds_to_wait(health.failures, fault, first=services.settings.mail.poll_seconds)
        tx.leases.take(_wait(services), owner=_WAITERS, now=now, seconds=ceil(seconds))
        if health.blind:
            _tell(services, tx, "inbox_failing", health)


def next_poll_at(services: Services, tx: Transaction) -> datetime | None:
    """Until when polls wait after a failure; None when none does, or the clock was set back since."""
    now, until = services.clock.now(), tx.leases.until(_wait(services))
    return None if until is None or not now < until < now + _LONGEST_WAIT else until


def _tell(services: Services, tx: Transaction, what: str, health: InboxHealth) -> None:
    """Once for each outage."""
    note = GmNote(
        head=gm_head(services, None), what=what, who="", words=health.last_error or "", mail=None
    )
    tell_gm(services, tx, note, once=_once(what, health))


def _once(what: str, health: InboxHealth) -> str:
    since = health.failing_since
    return f"{what}:{health.mailbox}:{'' if since is None else since.isoformat()}"


def _wait(services: Services) -> str:
    return f"wait:{services.mailbox}"
