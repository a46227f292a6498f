"""A claim's time line: evidence for whoever decides, but no order before its throw (rule 6.6)."""

import pytest

from pigpost.audit.games import game_state
from pigpost.claims.file import open_claim
from pigpost.claims.voices import Voice
from pigpost.intake.desk.time_line import time_line
from tests.claims.disputes import plays_round
from tests.post import GAME, Post, a_running_game


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    return post


def told(post: Post) -> list[str]:
    """What the line of the first claim says."""
    with post.services.store.reading() as tx:
        state = game_state(tx, GAME)
        return [moment.words for moment in time_line(post.services, tx, state, state.claims[0])]


def test_a_claim_about_the_open_round_shows_no_order_of_it_until_it_is_thrown(game: Post) -> None:
    game.mailed("Bill", "THROWS 17")
    game.mailed("Karen", "THROWS 18 or TURN 3")
    open_claim(game.services, GAME, round=1, words="Bill rang", voice=Voice.GM)
    closed = told(game)
    assert any(words.startswith("order accepted (receipt ") for words in closed)
    assert not any("17" in words or "rule 6" in words for words in closed)
    plays_round(game)
    assert any(words.startswith("order accepted: THROWS 17") for words in told(game))


def test_a_claim_about_a_thrown_round_shows_no_standing_order_that_came_since(game: Post) -> None:
    plays_round(game, Bill="THROWS 1")
    game.mailed("Ted", "PROTEST I sent THROWS 3 in time")
    game.mailed("Ted", "STANDING THROWS 17")
    assert not any("THROWS 17" in words for words in told(game))
