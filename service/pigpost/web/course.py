"""What was thrown in a round, as its page shows it: for all, as a row of dice, or player by player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from pigpost.games.kinds import Kind, Seat, seat_label
from pigpost.games.record import OwnRecord, RowRecord, SharedRecord
from pigpost.games.row_round import dice_ordered
from pigpost.results.result import ResultSheet
from pigpost.results.story_own import order_of_play
from pigpost.results.tables import Bounded, ThrowRow, bounded, throw_table
from pigpost.results.turns import TurnRow, turn_table
from pigpost.results.words import Words

_FIRST, _LAST = 60, 20
"""Throws of a long turn that a page shows, from its beginning and from its end."""
_MOST_DICE = 60
_MOST_OF_THE_ROW = 24
"""Dice of a player that are shown once more below the row he takes them of."""
_IN_SIGHT = 12
"""Dice up to which the rest of the row is shown beside his own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTurn:
    """One player's throws. `order` is his order, `ended` says how the turn did."""

    seat: str
    name: str
    bot: bool
    order: str
    throws: Bounded[ThrowRow]
    ended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDice:
    """One player's dice of Hog: of his own row, or the first ones of the row for all.

    `rest` are dice of the row that were not his, as many as there is room for. `points` are none
    where a 1 is among his.
    """

    seat: str
    name: str
    bot: bool
    many: int
    dice: Bounded[int]
    rest: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What was thrown where one throw is not for all: `turns` of each player, or `dice` of Hog.

    `row` are the dice of which each took the first ones. `order_of_play` is a sentence, where
    players throw one after the other.
    """

    row: Bounded[int] | None = None
    dice: tuple[OwnDice, ...] = ()
    turns: tuple[OwnTurn, ...] = ()
    order_of_play: str | None = None


def throws_for_all(sheet: ResultSheet, words: Words) -> Bounded[ThrowRow]:
    """The shared throws of a round, none where there are none."""
    return _some(throw_table(sheet, words))


def course_of(sheet: ResultSheet, words: Words) -> Course:
    """What was thrown in the round of this sheet."""
    match sheet.record:
        case SharedRecord():
            return Course()
        case RowRecord() as record:
            dice = tuple(_of_the_row(sheet, record))
            return Course(row=bounded(record.row, first=_MOST_DICE), dice=dice)
        case OwnRecord() as record:
            turns = turn_table(sheet, words)
            hog = sheet.kind is Kind.HOG
            return Course(
                dice=tuple(_own_dice(sheet, record, row) for row in turns) if hog else (),
                turns=() if hog else tuple(_own_turn(sheet, row) for row in turns),
                order_of_play=order_of_play(sheet, words),
            )
    assert_never(sheet.record)


def _of_the_row(sheet: ResultSheet, record: RowRecord) -> Iterator[OwnDice]:
    """Whose dice are which, the best new score first."""
    for line in sheet.why:
        n = dice_ordered(line.condition)
        rest = record.row[n:_IN_SIGHT]
        yield _dice(sheet, line.seat, record.row[:n], rest, most=_MOST_OF_THE_ROW)


def _own_dice(sheet: ResultSheet, record: OwnRecord, row: TurnRow) -> OwnDice:
    throws = record.turns[row.seat].throws
    return _dice(sheet, row.seat, [int(die.name) for die in throws], (), most=_MOST_DICE)


def _dice(
    sheet: ResultSheet, seat: Seat, dice: Sequence[int], rest: tuple[int, ...], *, most: int
) -> OwnDice:
    return OwnDice(
        seat=seat_label(seat),
        name=sheet.names[seat],
        bot=seat in sheet.bots,
        many=len(dice),
        dice=bounded(dice, first=most),
        rest=rest,
        points=sheet.record.turn_scores[seat],
    )


def _own_turn(sheet: ResultSheet, row: TurnRow) -> OwnTurn:
    return OwnTurn(
        seat=seat_label(row.seat),
        name=sheet.names[row.seat],
        bot=row.seat in sheet.bots,
        order=row.line.order,
        throws=_some(row.throws),
        ended=row.line.why,
    )


def _some(throws: Sequence[ThrowRow]) -> Bounded[ThrowRow]:
    return bounded(throws, first=_FIRST, last=_LAST)
