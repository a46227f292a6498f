"""The mail queue: what waits, one mail, and what can be done with it."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from pigpost.errors import LogConflict, NotFound, PigpostError, TooLate
from pigpost.intake.desk.answer_by_hand import answer_by_hand
from pigpost.intake.desk.boxes import WAITING, Box
from pigpost.intake.desk.discard import discard
from pigpost.intake.desk.file_mail import file_mail
from pigpost.intake.desk.look import list_box, look_at, player_choices, sizes
from pigpost.intake.desk.take_as_order import take_as_order
from pigpost.web.desk import session
from pigpost.web.desk.session import decider, desk

blueprint = Blueprint("desk_mail", __name__)
blueprint.before_request(session.guard_forms)
blueprint.before_request(session.only_gm)
blueprint.after_request(session.private)

_ON_A_PAGE = 50
_TRIES = 5
_SHOWN_SOURCE = 200_000


@blueprint.get("/desk/mail")
def queue() -> str:
    """The mails of a box, the newest first; unless one is asked for, of the first where some wait."""
    services, before = desk(), _before()
    with services.store.reading() as tx:
        counts = sizes(tx)
        box = _box(next((each for each in WAITING if counts[each]), Box.UNREAD))
        lines = list_box(services, tx, box, limit=_ON_A_PAGE + 1, before=before)
    older = lines[_ON_A_PAGE - 1].id if len(lines) > _ON_A_PAGE else None
    return render_template(
        "desk/queue.html",
        box=box,
        boxes=[(each, counts[each]) for each in Box],
        lines=lines[:_ON_A_PAGE],
        older=older,
        token=session.form_token(),
    )


@blueprint.get("/desk/mail/<number:number>")
def one(number: int) -> str:
    """One mail."""
    return _page(number)


@blueprint.post("/desk/mail/<number:number>/file")
def file(number: int) -> Response | tuple[str, int]:
    """It is a player's."""
    game, name = _player()
    return _done(
        number,
        lambda: file_mail(
            desk(), number, reason=_said("reason"), game=game, name=name, by=decider()
        ),
    )


@blueprint.post("/desk/mail/<number:number>/order")
def order(number: int) -> Response | tuple[str, int]:
    """It is this order."""
    game, name = _player()
    return _done(
        number,
        lambda: take_as_order(
            desk(),
            number,
            _said("text"),
            reason=_said("reason"),
            game=game,
            name=name,
            by=decider(),
        ),
    )


@blueprint.post("/desk/mail/<number:number>/answer")
def answer(number: int) -> Response | tuple[str, int]:
    """It is answered."""
    text = _said("text").replace("\r\n", "\n")
    return _done(
        number, lambda: answer_by_hand(desk(), number, text, reason=_said("reason"), by=decider())
    )


@blueprint.post("/desk/mail/<number:number>/discard")
def lay_aside(number: int) -> Response | tuple[str, int]:
    """It comes to nothing."""
    return _done(number, lambda: discard(desk(), number, reason=_said("reason"), by=decider()))


def _done(number: int, act: Callable[[], object]) -> Response | tuple[str, int]:
    """Back to the mail; with what stands in the way, and what was typed, where it could not be done."""
    try:
        _tried(act)
    except (TooLate, LogConflict) as fault:
        return _page(number, problem=str(fault)), 409
    except PigpostError as fault:
        if isinstance(fault, NotFound) and not _exists(number):
            raise
        return _page(number, problem=str(fault)), 422
    return redirect(url_for("desk_mail.one", number=number), 303)


def _tried(act: Callable[[], object]) -> None:
    """The game may be busy just then."""
    for _ in range(_TRIES - 1):
        try:
            act()
        except LogConflict:
            continue
        return
    act()


def _exists(number: int) -> bool:
    with desk().store.reading() as tx:
        try:
            tx.mails.get(number)
        except NotFound:
            return False
    return True


def _page(number: int, *, problem: str | None = None) -> str:
    services = desk()
    with services.store.reading() as tx:
        look = look_at(services, tx, number)
        players = player_choices(tx)
    return render_template(
        "desk/mail.html",
        look=look,
        players=players,
        problem=problem,
        typed=request.form,
        token=session.form_token(),
        most=_SHOWN_SOURCE,
    )


def _said(field: str) -> str:
    return request.form.get(field, "")


def _player() -> tuple[str | None, str | None]:
    """Game and name as one choice; nothing where the mail's own are meant."""
    game, _, name = _said("player").partition("/")
    return game or None, name or None


def _box(usual: Box) -> Box:
    try:
        return Box(request.args.get("box", usual))
    except ValueError:
        abort(404)


def _before() -> int | None:
    written = request.args.get("before")
    if written is None:
        return None
    if not written.isdecimal() or len(written) > 15:  # noqa: PLR2004
        abort(400)
    return int(written)
