"""Pages about one game: its table, its rounds, and all of it to take away."""

import re

from flask import Blueprint, Response, request

from pigpost.audit.export import export_game, log_origin
from pigpost.audit.games import game_state
from pigpost.events.streams import game_stream
from pigpost.games.kinds import GameId
from pigpost.web.game_page import GamePage, game_page
from pigpost.web.language import catalogue
from pigpost.web.pages import conditional, page
from pigpost.web.round_page import RoundPage, proof_file, round_page
from pigpost.web.seen import seen_game
from pigpost.web.services import services
from pigpost.web.what_if_page import WhatIfPage, what_if_page

blueprint = Blueprint("rounds", __name__)

_SEAT = re.compile(r"p[1-9][0-9]{0,2}")


@page(blueprint, "/g/<game:game>", template="game.html")
def a_game(game: str) -> GamePage:
    """A game."""
    with services().store.reading() as tx:
        return game_page(seen_game(tx, game), catalogue())


@page(blueprint, "/g/<game:game>/<number:number>", template="round.html")
def a_round(game: str, number: int) -> RoundPage:
    """A round."""
    with services().store.reading() as tx:
        recorded = tx.log.read(game_stream(GameId(game)))
        return round_page(recorded, number, catalogue(), version=request.args.get("as"))


@page(blueprint, "/g/<game:game>/<number:number>/what-if", template="what_if.html")
def supposed(game: str, number: int) -> WhatIfPage:
    """The same round with other orders, on the same throws; nothing of it is stored."""
    asked = {name: text for name, text in request.args.items() if _SEAT.fullmatch(name)}
    with services().store.reading() as tx:
        return what_if_page(tx, seen_game(tx, game), number, asked, catalogue())


@blueprint.get("/g/<game:game>/<number:number>/proof.json")
def proof(game: str, number: int) -> Response:
    """The file of a thrown round, as in the export: what the stand-alone check reads."""
    with services().store.reading() as tx:
        body = proof_file(game_state(tx, game), number)
    return conditional(Response(body, mimetype="application/json"))


@blueprint.get("/g/<game:game>/export")
def export(game: str) -> Response:
    """Everything that anybody may have of the game, as a zip that proves itself."""
    at = services()
    with at.store.reading() as tx:
        body = export_game(tx, game, origin=log_origin(at.settings.site.url))
    answer = Response(body, mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{game}.zip")
    return conditional(answer)
