"""One game after the other: what is wrong with one keeps no other from its round."""

import logging
from collections.abc import Callable, Iterable

from pigpost.errors import PigpostError
from pigpost.telemetry import trail

_log = logging.getLogger(__name__)


def each_game(games: Iterable[str], do: Callable[[str], object]) -> list[str]:
    """Does it for each game; those where it was true.

    A fault that passes by itself is raised, any other one is logged: the log of that game can't be
    read, or its round can't be thrown, and the GM has to look.
    """
    done: list[str] = []
    for game in games:
        try:
            if do(game):
                done.append(game)
        except Exception as fault:
            if isinstance(fault, PigpostError) and fault.temporary:
                raise
            _log.error("game %s is left out: %s", game, trail(fault))
    return done
