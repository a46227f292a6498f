"""A player's own pages: his games with his orders, his claims, and what he says against a ruling."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pigpost.errors import LogConflict, NotFound, PigpostError, TooLate
from pigpost.games.kinds import Seat
from pigpost.intake.desk.own_games import OwnGame, own_game, own_games
from pigpost.intake.desk.say_own import LONGEST, appeal_here, contest_here, protest_here
from pigpost.intake.desk.time_line import time_line
from pigpost.orders.canonical import in_words
from pigpost.results.letters import StandingOrder
from pigpost.results.meaning import meaning
from pigpost.web.desk import session
from pigpost.web.desk.forms import round_in_form
from pigpost.web.desk.session import desk
from pigpost.web.language import catalogue

blueprint = Blueprint("desk_own", __name__)
blueprint.before_request(session.guard_forms)
blueprint.before_request(session.only_players)
blueprint.after_request(session.private)

_GAME = "/desk/mine/<game:game>"
_CLAIM = f"{_GAME}/claims/<number:number>"
_RULING = f"{_GAME}/rulings/<number:number>"


@blueprint.get("/desk/mine")
def front() -> str:
    """All that he plays in, and has played in."""
    with desk().store.reading() as tx:
        games = own_games(tx, _person())
    return render_template("desk/mine.html", games=games, spell=_spell, token=session.form_token())


@blueprint.get(_GAME)
def one(game: str) -> str:
    """One game: what he has ordered, and what is disputed."""
    return _page(game)


@blueprint.post(f"{_GAME}/protest")
def protest(game: str) -> Response | tuple[str, int]:
    """Opens a claim, as PROTEST in a mail does."""
    number, words = round_in_form(), request.form.get("words", "")

    def act() -> str:
        claim = protest_here(desk(), _person(), game, round=number, words=words)
        return url_for("desk_own.claim", game=game, number=claim)

    return _done(game, act)


@blueprint.get(_CLAIM)
def claim(game: str, number: int) -> str:
    """One of his claims, with all that bears on it."""
    services = desk()
    with services.store.reading() as tx:
        own = own_game(tx, _person(), game)
        found = own.claim(number)
        moments = time_line(services, tx, own.state, found)
    return render_template(
        "desk/mine_claim.html",
        own=own,
        claim=found,
        moments=moments,
        rulings=[each for each in own.rulings(services) if each.ruling.number in found.rulings],
        most=LONGEST,
        token=session.form_token(),
    )


@blueprint.post(f"{_RULING}/appeal")
def appeal(game: str, number: int) -> Response | tuple[str, int]:
    """Lays it before the ombudsman, as APPEAL in a mail does."""
    words = request.form.get("words", "")

    def act() -> str:
        appeal_here(desk(), _person(), game, ruling=number, words=words)
        return url_for("desk_own.one", game=game)

    return _done(game, act)


@blueprint.post(f"{_RULING}/contest")
def contest(game: str, number: int) -> Response | tuple[str, int]:
    """His voice against it, as PROTEST with the ruling's number does."""

    def act() -> str:
        contest_here(desk(), _person(), game, ruling=number)
        return url_for("desk_own.one", game=game)

    return _done(game, act)


def _done(game: str, act: Callable[[], str]) -> Response | tuple[str, int]:
    """On to where it stands; back to the game, with what was typed, where it could not be done."""
    try:
        return redirect(act(), 303)
    except NotFound:
        raise  # as if there were no such page: it may be another's
    except (TooLate, LogConflict) as fault:
        return _page(game, problem=str(fault)), 409
    except PigpostError as fault:
        return _page(game, problem=str(fault)), 422


def _page(game: str, *, problem: str | None = None) -> str:
    services = desk()
    with services.store.reading() as tx:
        own = own_game(tx, _person(), game)
    return render_template(
        "desk/mine_game.html",
        own=own,
        spell=_spell,
        means=_means,
        disputable=own.disputable(services.clock.now()),
        rulings=own.rulings(services),
        problem=problem,
        typed=request.form,
        most=LONGEST,
        token=session.form_token(),
    )


def _spell(own: OwnGame, order: StandingOrder) -> str:
    """As a receipt repeats it."""
    return in_words(order.condition, _names(own))


def _means(own: OwnGame, order: StandingOrder) -> str:
    return meaning(order.condition, _names(own), catalogue(), form=own.state.settings.form)


def _names(own: OwnGame) -> dict[Seat, str]:
    return {seat: each.person.name for seat, each in own.state.seats.items()}


def _person() -> str:
    found = session.player()
    assert found is not None  # who is nobody did not pass `only_players`
    return found
