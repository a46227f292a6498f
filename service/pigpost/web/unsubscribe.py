"""The one page that can change something: no more reminders (RFC 8058). Its address is a key.

To look at it changes nothing, for scanners open every link; to post to it needs no login and no
cookie. The key stands in the mail alone: no page links here, and no other site is told of it.
"""

from typing import Protocol, cast

from flask import Blueprint, Response, abort, current_app, make_response, render_template

from pigpost.errors import LogConflict
from pigpost.seats.unsubscribe import Reminders

NAME = "pigpost-one-click"
_TRIES = 5

blueprint = Blueprint("unsubscribe", __name__)


class Unsubscribing(Protocol):
    """What the page may do, and nothing else."""

    def look(self, token: str) -> Reminders | None:
        """What the key is good for."""

    def stop(self, token: str) -> Reminders | None:
        """Stops it."""


@blueprint.get("/unsubscribe/<token>")
def ask(token: str) -> Response:
    """A button."""
    return _page(_one_click().look(token))


@blueprint.post("/unsubscribe/<token>")
def stop(token: str) -> Response:
    """What the button and the mail clients send; the game may be busy just then."""
    for _ in range(_TRIES - 1):
        try:
            return _page(_one_click().stop(token))
        except LogConflict:
            continue
    return _page(_one_click().stop(token))


def _one_click() -> Unsubscribing:
    found = current_app.extensions.get(NAME)
    if found is None:
        abort(404)
    return cast("Unsubscribing", found)


def _page(reminders: Reminders | None) -> Response:
    if reminders is None:
        abort(404)
    answer = make_response(render_template("unsubscribe.html", reminders=reminders))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
