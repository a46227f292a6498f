"""Why a player's turn ended when it did, or why it did not end in time."""

from collections.abc import Iterable
from typing import assert_never

from pigpost.games.conditions import After, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.games.record import NO_ORDER, EndedBy
from pigpost.results.phrases import listed, nth_throw
from pigpost.results.result import ResultSheet, Why
from pigpost.results.words import Words

_MOST_NAMES = 3

_NEAR = 2
"""So few points short is a near miss."""


def phrase(sheet: ResultSheet, line: Why, words: Words) -> str:
    """A few words beside the player's order."""
    if line.seat in sheet.record.winners:
        return words.gettext("won at throw {n}").format(n=sheet.record.throws_made)
    if line.default == NO_ORDER:
        return words.gettext("no order came")
    if line.default is not None:
        return words.gettext("no good order came")
    if line.dropped_at is not None:
        return _dropped(sheet, line, line.dropped_at, words)
    if sheet.record.ended_by is EndedBy.TARGET:
        return words.gettext("still in at the end")
    return _stayed(sheet, line, words)


def _dropped(sheet: ResultSheet, line: Why, at: int, words: Words) -> str:
    """How the condition was met at that throw."""
    turn = sheet.record.throws[at - 1].turn_score
    match line.condition:
        case Throws():
            return nth_throw(at, words)
        case Turn():
            return words.gettext("{score} at throw {n}").format(score=turn, n=at)
        case Total():
            total = line.before + turn
            return words.gettext("total {score} at throw {n}").format(score=total, n=at)
        case OnlyLeft():
            return words.gettext("alone at throw {n}").format(n=at)
        case When(seats) | After(seats):
            names = _names(sheet, seats, words)
            return _pattern(sheet, line.condition, words).format(names=names, n=at)
    assert_never(line.condition)


def _pattern(sheet: ResultSheet, condition: When | After, words: Words) -> str:
    """How those who were waited for had ended; who is not in the round holds up nothing (3.3.7)."""
    if not condition.seats & sheet.record.orders.keys():
        return words.gettext("{names} not in this round")
    if isinstance(condition, When):
        return words.gettext("{names} out at throw {n}")
    return words.gettext("one throw after {names}")


def _stayed(sheet: ResultSheet, line: Why, words: Words) -> str:
    """How far the condition was from being met when the round was closed."""
    good = sheet.record.throws_made - 1
    turn, remaining = sheet.at_stake, {other.seat for other in sheet.still_in}
    match line.condition:
        case Throws(n):
            return words.gettext("{good} of {n} throws").format(good=good, n=n)
        case Turn():
            return words.gettext("{score} at the end").format(score=turn)
        case Total():
            score = line.before + turn
            return words.gettext("total {score} at the end").format(score=score)
        case OnlyLeft():
            others = _names(sheet, remaining - {line.seat}, words)
            return words.gettext("{names} still in").format(names=others)
        case When(seats) | After(seats) if seats & remaining:
            return words.gettext("{names} had not ended").format(
                names=_names(sheet, seats & remaining, words)
            )
        case When(seats) | After(seats):
            return words.gettext("the one throw after {names} was lost").format(
                names=_names(sheet, seats, words)
            )
    assert_never(line.condition)


def near_misses(sheet: ResultSheet, words: Words) -> tuple[str, ...]:
    """Who of those caught was one throw, or a point or two, short of getting away."""
    if sheet.record.ended_by is not EndedBy.NON_SCORING:
        return ()
    found = (_near_miss(sheet, line, words) for line in sheet.still_in)
    return tuple(text for text in found if text)[:_MOST_NAMES]


def _near_miss(sheet: ResultSheet, line: Why, words: Words) -> str | None:
    match line.condition:
        case Throws(n) if n == sheet.record.throws_made:
            return words.gettext("{name} was one throw short").format(name=line.name)
        case Turn(n):
            short = n - sheet.at_stake
        case Total(n):
            short = n - line.before - sheet.at_stake
        case _:
            return None
    if short > _NEAR:
        return None
    return words.ngettext(
        "{name} was {short} point short", "{name} was {short} points short", short
    ).format(name=line.name, short=short)


def _names(sheet: ResultSheet, seats: Iterable[Seat], words: Words) -> str:
    return listed([sheet.names[seat] for seat in sorted(seats)], words, limit=_MOST_NAMES)
