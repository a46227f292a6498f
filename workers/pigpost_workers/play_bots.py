"""Lets the house players order."""

from pigpost.intake.play_bots import play_bots as play
from pigpost_workers.app import services, task
from pigpost_workers.seal_rounds import seal_rounds


@task
def play_bots() -> None:
    """Every bot whose order is missing; then all orders of a game may be in."""
    if play(services()):
        seal_rounds.delay()
