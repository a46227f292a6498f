"""Throws of one's own as tables: player by player, or the row of Hog that all take dice of."""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.games.kinds import Kind, Seat
from pigpost.games.own_round import seats_in_turn
from pigpost.games.record import OwnRecord, OwnThrow, RowRecord
from pigpost.results.phrases import shown
from pigpost.results.result import ResultSheet
from pigpost.results.tables import ThrowRow, WhyRow, throw_row, why_table
from pigpost.results.words import Words

_MOST_DICE = 50
_FIRST, _LAST = 20, 10
"""Throws of a long turn that are shown in a row, from its beginning and from its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One player's turn: throw by throw, the same in one line, and what became of the order.

    A throw's `note` is empty but at the last one, which says how the turn ended.
    """

    seat: Seat
    throws: tuple[ThrowRow, ...]
    in_a_row: str
    line: WhyRow


def turn_table(sheet: ResultSheet, words: Words) -> tuple[TurnRow, ...]:
    """Who had throws of his own, in the order of play; of Hog each throw is a die."""
    record = sheet.record
    if not isinstance(record, OwnRecord):
        return ()
    lines = {row.seat: row for row in why_table(sheet, words)}
    return tuple(
        TurnRow(
            seat=seat,
            throws=_throws(record.turns[seat].throws, lines[seat].why, words),
            in_a_row=_in_a_row(sheet.kind, record.turns[seat].throws, words),
            line=lines[seat],
        )
        for seat in seats_in_turn(sheet.settings, sorted(record.orders))
        if seat in record.turns
    )


def dice_row(sheet: ResultSheet, words: Words) -> str | None:
    """The row of dice of which each order takes the first ones, or None (rule 3.8)."""
    record = sheet.record
    return _dice([str(die) for die in record.row], words) if isinstance(record, RowRecord) else None


def _throws(throws: Sequence[OwnThrow], ended: str, words: Words) -> tuple[ThrowRow, ...]:
    return tuple(throw_row(throw, ended if throw is throws[-1] else "", words) for throw in throws)


def _in_a_row(kind: Kind, throws: Sequence[OwnThrow], words: Words) -> str:
    if kind is Kind.HOG:
        return _dice([throw.name for throw in throws], words)
    told = [_one(kind, throw, words) for throw in throws]
    hidden = len(told) - _FIRST - _LAST
    if hidden <= 0:
        return ", ".join(told)
    between = words.ngettext("{count} throw more", "{count} throws more", hidden)
    return ", ".join([*told[:_FIRST], f"... {between.format(count=hidden)} ...", *told[-_LAST:]])


def _one(kind: Kind, throw: OwnThrow, words: Words) -> str:
    """A throw with its points, where they are not what the die shows."""
    what = shown(throw.name, words)
    return what if kind is Kind.PIG or not throw.points else f"{what} ({throw.points})"


def _dice(dice: Sequence[str], words: Words) -> str:
    row = " ".join(dice[:_MOST_DICE])
    more = len(dice) - _MOST_DICE
    if more <= 0:
        return row
    return words.ngettext(
        "{dice} and {count} die more", "{dice} and {count} dice more", more
    ).format(dice=row, count=more)
