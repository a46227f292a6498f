"""Sends the mails that wait."""

from pigpost.outbox.deliver import send_outbox as send
from pigpost_workers.app import owner, services, task


@task
def send_outbox() -> None:
    """Everything that is due."""
    send(services(), owner=owner())
