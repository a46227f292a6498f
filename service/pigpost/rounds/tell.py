"""Mails of a thrown round: the result to all, a word to who missed it, the end of the game."""

from datetime import datetime

from pigpost.events.record import LogHead
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import SeatHolder, Services, Transaction
from pigpost.replay.record import record_of
from pigpost.replay.rounds import ABSENT
from pigpost.replay.state import GameState, Phase, SeatStatus, ThrownRound
from pigpost.results.excerpts import due, gone_from, press_for, score_lines, standing_order
from pigpost.results.letters import GameOver, NextRound, NmrWarning, Notice, Result
from pigpost.results.result import ResultSheet, sheet

_TOLD = (SeatStatus.PLAYING, SeatStatus.ELIMINATED)
"""Who left gets no more mail about the game."""


def tell_round(services: Services, tx: Transaction, state: GameState) -> None:
    """Queues every mail that the last thrown round causes."""
    told = sheet_of(state, state.thrown[-1])
    log = tx.log.head()
    for seat in _readers(state):
        holder = holder_of(state, seat)
        _tell_result(services, tx, state, told, holder, log)
        if told.record.defaulted.get(seat, ABSENT) != ABSENT:
            _tell_miss(services, tx, state, told, holder, seat)
    if state.phase is Phase.OVER:
        tell_game_over(services, tx, state)


def tell_game_over(services: Services, tx: Transaction, state: GameState) -> None:
    """Queues the last mail of a game to everybody who still gets any."""
    rounds = tuple(sheet_of(state, round) for round in state.thrown)
    log, scores = tx.log.head(), score_lines(state)
    for seat in _readers(state):
        holder = holder_of(state, seat)
        letter = GameOver(
            head=player_head(services, state, holder),
            reason=state.ended_because or "",
            note=state.ended_note,
            winners=state.winners,
            scores=scores,
            rounds=rounds,
            log=log,
        )
        tell_player(services, tx, letter, holder, asks_round=None)


def tell_all(
    services: Services,
    tx: Transaction,
    state: GameState,
    *,
    what: str,
    reason: str,
    who: str | None = None,
    old_deadline: datetime | None = None,
) -> None:
    """Queues a notice (`results.letters.Notice.what`) to all who play, with what now stands."""
    wanted = due(state, services.clock.now())
    moved = wanted is not None and old_deadline not in (None, wanted.deadline)
    for seat in state.standings.participants:
        holder = holder_of(state, seat)
        letter = Notice(
            head=player_head(services, state, holder),
            what=what,
            reason=reason,
            who=who,
            old_deadline=old_deadline if moved else None,
            due=wanted,
            stands=standing_order(state, seat),
            gone=gone_from(state, seat),
        )
        asks = None if wanted is None else wanted.round
        tell_player(services, tx, letter, holder, asks_round=asks)


def sheet_of(state: GameState, round: ThrownRound) -> ResultSheet:
    """A thrown round as people are told it."""
    return sheet(state, round, record_of(round.event))


def _readers(state: GameState) -> list[Seat]:
    return [seat for seat, s in sorted(state.seats.items()) if s.status in _TOLD]


def _tell_result(
    services: Services,
    tx: Transaction,
    state: GameState,
    told: ResultSheet,
    holder: SeatHolder,
    log: LogHead,
) -> None:
    wanted = due(state, services.clock.now())
    coming = (
        None
        if wanted is None or state.current is None
        else NextRound(due=wanted, commitment=state.current.commitment)
    )
    seat = seat_from_label(holder.seat)
    letter = Result(
        head=player_head(services, state, holder),
        sheet=told,
        next=coming,
        log=log,
        press=press_for(state, state.thrown[-1].press, seat),
        gone=gone_from(state, seat),
        stands=standing_order(state, seat),
    )
    asks = None if wanted is None else wanted.round
    tell_player(services, tx, letter, holder, asks_round=asks)


def _tell_miss(
    services: Services,
    tx: Transaction,
    state: GameState,
    told: ResultSheet,
    holder: SeatHolder,
    seat: Seat,
) -> None:
    wanted = due(state, services.clock.now())
    letter = NmrWarning(
        head=player_head(services, state, holder),
        sheet=told,
        reason=told.record.defaulted[seat],
        misses=state.seats[seat].misses,
        next=wanted,
        unreached=seat in state.thrown[-1].unreached,
    )
    tell_player(services, tx, letter, holder, asks_round=None if wanted is None else wanted.round)
