"""The same game, seen in other ways: as recorded, as a ruling had it, as it was known at an entry."""

from collections.abc import Iterable
from dataclasses import replace

from pigpost.errors import NotFound
from pigpost.events.record import Recorded
from pigpost.replay.fold import replay
from pigpost.replay.state import GameState, ThrownRound


def as_recorded(thrown: ThrownRound) -> ThrownRound:
    """The round as it was thrown, whatever was ruled since."""
    return replace(thrown, corrections=())


def as_of_ruling(thrown: ThrownRound, ruling: int) -> ThrownRound:
    """The round as it counted once that ruling was made; `NotFound` where it had not corrected it."""
    then = tuple(one for one in thrown.corrections if one.ruling <= ruling)
    if not then or then[-1].ruling != ruling:
        raise NotFound(f"ruling {ruling} did not change round {thrown.number}")
    return replace(thrown, corrections=then)


def as_at_entry(history: Iterable[Recorded], position: int) -> GameState:
    """The game as it was known at a place of the log; `NotFound` before its first entry."""
    state = replay(one for one in history if one.pos <= position)
    if state is None:
        raise NotFound(f"nothing of this game stands at or before entry {position}")
    return state


def every_attempt(state: GameState, number: int) -> list[ThrownRound]:
    """All that was thrown under a round's number, oldest first: annulled attempts, then what counts."""
    rounds = (*state.annulled, *state.thrown)
    return sorted((r for r in rounds if r.number == number), key=lambda thrown: thrown.pos)
