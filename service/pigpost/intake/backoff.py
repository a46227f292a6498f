"""How long to stay away from a server that fails: longer each time, and not all at one moment."""

from secrets import SystemRandom

from pigpost.errors import LoginRefused

_LONGEST = 300.0
_AFTER_A_REFUSED_LOGIN, _LONGEST_AFTER_IT = 60.0, 900.0
"""Providers lock out who tries a wrong password again and again."""

_SPREAD = 0.25
_DOUBLINGS = 20

between = SystemRandom().uniform
"""A number between two, by chance: it decides nothing but when something is looked at."""


def seconds_to_wait(failures: int, fault: Exception, *, first: float) -> float:
    """After so many failures in a row, the latest being this one: `first`, doubled each time."""
    doubled: int = 2 ** min(failures - 1, _DOUBLINGS)
    if isinstance(fault, LoginRefused):
        wait = min(max(first, _AFTER_A_REFUSED_LOGIN) * doubled, _LONGEST_AFTER_IT)
    else:
        wait = min(first * doubled, max(first, _LONGEST))
    return wait * between(1 - _SPREAD, 1 + _SPREAD)
