"""CLEAR and NOT ME take back the right order, whatever mail overtakes another."""

from datetime import timedelta

import pytest

from pigpost.events.types import OrderWithdrawn
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.intake.put_order import put_order
from tests.post import GAME, Post, a_mail, a_running_game, text_of

BILL = Seat(1)


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    post.clock.advance(hours=1)
    return post


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def deadline_passes(post: Post, **later: float) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(**(later or {"seconds": 10})))


def arrives_earlier(post: Post, words: str, **before: float) -> str:
    """A mail that others have overtaken; the text of its answer."""
    seen = len(post.sender.sent)
    post.inbox.deliver(a_mail("Bill", words), at=post.clock.now() - timedelta(**before))
    post.run()
    (answer,) = (m for _, m in post.sender.sent[seen:] if m["Auto-Submitted"] == "auto-replied")
    return text_of(answer)


def test_not_me_answering_a_receipt_sets_its_order_aside_and_no_other(game: Post) -> None:
    game.mailed("Bill", "THROWS 99")
    forged = game.last("Bill", "receipt")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 4")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME", answering=forged)
    assert standing(game) == Throws(4)
    game.mailed("Bill", "NOT ME")
    assert standing(game) is None


def test_not_me_answering_the_receipt_of_an_order_put_by_hand_sets_that_aside(game: Post) -> None:
    put_order(game.services, GAME, name="Bill", words="THROWS 99", reason="he rang me up")
    game.run()
    by_hand = game.last("Bill", "receipt")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 4")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME", answering=by_hand)
    assert standing(game) == Throws(4)
    game.mailed("Bill", "NOT ME")
    assert standing(game) is None


def test_not_me_does_not_reach_orders_that_came_after_it(game: Post) -> None:
    game.mailed("Bill", "THROWS 4")
    assert "no order in your name" in arrives_earlier(game, "NOT ME", minutes=5)
    assert standing(game) == Throws(4)


def test_clear_says_nothing_of_an_order_that_came_after_it(game: Post) -> None:
    game.mailed("Bill", "THROWS 4")
    text = arrives_earlier(game, "CLEAR", minutes=5)
    assert "is withdrawn" not in text
    assert "THROWS 4" in text
    assert standing(game) == Throws(4)


def test_an_order_that_clear_has_overtaken_is_withdrawn_and_told_so(game: Post) -> None:
    game.mailed("Bill", "CLEAR")
    assert len(game.events(OrderWithdrawn)) == 1
    assert "is withdrawn" in arrives_earlier(game, "THROWS 4", minutes=5)
    assert standing(game) is None


@pytest.mark.parametrize("word", ["CLEAR", "NOT ME"])
def test_a_word_about_the_round_before_leaves_this_round_s_order(game: Post, word: str) -> None:
    game.mailed("Bill", "THROWS 9")
    old = game.last("Bill", "receipt")
    deadline_passes(game)
    game.run()
    game.mailed("Bill", "THROWS 4")
    game.clock.advance(minutes=1)
    game.mailed("Bill", word, answering=old)
    assert standing(game) == Throws(4)


@pytest.mark.parametrize("word", ["CLEAR", "NOT ME"])
def test_the_round_that_an_order_link_named_counts_for_commands_too(game: Post, word: str) -> None:
    deadline_passes(game)
    game.run()
    game.mailed("Bill", "THROWS 4")
    game.clock.advance(minutes=1)
    game.mailed("Bill", word, Subject=f"Re: Order {GAME} r1")
    assert standing(game) == Throws(4)


def test_6_6_1_clear_that_came_late_is_told_how_late(game: Post) -> None:
    game.mailed("Bill", "THROWS 4")
    current = game.state().current
    assert current is not None
    game.inbox.deliver(a_mail("Bill", "CLEAR"), at=current.deadline + timedelta(seconds=5))
    deadline_passes(game)
    game.run()
    answer = game.last("Bill", "refusal")
    assert "Late by 5 s" in text_of(answer)
    assert game.state().thrown[0].event.orders["p1"] == "THROWS 4"
