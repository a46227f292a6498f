"""What the game master can do to a game at the desk: each with a reason, each about the round shown."""

from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pigpost.events.types import DeadlineMoved, GameEnded, GameHeld, GameResumed
from tests.desk.browser import at_the_desk, site, submit, token
from tests.desk.queue import log_size, mails_out
from tests.post import GAME, Post, text_of

PAGE = f"/desk/games/{GAME}"


@pytest.fixture
def client(game: Post) -> FlaskClient:
    return at_the_desk(game)


def do(client: FlaskClient, act: str, **fields: str) -> TestResponse:
    return submit(client, PAGE, to=f"{PAGE}/{act}", **{"reason": "snow", "round": "1", **fields})


def test_the_page_tells_who_is_missing_and_no_order(game: Post, client: FlaskClient) -> None:
    game.mailed("Bill", "THROWS 23")
    page = client.get(PAGE).text
    assert "<dd>Karen</dd>" in page
    assert "THROWS" not in page


def test_a_game_is_held_and_goes_on_and_the_players_are_told(
    game: Post, client: FlaskClient
) -> None:
    assert do(client, "hold").status_code == 303
    assert [event.reason for event in game.events(GameHeld)] == ["snow"]
    assert do(client, "hold").status_code == 409
    assert do(client, "go", reason="thaw").status_code == 303
    assert [event.by for event in game.events(GameResumed)] == ["gm"]
    game.run()
    assert "thaw" in text_of(game.last("Bill", "notice"))


def test_a_deadline_is_moved_on_the_clock_of_the_game(game: Post, client: FlaskClient) -> None:
    assert do(client, "extend", deadline="2026-03-20T21:00").status_code == 303
    (moved,) = game.events(DeadlineMoved)
    assert moved.deadline.isoformat() == "2026-03-20T21:00:00+00:00"


def test_a_round_is_closed_now(game: Post, client: FlaskClient) -> None:
    assert do(client, "run").status_code == 303
    game.clock.at += timedelta(seconds=5)
    game.run()
    assert len(game.state().thrown) == 1


def test_a_game_is_ended(game: Post, client: FlaskClient) -> None:
    assert do(client, "end", reason="summer").status_code == 303
    assert [event.note for event in game.events(GameEnded)] == ["summer"]


@pytest.mark.parametrize(
    ("act", "fields", "status", "words"),
    [
        ("hold", {"reason": " "}, 422, "a reason is needed"),
        ("extend", {"deadline": "soon"}, 422, "say the new deadline"),
        ("extend", {"deadline": "2020-01-01T00:00"}, 422, "has passed"),
        ("extend", {"deadline": "2026-03-20T21:00", "round": "7"}, 409, "is not open"),
        ("run", {"round": "2"}, 409, "is not open"),
        ("go", {}, 409, "is not held"),
    ],
)
def test_what_can_not_be_done_is_told_and_nothing_is_changed(
    game: Post,
    client: FlaskClient,
    act: str,
    fields: dict[str, str],
    status: int,
    words: str,
) -> None:
    before = log_size(game), mails_out(game)
    answer = do(client, act, **fields)
    assert (answer.status_code, words in answer.text) == (status, True)
    assert (log_size(game), mails_out(game)) == before


def test_nobody_does_anything_who_is_not_logged_in(game: Post, client: FlaskClient) -> None:
    stranger = site(game).test_client()
    assert stranger.get(PAGE).status_code == 303
    assert stranger.post(f"{PAGE}/end", data={"reason": "x"}).status_code == 403
    forged = client.post(f"{PAGE}/end", data={"reason": "x", "token": "another"})
    assert forged.status_code == 403
    assert token(client.get(PAGE))
    assert game.events(GameEnded) == []
