"""What a what-if may suppose of an order: another, none, or one that was sent (rule 7.1)."""

from datetime import timedelta

import pytest

from pigpost.audit.games import game_state, stream_named
from pigpost.errors import AgainstTheRules, NotFound
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.games.conditions import Condition, OnlyLeft, Throws, Turn
from pigpost.intake.desk.supposed import supposed_order
from tests.claims.disputes import plays_round, seat
from tests.post import GAME, Post, a_mail, a_running_game


@pytest.fixture
def game(post: Post) -> Post:
    """Round 1 is thrown: Karen ordered twice, Ted too late; round 2 is thrown, and opens his mail."""
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    current = post.state().current
    assert current is not None
    post.mailed("Karen", "TURN 20")
    post.mailed("Karen", "ONLY LEFT")
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.inbox.deliver(a_mail("Ted", "THROWS 3"), at=current.deadline + timedelta(seconds=5))
    post.run()
    plays_round(post, Bill="THROWS 2")
    return post


def supposed(game: Post, name: str, words: str, *, refused: bool = True) -> Condition | None:
    with game.services.store.reading() as tx:
        state = game_state(tx, GAME)
        return supposed_order(
            tx, state, round=1, seat=seat(game, name), words=words, refused=refused
        )


def entry_of(game: Post, kind: type[OrderAccepted | OrderRefused], place: int) -> str:
    with game.services.store.reading() as tx:
        found = [one.pos for one in tx.log.history(stream_named(GAME)) if one.kind is kind]
    return f"ENTRY {found[place]}"


def test_an_order_is_read_as_in_a_mail(game: Post) -> None:
    assert supposed(game, "Bill", "out after four throws") == Throws(4)
    with pytest.raises(AgainstTheRules, match=r"rule 6\.2"):
        supposed(game, "Bill", "about five")


def test_struck_the_order_before_it_counts(game: Post) -> None:
    assert supposed(game, "Karen", "strike") == Turn(20)


def test_who_played_the_default_has_no_order_to_strike(game: Post) -> None:
    with pytest.raises(AgainstTheRules, match="no order to strike"):
        supposed(game, "Ted", "STRIKE")


def test_an_order_that_was_replaced_can_be_counted_by_its_entry(game: Post) -> None:
    first = entry_of(game, OrderAccepted, 0)
    assert supposed(game, "Karen", first, refused=False) == Turn(20)
    assert supposed(game, "Karen", entry_of(game, OrderAccepted, 1)) == OnlyLeft()


def test_a_mail_that_came_too_late_can_be_counted_by_who_may_read_it(game: Post) -> None:
    late = entry_of(game, OrderRefused, 0)
    assert supposed(game, "Ted", late) == Throws(3)
    with pytest.raises(NotFound, match="open to all"):
        supposed(game, "Ted", late, refused=False)


@pytest.mark.parametrize("words", ["ENTRY 1", "entry 999999"])
def test_an_entry_without_an_order_of_that_player_supposes_nothing(game: Post, words: str) -> None:
    with pytest.raises(NotFound, match="tells no order of that player"):
        supposed(game, "Bill", words)


def test_an_order_of_another_or_one_still_sealed_supposes_nothing(game: Post) -> None:
    with pytest.raises(NotFound):
        supposed(game, "Bill", entry_of(game, OrderAccepted, 0))
    game.mailed("Karen", "THROWS 9")
    with pytest.raises(NotFound):
        supposed(game, "Karen", entry_of(game, OrderAccepted, -1))
