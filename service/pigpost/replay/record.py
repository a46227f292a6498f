"""From a recorded round back to the record that the rules returned."""

from collections.abc import Mapping
from typing import Any, TypedDict, TypeVar

from pigpost.events.types import RoundThrown
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.games.record import (
    Drop,
    EndedBy,
    OwnRecord,
    OwnThrow,
    RoundRecord,
    RowRecord,
    SharedRecord,
    ThrowRecord,
    TurnEnd,
    TurnRecord,
)
from pigpost.orders.canonical import from_canonical

T = TypeVar("T")


def record_of(event: RoundThrown) -> RoundRecord:
    """The round as it was adjudicated: read from the log, never adjudicated anew."""
    result = event.result
    orders = {seat_from_label(p): from_canonical(line) for p, line in event.orders.items()}
    same: _Same = {
        "orders": orders,
        "defaulted": _by_seat(result["defaulted"]),
        "turn_scores": _by_seat(result["turn_scores"]),
        "final_scores": _by_seat(result["final_scores"]),
        "eliminated": frozenset(map(seat_from_label, result["eliminated"])),
        "game_over": result["game_over"],
        "winners": tuple(map(seat_from_label, result["winners"])),
    }
    if "turns" in result:
        turns = {label: _turn(turn) for label, turn in result["turns"].items()}
        return OwnRecord(**same, turns=_by_seat(turns))
    if "row" in result:
        return RowRecord(**same, row=tuple(result["row"]), ended_by=EndedBy(result["ended_by"]))
    return SharedRecord(
        **same,
        discarded=tuple(throw["name"] for throw in result["discarded"]),
        throws=tuple(_throw(throw, orders) for throw in result["throws"]),
        ended_by=EndedBy(result["ended_by"]),
        dropped_at=_by_seat(result["dropped_at"]),
    )


class _Same(TypedDict):
    """What every record has, whatever the form of its round."""

    orders: Mapping[Seat, Condition]
    defaulted: Mapping[Seat, str]
    turn_scores: Mapping[Seat, int]
    final_scores: Mapping[Seat, int]
    eliminated: frozenset[Seat]
    game_over: bool
    winners: tuple[Seat, ...]


def _turn(turn: Mapping[str, Any]) -> TurnRecord:
    return TurnRecord(
        throws=tuple(OwnThrow(**throw) for throw in turn["throws"]),
        turn=turn["turn"],
        score=turn["score"],
        ended_by=TurnEnd(turn["ended_by"]),
    )


def _by_seat(values: Mapping[str, T]) -> dict[Seat, T]:
    return {seat_from_label(label): value for label, value in values.items()}


def _throw(throw: Mapping[str, Any], orders: Mapping[Seat, Condition]) -> ThrowRecord:
    return ThrowRecord(
        n=throw["n"],
        name=throw["name"],
        points=throw["points"],
        turn_score=throw["turn_score"],
        drops=tuple(_drop(drop, orders) for drop in throw["drops"]),
    )


def _drop(drop: Mapping[str, Any], orders: Mapping[Seat, Condition]) -> Drop:
    seat = seat_from_label(drop["player"])
    return Drop(seat=seat, condition=orders[seat], wave=drop["wave"])
