"""The game master throws his own pigs or dice and enters it, throw by throw (level `hand`)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.types import ThrowsEntered
from pigpost.games.kinds import RuleBroken
from pigpost.games.record import EndedBy, OwnRecord, RoundRecord, RowRecord
from pigpost.ports import Services
from pigpost.replay.rounds import adjudicated, book, current_round
from pigpost.replay.state import GameState, Phase
from pigpost.rounds.adjudicate import throw_round


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """How far a round is: all that was thrown in it, the turn score so far, whether it is over."""

    throws: tuple[str, ...]
    turn_score: int
    over: bool


def enter_throws(services: Services, game: str, *, round: int, throws: Sequence[str]) -> Entered:
    """Records throws behind those entered before; when the round is over by them, its result too.

    Nothing of the orders shows in what comes back. `AgainstTheRules` for a game that is not thrown
    by hand or for throws beyond the end of the round, `TooLate` unless its book is closed; nothing
    is changed then.
    """
    with services.store.writing() as tx:
        state = game_state(tx, game)
        _check(state, round, throws)
        current = current_round(state)
        record = _adjudicated(state, (*current.entered, *throws))
        used = _used(record)
        if len(used) < len(current.entered) + len(throws):
            raise AgainstTheRules(
                f"the round is over after {len(used)} throws: leave out what comes behind "
                f"{used[-1].replace('_', ' ')}"
            )
        event = ThrowsEntered(
            at=services.clock.now(),
            by="gm",
            round=round,
            attempt=current.attempt,
            draws=tuple(throws),
        )
        append_events(tx, state, event)
        over = record.ended_by is not EndedBy.INCOMPLETE
        if over:
            throw_round(services, tx, game_state(tx, game), seed=b"")
        return Entered(throws=used, turn_score=_turn_score(record), over=over)


def _check(state: GameState, round: int, throws: Sequence[str]) -> None:
    if not state.by_hand:
        raise AgainstTheRules(
            f"the throws of {state.id} come from a seed (level {state.level}): nobody enters them"
        )
    if state.phase is not Phase.SEALED or state.round != round:
        found = "none" if state.round is None else f"round {state.round} is {state.phase}"
        raise TooLate(f"round {round} of {state.id} does not wait for throws ({found})")
    if not throws:
        raise AgainstTheRules("say what was thrown, as: sider, double trotter, pig out")


def _adjudicated(state: GameState, draws: Sequence[str]) -> RoundRecord:
    closed, current = book(state), current_round(state)
    try:
        return adjudicated(
            state,
            state.standings,
            closed.ordered,
            closed.defaulted,
            round=current.round,
            attempt=current.attempt,
            seed=b"",
            draws=draws,
        )
    except RuleBroken as broken:
        raise AgainstTheRules(f"{broken} (rule {broken.rule})") from broken


def _used(record: RoundRecord) -> tuple[str, ...]:
    if isinstance(record, RowRecord):
        return tuple(map(str, record.row))
    assert not isinstance(record, OwnRecord)  # by hand is thrown for all
    return (*record.discarded, *(throw.name for throw in record.throws))


def _turn_score(record: RoundRecord) -> int:
    if isinstance(record, RowRecord):
        return sum(record.row)
    assert not isinstance(record, OwnRecord)
    return record.throws[-1].turn_score if record.throws else 0
