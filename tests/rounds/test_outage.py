"""A hold of the service's own ends by itself; one of the GM's never does."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from pigpost.events.types import DeadlineMoved, GameResumed, OutageNoted, RoundThrown
from pigpost.rounds.hold import hold_game, resume_game
from pigpost.rounds.run_now import close_now
from pigpost.rounds.seal import seal_due_rounds
from tests.post import GAME, Post, a_mail, a_running_game, text_of


@pytest.fixture
def after_an_outage(post: Post) -> Post:
    """A game that a power cut held, and that went on again, with two days to its deadline."""
    a_running_game(post, "Bill", "Karen", schedule="every 2 days")
    power_cut(post)
    resume_game(post.services, GAME, reason="the power is back")
    post.run()
    return post


def power_cut(post: Post) -> None:
    """Nobody looks at the clock until three hours past the deadline."""
    current = post.state().current
    assert current is not None
    post.clock.at = current.deadline + timedelta(hours=3)
    post.run()
    assert post.events(OutageNoted)


def deadline_passes(post: Post, **later: float) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(**later))


def test_a_hold_of_the_gm_outlasts_every_outage_of_the_past(after_an_outage: Post) -> None:
    post = after_an_outage
    hold_game(post.services, GAME, reason="the GM is ill")
    for _ in range(30):
        post.sleep_until(post.clock.at + timedelta(minutes=30))
        post.run()
    assert post.state().held == "the GM is ill"
    assert len(post.events(GameResumed)) == 1


def test_an_outage_of_the_past_does_not_move_the_deadline_when_the_gm_goes_on(
    after_an_outage: Post,
) -> None:
    post = after_an_outage
    hold_game(post.services, GAME, reason="the GM is ill")
    deadline_passes(post, hours=1)
    resume_game(post.services, GAME, reason="well again")
    assert post.events(DeadlineMoved)[-1].deadline == post.clock.now()


def test_an_order_that_came_while_nobody_looked_is_not_late_for_the_deadline_in_between(
    post: Post,
) -> None:
    a_running_game(post, "Bill", "Karen")
    current = post.state().current
    assert current is not None
    post.clock.at = current.deadline + timedelta(hours=3)
    post.inbox.deliver(a_mail("Bill", "THROWS 3"), at=current.deadline + timedelta(hours=1))
    post.run()
    assert post.state().held == "outage:clock_forward"
    assert "THROWS 3" in text_of(post.last("Bill", "receipt"))
    resume_game(post.services, GAME, reason="the power is back")
    deadline_passes(post, seconds=10)
    post.run()
    assert post.events(RoundThrown)[0].orders["p1"] == "THROWS 3"


def test_a_round_that_is_closed_by_hand_after_a_long_sleep_is_thrown(post: Post) -> None:
    """The GM runs the rounds himself; between them nothing of the service runs."""
    a_running_game(post, "Bill", "Karen")
    post.clock.advance(hours=30)
    close_now(post.services, GAME, round=1, reason="all have sent")
    post.run()
    assert len(post.state().thrown) == 1


def test_a_deadline_that_passed_while_an_outage_held_the_game_is_moved(post: Post) -> None:
    """The clock was set back an hour; nobody knew when the round would go on."""
    a_running_game(post, "Bill", "Karen")
    post.clock.advance(hours=-1)
    post.run()
    deadline_passes(post, hours=5)
    resume_game(post.services, GAME, reason="the clock is right")
    (moved,) = post.events(DeadlineMoved)
    assert moved.deadline >= post.clock.now() + timedelta(hours=2)


def test_of_many_workers_one_lets_the_game_go_on(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    power_cut(post)
    post.sleep_until(post.clock.at + timedelta(hours=13))
    with ThreadPoolExecutor(8) as workers:
        list(workers.map(lambda _: seal_due_rounds(post.services), range(8)))
    assert len(post.events(GameResumed)) == 1
