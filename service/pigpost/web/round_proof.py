"""What the throws of a round can be checked with, as its page prints it (formats 3)."""

from dataclasses import dataclass

from pigpost.games.kinds import seat_label
from pigpost.games.record import OwnRecord, RoundRecord
from pigpost.games.throws import ALL
from pigpost.replay.state import GameState
from pigpost.results.result import ResultSheet
from pigpost.web.player import Player, player


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the throws can be checked with (formats 3); the weights are in the proof file.

    `sources` are the streams that were drawn from: `all`, or the seats that threw. `lot` is who
    begins every round, where the seed of this one said so too (rule 4.7).
    """

    sources: tuple[str, ...]
    lot: Player | None
    seed: str
    commitment: str
    orders_digest: str
    entry: int
    leaf: str


def proof_of(state: GameState, sheet: ResultSheet) -> Proof:
    """The proof of the round of this sheet."""
    return Proof(
        sources=_sources(sheet.record),
        lot=_lot(state, sheet),
        seed=sheet.seed,
        commitment=sheet.commitment,
        orders_digest=sheet.orders_digest,
        entry=sheet.position,
        leaf=sheet.leaf,
    )


def _sources(record: RoundRecord) -> tuple[str, ...]:
    """The streams of the round's throws (rule 4.9)."""
    if isinstance(record, OwnRecord):
        return tuple(map(seat_label, sorted(record.turns)))
    return (ALL,)


def _lot(state: GameState, sheet: ResultSheet) -> Player | None:
    """Who was drawn to begin, if by the seed of this round (rule 4.7)."""
    first = sheet.settings.first_seat
    if first is None or (sheet.round, sheet.attempt) != (1, 1):
        return None
    return player(state.seats[first])
