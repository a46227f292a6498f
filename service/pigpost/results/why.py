"""Why a player's turn ended when it did, or why it did not end in time."""

from typing import assert_never

from pigpost.games.record import NO_ORDER, OwnRecord, RowRecord, SharedRecord
from pigpost.replay.rounds import ABSENT
from pigpost.results import why_own, why_shared
from pigpost.results.result import ResultSheet, Why
from pigpost.results.words import Words


def phrase(sheet: ResultSheet, line: Why, words: Words) -> str:
    """A few words beside the player's order."""
    match sheet.record:
        case SharedRecord() as record:
            default = None if line.seat in record.winners else _default(line, words)
            return default or why_shared.phrase(sheet, record, line, words)
        case RowRecord() as record:
            course = why_own.dice_phrase(sheet, record, line, words)
        case OwnRecord() as record:
            course = why_own.phrase(sheet, record, line, words)
        case _:
            assert_never(sheet.record)
    default = _default(line, words)
    return course if default is None else f"{default}; {course}"


def _default(line: Why, words: Words) -> str | None:
    """That the default was played, and how that came, or None (rules 3.7.1, 4.5)."""
    if line.default is None:
        return None
    if line.default == ABSENT:
        return words.gettext("away, and excused")
    if line.default == NO_ORDER:
        return words.gettext("no order came")
    return words.gettext("no good order came")
