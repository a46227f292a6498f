"""One game at the desk: who is missing, and what the game master can do to it, each with a reason."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pigpost.audit.games import game_state
from pigpost.claims.reasons import reason_given
from pigpost.errors import LogConflict, PigpostError, TooLate, UsageError
from pigpost.replay.state import GameState
from pigpost.results.excerpts import score_lines
from pigpost.rounds.end import end_game
from pigpost.rounds.hold import hold_game, move_deadline, resume_game
from pigpost.rounds.run_now import close_now
from pigpost.web.desk import session
from pigpost.web.desk.forms import round_in_form
from pigpost.web.desk.session import decider, desk

blueprint = Blueprint("desk_games", __name__)
blueprint.before_request(session.guard_forms)
blueprint.before_request(session.only_gm)
blueprint.after_request(session.private)

_GAME = "/desk/games/<game:game>"


@blueprint.get(_GAME)
def one(game: str) -> str:
    """How the game stands; of orders only whose are in."""
    return _page(game)


@blueprint.post(f"{_GAME}/hold")
def hold(game: str) -> Response | tuple[str, int]:
    """Nothing is thrown until it goes on."""
    return _done(game, lambda: hold_game(desk(), game, reason=_reason(), by=decider()))


@blueprint.post(f"{_GAME}/go")
def go(game: str) -> Response | tuple[str, int]:
    """It goes on."""
    return _done(game, lambda: resume_game(desk(), game, reason=_reason(), by=decider()))


@blueprint.post(f"{_GAME}/extend")
def extend(game: str) -> Response | tuple[str, int]:
    """Another deadline for the round that was shown."""
    return _done(game, lambda: _extend(game))


@blueprint.post(f"{_GAME}/run")
def run(game: str) -> Response | tuple[str, int]:
    """Closes the round that was shown now; it is thrown once the inbox has been read."""
    return _done(
        game, lambda: close_now(desk(), game, round=round_in_form(), reason=_reason(), by=decider())
    )


@blueprint.post(f"{_GAME}/end")
def end(game: str) -> Response | tuple[str, int]:
    """Ends it without winners."""
    return _done(game, lambda: end_game(desk(), game, reason=_reason(), by=decider()))


def _extend(game: str) -> None:
    with desk().store.reading() as tx:
        zone = ZoneInfo(game_state(tx, game).timezone)
    try:
        at = datetime.fromisoformat(request.form.get("deadline", ""))
    except ValueError:
        raise UsageError("say the new deadline, as 2026-12-12 20:00") from None
    deadline = at.replace(tzinfo=at.tzinfo or zone).astimezone(UTC)
    move_deadline(
        desk(), game, round=round_in_form(), deadline=deadline, reason=_reason(), by=decider()
    )


def _done(game: str, act: Callable[[], object]) -> Response | tuple[str, int]:
    try:
        act()
    except (TooLate, LogConflict) as fault:
        return _page(game, problem=str(fault)), 409
    except PigpostError as fault:
        return _page(game, problem=str(fault)), 422
    return redirect(url_for("desk_games.one", game=game), 303)


def _page(game: str, *, problem: str | None = None) -> str:
    with desk().store.reading() as tx:
        state = game_state(tx, game)
    return render_template(
        "desk/game.html",
        game=state,
        scores=score_lines(state),
        missing=_missing(state),
        problem=problem,
        token=session.form_token(),
    )


def _missing(state: GameState) -> list[str]:
    """Who has no order for the round under way, and has not said that he is away."""
    current = state.current
    if current is None:
        return []
    seats = [seat for seat in state.standings.participants if seat not in current.absent]
    return [state.seats[s].person.name for s in seats if current.standing(s) is None]


def _reason() -> str:
    return reason_given(request.form.get("reason", ""))
