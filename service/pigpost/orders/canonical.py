"""The canonical tongue: a condition and its one spelling. No grammar here: the verifier needs it.

`THROWS n`, `TURN n`, `TOTAL n`, `ONLY LEFT`, `WHEN p1,p3`, `AFTER p1`, `DICE n`; seats ascending,
each once.
"""

from collections.abc import Callable, Mapping
from typing import assert_never

from pigpost.games.conditions import (
    After,
    Condition,
    Counted,
    Dice,
    Naming,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
)
from pigpost.games.kinds import Seat, seat_from_label, seat_label

_COUNTED: dict[str, type[Counted]] = {
    "THROWS": Throws,
    "TURN": Turn,
    "TOTAL": Total,
    "DICE": Dice,
}
_NAMING: dict[str, type[Naming]] = {"WHEN": When, "AFTER": After}


def canonical(condition: Condition) -> str:
    """The spelling that is sealed and digested.

    >>> canonical(When(frozenset({Seat(3), Seat(1)})))
    'WHEN p1,p3'
    """
    return _spell(condition, seat_label, ",")


def in_words(condition: Condition, names: Mapping[Seat, str]) -> str:
    """The same with players' names, as a player would write it.

    >>> in_words(When(frozenset({Seat(3), Seat(1)})), {Seat(1): "Bill", Seat(3): "Ted"})
    'WHEN Bill, Ted'
    """
    return _spell(condition, names.__getitem__, ", ")


def from_canonical(line: str) -> Condition:
    """The condition behind a canonical spelling; `ValueError` for any other text.

    >>> from_canonical("AFTER p2")
    After(seats=frozenset({2}))
    """
    condition = _parse(line)
    if condition is None or canonical(condition) != line:
        raise ValueError(f"not a canonical order: {line!r}")
    return condition


def _spell(  # noqa: PLR0911 - kind by kind
    condition: Condition, name: Callable[[Seat], str], separator: str
) -> str:
    match condition:
        case Throws(n):
            return f"THROWS {n}"
        case Turn(n):
            return f"TURN {n}"
        case Total(n):
            return f"TOTAL {n}"
        case Dice(n):
            return f"DICE {n}"
        case OnlyLeft():
            return "ONLY LEFT"
        case When(seats):
            return "WHEN " + separator.join(map(name, sorted(seats)))
        case After(seats):
            return "AFTER " + separator.join(map(name, sorted(seats)))
    assert_never(condition)


def _parse(line: str) -> Condition | None:
    if line == "ONLY LEFT":
        return OnlyLeft()
    word, _, rest = line.partition(" ")
    if word in _COUNTED and rest.isascii() and rest.isdigit():
        return _COUNTED[word](int(rest))
    if word in _NAMING and rest:
        return _NAMING[word](frozenset(map(seat_from_label, rest.split(","))))
    return None
