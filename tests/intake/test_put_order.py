"""An order that the GM enters by hand: it stands like any other, or he is told why it can't."""

from datetime import timedelta

import pytest

from pigpost.errors import AgainstTheRules, NotFound, TooLate
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.intake.put_order import put_order
from tests.post import GAME, Post, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def put(game: Post, name: str, words: str) -> None:
    put_order(game.services, GAME, name=name, words=words, reason="by phone")


def test_the_player_gets_the_receipt_and_the_round_the_reason(game: Post) -> None:
    put(game, "bill", "after karen")
    game.run()
    assert "AFTER Karen" in text_of(game.last("Bill", "receipt"))
    (order,) = game.events(OrderAccepted)
    assert (order.by, order.sealed.reason) == ("gm", "by phone")


def test_after_the_deadline_it_is_too_late_and_nothing_is_recorded(game: Post) -> None:
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=1))
    with pytest.raises(TooLate, match="too late"):
        put(game, "Bill", "THROWS 3")
    assert not game.events(OrderRefused)


def test_it_says_which_rule_an_order_that_can_not_stand_breaks(game: Post) -> None:
    game.mailed("Karen", "RESIGN YES")
    with pytest.raises(AgainstTheRules, match=r"player is out \(rule 6.2\)"):
        put(game, "Karen", "THROWS 3")
    with pytest.raises(AgainstTheRules, match="no order"):
        put(game, "Bill", "AFTER Bill")
    with pytest.raises(NotFound):
        put(game, "Ted", "THROWS 3")
