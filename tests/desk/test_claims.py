"""Claims at the desk: what needs me, one page of evidence, the reason first, and who may decide."""

from dataclasses import replace
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pigpost.events.types import PreviewOpened, RulingMade
from pigpost.replay.disputes import ClaimStatus
from tests.desk.browser import ask, at_the_desk, mailed_link, site, submit, token
from tests.desk.queue import log_size, mails_out
from tests.post import GAME, Post, a_running_game, text_of

CLAIM = f"/desk/claims/{GAME}/1"
EVIL = "PROTEST <script>alert(1)</script> I sent THROWS 3"


def deputised(post: Post) -> None:
    """The site has a deputy and an ombudsman."""
    told = post.services.settings.site.model_copy(
        update={"deputy": "oscar@pigs.example", "ombudsman": "margaret@pigs.example"}
    )
    settings = post.services.settings.model_copy(update={"site": told})
    post.services = replace(post.services, settings=settings)


@pytest.fixture
def disputed(post: Post) -> Post:
    """Karen's order is missing in round 1."""
    a_running_game(post, "Bill", "Karen", target=500)
    deputised(post)
    post.clock.advance(hours=1)
    post.mailed("Bill", "THROWS 1")
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    post.clock.advance(hours=1)
    post.mailed("Karen", EVIL)
    return post


@pytest.fixture
def client(disputed: Post) -> FlaskClient:
    return at_the_desk(disputed)


def version(page: TestResponse) -> str:
    return page.text.split('name="version" value="')[1].split('"')[0]


def fill(client: FlaskClient, to: str, **fields: str) -> TestResponse:
    """The ruling form, as it was loaded."""
    page = client.get(CLAIM)
    wish = {"what": "count", "player": "Karen", "text": "THROWS 3", "round": "1", **fields}
    data = {"token": token(page), "version": version(page), **wish}
    return client.post(f"{CLAIM}/{to}", data=data)


def test_what_needs_me_begins_with_the_claim(client: FlaskClient) -> None:
    page = client.get("/desk").text
    assert "Spring Pigs: claim 1, round 1" in page
    assert "&lt;script&gt;" in page
    assert "<script" not in page


def test_the_claim_page_has_the_time_line_with_the_deadline_across(client: FlaskClient) -> None:
    page = client.get(CLAIM).text
    told = [
        "round opened",
        "book closed",
        "round thrown",
        "Deadline of round 1",
        "in our inbox",
        "filed by Karen",
        "mail accepted",
    ]
    assert [words for words in told if words not in page] == []
    assert "<script" not in page
    assert client.get(f"/desk/claims/{GAME}/9").status_code == 404


def test_reason_preview_ruling(disputed: Post, client: FlaskClient) -> None:
    without = fill(client, "preview")
    assert without.status_code == 422
    assert "the reason comes before the preview" in without.text
    looked = fill(client, "preview", reason="it was in time")
    assert looked.status_code == 200
    assert "What it would do" in looked.text
    assert disputed.events(RulingMade) == []
    ruled = fill(client, "rule", reason="it was in time")
    assert (ruled.status_code, ruled.location) == (303, CLAIM)
    (made,) = disputed.events(RulingMade)
    assert (made.by, made.blind, made.orders) == ("gm", True, {"p2": "THROWS 3"})
    disputed.run()
    assert "it was in time" in text_of(disputed.last("Bill", "ruling"))
    assert "Ruling 1, count, by gm" in client.get(CLAIM).text


def test_who_looks_early_says_so_and_it_is_logged(disputed: Post, client: FlaskClient) -> None:
    assert fill(client, "preview", early="yes").status_code == 200
    assert [event.reason for event in disputed.events(PreviewOpened)] == [None]
    assert "opened before there was a reason" in client.get(CLAIM).text


def test_a_form_that_was_loaded_before_the_game_went_on_rules_nothing(
    disputed: Post, client: FlaskClient
) -> None:
    page = client.get(CLAIM)
    disputed.mailed("Bill", "THROWS 2")
    before = log_size(disputed), mails_out(disputed)
    fields = {"token": token(page), "version": version(page), "what": "dismiss", "reason": "so"}
    answer = client.post(f"{CLAIM}/rule", data=fields)
    assert answer.status_code == 409
    assert "has gone on since this page was loaded" in answer.text
    assert (log_size(disputed), mails_out(disputed)) == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"what": "nonsense"}, "nothing that can be ruled"),
        ({"text": "about five"}, "is no order"),
        ({"player": "Zoe"}, "nobody called"),
        ({"what": "adjust", "points": "lots"}, "is no number of points"),
        ({"what": "seat", "act": "replace"}, "say who takes the seat"),
        ({"round": "7"}, "has not been thrown"),
        ({"reason": ""}, "a reason is needed"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_said_and_nothing_is_changed(
    disputed: Post, client: FlaskClient, fields: dict[str, str], words: str
) -> None:
    before = log_size(disputed), mails_out(disputed)
    answer = fill(client, "rule", **{"reason": "so", **fields})
    assert answer.status_code == 422
    assert words in answer.text
    assert (log_size(disputed), mails_out(disputed)) == before


def test_a_claim_is_opened_and_closed_by_forms(disputed: Post, client: FlaskClient) -> None:
    opened = submit(client, "/desk/claims", game=GAME, round="1", reason="Bill rang")
    assert opened.location == f"/desk/claims/{GAME}/2"
    assert submit(client, "/desk/claims", game=GAME, round="9", reason="x").status_code == 422
    page = f"/desk/claims/{GAME}/2"
    assert submit(client, page, to=f"{page}/close", reason="found it").status_code == 303
    assert disputed.state().claims[1].status is ClaimStatus.CLOSED
    assert submit(client, "/desk", to=f"{page}/close", reason="again").status_code == 409


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "one", ""])
def test_a_claim_about_what_is_no_round_is_not_opened(
    disputed: Post, client: FlaskClient, number: str
) -> None:
    answer = submit(client, "/desk/claims", game=GAME, round=number, reason="x")
    assert answer.status_code == 422
    assert len(disputed.state().claims) == 1


def test_nobody_rules_who_is_not_logged_in(disputed: Post) -> None:
    stranger = site(disputed).test_client()
    assert stranger.get(CLAIM).status_code == 303
    assert stranger.post(f"{CLAIM}/rule", data={"what": "dismiss"}).status_code == 403
    assert disputed.events(RulingMade) == []


def logged_in(post: Post, address: str) -> FlaskClient:
    """Somebody by the link that was mailed to him."""
    client = site(post).test_client()
    ask(client, address)
    post.run()
    (*_, mail) = post.sender.to(address)
    link = "/desk/login/" + text_of(mail).split("/desk/login/")[1].split()[0]
    assert submit(client, link).status_code == 303
    return client


def test_a_deputy_rules_in_his_own_name(disputed: Post) -> None:
    deputy = logged_in(disputed, "oscar@pigs.example")
    assert deputy.get("/desk/mail").status_code == 200
    assert fill(deputy, "rule", reason="in time").status_code == 303
    assert [event.by for event in disputed.events(RulingMade)] == ["deputy"]


def test_the_ombudsman_sees_claims_and_nothing_else(disputed: Post) -> None:
    ombudsman = logged_in(disputed, "margaret@pigs.example")
    assert ombudsman.get("/desk").status_code == 200
    assert ombudsman.get(CLAIM).status_code == 200
    assert ombudsman.get("/desk/mail").status_code == 403


def test_who_is_no_deputy_any_more_is_out(disputed: Post) -> None:
    client = logged_in(disputed, "oscar@pigs.example")
    told = disputed.services.settings.site.model_copy(update={"deputy": ""})
    settings = disputed.services.settings.model_copy(update={"site": told})
    disputed.services = replace(disputed.services, settings=settings)
    other = site(disputed).test_client()
    cookie = client.get_cookie("pigpost-desk")
    assert cookie is not None
    other.set_cookie("pigpost-desk", cookie.value)
    assert other.get("/desk").status_code == 303


def test_the_mailed_link_is_the_gms_own(disputed: Post) -> None:
    client = site(disputed).test_client()
    ask(client)
    assert mailed_link(disputed)
    kinds = {mail["X-Pigpost-Kind"] for mail in disputed.sender.to("oscar@pigs.example")}
    assert "login_link" not in kinds
