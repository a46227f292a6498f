"""A browser at the desk."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pigpost.intake.desk.login import print_link
from pigpost.web.app import create_app
from tests.post import Post, address_of, text_of

GM = "alison@pigs.example"


def site(post: Post, url: str | None = None) -> Flask:
    """The pages, with the desk; `url` is where the site says it is."""
    services = post.services
    if url is not None:
        told = services.settings.site.model_copy(update={"url": url})
        services = replace(services, settings=services.settings.model_copy(update={"site": told}))
        post.services = services
    return create_app(services, desk=services)


def token(page: TestResponse) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page.text)
    assert found, page.text
    return found[1]


def submit(client: FlaskClient, page: str, to: str | None = None, **fields: Any) -> TestResponse:
    """Fills in a form of a page and sends it, as a browser does."""
    return client.post(to or page, data={"token": token(client.get(page)), **fields})


def ask(client: FlaskClient, address: str = GM) -> TestResponse:
    return submit(client, "/desk/login", address=address)


def mailed_link(post: Post, address: str = GM) -> str:
    """The path of the link that the GM, or another, got last."""
    post.run()
    (*_, mail) = [m for m in post.sender.to(address) if m["X-Pigpost-Kind"] == "login_link"]
    found = re.search(r"(/desk/login/\S+)", text_of(mail))
    assert found
    return found[1]


def printed_link(post: Post) -> str:
    return "/desk/login/" + print_link(post.services).rpartition("/")[2]


def at_the_desk(post: Post) -> FlaskClient:
    """A browser that is logged in."""
    client = site(post).test_client()
    assert submit(client, printed_link(post)).status_code == 303
    return client


def as_player(post: Post, name: str) -> FlaskClient:
    """A player's browser, in by the link that was mailed to him."""
    client = site(post).test_client()
    ask(client, address_of(name))
    assert submit(client, mailed_link(post, address_of(name))).status_code == 303
    return client


def later(post: Post, **how_much: float) -> None:
    post.clock.at += timedelta(**how_much)
