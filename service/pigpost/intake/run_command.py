"""A command as read is carried out; the letter that answers it."""

from collections.abc import Callable
from typing import TypeAlias

from pigpost.audit.games import game_state
from pigpost.intake.absence import vacation, vacation_off
from pigpost.intake.asked import Asked
from pigpost.intake.delivered import delivered
from pigpost.intake.dispute import appeal, protest
from pigpost.intake.hold_back import hold_back
from pigpost.intake.look_back import history, report
from pigpost.intake.pass_on import PASSED_ON, for_gm, pass_on, quiet
from pigpost.intake.press import press
from pigpost.intake.try_order import try_order
from pigpost.intake.undo_order import clear, not_me
from pigpost.orders.reading import CommandWord
from pigpost.replay.state import Phase, SeatStatus
from pigpost.results.excerpts import due, score_lines, standing_order, stored_orders
from pigpost.results.letters import AskedBack, Help, Letter, MailRefused, Rules, Status
from pigpost.rounds.tell import tell_all, tell_game_over
from pigpost.seats.answer import decline, join, resign

HARMLESS = frozenset(
    {
        CommandWord.STATUS,
        CommandWord.WHO,
        CommandWord.SHOW_ORDER,
        CommandWord.REPORT,
        CommandWord.HISTORY,
        CommandWord.TRY,
        CommandWord.HELP,
        CommandWord.RULES,
    }
)
"""Commands that change nothing: their answer goes to the registered address, no proof is asked."""

REQUESTS = frozenset(
    {
        CommandWord.GM,
        CommandWord.PROTEST,
        CommandWord.APPEAL,
        CommandWord.QUIET,
        CommandWord.STOP,
        *PASSED_ON,
    }
)
"""Commands that are passed on to the GM and touch no order. STOP of a player is asked back."""


def run_command(asked: Asked) -> Letter:
    """Carries out one command of a player or of an invited person."""
    return _RUN[asked.command.word](asked)


def _join(asked: Asked) -> Letter:
    if asked.command.args.get("game") not in (None, asked.state.id):
        return _which_game(asked)
    what = join(asked.services, asked.tx, asked.state, asked.written.seat)
    if what == "joined":
        asked.note_gm(what)
    return asked.done(what) if what is not None else _too_late_for_a_seat(asked)


def _decline(asked: Asked) -> Letter:
    status = asked.state.seats[asked.written.seat].status
    what = decline(asked.services, asked.tx, asked.state, asked.written.seat)
    if what is None:
        return _ask_back(asked, "resign")
    if status is SeatStatus.INVITED:
        asked.note_gm(what)
    return asked.done(what)


def _resign(asked: Asked) -> Letter:
    if asked.command.args.get("confirmed") != "yes":
        return _ask_back(asked, "resign")
    what = resign(asked.services, asked.tx, asked.state, asked.written.seat)
    if what is None:
        return _status(asked)
    asked.note_gm(what)
    _tell_of_resignation(asked)
    return asked.done(what)


def _tell_of_resignation(asked: Asked) -> None:
    """Before the game starts it is the GM's business alone: seats come and go."""
    after = game_state(asked.tx, asked.state.id)
    match after.phase:
        case Phase.FORMING:
            pass
        case Phase.OVER:
            tell_game_over(asked.services, asked.tx, after)
        case _:
            who = asked.state.seats[asked.written.seat].person.name
            tell_all(asked.services, asked.tx, after, what="resigned", reason="", who=who)


def _stop(asked: Asked) -> Letter:
    """From who only has an invitation: no mails, no seat. What a player means is asked back."""
    if asked.state.seats[asked.written.seat].status is SeatStatus.PLAYING:
        return _ask_back(asked, "stop")
    decline(asked.services, asked.tx, asked.state, asked.written.seat)
    asked.note_gm("stop")
    return asked.done("stopped")


def _status(asked: Asked) -> Letter:
    state = asked.state
    return Status(
        head=asked.written.head,
        due=due(state, asked.services.clock.now()),
        phase=state.phase,
        held=state.held,
        scores=score_lines(state),
        stands=standing_order(state, asked.written.seat),
        stored=stored_orders(state, asked.written.seat),
        delivered=delivered(
            asked.tx, person=state.seats[asked.written.seat].person.id, game=state.id
        ),
    )


def _help(asked: Asked) -> Letter:
    return Help(
        head=asked.written.head,
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
    )


def _rules(asked: Asked) -> Letter:
    return Rules(head=asked.written.head)


def _ask_back(asked: Asked, question: str) -> AskedBack:
    return AskedBack(
        head=asked.written.head,
        question=question,
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
    )


def _which_game(asked: Asked) -> MailRefused:
    """JOIN names another game than the mail: nothing is joined by a guess."""
    address = asked.state.seats[asked.written.seat].person.address
    seats = asked.tx.projections.seats_of_address(address)
    return MailRefused(
        head=asked.written.head,
        problem="unknown_game",
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
        games=tuple(sorted({seat.game for seat in seats})),
    )


def _too_late_for_a_seat(asked: Asked) -> MailRefused:
    return MailRefused(
        head=asked.written.head,
        problem="not_a_player",
        due=None,
        stands=None,
        games=(),
    )


_Run: TypeAlias = Callable[[Asked], Letter]

_RUN: dict[CommandWord, _Run] = {
    CommandWord.JOIN: _join,
    CommandWord.DECLINE: _decline,
    CommandWord.RESIGN: _resign,
    CommandWord.CLEAR: clear,
    CommandWord.STATUS: _status,
    CommandWord.SHOW_ORDER: _status,
    CommandWord.HELP: _help,
    CommandWord.RULES: _rules,
    CommandWord.NOT_ME: not_me,
    CommandWord.QUIET: quiet,
    CommandWord.PROTEST: protest,
    CommandWord.APPEAL: appeal,
    CommandWord.GM: for_gm,
    CommandWord.STOP: _stop,
    CommandWord.WHO: _status,
    CommandWord.TRY: try_order,
    CommandWord.REPORT: report,
    CommandWord.HISTORY: history,
    CommandWord.PRESS: press,
    CommandWord.VACATION: vacation,
    CommandWord.VACATION_OFF: vacation_off,
    CommandWord.WAIT: hold_back,
    CommandWord.NOWAIT: hold_back,
    **dict.fromkeys(PASSED_ON, pass_on),
}
