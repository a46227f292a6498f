"""`rounds/0001.json` of an export: one thrown round, as a program or a ten-line check reads it."""

from collections.abc import Mapping
from typing import Any

from pigpost.events.instants import written
from pigpost.events.types import RoundThrown
from pigpost.games.kinds import Kind, Seat, Settings, seat_label
from pigpost.games.outcomes import OUTCOMES
from pigpost.replay.lines import spelled
from pigpost.replay.state import GameState, ThrownRound


def round_file_name(round: int) -> str:
    """Where a round stands in an export.

    >>> round_file_name(4)
    'rounds/0004.json'
    """
    return f"rounds/{round:04}.json"


def round_files(state: GameState, names: Mapping[Seat, str]) -> dict[str, bytes]:
    """All thrown rounds of a game; of a round thrown twice, the attempt that counts."""
    return {
        round_file_name(thrown.event.round or 0): round_file(state, thrown, names)
        for thrown in state.thrown
    }


def round_file(state: GameState, thrown: ThrownRound, names: Mapping[Seat, str]) -> bytes:
    """A round's file: the output of the adjudicate command, and all that proves it.

    `names` are for people: they can be erased from the log, so nothing proves them. `table` is
    the weight of every outcome in the order of rule 2.6.1, empty for dice, whose faces come equally
    often; `scores` are those before the round.
    """
    event = thrown.event
    values: dict[str, Any] = {
        **event.result,
        "game": state.id,
        "rules": state.rules,
        "level": state.level,
        "round": event.round,
        "attempt": event.attempt,
        "deadline": written(thrown.deadline),
        "thrown_at": written(event.at),
        "names": {seat_label(seat): name for seat, name in names.items()},
        "participants": event.participants,
        "scores": event.scores,
        "orders": event.orders,
        "sources": event.sources,
        "orders_digest": event.orders_digest,
        "commitment": thrown.commitment,
        "seed": event.seed,
        "table": _table(state.settings),
        "draws": event.draws,
        "result_digest": event.result_digest,
        "position": thrown.pos,
        "leaf": thrown.leaf,
        **_beyond_the_postal_game(state.settings, event),
    }
    return spelled(values)


def _beyond_the_postal_game(settings: Settings, event: RoundThrown) -> dict[str, Any]:
    """What the first exports, of the postal game alone, did not have to say."""
    if settings.kind is Kind.POSTAL_PIGS:
        return {}
    first = settings.first_seat
    return {
        "kind": settings.kind.value,
        "form": settings.form.value,
        "first": None if first is None else seat_label(first),
        "own_draws": event.own_draws,
    }


def _table(settings: Settings) -> list[list[Any]]:
    if not settings.kind.has_pigs:
        return []
    return [[o.name, weight] for o, weight in zip(OUTCOMES, settings.weights, strict=True)]
