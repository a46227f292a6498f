"""The queue in a browser: what is shown, what is escaped, what is sealed, and what a form may do."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pigpost.events.types import OrderAccepted
from pigpost.intake.desk.boxes import Box
from pigpost.resources import templates
from pigpost.rounds.run_now import close_now
from pigpost.rounds.start import start_game
from pigpost.seats.invite import NewPlayer, add_player
from pigpost.web.app import create_app
from tests.desk.browser import at_the_desk, later, site, submit, token
from tests.desk.queue import SUE, arrived, box, from_outside, handled, log_size, mails_out
from tests.post import GAME, Post, a_game, a_mail, text_of

ACTS = {
    "file": {"player": f"{GAME}/Karen", "reason": "she told me"},
    "order": {"player": f"{GAME}/Karen", "reason": "she told me", "text": "THROWS 4"},
    "answer": {"text": "Which one?", "reason": "unclear"},
    "discard": {"reason": "of no use"},
}
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.fixture
def client(game: Post) -> FlaskClient:
    return at_the_desk(game)


def do(client: FlaskClient, number: int, act: str, **changed: str) -> TestResponse:
    fields: dict[str, Any] = {**ACTS[act], **changed}
    return submit(client, f"/desk/mail/{number}", to=f"/desk/mail/{number}/{act}", **fields)


def test_the_queue_shows_what_waits_and_how_many(game: Post, client: FlaskClient) -> None:
    number = arrived(game, from_outside("May I play?", Subject="a seat"))
    page = client.get("/desk/mail?box=unknown-sender")
    assert "Unknown sender (1)" in page.text
    assert f"Mail {number}: my order" not in page.text
    assert f"Mail {number}: a seat" in page.text
    assert f"Mail {number}: a seat" in client.get("/desk/mail").text
    assert "Nothing waits here." in client.get("/desk/mail?box=unread").text
    assert client.get("/desk/mail?box=nonsense").status_code == 404
    assert client.get("/desk/mail?before=x").status_code == 400
    assert client.get("/desk/mail/99").status_code == 404


def test_a_long_box_goes_on_on_the_next_page(game: Post, client: FlaskClient) -> None:
    for number in range(52):
        game.inbox.deliver(from_outside(f"buy {number}", From=f"Eve <eve{number}@evil.example>"))
    game.run()
    first = client.get("/desk/mail?box=unknown-sender").text
    assert len(re.findall(r'class="big"', first)) == 50
    older = re.search(r'href="(/desk/mail\?[^"]+before=\d+)"', first)
    assert older
    assert len(re.findall(r'class="big"', client.get(older[1].replace("&amp;", "&")).text)) == 2


@pytest.mark.parametrize("act", ACTS)
def test_each_act_is_done_by_its_form_and_then_offered_no_more(
    game: Post, client: FlaskClient, act: str
) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    answer = do(client, number, act)
    assert (answer.status_code, answer.location) == (303, f"/desk/mail/{number}")
    assert [event.by for event in handled(game)] == ["gm"]
    assert f"/desk/mail/{number}/{act}" not in client.get(f"/desk/mail/{number}").text
    before = log_size(game), mails_out(game)
    twice = client.post(
        f"/desk/mail/{number}/{act}",
        data={"token": token(client.get("/desk/mail")), **ACTS[act]},
    )
    assert twice.status_code == 409
    assert "Not done, nothing was changed" in twice.text
    assert (log_size(game), mails_out(game)) == before


def test_a_round_that_is_sealed_by_now_takes_nothing_and_what_was_typed_is_kept(
    game: Post, client: FlaskClient
) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    later(game, hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    for act in ("file", "order"):
        answer = do(client, number, act, reason="her own words")
        assert answer.status_code == 409
        assert "too late" in answer.text
        assert 'value="her own words"' in answer.text
    assert handled(game) == []


@pytest.mark.parametrize(
    ("act", "changed", "words"),
    [
        ("order", {"text": "a few"}, "is no order"),
        ("order", {"text": EVIL}, "is no order"),
        ("file", {"reason": " "}, "a reason is needed"),
        ("file", {"player": f"{GAME}/Nobody"}, "nobody called"),
        ("file", {"player": "winter-pigs/Karen"}, "there is no game"),
        ("answer", {"text": " "}, "an answer has words"),
    ],
)
def test_what_can_not_be_done_is_told_on_the_page(
    game: Post, client: FlaskClient, act: str, changed: dict[str, str], words: str
) -> None:
    number = arrived(game, from_outside("a few"))
    answer = do(client, number, act, **changed)
    assert answer.status_code == 422
    assert words in answer.text
    assert "<script>" not in answer.text
    assert handled(game) == []


@pytest.mark.parametrize("act", ACTS)
def test_no_act_without_the_forms_token_or_with_anothers(
    game: Post, client: FlaskClient, act: str
) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    other = at_the_desk(game)
    theirs = token(other.get("/desk/mail"))
    for wrong in ({}, {"token": ""}, {"token": theirs}, {"token": "\u00e9"}):
        answer = client.post(f"/desk/mail/{number}/{act}", data={**ACTS[act], **wrong})
        assert answer.status_code == 403
    assert handled(game) == []


@pytest.mark.parametrize("act", ACTS)
def test_to_get_an_acts_address_does_nothing(game: Post, client: FlaskClient, act: str) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    before = log_size(game), mails_out(game)
    answer = client.get(f"/desk/mail/{number}/{act}", query_string=ACTS[act])
    assert answer.status_code == 405
    client.head(f"/desk/mail/{number}/{act}")
    assert (log_size(game), mails_out(game)) == before


def test_to_look_changes_nothing(game: Post, client: FlaskClient) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    before = log_size(game), mails_out(game), box(game, Box.UNKNOWN)
    for path in ("/desk", "/desk/mail", f"/desk/mail/{number}", "/desk/mail?box=all"):
        for _ in range(2):
            client.get(path)
    assert (log_size(game), mails_out(game), box(game, Box.UNKNOWN)) == before


def test_who_is_not_logged_in_sees_and_does_nothing(game: Post) -> None:
    number = arrived(game, from_outside("May I play?"))
    stranger = site(game).test_client()
    for path in ("/desk", "/desk/mail", f"/desk/mail/{number}", "/desk/mail/99"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.location) == (303, "/desk/login")
        assert "May I play" not in answer.text
    mine = token(stranger.get("/desk/login"))
    for act, fields in ACTS.items():
        answer = stranger.post(f"/desk/mail/{number}/{act}", data={"token": mine, **fields})
        assert answer.status_code == 403
    assert handled(game) == []


def test_an_order_that_is_sealed_is_on_no_page(careful: Post) -> None:
    client = at_the_desk(careful)
    numbers = [
        arrived(careful, a_mail("Karen", "I will throw 23 times", Subject="THROWS 23")),
        arrived(careful, from_outside("THROWS 23", Subject="THROWS 23")),
        arrived(careful, a_mail("Bill", "23 or 71", answering=careful.last("Bill", "opening"))),
    ]
    for path in ("/desk/mail?box=all", *(f"/desk/mail/{number}" for number in numbers)):
        page = client.get(path).text
        assert "sealed" in page
        assert not re.search(r"\b23\b|\b71\b", re.sub(r"<code>.*?</code>", "", page)), path
    later(careful, hours=1)
    close_now(careful.services, GAME, round=1, reason="a test")
    careful.run()
    assert "THROWS 23" in client.get(f"/desk/mail/{numbers[1]}").text


def test_a_refused_act_on_a_sealed_mail_tells_no_order_either(careful: Post) -> None:
    client = at_the_desk(careful)
    number = arrived(careful, a_mail("Karen", "ROUND 99 THROWS 23"))
    answer = do(client, number, "file")
    assert "23" not in re.sub(r"<code>.*?</code>|20\d\d|\?v=\w+", "", answer.text)


def test_whatever_a_mail_holds_is_text(game: Post, client: FlaskClient) -> None:
    raw = from_outside(
        f"hello {EVIL}\n\n> quoted {EVIL}",
        Subject=f"hello {EVIL}",
        Date=EVIL,
        Received=f"from <script>a</script> by {EVIL}; {EVIL}",
    ).replace(b"From: Sue", f"From: {EVIL.replace('<', '(').replace('>', ')')} Sue".encode())
    number = arrived(game, raw)
    later(game, hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    for path in ("/desk/mail?box=all", f"/desk/mail/{number}"):
        page = client.get(path)
        assert page.mimetype == "text/html"
        assert "<script" not in page.text
        assert "<img" not in page.text
    assert "&lt;script&gt;alert(1)" in client.get(f"/desk/mail/{number}").text


def test_names_and_reasons_are_text_too(post: Post) -> None:
    a_game(post, "Bill")
    evil = NewPlayer(name="<b>Eve</b>", address="eve@mill.example", language="en", timezone="UTC")
    add_player(post.services, GAME, evil)
    start_game(post.services, GAME)
    post.run()
    client = at_the_desk(post)
    number = arrived(post, from_outside("May I play?"))
    do(client, number, "discard", reason=f"no {EVIL}")
    page = client.get(f"/desk/mail/{number}").text + client.get(f"/g/{GAME}/log").text
    assert "<script" not in page
    assert "<b>Eve" not in page


def test_the_answer_reaches_the_stranger_and_its_fate_is_shown(
    game: Post, client: FlaskClient
) -> None:
    number = arrived(game, from_outside("May I play?"))
    do(client, number, "answer", text="Not yet.\r\n\r\nIn spring.")
    assert "By hand to sue@office.example: queued" in client.get(f"/desk/mail/{number}").text
    game.run()
    assert "In spring." in text_of(game.sender.to(SUE)[-1])
    assert "By hand to sue@office.example: sent" in client.get(f"/desk/mail/{number}").text


def test_a_mail_in_a_players_name_offers_that_player_first(careful: Post) -> None:
    client = at_the_desk(careful)
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    page = client.get(f"/desk/mail/{number}").text
    assert re.search(r'<option value="spring-pigs/Karen" selected>', page)
    do(client, number, "file")
    assert len(careful.events(OrderAccepted)) == 1


def test_no_page_of_the_desk_may_be_kept_framed_or_scripted(
    game: Post, client: FlaskClient
) -> None:
    number = arrived(game, from_outside("May I play?"))
    for path in ("/desk/login/x", "/desk/mail", f"/desk/mail/{number}", "/desk/login"):
        headers = client.get(path).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Frame-Options"] == "DENY"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "form-action 'self'" in policy
        assert "frame-ancestors 'none'" in policy


def test_a_form_that_is_too_long_is_not_read(game: Post, client: FlaskClient) -> None:
    number = arrived(game, from_outside("May I play?"))
    assert do(client, number, "answer", text="x" * 70_000).status_code == 413
    assert handled(game) == []


def test_no_template_of_the_desk_has_anything_inline_or_unescaped() -> None:
    for file in (templates() / "web" / "desk").iterdir():
        text = file.read_text("utf-8")
        found = re.findall(r"<script|<style|\sstyle=|\son\w+=|javascript:|https?://|\bsafe\b", text)
        assert found == [], file.name
        forms, hidden = text.count("<form"), text.count('name="token"')
        assert forms == hidden, file.name


def test_the_public_pages_lead_to_the_way_in_and_no_further(client: FlaskClient) -> None:
    for path in ("/", f"/g/{GAME}", f"/g/{GAME}/log", "/status"):
        assert re.findall(r'href="(/desk[^"]*)"', client.get(path).text) == ["/desk/login"]


def test_a_site_without_a_desk_leads_to_none(game: Post) -> None:
    assert "/desk" not in create_app(game.services).test_client().get("/").text
