"""Press: words for other players, taken out before anything else is read.

A block begins with `PRESS TO Bill, Ted` or `BROADCAST` and ends with `ENDPRESS`, or with the text.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PressWords:
    """The first words of press, who all players are, and the lines that end it or all reading."""

    to: frozenset[str]
    to_all: frozenset[str]
    alone: frozenset[str]
    all: frozenset[str]
    ends: frozenset[str]
    stops: frozenset[str]
