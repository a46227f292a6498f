"""What fixes a round's throws and orders before they are shown (formats 3)."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pigpost.events.canonical_json import spelled
from pigpost.games.kinds import GameId, Seat, seat_label


def commitment(game: GameId, *, round: int, attempt: int, seed: bytes) -> str:
    """The lock on a round's seed, in lower hex."""
    return _sha256("pigpost/commit/v1", game, round, attempt, seed.hex())


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLine:
    """A participant's order when the book is closed.

    `order` is canonical; `source` is `order:<pos>` or `default:<reason>`.
    """

    seat: Seat
    order: str
    source: str


def orders_digest(game: GameId, *, round: int, attempt: int, book: Iterable[BookLine]) -> str:
    """The digest of the order book, in lower hex; the order of the lines given is of no account."""
    ascending = sorted(book, key=lambda line: line.seat)
    lines = (f"{seat_label(line.seat)}\t{line.order}\t{line.source}" for line in ascending)
    return _sha256("pigpost/orders/v1", game, round, attempt, *lines)


def result_digest(result: Mapping[str, Any]) -> str:
    """The digest of a round's output as `games.output` gives it, seats for names, in lower hex."""
    return hashlib.sha256(spelled(result)).hexdigest()


def _sha256(*lines: str | int) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()
