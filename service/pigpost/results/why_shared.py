"""Why a turn ended in a round that was thrown for all (rule 3)."""

from collections.abc import Iterable
from typing import assert_never

from pigpost.games.conditions import After, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.games.record import EndedBy, SharedRecord
from pigpost.results.phrases import listed, nth_throw
from pigpost.results.result import ResultSheet, Why
from pigpost.results.words import Words

_MOST_NAMES = 3

NEAR = 2
"""So few points short is a near miss."""


def away(sheet: ResultSheet, record: SharedRecord) -> tuple[Why, ...]:
    """Those who dropped out, by seat."""
    return tuple(line for line in sheet.by_seat if record.dropped_at[line.seat] is not None)


def still_in(sheet: ResultSheet, record: SharedRecord) -> tuple[Why, ...]:
    """Those who never dropped out, by seat."""
    return tuple(line for line in sheet.by_seat if record.dropped_at[line.seat] is None)


def at_stake(record: SharedRecord) -> int:
    """The points in play when the round was closed: what those still in lose or keep."""
    return record.throws[-1].turn_score if record.throws else 0


def phrase(sheet: ResultSheet, record: SharedRecord, line: Why, words: Words) -> str:
    """A few words beside the player's order."""
    if line.seat in record.winners:
        return words.gettext("won at throw {n}").format(n=record.throws_made)
    dropped_at = record.dropped_at[line.seat]
    if dropped_at is not None:
        return _dropped(sheet, record, line, dropped_at, words)
    if record.ended_by is EndedBy.TARGET:
        return words.gettext("still in at the end")
    return _stayed(sheet, record, line, words)


def _dropped(sheet: ResultSheet, record: SharedRecord, line: Why, at: int, words: Words) -> str:
    """How the condition was met at that throw."""
    turn = record.throws[at - 1].turn_score
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
            return _pattern(record, line.condition, words).format(names=names, n=at)
        case Dice():
            raise _no_condition()
    assert_never(line.condition)


def _pattern(record: SharedRecord, condition: When | After, words: Words) -> str:
    """How those who were waited for had ended; who is not in the round holds up nothing (3.3.7)."""
    if not condition.seats & record.orders.keys():
        return words.gettext("{names} not in this round")
    if isinstance(condition, When):
        return words.gettext("{names} out at throw {n}")
    return words.gettext("one throw after {names}")


def _stayed(sheet: ResultSheet, record: SharedRecord, line: Why, words: Words) -> str:
    """How far the condition was from being met when the round was closed."""
    good = record.throws_made - 1
    turn, remaining = at_stake(record), {other.seat for other in still_in(sheet, record)}
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
            waited = seats & remaining
            return words.ngettext(
                "{names} had not ended", "{names} had not ended", len(waited)
            ).format(names=_names(sheet, waited, words))
        case When(seats) | After(seats):
            return words.gettext("the one throw after {names} was lost").format(
                names=_names(sheet, seats, words)
            )
        case Dice():
            raise _no_condition()
    assert_never(line.condition)


def near_misses(sheet: ResultSheet, record: SharedRecord, words: Words) -> tuple[str, ...]:
    """Who of those caught was one throw, or a point or two, short of getting away."""
    if record.ended_by is not EndedBy.NON_SCORING:
        return ()
    found = (_near_miss(sheet, record, line, words) for line in still_in(sheet, record))
    return tuple(text for text in found if text)[:_MOST_NAMES]


def _near_miss(sheet: ResultSheet, record: SharedRecord, line: Why, words: Words) -> str | None:
    name = sheet.called(line.seat, words)
    match line.condition:
        case Throws(n) if n == record.throws_made:
            return words.gettext("{name} was one throw short").format(name=name)
        case Turn(n):
            short = n - at_stake(record)
        case Total(n):
            short = n - line.before - at_stake(record)
        case _:
            return None
    if short > NEAR:
        return None
    return words.ngettext(
        "{name} was {short} point short", "{name} was {short} points short", short
    ).format(name=name, short=short)


def _names(sheet: ResultSheet, seats: Iterable[Seat], words: Words) -> str:
    names = [sheet.called(seat, words) for seat in sorted(seats)]
    return listed(names, words, limit=_MOST_NAMES)


def _no_condition() -> TypeError:
    return TypeError("dice are no condition: a row of dice is thrown once (rule 3.8)")
