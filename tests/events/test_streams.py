import pytest

from pigpost.events.streams import game_of, game_stream, is_stream
from pigpost.games.kinds import GameId


def test_each_game_has_a_stream() -> None:
    assert game_stream(GameId("spring-pigs")) == "game-spring-pigs"
    assert is_stream("mailbox-inbox")


def test_a_game_is_known_from_its_stream() -> None:
    assert game_of("game-spring-pigs") == "spring-pigs"
    assert game_of("mailbox-inbox") is None


@pytest.mark.parametrize("name", ["Spring", "a b", "a\nb", "ä", "x" * 60, "a_b", "a\n"])
def test_a_name_that_no_stream_may_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not the name of a stream"):
        game_stream(GameId(name))
