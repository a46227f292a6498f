"""A round as plain text on a terminal: the same tables as in the mails."""

from gettext import NullTranslations

from pigpost.results.result import ResultSheet
from pigpost.results.story import story
from pigpost.results.tables import throw_table, thrown_again, why_table

ENGLISH = NullTranslations()
"""The command line speaks English."""


def round_text(sheet: ResultSheet) -> str:
    """Story, throws, and what became of each order."""
    again = thrown_again(sheet, ENGLISH)
    first = [f"Thrown again until the first throw scored: {again}"] if again else []
    throws = [
        f"   throw {row.n:<3} {row.shown:<22} {row.points or '':>3}  "
        f"{'' if row.turn_score is None else f'turn {row.turn_score}':<9} {row.note}".rstrip()
        for row in throw_table(sheet, ENGLISH)
    ]
    why = [
        f"   {row.name:<20} {row.order:<20} {row.why:<36} {row.before} + {row.change} = {row.after}"
        for row in why_table(sheet, ENGLISH)
    ]
    return "\n".join([*story(sheet, ENGLISH), *first, *throws, "Why", *why])
