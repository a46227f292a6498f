"""Listens at the inbox, so that a mail need not wait for the next poll. Nothing heard is believed.

Whatever goes wrong here costs only time: the polls go on by the clock.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from pigpost.errors import DatabaseOutOfReach, OutOfReach
from pigpost.intake.backoff import between, seconds_to_wait
from pigpost.ports import Listening, Services
from pigpost.telemetry import trail

_RENEWED_AFTER_SECONDS = 300, 540
"""Servers and the boxes on the way forget a quiet link, some after ten minutes."""

_LEASE_SECONDS = 900
"""Longer than one stretch of listening with its time-outs."""

_LOOKS_UP_SECONDS = 1.0
"""So soon it is noticed that the service ends."""

_BREATH_SECONDS = 0.5
"""At least so long is between two polls, however much a server has to say."""

_FIRST_WAIT_SECONDS = 5.0
_NOT_OURS_SECONDS, _NEVER_SECONDS = 60.0, 3600.0

_log = logging.getLogger(__name__)


class Over(Protocol):
    """Tells when the service ends: a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether it does."""

    def wait(self, timeout: float) -> bool:
        """Waits so long at most; whether it does."""


def listen_at_inbox(
    services: Services, *, owner: str, wake: Callable[[], None], over: Over
) -> None:
    """Listens until it is over, as the only one; `wake` asks for a poll.

    Polls are asked for each time after listening has begun: what came before is found by them, what
    comes later is heard.
    """
    failures = 0
    while not over.is_set():
        try:
            wait, failures = _listen(services, owner=owner, wake=wake, over=over), 0
        except Exception as fault:  # noqa: BLE001 - listening must go on, whatever it was
            failures += 1
            wait = seconds_to_wait(failures, fault, first=_FIRST_WAIT_SECONDS)
            words = fault if isinstance(fault, OutOfReach) else trail(fault)
            _log.warning("not listening at the inbox for %.0f s: %s", wait, words)
        over.wait(wait)


def _listen(services: Services, *, owner: str, wake: Callable[[], None], over: Over) -> float:
    """One link for as long as it lasts; how long to wait before the next where there is no use in it.

    A link that breaks before it was of any use counts as a failure.
    """
    if not _take_lease(services, owner):
        return between(_NOT_OURS_SECONDS, 2 * _NOT_OURS_SECONDS)
    try:
        with services.inbox.listen() as link:
            if link is None:
                _log.info("this IMAP server can't tell of new mail: polls find it")
                return _NEVER_SECONDS
            stretches = 0
            try:
                while not over.is_set() and _take_lease(services, owner):
                    _stretch(link, wake, over)
                    stretches += 1
            except OutOfReach as fault:
                if not stretches:
                    raise
                _log.info("the link broke, listening anew: %s", fault)
            return between(_BREATH_SECONDS, 2 * _BREATH_SECONDS)
    finally:
        with suppress(DatabaseOutOfReach), services.store.writing() as tx:
            tx.leases.release(_lease(services), owner=owner)


def _stretch(link: Listening, wake: Callable[[], None], over: Over) -> None:
    """Listens once: until something is heard, or until it is time to ask the server anew."""
    link.begin()
    wake()
    over.wait(_BREATH_SECONDS)
    left = between(*_RENEWED_AFTER_SECONDS)
    while left > 0 and not over.is_set() and not link.heard(min(left, _LOOKS_UP_SECONDS)):
        left -= _LOOKS_UP_SECONDS
    link.end()


def _take_lease(services: Services, owner: str) -> bool:
    with services.store.writing() as tx:
        return tx.leases.take(
            _lease(services), owner=owner, now=services.clock.now(), seconds=_LEASE_SECONDS
        )


def _lease(services: Services) -> str:
    return f"listen:{services.mailbox}"
