"""A round's record as the plain values that are printed, digested and read by other programs.

Only texts, whole numbers, truth values, None, lists and dicts come out.
"""

from collections.abc import Callable
from typing import Any, assert_never

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.games.record import (
    Drop,
    OwnRecord,
    RoundRecord,
    RowRecord,
    SharedRecord,
    ThrowRecord,
    TurnRecord,
)

Label = Callable[[Seat], str]
"""What a seat is called in the output: a player's name, or `p3` where it is digested."""


def round_output(record: RoundRecord, label: Label, *, unused: int = 0) -> dict[str, Any]:
    """A round in the shape of its form. `unused` counts throws given beyond its end (rule 3.1.3)."""
    return {**_course(record, label), "unused": unused, **_outcome(record, label)}


def _course(record: RoundRecord, label: Label) -> dict[str, Any]:
    """What was thrown, in the shape of the form."""
    match record:
        case SharedRecord():
            return {
                "throws": [{"n": throw.n, **_throw(throw, label)} for throw in record.throws],
                "discarded": [_discarded(name) for name in record.discarded],
                "throws_made": record.throws_made,
                "ended_by": record.ended_by.value,
                "dropped_at": {label(seat): at for seat, at in record.dropped_at.items()},
            }
        case RowRecord():
            return {
                "row": list(record.row),
                "dice_used": len(record.row),
                "ended_by": record.ended_by.value,
            }
        case OwnRecord():
            return {"turns": {label(seat): _turn(turn) for seat, turn in record.turns.items()}}
    assert_never(record)


def _outcome(record: RoundRecord, label: Label) -> dict[str, Any]:
    return {
        "turn_scores": {label(seat): score for seat, score in record.turn_scores.items()},
        "final_scores": {label(seat): score for seat, score in record.final_scores.items()},
        "eliminated": [label(seat) for seat in sorted(record.eliminated)],
        "defaulted": {label(seat): reason for seat, reason in record.defaulted.items()},
        "game_over": record.game_over,
        "winners": [label(seat) for seat in record.winners],
    }


def _turn(turn: TurnRecord) -> dict[str, Any]:
    return {
        "throws": [
            {"n": t.n, "name": t.name, "points": t.points, "turn_score": t.turn_score}
            for t in turn.throws
        ],
        "turn": turn.turn,
        "score": turn.score,
        "throws_used": len(turn.throws),
        "ended_by": turn.ended_by.value,
    }


def condition_output(  # noqa: PLR0911 - kind by kind
    condition: Condition, label: Label
) -> dict[str, Any]:
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
        case Dice(n):
            return {"kind": "dice", "n": n}
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
