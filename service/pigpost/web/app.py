"""The Flask application. Nothing is built at import; nothing it serves changes anything."""

from hashlib import sha256
from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import BaseConverter

from pigpost.resources import templates
from pigpost.web import log, public, rounds
from pigpost.web.chart import MOST_LINES, chart_of
from pigpost.web.errors import answer_errors
from pigpost.web.language import speak
from pigpost.web.security import secure
from pigpost.web.services import NAME, Services


class _Game(BaseConverter):
    regex = "[a-z0-9-]{1,40}"


class _Number(BaseConverter):
    """A round or a position, without leading zeros, so that each has one address."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        return int(value)


def create_app(services: Services) -> Flask:
    """The audit view over these services."""
    app = Flask(__name__, template_folder=str(templates() / "web"))
    app.url_map.converters.update(game=_Game, number=_Number)
    app.extensions[NAME] = services
    speak(app)
    _dress(app, services)
    secure(app)
    answer_errors(app)
    for blueprint in (public.blueprint, rounds.blueprint, log.blueprint):
        app.register_blueprint(blueprint)
    return app


def _dress(app: Flask, services: Services) -> None:
    """What every template may use besides its page."""
    style = Path(app.static_folder or "", "pigpost.css").read_bytes()
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters["chart"] = chart_of
    app.jinja_env.globals.update(
        most_lines=MOST_LINES,
        site=services.settings.site,
        style_version=sha256(style).hexdigest()[:8],
    )
    app.context_processor(lambda: {"now": services.clock.now()})
