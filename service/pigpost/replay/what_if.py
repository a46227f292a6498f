"""Another ending of a thrown round: other orders on the same throws.

What comes out is a record and no event: there is nothing here that a log would take.
"""

from collections.abc import Mapping

from pigpost.errors import NotFound
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.games.record import RoundRecord
from pigpost.replay.as_ruled import course
from pigpost.replay.disputes import STRUCK, Change
from pigpost.replay.rounds import DEFAULT
from pigpost.replay.ruled_rounds import in_force
from pigpost.replay.state import GameState, ThrownRound

_SUPPOSED = "supposed"
"""Stands for the source of an order that nobody has sent."""


def what_if(state: GameState, round: int, orders: Mapping[Seat, Condition | None]) -> RoundRecord:
    """The round as it would have ended had these seats ordered this, all else as it counts now.

    None stands for no order. The throws are those of the round, drawn further along the same stream
    where it lasts longer (rule 7.1). `NotFound` for a round that was not thrown or does not count any
    more, or a seat that was not in it.
    """
    thrown = round_that_counts(state, round)
    participants = set(map(seat_from_label, thrown.event.participants))
    for seat in orders:
        if seat not in participants:
            raise NotFound(f"p{seat} was not in round {round}")
    supposed = Change(
        round=round,
        attempt=thrown.recorded.attempt,
        orders=orders,
        sources={s: DEFAULT + STRUCK if o is None else _SUPPOSED for s, o in orders.items()},
    )
    changes = [*in_force(state.thrown, state.rulings), supposed]
    (ruled,) = course(state, changes, start=round, only=True)
    return ruled.record


def round_that_counts(state: GameState, number: int) -> ThrownRound:
    """A thrown round by its number; `NotFound` when there is none, or none that counts."""
    for thrown in state.thrown:
        if thrown.number == number:
            return thrown
    raise NotFound(f"round {number} of {state.id} has not been thrown")
