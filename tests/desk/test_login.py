"""The way in: one link, once, soon, in one browser; and what does not lead in."""

import logging

import pytest
from flask.testing import FlaskClient
from sqlalchemy import NullPool, create_engine, func, select

from pigpost.adapters.sql.tables import gm_login
from pigpost.intake.desk.login import log_in
from pigpost.web.app import create_app
from tests.desk.browser import (
    GM,
    ask,
    at_the_desk,
    later,
    mailed_link,
    printed_link,
    site,
    submit,
    token,
)
from tests.desk.queue import log_size, mails_out
from tests.desk.test_cli import as_json
from tests.post import Post


@pytest.fixture
def client(game: Post) -> FlaskClient:
    return site(game).test_client()


def inside(client: FlaskClient) -> bool:
    return client.get("/desk/mail").status_code == 200


def test_a_mailed_link_leads_in_once(game: Post, client: FlaskClient) -> None:
    assert ask(client).status_code == 200
    link = mailed_link(game)
    entered = submit(client, link)
    assert (entered.status_code, entered.location) == (303, "/desk")
    assert inside(client)
    submit(client, "/desk/mail", to="/desk/logout")
    assert not inside(client)
    assert submit(client, link).status_code == 403
    assert not inside(client)


def test_to_look_at_a_link_does_not_use_it_up(game: Post, client: FlaskClient) -> None:
    ask(client)
    link = mailed_link(game)
    scanner = site(game).test_client()
    for _ in range(3):
        assert scanner.get(link).status_code == 200
        scanner.head(link)
    assert submit(client, link).status_code == 303


def test_a_link_is_good_only_in_the_browser_that_asked_for_it(
    game: Post, client: FlaskClient
) -> None:
    ask(client)
    link = mailed_link(game)
    other = site(game).test_client()
    refused = submit(other, link)
    assert refused.status_code == 403
    assert "another browser" in refused.text
    assert not inside(other)
    assert submit(client, link).status_code == 303


def test_a_link_of_the_command_line_is_good_in_any_browser_but_once(game: Post) -> None:
    link = printed_link(game)
    first, second = site(game).test_client(), site(game).test_client()
    assert submit(first, link).status_code == 303
    assert submit(second, link).status_code == 403


def test_a_link_is_good_for_a_quarter_of_an_hour(game: Post, client: FlaskClient) -> None:
    links = [printed_link(game) for _ in range(2)]
    later(game, minutes=14, seconds=59)
    assert submit(client, links[0]).status_code == 303
    later(game, seconds=1)
    assert submit(site(game).test_client(), links[1]).status_code == 403


def test_a_session_ends_after_twelve_hours(game: Post) -> None:
    client = at_the_desk(game)
    later(game, hours=11, minutes=59)
    assert inside(client)
    later(game, minutes=1)
    assert not inside(client)
    assert client.get("/desk/mail").location == "/desk/login"


def test_a_cookie_is_worth_nothing_after_the_log_out_whoever_kept_it(game: Post) -> None:
    client = at_the_desk(game)
    kept = client.get_cookie("pigpost-desk")
    assert kept is not None
    submit(client, "/desk/mail", to="/desk/logout")
    thief = site(game).test_client()
    thief.set_cookie("pigpost-desk", kept.value)
    assert not inside(thief)


def test_links_and_sessions_that_are_over_are_forgotten_with_the_next_link(
    game: Post, database_url: str
) -> None:
    for _ in range(3):
        printed_link(game)
    client = at_the_desk(game)
    later(game, hours=12, minutes=14)
    printed_link(game)
    assert links(database_url) == 5
    later(game, minutes=1)
    printed_link(game)
    assert links(database_url) == 2
    assert not inside(client)


def test_the_cookie_of_a_session_that_was_forgotten_never_leads_into_another(
    game: Post, database_url: str
) -> None:
    client = at_the_desk(game)
    kept = client.get_cookie("pigpost-desk")
    assert kept is not None
    later(game, days=1)
    at_the_desk(game)
    later(game, days=1)
    at_the_desk(game)
    assert links(database_url) == 1
    thief = site(game).test_client()
    thief.set_cookie("pigpost-desk", kept.value)
    assert not inside(thief)


def test_a_forged_cookie_leads_nowhere(game: Post) -> None:
    client = at_the_desk(game)
    good = client.get_cookie("pigpost-desk")
    assert good is not None
    body, _, rest = good.value.partition(".")
    other = signed_elsewhere(game, good.value)
    for forged in (f"{body}x.{rest}", good.value[:-2], "eyJsb2dpbiI6IngifQ", "x" * 500, other):
        client.set_cookie("pigpost-desk", forged)
        assert not inside(client), forged[:40]


def links(database_url: str) -> int:
    """How many rows there are of links, good or not."""
    with create_engine(database_url, poolclass=NullPool).connect() as connection:
        return connection.scalar(select(func.count()).select_from(gm_login)) or 0


def signed_elsewhere(post: Post, cookie: str) -> str:
    """The same words, signed by a site that has another GM."""
    app = site(post)
    words = app.session_interface.get_signing_serializer(app).loads(cookie)  # type: ignore[attr-defined]
    app.secret_key = b"another key"
    return str(app.session_interface.get_signing_serializer(app).dumps(words))  # type: ignore[attr-defined]


def test_the_answer_is_the_same_whoever_asks_and_only_the_gm_gets_a_mail(
    game: Post, client: FlaskClient
) -> None:
    before = mails_out(game)
    stranger = ask(client, "eve@evil.example")
    assert mails_out(game) == before
    assert ask(client, f"{GM}, eve@evil.example").text == stranger.text
    assert ask(client, f"{GM}\nBcc: eve@evil.example").text == stranger.text
    assert mails_out(game) == before
    assert ask(client, f" {GM.upper()} ").text == stranger.text
    game.run()
    assert mails_out(game) == before + 1
    assert [address for address, _ in game.sender.sent][-1] == GM


def test_no_more_than_five_links_an_hour_are_mailed_and_nobody_is_told(
    game: Post, client: FlaskClient
) -> None:
    before = mails_out(game)
    pages = {ask(client).text for _ in range(8)}
    assert len(pages) == 1
    assert mails_out(game) == before + 5
    assert submit(client, printed_link(game)).status_code == 303
    submit(client, "/desk/mail", to="/desk/logout")
    later(game, hours=1, seconds=1)
    ask(client)
    assert mails_out(game) == before + 6


@pytest.mark.parametrize(
    ("url", "name", "secure"),
    [
        ("https://pigs.example", "__Host-pigpost-desk", True),
        ("http://pigs.example", "pigpost-desk", False),
    ],
)
def test_the_cookie_is_for_this_site_alone_and_for_no_script(
    game: Post, url: str, name: str, *, secure: bool
) -> None:
    client = site(game, url).test_client()
    header = client.get("/desk/login", base_url=url).headers["Set-Cookie"]
    assert header.startswith(f"{name}=")
    parts = {part.strip() for part in header.split(";")}
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= parts
    assert ("Secure" in parts) is secure
    assert not any(part.startswith("Domain") for part in parts)


def test_pages_that_need_no_login_set_no_cookie(client: FlaskClient) -> None:
    for path in ("/", "/g/spring-pigs", "/status", "/rules"):
        assert "Set-Cookie" not in client.get(path).headers


def test_the_key_of_a_link_is_in_no_page_list_log_line_or_row(
    game: Post, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ask(client)
    link = mailed_link(game)
    key = link.rpartition("/")[2]
    page = client.get(link)
    assert key not in page.text
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cache-Control"] == "no-store"
    submit(client, link)
    assert key not in client.get("/desk/mail").text
    out = as_json(game, "list", "--out")
    number = next(row["id"] for row in out if row["kind"] == "login_link")
    assert key not in str(as_json(game, "show", "--out", str(number)))
    assert key not in caplog.text


def test_without_a_token_no_form_of_the_way_in_does_anything(
    game: Post, client: FlaskClient
) -> None:
    before = mails_out(game)
    assert client.post("/desk/login", data={"address": GM}).status_code == 403
    assert mails_out(game) == before
    link = printed_link(game)
    other = site(game).test_client()
    theirs = token(other.get(link))
    assert client.post(link, data={"token": theirs}).status_code == 403
    assert log_in(game.services, link.rpartition("/")[2], browser="") is not None


def test_who_is_in_is_not_asked_again(game: Post) -> None:
    client = at_the_desk(game)
    assert client.get("/desk/login").location == "/desk"
    assert client.get("/desk").status_code == 200


def test_without_the_means_there_is_no_desk(game: Post) -> None:

    client = create_app(game.services).test_client()
    for path in ("/desk", "/desk/login", "/desk/mail", "/desk/mail/1", "/desk/login/x"):
        assert client.get(path).status_code == 404, path
    assert client.post("/desk/login", data={"address": GM}).status_code == 404


def test_nothing_of_it_is_in_the_log(game: Post) -> None:
    before = log_size(game)
    at_the_desk(game)
    assert log_size(game) == before
