"""A game's state out of the log: the one way in which every use case reads it."""

from pigpost.errors import NotFound
from pigpost.events.streams import game_stream
from pigpost.games.kinds import GameId
from pigpost.ports import Transaction
from pigpost.replay.fold import replay
from pigpost.replay.state import GameState


def game_state(tx: Transaction, game: str) -> GameState:
    """The fold of the game's stream; `NotFound` when there is no such game."""
    state = replay(tx.log.read(game_stream(GameId(game))))
    if state is None:
        raise NotFound(f"there is no game {game!r}; `pigpost game list` shows them")
    return state
