"""A round as plain text on a terminal: the same tables as in the mails."""

from collections.abc import Iterator, Sequence
from gettext import NullTranslations

from pigpost.cli.columns import padded, width
from pigpost.results.result import ResultSheet
from pigpost.results.story import story
from pigpost.results.story_own import order_of_play
from pigpost.results.tables import WhyRow, throw_table, thrown_again, why_table
from pigpost.results.turns import dice_row, turn_table

ENGLISH = NullTranslations()
"""The command line speaks English."""


def round_text(sheet: ResultSheet) -> str:
    """Story, throws, and what became of each order."""
    why = _why(why_table(sheet, ENGLISH))
    return "\n".join([*story(sheet, ENGLISH), *_thrown(sheet), "Why", *why])


def _thrown(sheet: ResultSheet) -> Iterator[str]:
    """What was thrown: for all, as a row of dice, or player by player."""
    if again := thrown_again(sheet, ENGLISH):
        yield f"Thrown again until the first throw scored: {again}"
    for row in throw_table(sheet, ENGLISH):
        turn = "" if row.turn_score is None else f"turn {row.turn_score}"
        points = row.points or ""
        yield f"   throw {row.n:<3} {row.shown:<22} {points:>3}  {turn:<9} {row.note}".rstrip()
    if dice := dice_row(sheet, ENGLISH):
        yield f"Row of dice: {dice}"
    if order := order_of_play(sheet, ENGLISH):
        yield order
    for turn_row in turn_table(sheet, ENGLISH):
        yield f"   {padded(turn_row.line.name, 20)} {turn_row.in_a_row}"


def _why(rows: Sequence[WhyRow]) -> Iterator[str]:
    """What became of each order, in columns as wide as they must be."""
    cells = [(row.name, row.order, row.why) for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    for row, texts in zip(rows, cells, strict=True):
        columns = "  ".join(map(padded, texts, widths))
        sign = "-" if row.change < 0 else "+"
        yield f"   {columns}  {row.before} {sign} {abs(row.change)} = {row.after}"
