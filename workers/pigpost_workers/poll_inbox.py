"""Reads the inbox and answers; then rounds may be due and answers wait to be sent."""

from threading import Event, Lock

from pigpost.intake.poll import poll_patiently
from pigpost_workers.app import owner, services, task
from pigpost_workers.seal_rounds import seal_rounds
from pigpost_workers.send_outbox import send_outbox

_asked, _polling = Event(), Lock()
"""A wake-up during a poll may be for a mail that the poll has missed: it polls again at its end."""


@task
def poll_inbox() -> None:
    """One poll, or the word to the one that is at it in this process to poll once more."""
    _asked.set()
    while _asked.is_set() and _polling.acquire(blocking=False):
        try:
            _asked.clear()
            poll_patiently(services(), owner=owner())
        finally:
            _polling.release()
        send_outbox.delay()
        seal_rounds.delay()
