"""ResultSheet: a thrown round as people are told it, with names for seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.games.record import RoundRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What became of one player's order. `default` is the reason a default was played, or None."""

    seat: Seat
    name: str
    condition: Condition
    default: str | None
    before: int
    turn: int
    after: int
    dropped_at: int | None
    eliminated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheet:
    """One thrown round: the record, the names, why, and what proves it.

    `record` is what the rules returned; `why` has one line a participant, best new score first.
    `names` holds every seat of the game. `commitment` and `seed` are lower hex.
    """

    game: str
    title: str
    round: int
    attempt: int
    level: str
    target: int
    deadline: datetime
    thrown_at: datetime
    names: Mapping[Seat, str]
    record: RoundRecord
    why: tuple[Why, ...]
    seed: str
    commitment: str
    orders_digest: str
    position: int
    leaf: str
