"""Until when all mail is here that a mail server of ours has delivered, or tried to (decision 23).

While nobody takes mail the server keeps it, and after that it takes its time to try again. So the
view of the inbox is as old as the last sign that the door is open; and where the server's own time
counts as arrival, it stays at the last gap until the server must have tried again.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from pigpost.errors import MailOutOfReach, OutOfReach
from pigpost.intake.listen import Over
from pigpost.ports import Clock, DoorState, Services, Store, Transaction
from pigpost.telemetry import trail

BEAT_SECONDS = 5.0
"""How often an open door says so."""

_MISSED = timedelta(seconds=4 * BEAT_SECONDS)
_SHUT_AFTER = timedelta(seconds=60)
_LONGEST_WAIT = timedelta(hours=1)
"""A server that has failed for long tries ever more seldom, but hardly more seldom than that."""

_log = logging.getLogger(__name__)


def note_open(
    services: Services, *, fresh: bool = False, failed_since: datetime | None = None
) -> None:
    """The door is open now. `fresh`: it was shut until now; `failed_since`: a mail was sent away."""
    retry = timedelta(seconds=services.settings.mail.lmtp.retry_seconds)
    with services.store.writing() as tx:
        before, now = tx.doors.state(services.mailbox), services.clock.now()
        began = _gap(before, now, fresh=fresh, failed_since=failed_since)
        if began is None:
            state = replace(before, beat_at=now)
        else:
            began = min(began, _unsettled(before, now, retry) or began)
            state = DoorState(beat_at=now, gap_began=began, gap_ended=now)
        tx.doors.note(services.mailbox, state)


def keep_open(services: Services, *, sent_away: Callable[[], bool], over: Over) -> None:
    """Says that the door is open, until it is over.

    `sent_away` tells whether a mail was sent away since it was last asked.
    """
    fresh, failed_since = True, None
    while not over.is_set():
        if sent_away() and failed_since is None:
            failed_since = services.clock.now()
        try:
            note_open(services, fresh=fresh, failed_since=failed_since)
            fresh, failed_since = False, None
        except Exception as fault:  # noqa: BLE001 - mail is still taken as soon as it can be
            words = fault if isinstance(fault, OutOfReach) else trail(fault)
            _log.warning("the door is open, but that could not be noted: %s", words)
        over.wait(BEAT_SECONDS)


def seen_until(services: Services, tx: Transaction, began_at: datetime) -> datetime:
    """Until when all mail is stored, for a poll that began at that instant and has found no fault."""
    mail = services.settings.mail
    tx.doors.wait(services.mailbox)
    if mail.mode != "lmtp":
        return began_at
    door = tx.doors.state(services.mailbox)
    seen = min(began_at, door.beat_at or began_at)
    retry = timedelta(seconds=mail.lmtp.retry_seconds)
    gap = _unsettled(door, began_at, retry) if mail.own_servers else None
    return seen if gap is None else min(seen, gap)


def look_at_door(store: Store, clock: Clock, mailbox: str) -> DoorState:
    """How it is; `MailOutOfReach` when it is shut, or never was open."""
    with store.reading() as tx:
        door = tx.doors.state(mailbox)
    if door.beat_at is None or clock.now() - door.beat_at > _SHUT_AFTER:
        since = "yet" if door.beat_at is None else f"since {door.beat_at:%Y-%m-%d %H:%M:%S} UTC"
        raise MailOutOfReach(f"nobody has taken mail {since}: is `pigpost lmtp` running?")
    return door


def _gap(
    before: DoorState, now: datetime, *, fresh: bool, failed_since: datetime | None
) -> datetime | None:
    """When the gap began that ends now, if there is one."""
    last = before.beat_at
    if last is None:
        return failed_since
    if fresh or now - last > _MISSED:
        return min(last, now)
    return None if failed_since is None else min(last, failed_since)


def _unsettled(door: DoorState, now: datetime, retry: timedelta) -> datetime | None:
    """When the last gap began, as long as a server that was sent away in it may still keep a mail.

    It waits about as long as it has waited already.
    """
    if door.gap_began is None or door.gap_ended is None:
        return None
    waits = retry + min(door.gap_ended - door.gap_began, _LONGEST_WAIT)
    return door.gap_began if now < door.gap_ended + waits else None
