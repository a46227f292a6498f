"""House players under the workers: asked at every tick, and at once when a round has been thrown."""

import time
from dataclasses import replace

from pigpost.events.types import OrderAccepted, RoundThrown
from pigpost.intake.poll import poll_inbox
from pigpost.rounds.seal import seal_due_rounds
from pigpost_workers.adjudicate_rounds import adjudicate_rounds
from pigpost_workers.app import use
from pigpost_workers.embedded import EmbeddedWorkers
from pigpost_workers.play_bots import play_bots
from tests.post import Post
from tests.workers.scenes import a_round_with_house_players, pass_the_deadline


def rounds_ordered(post: Post) -> list[int]:
    return [event.round for event in post.events(OrderAccepted)]


def test_the_task_lets_them_order_once(post: Post) -> None:
    a_round_with_house_players(post)
    use(post.services)
    play_bots()
    play_bots()
    assert rounds_ordered(post) == [1, 1]


def test_when_a_round_has_been_thrown_they_order_for_the_next_at_once(post: Post) -> None:
    a_round_with_house_players(post)
    use(post.services)
    play_bots()
    pass_the_deadline(post, seconds=10)
    poll_inbox(post.services, owner="test")
    seal_due_rounds(post.services)
    adjudicate_rounds()
    assert len(post.events(RoundThrown)) == 1
    assert rounds_ordered(post) == [1, 1, 2, 2]


def test_the_ticks_of_one_process_are_enough(post: Post) -> None:
    a_round_with_house_players(post)
    rounds = post.services.settings.rounds.model_copy(update={"tick_seconds": 0.2})
    settings = post.services.settings.model_copy(update={"rounds": rounds})
    with EmbeddedWorkers(replace(post.services, settings=settings)):
        for _ in range(200):
            if len(rounds_ordered(post)) > 1:
                break
            time.sleep(0.05)
    assert rounds_ordered(post) == [1, 1]
