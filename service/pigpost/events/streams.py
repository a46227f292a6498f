"""Names of streams (formats 2): one for each game, and one for what is about none."""

import re

from pigpost.games.kinds import GameId

SITE = "site"
"""What the GM did with mails that are about no game."""

_GAME = "game-"
_NAME = re.compile(r"[a-z0-9-]{1,64}")


def game_stream(game: GameId) -> str:
    """The stream of a game; `ValueError` for a name that no stream may have.

    >>> game_stream(GameId("spring-pigs"))
    'game-spring-pigs'
    """
    return _checked(_GAME + game)


def game_of(stream: str) -> GameId | None:
    """The game whose stream it is, or None.

    >>> game_of("game-spring-pigs")
    'spring-pigs'
    """
    return GameId(stream.removeprefix(_GAME)) if stream.startswith(_GAME) else None


def is_stream(name: str) -> bool:
    """Whether a stream may be called so."""
    return _NAME.fullmatch(name) is not None


def _checked(name: str) -> str:
    if not is_stream(name):
        raise ValueError(f"not the name of a stream: {name!r}")
    return name
