"""What a visitor gets where there is no page, and the headers of everything."""

import logging

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pigpost.adapters.sql.store import SqlStore
from tests.web.play import Play

MISSING = (
    "/nope",
    "/g/no-such-game",
    "/g/no-such-game/1",
    "/g/no-such-game/log",
    "/g/no-such-game/export",
    "/g/UPPER",
    "/g/spring-pigs/01",
    "/g/spring-pigs/0",
    f"/g/{'x' * 41}",
)


@pytest.mark.parametrize("address", MISSING)
def test_there_is_no_such_page(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "<h1>There is no such page</h1>" in answer.text


def test_where_json_was_asked_for_the_error_is_json(client: FlaskClient) -> None:
    answer = client.get("/g/no-such-game.json")
    assert answer.status_code == 404
    assert answer.get_json() == {"error": {"code": "not_found", "message": "Not Found"}}


def test_pages_can_only_be_read(client: FlaskClient) -> None:
    answer = client.post("/")
    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert "Pages can only be read" in answer.text


def test_what_is_broken_tells_a_visitor_nothing_and_the_log_everything(
    store: SqlStore, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with store.writing() as tx:
        play = Play(tx.log).starts()
        play.opens()
        play.orders({"p1": "THROWS 31337"}).resigns("p99")
    with caplog.at_level(logging.CRITICAL + 1):
        answer = app.test_client().get("/g/spring-pigs")
    assert answer.status_code == 500
    assert "Something is broken on our side" in answer.text
    assert "31337" not in answer.text
    assert "entry" not in answer.text


@pytest.mark.parametrize(
    "address", ["/", "/index.json", "/nope", "/static/pigpost.css", "/healthz"]
)
def test_every_answer_carries_the_headers(client: FlaskClient, address: str) -> None:
    with client.get(address) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not any("unsafe" in part or "script-src" in part for part in policy)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers


def test_who_has_the_page_is_not_sent_it_again(store: SqlStore, client: FlaskClient) -> None:
    with store.writing() as tx:
        Play(tx.log).starts()
    first = client.get("/g/spring-pigs.json")
    again = client.get("/g/spring-pigs.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    with store.writing() as tx:
        tx.log.append("game-other", [], expected=None)
        Play(tx.log, game="other")
    assert client.get("/g/spring-pigs.json").headers["ETag"] == first.headers["ETag"]


def test_head_answers_as_get_does_without_the_body(client: FlaskClient) -> None:
    got, head = client.get("/"), client.head("/")
    assert head.status_code == 200
    assert head.data == b""
    assert head.headers["ETag"] == got.headers["ETag"]


def test_a_query_can_not_change_where_links_lead(client: FlaskClient) -> None:
    page = client.get('/?_external=1&game=x&_scheme=evil"><b>').text
    assert '<link rel="alternate" type="application/json" href="/index.json?' in page
    assert "<b>" not in page
