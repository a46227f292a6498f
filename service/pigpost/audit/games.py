"""A game's state out of the log, and what follows from it into the log: one way for every use case."""

from pigpost.errors import NotFound
from pigpost.events.record import Addition, Recorded
from pigpost.events.streams import game_of, game_stream
from pigpost.events.types import ClaimFiled, Event
from pigpost.games.kinds import GameId
from pigpost.ports import Transaction
from pigpost.replay.fold import replay
from pigpost.replay.state import GameState

_GAMES_AT_HAND = 50
"""So many a transaction keeps, those that were asked for last."""


def game_state(tx: Transaction, game: str) -> GameState:
    """The fold of the game's stream; `NotFound` when there is no such game.

    A mail asks five times, and many mails share a transaction: within one only what was appended
    since is read and folded.
    """
    known = tx.folded.pop(game, None)
    news = tx.log.history(stream_named(game), after=0 if known is None else known.version)
    state = replay(news, known)
    if state is None:
        raise no_such_game(game)
    tx.folded[game] = state
    while len(tx.folded) > _GAMES_AT_HAND:
        del tx.folded[next(iter(tx.folded))]
    return state


def disputed_games(tx: Transaction) -> list[GameState]:
    """Every game in which something was ever disputed."""
    streams = tx.log.streams_of(ClaimFiled.__name__)
    return [game_state(tx, game) for stream in streams if (game := game_of(stream)) is not None]


def append_events(
    tx: Transaction, state: GameState, *events: Event, idem: str | None = None
) -> list[Recorded]:
    """Appends what was decided on a state: `LogConflict` when the game has gone on since.

    `idem` is the first event's key, under which it is recorded once.
    """
    keys = (idem, *(None for _ in events[1:]))
    additions = [Addition(event=e, idem=key) for e, key in zip(events, keys, strict=True)]
    return tx.log.append(game_stream(state.id), additions, expected=state.version)


def stream_named(game: str) -> str:
    """The stream of a game as somebody named it; `NotFound` for what can't be the name of one."""
    try:
        return game_stream(GameId(game))
    except ValueError:
        raise no_such_game(game) from None


def no_such_game(game: str) -> NotFound:
    """The fault to raise."""
    return NotFound(f"there is no game {game!r}; `pigpost game list` shows them")
