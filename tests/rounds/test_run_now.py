"""The GM closes a round before its deadline."""

from dataclasses import replace

from pigpost.rounds.run_now import close_now
from tests.post import GAME, Post, a_running_game


def test_a_round_that_is_closed_by_hand_does_not_wait_for_the_grace(post: Post) -> None:
    settings = post.services.settings
    rounds = settings.rounds.model_copy(update={"grace_minutes": 60})
    services = replace(post.services, settings=settings.model_copy(update={"rounds": rounds}))
    patient = replace(post, services=services)
    a_running_game(patient, "Bill", "Karen")
    patient.mailed("Bill", "THROWS 2")
    patient.clock.advance(minutes=5)
    close_now(services, GAME, round=1, reason="all are here")
    patient.run()
    (thrown,) = patient.state().thrown
    assert thrown.event.orders["p1"] == "THROWS 2"
