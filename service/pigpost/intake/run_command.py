"""A command as read is carried out; the letter that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.audit.games import game_state
from pigpost.events.record import Addition
from pigpost.events.streams import game_stream
from pigpost.events.types import (
    ClaimFiled,
    Event,
    Mailed,
    OrderSetAside,
    OrderWithdrawn,
    RequestNoted,
    SealedSeat,
)
from pigpost.games.kinds import seat_label
from pigpost.intake.accept_order import Written, arrived_in_time
from pigpost.orders.reading import Command, CommandWord
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.results.excerpts import due, score_lines, standing_order
from pigpost.results.letters import (
    AskedBack,
    Done,
    GmNote,
    Help,
    Letter,
    MailRefused,
    Rules,
    Status,
)
from pigpost.rounds.tell import tell_all
from pigpost.seats.answer import decline, join, resign

HARMLESS = frozenset(
    {CommandWord.STATUS, CommandWord.SHOW_ORDER, CommandWord.HELP, CommandWord.RULES}
)
"""Commands that change nothing: their answer goes to the registered address, no proof is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A command with everything that carrying it out needs."""

    services: Services
    tx: Transaction
    state: GameState
    command: Command
    written: Written
    words: str
    mail: int

    def note_gm(self, what: str) -> None:
        """Tells the GM, once for this mail."""
        note = GmNote(
            head=gm_head(self.services, self.state),
            what=what,
            who=self.state.seats[self.written.seat].person.name,
            words=self.words,
            mail=self.mail,
        )
        tell_gm(self.services, self.tx, note)

    def append(self, event: Event) -> None:
        """Records what was done, once for this item of this mail."""
        self.tx.log.append(
            game_stream(self.state.id),
            [Addition(event=event, idem=self.written.idem)],
            expected=self.state.version,
        )

    def mailed(self) -> Mailed:
        """The mail behind the command."""
        return Mailed(
            words=self.words,
            mail_sha256=self.written.mail_sha256,
            sender=self.written.sender,
            dated=self.written.dated,
        )

    def done(self, what: str) -> Done:
        """The letter that says what was done and what now stands."""
        after = game_state(self.tx, self.state.id)
        return Done(
            head=self.written.head,
            what=what,
            due=due(after, self.services.clock.now()),
            stands=standing_order(after, self.written.seat),
        )


def run_command(asked: Asked) -> Letter:
    """Carries out one command of a player or of an invited person."""
    return _RUN[asked.command.word](asked)


def _join(asked: Asked) -> Letter:
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
    after = game_state(asked.tx, asked.state.id)
    who = asked.state.seats[asked.written.seat].person.name
    tell_all(asked.services, asked.tx, after, what=what, reason="", who=who)
    return asked.done(what)


def _clear(asked: Asked) -> Letter:
    state, seat = asked.state, asked.written.seat
    if standing_order(state, seat) is None or not _in_time(asked):
        return asked.done("nothing_to_clear")
    asked.append(
        OrderWithdrawn(
            at=asked.services.clock.now(),
            by=asked.written.by,
            round=_round(state),
            arrived_at=asked.written.arrived_at,
            uid=asked.written.uid,
            sealed=SealedSeat(seat=seat_label(seat)),
        )
    )
    return asked.done("cleared")


def _not_me(asked: Asked) -> Letter:
    state, seat = asked.state, asked.written.seat
    order = None if state.current is None else state.current.standing(seat)
    asked.note_gm("not_me")
    if order is None or state.phase is not Phase.OPEN:
        return asked.done("nothing_to_set_aside")
    asked.append(
        OrderSetAside(
            at=asked.services.clock.now(),
            by=asked.written.by,
            round=_round(state),
            order=order.ver,
            sealed=SealedSeat(seat=seat_label(seat)),
        )
    )
    return asked.done("set_aside")


def _stop(asked: Asked) -> Letter:
    """From who only has an invitation: no mails, no seat. From a player it is asked back."""
    if asked.state.seats[asked.written.seat].status is SeatStatus.PLAYING:
        _note_request(asked, "stop")
        return _ask_back(asked, "stop")
    decline(asked.services, asked.tx, asked.state, asked.written.seat)
    asked.note_gm("stop")
    return asked.done("stopped")


def _quiet(asked: Asked) -> Letter:
    _note_request(asked, "quiet")
    return asked.done("quiet")


def _gm(asked: Asked) -> Letter:
    _note_request(asked, "gm")
    return asked.done("gm_told")


def _note_request(asked: Asked, request: str) -> None:
    asked.note_gm(request)
    asked.append(
        RequestNoted(
            at=asked.services.clock.now(),
            by=seat_label(asked.written.seat),
            round=_round(asked.state),
            request=request,
            arrived_at=asked.written.arrived_at,
            uid=asked.written.uid,
            personal=asked.mailed(),
        )
    )


def _protest(asked: Asked) -> Letter:
    asked.note_gm("protest")
    asked.append(
        ClaimFiled(
            at=asked.services.clock.now(),
            by=seat_label(asked.written.seat),
            round=_round(asked.state),
            arrived_at=asked.written.arrived_at,
            uid=asked.written.uid,
            personal=asked.mailed(),
        )
    )
    return asked.done("claim_filed")


def _status(asked: Asked) -> Letter:
    state = asked.state
    return Status(
        head=asked.written.head,
        due=due(state, asked.services.clock.now()),
        phase=state.phase,
        held=state.held,
        scores=score_lines(state),
        stands=standing_order(state, asked.written.seat),
    )


def _help(asked: Asked) -> Letter:
    return Help(
        head=asked.written.head,
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
    )


def _rules(asked: Asked) -> Letter:
    settings = asked.state.settings
    return Rules(head=asked.written.head, target=settings.target, piggyback=settings.piggyback)


def _ask_back(asked: Asked, question: str) -> AskedBack:
    return AskedBack(
        head=asked.written.head,
        question=question,
        due=due(asked.state, asked.services.clock.now()),
        stands=standing_order(asked.state, asked.written.seat),
    )


def _too_late_for_a_seat(asked: Asked) -> MailRefused:
    return MailRefused(
        head=asked.written.head,
        problem="not_a_player",
        due=None,
        stands=None,
        games=(),
    )


def _in_time(asked: Asked) -> bool:
    state = asked.state
    return (
        state.phase is Phase.OPEN
        and state.current is not None
        and arrived_in_time(asked.services, state.current, asked.written.arrived_at)
    )


def _round(state: GameState) -> int | None:
    return None if state.current is None else state.current.round


_Run: TypeAlias = Callable[[Asked], Letter]

_RUN: dict[CommandWord, _Run] = {
    CommandWord.JOIN: _join,
    CommandWord.DECLINE: _decline,
    CommandWord.RESIGN: _resign,
    CommandWord.CLEAR: _clear,
    CommandWord.STATUS: _status,
    CommandWord.SHOW_ORDER: _status,
    CommandWord.HELP: _help,
    CommandWord.RULES: _rules,
    CommandWord.NOT_ME: _not_me,
    CommandWord.QUIET: _quiet,
    CommandWord.PROTEST: _protest,
    CommandWord.GM: _gm,
    CommandWord.STOP: _stop,
}
