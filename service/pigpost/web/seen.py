"""A game as pages print it: what people wrote can't break a line or turn one around."""

from collections.abc import Iterable
from dataclasses import replace

from pigpost.errors import NotFound
from pigpost.events.record import Recorded
from pigpost.events.streams import game_stream
from pigpost.games.kinds import GameId
from pigpost.outbox.plain import fit, isolated, one_line
from pigpost.ports import Transaction
from pigpost.replay.fold import replay
from pigpost.replay.record import record_of
from pigpost.replay.state import GameState, ThrownRound
from pigpost.results.result import ResultSheet, sheet


def seen(recorded: Iterable[Recorded]) -> GameState:
    """The game after these events of its stream; `NotFound` when there are none."""
    state = replay(recorded)
    if state is None:
        raise NotFound("there is no such game")
    return replace(
        state,
        title=isolated(one_line(state.title)),
        seats=fit(state.seats),
        held=state.held and one_line(state.held),
        ended_note=state.ended_note and one_line(state.ended_note),
    )


def seen_game(tx: Transaction, game: str) -> GameState:
    """The game of that name; `NotFound` when there is none."""
    return seen(tx.log.read(game_stream(GameId(game))))


def told(state: GameState, thrown: ThrownRound) -> ResultSheet:
    """One of the game's thrown rounds."""
    return sheet(state, thrown, record_of(thrown.event))
