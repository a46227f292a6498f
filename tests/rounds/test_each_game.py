"""What is wrong with one game keeps no other from its round."""

import logging
from datetime import timedelta

import pytest

from pigpost.errors import DatabaseOutOfReach
from pigpost.events.record import Addition
from pigpost.events.types import DeadlineMoved
from pigpost.games.kinds import Piggyback, Settings
from pigpost.games.outcomes import default_weights
from pigpost.rounds.each_game import each_game
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import add_player
from tests.post import GAME, Post, a_player, a_running_game, address_of


@pytest.fixture
def two_games(post: Post) -> Post:
    """The newer one, which comes first wherever games are listed, can't be folded any more."""
    a_running_game(post, "Bill")
    create_game(
        post.services,
        "broken-pigs",
        title="Broken Pigs",
        settings=Settings(weights=default_weights(Piggyback.WIPE)),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )
    add_player(post.services, "broken-pigs", a_player("Karen"))
    start_game(post.services, "broken-pigs")
    now = post.clock.now()
    senseless = DeadlineMoved(
        at=now, by="gm", round=7, attempt=1, old_deadline=now, deadline=now, reason="a test"
    )
    with post.services.store.writing() as tx:
        tx.log.append("game-broken-pigs", [Addition(event=senseless)], expected=None)
    post.run()
    return post


def kinds(post: Post, name: str) -> list[str]:
    return [str(mail["X-Pigpost-Kind"]) for mail in post.sender.to(address_of(name))]


def test_a_game_that_can_not_be_folded_stops_no_other(
    two_games: Post, caplog: pytest.LogCaptureFixture
) -> None:
    current = two_games.state().current
    assert current is not None
    two_games.sleep_until(current.deadline - timedelta(hours=11))
    two_games.run()
    assert "reminder" in kinds(two_games, "Bill")
    two_games.sleep_until(current.deadline + timedelta(seconds=10))
    with caplog.at_level(logging.ERROR):
        two_games.run()
    assert "result" in kinds(two_games, "Bill")
    assert any("broken-pigs" in message for message in caplog.messages)
    assert not any(GAME in message for message in caplog.messages)


def test_an_outage_holds_the_games_that_can_be_folded(two_games: Post) -> None:
    current = two_games.state().current
    assert current is not None
    two_games.clock.at = current.deadline + timedelta(hours=3)
    two_games.run()
    assert two_games.state().held is not None
    two_games.sleep_until(two_games.clock.at + timedelta(hours=13))
    two_games.run()
    assert two_games.state().held is None


def test_a_fault_that_passes_by_itself_is_not_taken_for_a_broken_game() -> None:
    def unreachable(game: str) -> bool:
        raise DatabaseOutOfReach(game)

    with pytest.raises(DatabaseOutOfReach):
        each_game([GAME], unreachable)
