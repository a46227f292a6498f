"""The tables of a thrown round as values, for mail and page alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pigpost.games.kinds import Seat
from pigpost.games.record import EndedBy, OwnThrow, SharedRecord, ThrowRecord
from pigpost.orders.canonical import in_words
from pigpost.results import why
from pigpost.results.phrases import listed, shown
from pigpost.results.result import ResultSheet
from pigpost.results.sentences import names_of
from pigpost.results.why_shared import near_misses, still_in
from pigpost.results.words import Words

_NAMES_IN_A_ROW = 4

MOST_PLAYERS = 25
"""Rows of a table of players in a mail."""

Row = TypeVar("Row")


class Seated(Protocol):
    """A row about one player."""

    @property
    def seat(self) -> Seat:
        """Whose row it is."""


PlayerRow = TypeVar("PlayerRow", bound=Seated)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowRow:
    """One throw. `turn_score` is None where the throw did not score; `note` is who left, or lost."""

    n: int
    shown: str
    points: int
    turn_score: int | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyRow:
    """One participant: the order as written by name, why it ended so, and the sum."""

    seat: Seat
    name: str
    order: str
    why: str
    before: int
    change: int
    after: int


@dataclass(frozen=True, slots=True)
class Bounded(Generic[Row]):
    """The rows that are shown of a table, and how many are not."""

    rows: tuple[Row, ...]
    hidden: int


def throw_table(sheet: ResultSheet, words: Words) -> tuple[ThrowRow, ...]:
    """The throws for all, discarded first ones not among them (rule 3.2.1); else none."""
    record = sheet.record
    if not isinstance(record, SharedRecord):
        return ()
    return tuple(
        throw_row(throw, "; ".join(_notes(sheet, record, throw, words)), words)
        for throw in record.throws
    )


def throw_row(throw: OwnThrow, note: str, words: Words) -> ThrowRow:
    """One throw, whoever it is for, with what is to be said of it."""
    return ThrowRow(
        n=throw.n,
        shown=shown(throw.name, words),
        points=throw.points,
        turn_score=throw.turn_score if throw.points else None,
        note=note,
    )


def why_table(sheet: ResultSheet, words: Words) -> tuple[WhyRow, ...]:
    """One row a participant, in the order of the sheet."""
    return tuple(
        WhyRow(
            seat=line.seat,
            name=sheet.called(line.seat, words),
            order=in_words(line.condition, sheet.names),
            why=why.phrase(sheet, line, words),
            before=line.before,
            change=line.after - line.before,
            after=line.after,
        )
        for line in sheet.why
    )


def thrown_again(sheet: ResultSheet, words: Words) -> str | None:
    """The discarded first throws in a row, or None (rule 3.2.1)."""
    record = sheet.record
    if not isinstance(record, SharedRecord) or not record.discarded:
        return None
    return listed([shown(name, words) for name in record.discarded], words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Match scores after each round: a column for each name, a row for each round."""

    names: tuple[str, ...]
    rounds: Bounded[tuple[int, tuple[int, ...]]]


def progress(rounds: Sequence[ResultSheet], players: Sequence[Seat], words: Words) -> Progress:
    """How the scores of some players went; of a long game the beginning and the end."""
    rows = [
        (sheet.round, tuple(sheet.record.final_scores[seat] for seat in players))
        for sheet in rounds
    ]
    names = tuple(rounds[-1].called(seat, words) for seat in players) if rounds else ()
    return Progress(names=names, rounds=bounded(rows, first=10, last=10))


def bounded(rows: Sequence[Row], *, first: int, last: int = 0) -> Bounded[Row]:
    """At most so many rows from the beginning and so many from the end.

    >>> bounded([1, 2, 3, 4, 5], first=2, last=1)
    Bounded(rows=(1, 2, 5), hidden=2)
    """
    hidden = max(0, len(rows) - first - last)
    kept = (*rows[:first], *rows[first + hidden :])
    return Bounded(kept, hidden)


def around(rows: Sequence[PlayerRow], seat: Seat | None) -> Bounded[PlayerRow]:
    """The first rows of a table of players, and the reader's own wherever it stands."""
    own = tuple(row for row in rows[MOST_PLAYERS:] if row.seat == seat)
    kept = (*rows[:MOST_PLAYERS], *own)
    return Bounded(kept, len(rows) - len(kept))


def _notes(sheet: ResultSheet, record: SharedRecord, throw: ThrowRecord, words: Words) -> list[str]:
    if not throw.points:
        names = names_of(sheet, still_in(sheet, record), words)
        lost = listed(names, words, limit=_NAMES_IN_A_ROW)
        return [words.gettext("lost by {names}").format(names=lost)]
    notes = _left(sheet, throw, words) + _at_the_end(sheet, record, throw, words)
    if throw.n == record.throws_made - 1 and (near := near_misses(sheet, record, words)):
        notes.append("; ".join(near) if notes else _nobody("; ".join(near), words))
    return notes


def _nobody(near: str, words: Words) -> str:
    return words.gettext("nobody: {near}").format(near=near)


def _left(sheet: ResultSheet, throw: ThrowRecord, words: Words) -> list[str]:
    names = [sheet.called(drop.seat, words) for drop in throw.drops]
    if not names:
        return []
    return [
        words.ngettext("{names} out", "{names} out", len(names)).format(
            names=listed(names, words, limit=_NAMES_IN_A_ROW)
        )
    ]


def _at_the_end(
    sheet: ResultSheet, record: SharedRecord, throw: ThrowRecord, words: Words
) -> list[str]:
    """Who reached the target at this throw."""
    if record.ended_by is not EndedBy.TARGET or throw.n != record.throws_made:
        return []
    names = [sheet.called(seat, words) for seat in record.winners]
    return [
        words.ngettext("{names} reached {target}", "{names} reached {target}", len(names)).format(
            names=listed(names, words, limit=_NAMES_IN_A_ROW), target=sheet.target
        )
    ]
