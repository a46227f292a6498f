"""A round's record as the plain values that are printed, digested and read by other programs.

Only texts, whole numbers, truth values, None, lists and dicts come out.
"""

from collections.abc import Callable
from typing import Any, assert_never

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.games.record import Drop, RoundRecord, ThrowRecord

Label = Callable[[Seat], str]
"""What a seat is called in the output: a player's name, or `p3` where it is digested."""


def round_output(record: RoundRecord, label: Label, *, unused: int = 0) -> dict[str, Any]:
    """A shared round. `unused` counts throws that were given beyond its end (rule 3.1.3)."""
    return {
        "throws": [{"n": throw.n, **_throw(throw, label)} for throw in record.throws],
        "discarded": [_discarded(name) for name in record.discarded],
        "throws_made": record.throws_made,
        "unused": unused,
        "ended_by": record.ended_by.value,
        "dropped_at": {label(seat): at for seat, at in record.dropped_at.items()},
        "turn_scores": {label(seat): score for seat, score in record.turn_scores.items()},
        "final_scores": {label(seat): score for seat, score in record.final_scores.items()},
        "eliminated": [label(seat) for seat in sorted(record.eliminated)],
        "defaulted": {label(seat): reason for seat, reason in record.defaulted.items()},
        "game_over": record.game_over,
        "winners": [label(seat) for seat in record.winners],
    }


def condition_output(condition: Condition, label: Label) -> dict[str, Any]:
    """An order as an object.

    >>> condition_output(Throws(5), str)
    {'kind': 'throws', 'n': 5}
    >>> condition_output(When(frozenset({Seat(3), Seat(1)})), str)
    {'kind': 'when', 'players': ['1', '3']}
    """
    match condition:
        case Throws(n):
            return {"kind": "throws", "n": n}
        case Turn(n):
            return {"kind": "turn_points", "n": n}
        case Total(n):
            return {"kind": "total_points", "n": n}
        case OnlyLeft():
            return {"kind": "only_left"}
        case When(seats):
            return {"kind": "when", "players": [label(seat) for seat in sorted(seats)]}
        case After(seats):
            return {"kind": "after", "players": [label(seat) for seat in sorted(seats)]}
    assert_never(condition)


def _throw(throw: ThrowRecord, label: Label) -> dict[str, Any]:
    return {
        "name": throw.name,
        "points": throw.points,
        "turn_score": throw.turn_score,
        "dropped": [label(drop.seat) for drop in throw.drops],
        "drops": [_drop(drop, label) for drop in throw.drops],
    }


def _discarded(name: str) -> dict[str, Any]:
    """A first throw that was thrown again: it moved nothing (rule 3.2.1)."""
    return {"name": name, "points": 0, "turn_score": 0, "dropped": [], "drops": []}


def _drop(drop: Drop, label: Label) -> dict[str, Any]:
    return {
        "player": label(drop.seat),
        "order": condition_output(drop.condition, label),
        "wave": drop.wave,
    }
