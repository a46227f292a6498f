"""What people remember of a game when it is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.results.result import ResultSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """Something that happened in a round: to whom (None: to all), and how much of it."""

    round: int
    name: str | None
    amount: int
    outcome: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlights:
    """The first of each kind where several are equal; None where there is nothing to tell."""

    longest_round: Highlight | None
    biggest_loss: Highlight | None
    best_throw: Highlight | None


def highlights(rounds: Sequence[ResultSheet]) -> Highlights:
    """The longest round in throws, the most one player lost at once, the best single throw."""
    return Highlights(
        longest_round=_first([_length(sheet) for sheet in rounds]),
        biggest_loss=_first([loss for sheet in rounds for loss in _losses(sheet)]),
        best_throw=_first([throw for sheet in rounds for throw in _throws(sheet)]),
    )


def _first(found: Sequence[Highlight]) -> Highlight | None:
    best = max(found, key=lambda highlight: highlight.amount, default=None)
    return best if best is not None and best.amount else None


def _length(sheet: ResultSheet) -> Highlight:
    return Highlight(round=sheet.round, name=None, amount=sheet.record.throws_made)


def _losses(sheet: ResultSheet) -> list[Highlight]:
    """What a non-scoring throw took: the turn score, and the match score where that went too."""
    if not sheet.record.throws or sheet.record.throws[-1].points:
        return []
    return [
        Highlight(
            round=sheet.round, name=line.name, amount=sheet.at_stake + line.before - line.after
        )
        for line in sheet.still_in
    ]


def _throws(sheet: ResultSheet) -> list[Highlight]:
    return [
        Highlight(round=sheet.round, name=None, amount=throw.points, outcome=throw.name)
        for throw in sheet.record.throws
    ]
