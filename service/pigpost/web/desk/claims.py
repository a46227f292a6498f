"""What needs whoever decides; one claim with all that bears on it; its ruling, the reason first."""

from dataclasses import fields

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pigpost.audit.games import game_state
from pigpost.claims.appeal import close_claim
from pigpost.claims.file import claim_of, open_claim
from pigpost.claims.preview import preview
from pigpost.claims.rule import rule
from pigpost.errors import LogConflict, PigpostError, TooLate
from pigpost.intake.desk.overview import claim_lines, overview, who_filed
from pigpost.intake.desk.propose import Wish, newcomer_of, proposal_of, seats_of
from pigpost.intake.desk.time_line import time_line
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.replay.state import Phase
from pigpost.results.ruling import BeforeAndAfter
from pigpost.web.desk import session
from pigpost.web.desk.forms import round_in_form
from pigpost.web.desk.session import desk

blueprint = Blueprint("desk_claims", __name__)
blueprint.before_request(session.guard_forms)
blueprint.before_request(session.only_voices)
blueprint.after_request(session.private)

_CLAIM = "/desk/claims/<game:game>/<number:number>"


@blueprint.get("/desk")
def front() -> str:
    """What needs me."""
    services = desk()
    with services.store.reading() as tx:
        found = overview(services, tx)
        games = [(row.game, row.title) for row in tx.projections.games() if row.phase != Phase.OVER]
    return render_template(
        "desk/front.html",
        found=found,
        games=games,
        voice=session.decider(),
        token=session.form_token(),
    )


@blueprint.get("/desk/claims")
def all_claims() -> str:
    """Every claim, the latest first."""
    with desk().store.reading() as tx:
        lines = claim_lines(tx)
        games = [(row.game, row.title) for row in tx.projections.games()]
    return render_template("desk/claims.html", lines=lines, games=games, token=session.form_token())


@blueprint.post("/desk/claims")
def open_one() -> Response:
    """A claim that nobody has mailed."""
    game = request.form.get("game", "")
    try:
        claim = open_claim(
            desk(),
            game,
            round=round_in_form(),
            words=request.form.get("reason", ""),
            voice=session.decider(),
        )
    except PigpostError as fault:
        return session.refused(f"Nothing was opened: {fault}.", _status(fault))
    return redirect(url_for("desk_claims.one", game=game, number=claim.number), 303)


@blueprint.get(_CLAIM)
def one(game: str, number: int) -> str:
    """One claim."""
    return _page(game, number)


@blueprint.post(f"{_CLAIM}/preview")
def look(game: str, number: int) -> tuple[str, int]:
    """What a ruling would do; that somebody looked is in the log."""
    services, wish = desk(), _wish()
    try:
        with services.store.reading() as tx:
            proposal = proposal_of(tx, game, number, wish, session.decider())
        told = preview(services, game, proposal, early=request.form.get("early") == "yes")
    except PigpostError as fault:
        return _page(game, number, problem=str(fault)), _status(fault)
    return _page(game, number, told=told), 200


@blueprint.post(f"{_CLAIM}/rule")
def decide(game: str, number: int) -> Response | tuple[str, int]:
    """Rules, and all are told."""
    services, wish = desk(), _wish()
    try:
        with services.store.reading() as tx:
            proposal = proposal_of(tx, game, number, wish, session.decider())
        rule(services, game, proposal, newcomer=newcomer_of(services, wish))
    except PigpostError as fault:
        return _page(game, number, problem=str(fault)), _status(fault)
    return redirect(url_for("desk_claims.one", game=game, number=number), 303)


@blueprint.post(f"{_CLAIM}/close")
def close(game: str, number: int) -> Response | tuple[str, int]:
    """Nothing more is decided about it."""
    try:
        reason = request.form.get("reason", "")
        close_claim(desk(), game, number, reason=reason, voice=session.decider())
    except PigpostError as fault:
        return _page(game, number, problem=str(fault)), _status(fault)
    return redirect(url_for("desk_claims.one", game=game, number=number), 303)


def _page(
    game: str, number: int, *, problem: str | None = None, told: BeforeAndAfter | None = None
) -> str:
    services = desk()
    with services.store.reading() as tx:
        state = game_state(tx, game)
        claim = claim_of(state, number)
        moments = time_line(services, tx, state, claim)
    return render_template(
        "desk/claim.html",
        game=state,
        claim=claim,
        who=who_filed(state, claim.by),
        voice=session.decider(),
        moments=moments,
        rulings=[state.rulings[each - 1] for each in claim.rulings],
        players=seats_of(state),
        kinds=[kind for kind in RulingKind if kind is not RulingKind.CORRECT_THROW],
        acts=list(SeatAct),
        ways=list(Later),
        problem=problem,
        told=told,
        typed=request.form,
        token=session.form_token(),
    )


def _wish() -> Wish:
    return Wish(**{each.name: request.form.get(each.name, "") for each in fields(Wish)})


def _status(fault: PigpostError) -> int:
    return 409 if isinstance(fault, TooLate | LogConflict) else 422
