"""Throws a sealed round exactly once: record, next round and result mails in one transaction."""

from datetime import datetime
from functools import partial

from pigpost.audit.games import append_events, game_state
from pigpost.errors import LogConflict, TooLate
from pigpost.events.types import Event, GameEnded, RoundThrown
from pigpost.games.kinds import Seat, seat_label
from pigpost.ports import Services, Transaction
from pigpost.replay.record import record_of
from pigpost.replay.rounds import thrown
from pigpost.replay.state import GameState, Phase
from pigpost.rounds.each_game import each_game
from pigpost.rounds.open import opened_round
from pigpost.rounds.tell import tell_round


def adjudicate_sealed_rounds(services: Services) -> list[str]:
    """Throws every sealed round; the games whose round was thrown.

    A hold keeps rounds from being sealed; what is sealed has nothing left to wait for.
    """
    with services.store.reading() as tx:
        games = [game.game for game in tx.projections.games() if game.phase == Phase.SEALED]
    return each_game(games, partial(_adjudicate, services))


def _adjudicate(services: Services, game: str) -> bool:
    try:
        with services.store.writing() as tx:
            return _adjudicate_in(services, tx, game_state(tx, game))
    except (LogConflict, TooLate):
        return False  # another worker was first: there is exactly one result


def _adjudicate_in(services: Services, tx: Transaction, state: GameState) -> bool:
    current = state.current
    if state.phase is not Phase.SEALED or current is None or state.by_hand:
        return False  # by hand the throws are waited for: `rounds.throw`
    throw_round(services, tx, state, seed=tx.seeds.get(state.id, current.round, current.attempt))
    return True


def throw_round(services: Services, tx: Transaction, state: GameState, *, seed: bytes) -> None:
    """Records a sealed round, what follows from it, and the mails that tell of it."""
    now = services.clock.now()
    event = thrown(state, seed=seed, at=now)
    idem = f"thrown:{event.round}:{event.attempt}"
    append_events(tx, state, event, _what_follows(services, tx, state, event, now), idem=idem)
    tell_round(services, tx, game_state(tx, state.id))


def _what_follows(
    services: Services, tx: Transaction, state: GameState, event: RoundThrown, now: datetime
) -> Event:
    """The end of the game, or the next round (rule 3.6)."""
    record = record_of(event)
    if not record.game_over:
        return opened_round(services, tx, state, round=(event.round or 0) + 1, now=now)
    return GameEnded(
        at=now,
        by="service",
        round=event.round,
        reason="target" if record.winners else "nobody_left",
        winners=_labels(record.winners),
    )


def _labels(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    return tuple(seat_label(seat) for seat in seats)
