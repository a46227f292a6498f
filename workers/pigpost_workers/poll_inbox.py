"""Reads the inbox and answers; then rounds may be due and answers wait to be sent."""

from pigpost.intake.poll import poll_inbox as poll
from pigpost_workers.app import owner, services, task
from pigpost_workers.seal_rounds import seal_rounds
from pigpost_workers.send_outbox import send_outbox


@task
def poll_inbox() -> None:
    """One poll."""
    poll(services(), owner=owner())
    send_outbox.delay()
    seal_rounds.delay()
