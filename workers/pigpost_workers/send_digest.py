"""Writes the GM's mail of the day."""

from pigpost.rounds.digest import send_digest as send
from pigpost_workers.app import services, task
from pigpost_workers.send_outbox import send_outbox


@task
def send_digest() -> None:
    """One look at the hour."""
    if send(services()):
        send_outbox.delay()
