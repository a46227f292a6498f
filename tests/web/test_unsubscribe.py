"""One click in a mail (RFC 8058): a page that asks, a POST that stops the reminders, and no more."""

import logging
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from pigpost.events.types import RequestNoted
from pigpost.games.kinds import Seat
from pigpost.outbox.one_click import unsubscribe_token
from pigpost.ports import Services
from pigpost.replay.state import SeatStatus
from pigpost.seats.unsubscribe import OneClick
from pigpost.web.app import create_app
from tests.post import Post, a_running_game

KAREN = Seat(2)


@pytest.fixture
def game(post: Post) -> Post:
    post.services = with_site(post, "https://pigs.example")
    a_running_game(post, "Bill", "Karen")
    return post


def with_site(post: Post, url: str) -> Services:
    settings = post.services.settings
    site = settings.site.model_copy(update={"url": url})
    changed = settings.model_copy(update={"site": site})
    return replace(post.services, settings=changed)


@pytest.fixture
def client(game: Post) -> FlaskClient:
    one_click = OneClick(services=game.services)
    return create_app(game.services, one_click=one_click).test_client()


def address(post: Post, name: str = "Karen", kind: str = "opening") -> str:
    """Where the mail's header points, without the site."""
    ways = str(post.last(name, kind)["List-Unsubscribe"])
    found = re.search(r"<https://pigs\.example(/unsubscribe/[^>]+)>", ways)
    assert found
    return found[1]


def quiet(post: Post) -> bool:
    return post.state().seats[KAREN].quiet


def test_list_mails_name_both_ways_and_the_post(game: Post) -> None:
    mail = game.last("Karen", "opening")
    assert re.fullmatch(r"<https://\S+>, <mailto:\S+QUIET>", str(mail["List-Unsubscribe"]))
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_receipts_and_notes_to_the_gm_have_none(game: Post) -> None:
    receipt = game.mailed("Karen", "THROWS 3")
    game.mailed("Karen", "GM hello")
    (note,) = game.sender.to("alison@pigs.example")
    for mail in (receipt, note):
        assert mail["List-Unsubscribe"] is None
        assert mail["List-Unsubscribe-Post"] is None


def test_without_https_there_is_no_one_click(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    mail = post.last("Karen", "opening")
    assert str(mail["List-Unsubscribe"]).startswith("<mailto:")
    assert mail["List-Unsubscribe-Post"] is None


def test_to_look_changes_nothing(game: Post, client: FlaskClient) -> None:
    for _ in range(2):
        answer = client.get(address(game))
        assert answer.status_code == 200
        assert "No more reminders of Spring Pigs?" in answer.text
        assert '<form method="post">' in answer.text
        client.head(address(game))
    assert not quiet(game)
    assert not game.events(RequestNoted)


def test_a_post_without_login_stops_reminders_and_nothing_else(
    game: Post, client: FlaskClient
) -> None:
    answer = client.post(address(game), data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert "you keep your seat" in answer.text
    assert quiet(game)
    assert game.state().seats[KAREN].status is SeatStatus.PLAYING
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline.replace(hour=9))
    game.run()
    assert [mail["X-Pigpost-Kind"] for mail in game.sender.to("karen@mill.example")] == ["opening"]
    game.sleep_until(current.deadline + timedelta(minutes=1))
    game.run()
    assert game.last("Karen", "result")


def test_twice_is_once_and_the_gm_hears_of_it_once(game: Post, client: FlaskClient) -> None:
    for _ in range(3):
        assert client.post(address(game)).status_code == 200
    game.run()
    (event,) = game.events(RequestNoted)
    assert (event.by, event.request) == ("p2", "quiet")
    (note,) = game.sender.to("alison@pigs.example")
    assert "Karen wants no more reminders" in note["Subject"]
    assert "No more reminders</h1>" in client.get(address(game)).text


def test_a_wrong_key_is_no_page_and_stops_nothing(game: Post, client: FlaskClient) -> None:
    right = address(game)
    other = address(game, "Bill")
    row = right.rpartition("/")[2].partition("-")[0]
    wrong = [
        right[:-1] + ("0" if right[-1] != "0" else "1"),
        f"/unsubscribe/{row}-{other.rpartition('-')[2]}",
        "/unsubscribe/999999-0123456789abcdef",
        "/unsubscribe/" + unsubscribe_token(site_key=b"k" * 32, outbox_id=int(row)),
        "/unsubscribe/zebra",
    ]
    for path in wrong:
        assert client.get(path).status_code == 404, path
        assert client.post(path).status_code == 404, path
    assert not quiet(game)
    assert not game.state().seats[Seat(1)].quiet


def test_the_key_is_in_no_log_line_and_told_to_no_other_page(
    game: Post, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    key = address(game).rpartition("-")[2]
    pages = [client.get(address(game)), client.post(address(game))]
    for answer in pages:
        assert key not in answer.text
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
    for path in ("/", "/g/spring-pigs", "/g/spring-pigs/log", "/status"):
        assert key not in client.get(path).text
    game.run()
    assert key not in caplog.text


def test_without_the_means_there_is_no_such_page(game: Post) -> None:
    client = create_app(game.services).test_client()
    assert client.get(address(game)).status_code == 404
    assert client.post(address(game)).status_code == 404
