"""Throws the rounds whose book is closed."""

from pigpost.intake.play_bots import play_bots
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost_workers.app import services, task
from pigpost_workers.send_outbox import send_outbox


@task
def adjudicate_rounds() -> None:
    """Every sealed round; the house players order for the next one at once."""
    if adjudicate_sealed_rounds(services()):
        send_outbox.delay()
        play_bots(services())
