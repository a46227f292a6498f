"""What the GM commands by mail is done by the use cases of the desk and the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import assert_never
from zoneinfo import ZoneInfo

from pigpost.audit.games import append_events, game_state
from pigpost.claims.decide import Proposal
from pigpost.claims.file import claim_of, open_claim
from pigpost.claims.reasons import reason_given
from pigpost.claims.rule import Ruled, rule
from pigpost.claims.voices import Voice, check_voice
from pigpost.errors import (
    AgainstTheRules,
    ConfigError,
    NotFound,
    TooLate,
    UsageError,
)
from pigpost.events.types import Mailed, RequestNoted
from pigpost.games.kinds import Seat
from pigpost.intake.accept_order import BY_HAND
from pigpost.intake.desk.ruled_orders import ruled_order
from pigpost.intake.gm_commands import (
    GmWord,
    SaidLine,
    because,
    name_and_points,
    name_and_words,
    new_deadline,
    number_and_rest,
    reason_in,
)
from pigpost.intake.put_order import put_order, seat_named
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import RulingKind, SeatAct
from pigpost.replay.state import GameState, Phase
from pigpost.results.gm_done import GmLine
from pigpost.rounds.hold import hold_game, move_deadline, resume_game
from pigpost.rounds.run_now import close_now
from pigpost.rounds.tell import tell_all

_LONGEST_NOTICE = 800
_CLOSED = "closed by the game master"
_RULINGS = "COUNT, AMEND, STRIKE, VOID, DISMISS, ADJUST, END or OVERRULE"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A command with the game that it is about. `services` work within the mail's transaction."""

    services: Services
    tx: Transaction
    state: GameState
    voice: Voice
    rest: str

    @property
    def game(self) -> str:
        return self.state.id


def carry_out(services: Services, tx: Transaction, said: SaidLine, voice: Voice) -> GmLine:
    """Does what a line says, all of it or nothing; `services` work within the transaction."""
    if said.command is None:
        return GmLine(text=said.text, what="not_understood")
    command = said.command
    try:
        with tx.attempt():
            state = game_state(tx, command.game)
            told = _Told(services=services, tx=tx, state=state, voice=voice, rest=command.rest)
            return replace(_DOES[command.word](told), text=said.text, game=state.id)
    except (UsageError, NotFound, AgainstTheRules, TooLate, ConfigError) as why:
        return GmLine(text=said.text, what="refused", game=command.game, why=str(why))


def _hold(told: _Told) -> GmLine:
    reason = reason_given(reason_in(told.rest))
    hold_game(told.services, told.game, reason=reason, by=told.voice)
    return GmLine(text="", what="held")


def _go(told: _Told) -> GmLine:
    reason = reason_given(reason_in(told.rest))
    resume_game(told.services, told.game, reason=reason, by=told.voice)
    return GmLine(text="", what="resumed")


def _run(told: _Told) -> GmLine:
    number, more = number_and_rest(told.rest, f"{told.game} RUN 4")
    reason = reason_given(reason_in(more) or _CLOSED)
    close_now(told.services, told.game, round=number, reason=reason, by=told.voice)
    return GmLine(text="", what="run", round=number)


def _extend(told: _Told) -> GmLine:
    usage = f"{told.game} EXTEND 4 TO 2026-12-12 20:00 reason"
    number, at, reason = new_deadline(told.rest, ZoneInfo(told.state.timezone), usage)
    reason = reason_given(reason)
    move_deadline(told.services, told.game, round=number, deadline=at, reason=reason, by=told.voice)
    return GmLine(text="", what="extended", round=number, at=at)


def _eject(told: _Told) -> GmLine:
    """A seat is taken by a ruling, so that it can be appealed against and taken back."""
    state = told.state
    seat, reason = _seat_and_reason(state, told.rest)
    if not state.thrown:
        raise AgainstTheRules(f"no round of {state.id} was thrown: nobody can be ruled out yet")
    about = state.thrown[-1].number
    words = reason_given(reason)
    check_voice(told.services, told.tx, state, told.voice)
    claim = open_claim(told.services, state.id, round=about, words=words, voice=told.voice)
    proposal = Proposal(
        claim=claim.number,
        what=RulingKind.SEAT,
        reason=words,
        voice=told.voice,
        seat=seat,
        act=SeatAct.REMOVE,
    )
    done = rule(told.services, state.id, proposal)
    name = state.seats[seat].person.name
    return GmLine(text="", what="ejected", name=name, number=done.ruling.number)


def _seat_and_reason(state: GameState, rest: str) -> tuple[Seat, str]:
    """The longest name that somebody has; what follows is the reason."""
    words = rest.split()
    for length in range(len(words), 0, -1):
        try:
            seat = seat_named(state, " ".join(words[:length]).rstrip(":"))
        except NotFound:
            continue
        return seat, reason_in(" ".join(words[length:]))
    raise NotFound(f"nobody called so is in {state.id}; write it as: {state.id} EJECT Ted reason")


def _rule(told: _Told) -> GmLine:
    usage = f"{told.game} RULE 1 COUNT Ted: THROWS 6 BECAUSE reason"
    number, more = number_and_rest(told.rest, usage)
    word, _, rest = more.partition(" ")
    claim = claim_of(told.state, number)
    try:
        what = RulingKind(word.rstrip(":").lower())
    except ValueError:
        raise UsageError(f"{word!r} is no ruling by mail; there are {_RULINGS}") from None
    bare = Proposal(claim=number, what=what, reason="", voice=told.voice, round=claim.about)
    done = rule(told.services, told.game, _proposal(told, bare, rest.strip()))
    return _ruled(done)


def _proposal(told: _Told, bare: Proposal, rest: str) -> Proposal:
    state, say = told.state, f"{told.game} RULE {bare.claim} {bare.what.upper()}"
    before, reason = because(rest)
    match bare.what:
        case RulingKind.COUNT | RulingKind.AMEND:
            name, words = name_and_words(before, f"{say} Ted: THROWS 6 BECAUSE reason")
            seat, order = ruled_order(
                told.tx, told.game, round=bare.round or 0, name=name, words=words
            )
            return replace(bare, orders={seat: order}, reason=reason)
        case RulingKind.STRIKE:
            return replace(bare, struck=seat_named(state, before), reason=reason)
        case RulingKind.ADJUST:
            name, points, more = name_and_points(rest, f"{say} Ted +3 BECAUSE reason")
            seat = seat_named(state, name)
            return replace(bare, points={seat: points}, reason=reason_in(more))
        case RulingKind.END:
            winners = (seat_named(state, before),) if before else ()
            return replace(bare, winners=winners, reason=reason)
        case RulingKind.OVERRULE:
            ruling, more = number_and_rest(rest, f"{say} 2 BECAUSE reason")
            return replace(bare, overrules=ruling, reason=reason_in(more))
        case RulingKind.VOID | RulingKind.DISMISS:
            return replace(bare, reason=reason_in(rest))
        case RulingKind.CORRECT_THROW | RulingKind.SEAT:
            raise UsageError(f"{bare.what} can't be ruled by mail; there are {_RULINGS}")
        case _:
            assert_never(bare.what)


def _ruled(done: Ruled) -> GmLine:
    ruling = done.ruling
    return GmLine(text="", what="ruled", number=ruling.number, round=ruling.change.round)


def _notice(told: _Told) -> GmLine:
    words = " ".join(told.rest.split())
    if not words:
        raise UsageError(f"write it as: {told.game} NOTICE your words")
    if len(words) > _LONGEST_NOTICE:
        raise UsageError(f"a notice has at most {_LONGEST_NOTICE} characters")
    if told.state.phase in {Phase.FORMING, Phase.OVER}:
        raise TooLate(f"{told.game} is not running ({told.state.phase})")
    now = told.services.clock.now()
    event = RequestNoted(
        at=now,
        by=told.voice,
        round=told.state.round,
        request="notice",
        arrived_at=now,
        uid=BY_HAND,
        personal=Mailed(words=words, mail_sha256="", sender="", dated=""),
    )
    append_events(told.tx, told.state, event)
    tell_all(told.services, told.tx, told.state, what="words", reason=words)
    return GmLine(text="", what="noticed")


def _order_for(told: _Told) -> GmLine:
    usage = f"{told.game} AS Ted: THROWS 4 BECAUSE by phone"
    before, reason = because(told.rest)
    name, words = name_and_words(before, usage)
    receipt = put_order(
        told.services,
        told.game,
        name=name,
        words=words,
        reason=reason_given(reason),
        by=told.voice,
    )
    number = receipt.round or receipt.due.round
    return GmLine(text="", what="ordered", name=receipt.head.reader.name, round=number)


_DOES: Mapping[GmWord, Callable[[_Told], GmLine]] = {
    GmWord.RUN: _run,
    GmWord.HOLD: _hold,
    GmWord.GO: _go,
    GmWord.EXTEND: _extend,
    GmWord.EJECT: _eject,
    GmWord.RULE: _rule,
    GmWord.NOTICE: _notice,
    GmWord.AS: _order_for,
}
