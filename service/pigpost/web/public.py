"""Pages about the whole site: the games, the rules, fairness, and how the service is doing."""

import json
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, request

from pigpost.audit.export import standalone_check
from pigpost.errors import OutOfReach
from pigpost.resources import docs
from pigpost.web.front_page import FrontPage, front_page
from pigpost.web.manual import Manual, read_manual
from pigpost.web.pages import page
from pigpost.web.services import services
from pigpost.web.status_page import StatusPage, status_page

blueprint = Blueprint("public", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPage:
    """The program that checks a round with nothing but Python's standard library."""

    check: str


@page(blueprint, "/", template="front.html")
def front() -> FrontPage:
    """All games and their next deadlines."""
    with services().store.reading() as tx:
        return front_page(tx)


@page(blueprint, "/rules", template="manual.html")
def rules() -> Manual:
    """The rules by number."""
    return _manual("rules.md", request.root_path)


@page(blueprint, "/help/orders", template="manual.html")
def help_orders() -> Manual:
    """How to play by mail, and above all how to order."""
    return _manual("players.md", request.root_path)


@page(blueprint, "/fair", template="fair.html")
def fair() -> FairPage:
    """Fairness in plain words, and the check that anybody can run."""
    return FairPage(check=standalone_check())


@page(blueprint, "/status", template="status.html")
def status() -> StatusPage:
    """How the service is doing."""
    return _status()


@blueprint.get("/healthz")
def healthz() -> Response:
    """For machines that watch: 200 while mail is read and the database answers, else 503."""
    try:
        well = _status().well
    except OutOfReach:
        well = False
    body = json.dumps({"well": well}) + "\n"
    return Response(body, status=200 if well else 503, mimetype="application/json")


def _status() -> StatusPage:
    with services().store.reading() as tx:
        return status_page(tx, mailbox=services().mailbox, now=services().clock.now())


_PAGES = {"rules.md": "/rules", "players.md": "/help/orders", "proofs.md": "/fair"}
"""The pages of documents that others link to."""


@lru_cache(maxsize=8)
def _manual(document: str, root: str) -> Manual:
    pages = {name: root + path for name, path in _PAGES.items()}
    return read_manual((docs() / document).read_text("utf-8"), pages)
