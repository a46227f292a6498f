"""The Flask application. Nothing is built at import.

What it serves can only be read, but for three things: a key of a mail stops its reminders, who decides
can do at the desk what the command line can, and a player can protest there as by mail.
"""

from hashlib import sha256
from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import BaseConverter

from pigpost import ports
from pigpost.resources import templates
from pigpost.web import log, public, rounds, unsubscribe
from pigpost.web.chart import MOST_LINES, chart_of
from pigpost.web.desk import claims as desk_claims
from pigpost.web.desk import games as desk_games
from pigpost.web.desk import login as desk_login
from pigpost.web.desk import mail as desk_mail
from pigpost.web.desk import own as desk_own
from pigpost.web.desk.session import open_desk
from pigpost.web.errors import answer_errors
from pigpost.web.language import speak
from pigpost.web.security import secure
from pigpost.web.services import NAME, Services
from pigpost.web.unsubscribe import Unsubscribing


class _Game(BaseConverter):
    regex = "[a-z0-9-]{1,40}"


class _Number(BaseConverter):
    """A round or a position, without leading zeros, so that each has one address."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)


def create_app(
    services: Services,
    *,
    one_click: Unsubscribing | None = None,
    desk: ports.Services | None = None,
) -> Flask:
    """The audit view over these services.

    With `one_click` mails can be unsubscribed from; with `desk` the game master and players can log in.
    """
    app = Flask(__name__, template_folder=str(templates() / "web"))
    app.url_map.converters.update(game=_Game, number=_Number)
    app.extensions[NAME] = services
    app.extensions[unsubscribe.NAME] = one_click
    speak(app)
    _dress(app, services, has_desk=desk is not None)
    secure(app)
    answer_errors(app)
    for part in (public, rounds, log, unsubscribe):
        app.register_blueprint(part.blueprint)
    if desk is not None:
        open_desk(app, desk)
        app.register_blueprint(desk_login.blueprint)
        app.register_blueprint(desk_mail.blueprint)
        app.register_blueprint(desk_claims.blueprint)
        app.register_blueprint(desk_games.blueprint)
        app.register_blueprint(desk_own.blueprint)
    return app


def _dress(app: Flask, services: Services, *, has_desk: bool) -> None:
    """What every template may use besides its page."""
    style = Path(app.static_folder or "", "pigpost.css").read_bytes()
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters["chart"] = chart_of
    app.jinja_env.globals.update(
        most_lines=MOST_LINES,
        has_desk=has_desk,
        site=services.settings.site,
        style_version=sha256(style).hexdigest()[:8],
    )
    app.context_processor(lambda: {"now": services.clock.now()})
