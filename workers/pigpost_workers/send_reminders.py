"""Reminds players whose order is missing."""

from pigpost.rounds.remind import send_reminders as remind
from pigpost_workers.app import services, task
from pigpost_workers.send_outbox import send_outbox


@task
def send_reminders() -> None:
    """One look at the hours that are left."""
    if remind(services()):
        send_outbox.delay()
