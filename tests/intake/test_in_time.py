"""Whether a mail is in time, with clocks that differ and deadlines that an outage hid (rule 6.6.1)."""

from datetime import timedelta

import pytest

from pigpost.events.types import OrderAccepted
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.rounds.hold import resume_game
from tests.post import GAME, Post, a_mail, a_running_game, text_of

BILL = Seat(1)


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def test_a_mail_server_s_clock_that_is_ahead_does_not_freeze_an_order(game: Post) -> None:
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=game.clock.now() + timedelta(days=3))
    game.run()
    game.clock.advance(minutes=5)
    game.mailed("Bill", "THROWS 5")
    assert standing(game) == Throws(5)
    assert all(event.arrived_at <= event.at for event in game.events(OrderAccepted))


def test_an_answer_to_the_opening_mail_is_no_mail_of_the_time_before_it(game: Post) -> None:
    """The mail server's clock is three seconds behind ours."""
    opening = game.last("Bill", "opening")
    at = game.clock.now() - timedelta(seconds=3)
    game.inbox.deliver(a_mail("Bill", "THROWS 3", answering=opening), at=at)
    game.run()
    assert standing(game) == Throws(3)


def test_a_mail_that_names_no_round_and_came_before_it_was_opened_is_too_late(game: Post) -> None:
    at = game.clock.now() - timedelta(seconds=3)
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=at)
    game.run()
    assert "too late" in text_of(game.last("Bill", "refusal"))
    assert standing(game) is None


def test_while_an_outage_holds_the_game_orders_are_taken_as_its_mail_says(game: Post) -> None:
    current = game.state().current
    assert current is not None
    game.clock.at = current.deadline + timedelta(hours=3)
    game.run()
    assert "Orders are still taken" in " ".join(text_of(game.last("Bill", "notice")).split())
    assert game.mailed("Bill", "THROWS 3")["X-Pigpost-Kind"] == "receipt"
    resume_game(game.services, GAME, reason="it was a power cut")
    assert standing(game) == Throws(3)
