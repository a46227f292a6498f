"""What people remember of a game when it is over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pigpost.games.kinds import Kind, Seat
from pigpost.games.record import OwnRecord, RowRecord, SharedRecord
from pigpost.results.result import ResultSheet

_ONE_DIE = (Kind.PIG, Kind.HOG)
"""Games in which no single throw is worth telling: a 6 is the best there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """Something that happened in a round: to whom (None: to all), and how much of it."""

    round: int
    seat: Seat | None
    amount: int
    outcome: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlights:
    """The first of each kind where several are equal; None where there is nothing to tell.

    `longest_round` is of throws for all, `longest_turn` and `best_turn` are of throws of one's own;
    `best_turn` is also of Hog's row.
    """

    longest_round: Highlight | None
    longest_turn: Highlight | None
    best_turn: Highlight | None
    biggest_loss: Highlight | None
    best_throw: Highlight | None


def highlights(rounds: Sequence[ResultSheet]) -> Highlights:
    """The longest, the best, the worst."""
    return Highlights(
        longest_round=_first(_lengths(rounds)),
        longest_turn=_first(_long_turns(rounds)),
        best_turn=_first(_best_turns(rounds)),
        biggest_loss=_first(_losses(rounds)),
        best_throw=_first(_throws(rounds)),
    )


def _first(found: Iterable[Highlight]) -> Highlight | None:
    best = max(found, key=lambda highlight: highlight.amount, default=None)
    return best if best is not None and best.amount else None


def _lengths(rounds: Sequence[ResultSheet]) -> Iterable[Highlight]:
    for sheet in rounds:
        if isinstance(sheet.record, SharedRecord):
            yield Highlight(round=sheet.round, seat=None, amount=sheet.record.throws_made)


def _long_turns(rounds: Sequence[ResultSheet]) -> Iterable[Highlight]:
    """In throws; dice of Hog are all thrown at once."""
    for sheet in rounds:
        if isinstance(sheet.record, OwnRecord) and sheet.kind is not Kind.HOG:
            for seat, turn in sorted(sheet.record.turns.items()):
                yield Highlight(round=sheet.round, seat=seat, amount=len(turn.throws))


def _best_turns(rounds: Sequence[ResultSheet]) -> Iterable[Highlight]:
    for sheet in rounds:
        if isinstance(sheet.record, OwnRecord | RowRecord):
            for line in sheet.by_seat:
                yield Highlight(round=sheet.round, seat=line.seat, amount=line.turn)


def _losses(rounds: Sequence[ResultSheet]) -> Iterable[Highlight]:
    """What a non-scoring throw took: the turn score, and the match score where that went too."""
    for sheet in rounds:
        for line in sheet.by_seat:
            gone = line.lost + max(0, line.before - line.after)
            yield Highlight(round=sheet.round, seat=line.seat, amount=gone)


def _throws(rounds: Sequence[ResultSheet]) -> Iterable[Highlight]:
    for sheet in rounds:
        if sheet.kind in _ONE_DIE:
            continue
        match sheet.record:
            case SharedRecord(throws=throws):
                for throw in throws:
                    yield _throw(sheet, None, throw.points, throw.name)
            case OwnRecord(turns=turns):
                for seat, turn in sorted(turns.items()):
                    for own in turn.throws:
                        yield _throw(sheet, seat, own.points, own.name)
            case RowRecord():
                pass


def _throw(sheet: ResultSheet, seat: Seat | None, points: int, name: str) -> Highlight:
    return Highlight(round=sheet.round, seat=seat, amount=points, outcome=name)
