"""Why a turn ended where everybody has throws or dice of his own (rules 3.8, 4)."""

from collections.abc import Sequence
from typing import assert_never

from pigpost.games.conditions import Throws, Total, Turn
from pigpost.games.kinds import Kind
from pigpost.games.record import EndedBy, OwnRecord, RowRecord, TurnEnd, TurnRecord
from pigpost.games.row_round import dice_ordered
from pigpost.results.phrases import one_such, points
from pigpost.results.result import ResultSheet, Why
from pigpost.results.why_shared import NEAR
from pigpost.results.words import Words

_FEW_DICE = 8
"""So many dice are shown with their sum."""


def phrase(sheet: ResultSheet, record: OwnRecord, line: Why, words: Words) -> str:
    """How the turn ended, in a few words beside the player's order."""
    turn = record.turns.get(line.seat)
    if turn is None:
        return words.gettext("did not throw")
    if turn.ended_by is TurnEnd.INCOMPLETE:
        return words.gettext("not thrown to the end")
    if sheet.kind is Kind.HOG:
        return _dice(sheet, line, [int(die.name) for die in turn.throws], words)
    return _ended(sheet, line, turn, words)


def dice_phrase(sheet: ResultSheet, record: RowRecord, line: Why, words: Words) -> str:
    """What the dice were worth that the order took of the row (rule 3.8)."""
    if record.ended_by is EndedBy.INCOMPLETE:
        return words.gettext("not thrown to the end")
    return _dice(sheet, line, record.row[: dice_ordered(line.condition)], words)


def _ended(sheet: ResultSheet, line: Why, turn: TurnRecord, words: Words) -> str:
    last = turn.throws[-1]
    match turn.ended_by:
        case TurnEnd.HOLD:
            return words.ngettext(
                "held at {score} after {n} throw", "held at {score} after {n} throws", last.n
            ).format(score=turn.turn, n=last.n)
        case TurnEnd.TARGET:
            return words.gettext("reached {target} at throw {n}").format(
                target=sheet.target, n=last.n
            )
        case TurnEnd.BUST:
            text = words.gettext("{what} on throw {n}: nothing")
        case TurnEnd.WIPE:
            text = words.gettext("{what} on throw {n}: score back to 0")
        case TurnEnd.ELIMINATE:
            return words.gettext("{what} on throw {n}: out of the game").format(
                what=one_such(last.name, words), n=last.n
            )
        case TurnEnd.INCOMPLETE:
            return words.gettext("not thrown to the end")
        case _:
            assert_never(turn.ended_by)
    told = text.format(what=one_such(last.name, words), n=last.n)
    near = _near_miss(line, last.n, words)
    return told if near is None else f"{told}; {near}"


def _near_miss(line: Why, throws: int, words: Words) -> str | None:
    """That the turn was lost one throw, or a point or two, before it would have ended well."""
    match line.condition:
        case Throws(n) if n == throws > 1:
            return words.gettext("one throw short")
        case Turn(n):
            short = n - line.lost
        case Total(n):
            short = n - line.before - line.lost
        case _:
            return None
    if not 0 < short <= NEAR or throws == 1:
        return None
    return words.ngettext("{short} point short", "{short} points short", short).format(short=short)


def _dice(sheet: ResultSheet, line: Why, dice: Sequence[int], words: Words) -> str:
    n = len(dice)
    if not line.turn:
        return words.ngettext("{n} die, a 1: nothing", "{n} dice with a 1: nothing", n).format(n=n)
    if n > _FEW_DICE:
        told = words.gettext("{n} dice without a 1: {points}").format(
            n=n, points=points(line.turn, words)
        )
    else:
        told = words.ngettext("{n} die: {dice}", "{n} dice: {dice} = {score}", n).format(
            n=n, dice=" ".join(map(str, dice)), score=line.turn
        )
    if line.after < sheet.target:
        return told
    reached = words.gettext("reached {target}").format(target=sheet.target)
    return f"{told}; {reached}"
