"""Closes the books of rounds that are due."""

from pigpost.rounds.seal import seal_due_rounds
from pigpost_workers.adjudicate_rounds import adjudicate_rounds
from pigpost_workers.app import services, task


@task
def seal_rounds() -> None:
    """One look at the deadlines."""
    if seal_due_rounds(services()):
        adjudicate_rounds.delay()
