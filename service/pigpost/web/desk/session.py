"""Who is at the desk: a signed cookie that names a login, which the database knows to be open.

The cookie is sent along where a link of a mail leads here (SameSite=Lax), and never with a form of
another site; each form carries a token of its own besides.
"""

import secrets
from hmac import compare_digest
from typing import cast

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from pigpost.claims.voices import Voice
from pigpost.intake.desk.login import cookie_key, log_out, player_of, voice_of
from pigpost.ports import Services

NAME = "pigpost-desk"
_LOGIN, _TOKEN, _BROWSER = "login", "token", "browser"
_MOST_BYTES = 65_536


def open_desk(app: Flask, services: Services) -> None:
    """Gives the app what the desk works with, and a key for its cookies."""
    app.extensions[NAME] = services
    secure = services.settings.site.url.startswith("https://")
    app.secret_key = cookie_key(services)
    app.config.update(
        SESSION_COOKIE_NAME="__Host-pigpost-desk" if secure else "pigpost-desk",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=secure,
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def desk() -> Services:
    """What the desk works with."""
    return cast("Services", current_app.extensions[NAME])


def voice() -> Voice | None:
    """In whose name the reader decides; None for who only plays, or is not logged in."""
    login = session.get(_LOGIN)
    return voice_of(desk(), login) if isinstance(login, str) else None


def decider() -> Voice:
    """The same on pages that nobody else passes to."""
    found = voice()
    assert found is not None  # as `only_gm` and `only_voices` see to
    return found


def player() -> str | None:
    """The person who reads, if he is here as a player."""
    login = session.get(_LOGIN)
    return player_of(desk(), login) if isinstance(login, str) else None


def home() -> str | None:
    """The page that the reader begins with; None for who is not logged in."""
    if voice() is not None:
        return url_for("desk_claims.front")
    return None if player() is None else url_for("desk_own.front")


def begin(login: str) -> None:
    """The browser is logged in from now on, and nothing of before is kept."""
    session.clear()
    session[_LOGIN] = login


def end() -> None:
    """The browser is logged out, and its cookie is worth nothing any more."""
    login = session.get(_LOGIN)
    if isinstance(login, str):
        log_out(desk(), login)
    session.clear()


def browser() -> str:
    """What tells this browser from others, from its first page on."""
    return str(session.setdefault(_BROWSER, secrets.token_urlsafe(16)))


def form_token() -> str:
    """What each form of this browser carries, and no other site can know."""
    return str(session.setdefault(_TOKEN, secrets.token_urlsafe(16)))


def guard_forms() -> AnyResponse | None:
    """A form that this browser did not get from us changes nothing."""
    request.max_content_length = _MOST_BYTES
    if request.method != "POST":
        return None
    ours, theirs = session.get(_TOKEN, ""), request.form.get("token", "")
    if ours and compare_digest(str(ours).encode(), theirs.encode()):
        return None
    return refused(
        "This form is not good any more. Please go back, load its page anew, and try again."
    )


def only_gm() -> AnyResponse | None:
    """The game master and his deputy pass. Who is not logged in gets the way in, and no page.

    For a player there is no such page.
    """
    return _only(Voice.GM, Voice.DEPUTY)


def only_voices() -> AnyResponse | None:
    """The same, and the ombudsman passes too."""
    return _only(Voice.GM, Voice.DEPUTY, Voice.OMBUDSMAN)


def _only(*voices: Voice) -> AnyResponse | None:
    found = voice()
    if found in voices:
        return None
    if found is not None:
        return refused("The ombudsman decides claims; the rest of the desk is the game master's.")
    if player() is not None:
        abort(404)
    return _way_in()


def only_players() -> AnyResponse | None:
    """Players pass; what each may see is his own. For who decides there is no such page."""
    if player() is not None:
        return None
    if voice() is not None:
        abort(404)
    return _way_in()


def _way_in() -> AnyResponse:
    if request.method == "POST":
        return refused("You are not logged in any more. Nothing was changed.")
    return redirect(url_for("desk_login.ask"), 303)


def refused(words: str, status: int = 403) -> Response:
    """A page that says why nothing was done."""
    return make_response(render_template("desk/refused.html", words=words), status)


def private(response: Response) -> Response:
    """Kept by nobody, found by nobody, told to no other site."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
