"""Another ending of a thrown round: other orders on the same throws.

What comes out is a record and no event: there is nothing here that a log would take.
"""

from collections.abc import Mapping

from pigpost.errors import NotFound
from pigpost.events.types import RoundThrown
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, Standings, seat_from_label
from pigpost.games.record import RoundRecord
from pigpost.replay.record import record_of
from pigpost.replay.rounds import adjudicated
from pigpost.replay.state import GameState


def what_if(state: GameState, round: int, orders: Mapping[Seat, Condition]) -> RoundRecord:
    """The round as it would have ended had these seats ordered this, all else equal.

    The throws are those of the round, drawn further along the same stream where it lasts longer
    (rule 7.1). `NotFound` for a round that was not thrown or a seat that was not in it.
    """
    event = _event(state, round)
    standings = _standings(event)
    for seat in orders:
        if seat not in standings.participants:
            raise NotFound(f"p{seat} was not in round {round}")
    record = record_of(event)
    played = {s: c for s, c in record.orders.items() if s not in record.defaulted}
    return adjudicated(
        state,
        standings,
        {**played, **orders},
        record.defaulted,
        round=round,
        attempt=event.attempt,
        seed=bytes.fromhex(event.seed),
    )


def _event(state: GameState, round: int) -> RoundThrown:
    for thrown in reversed(state.thrown):
        if thrown.event.round == round:
            return thrown.event
    raise NotFound(f"round {round} of {state.id} has not been thrown")


def _standings(event: RoundThrown) -> Standings:
    """The table before the round; whoever was not in it, for whatever reason, was out of it."""
    scores = {seat_from_label(label): score for label, score in event.scores.items()}
    participants = frozenset(map(seat_from_label, event.participants))
    return Standings(scores=scores, withdrawn=frozenset(scores) - participants)
