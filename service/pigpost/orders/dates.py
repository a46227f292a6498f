"""Days as players write them: only what can be one day alone is read; the rest is asked back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

_ISO = re.compile(r"(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})")
_DAY = re.compile(r"(\d{1,2})(?:[^\W\d_]{2})?")
_YEAR = re.compile(r"\d{4}")
_TWO_DAYS = re.compile(r"([\d.]+)-([\d.]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """The words of a language's days: `fillers` tell nothing, `until` stands between two days.

    `vague` words tell of days, but not of which; `numeric` are further ways to write a day in digits,
    with the groups d, m and y as far as they are said.
    """

    months: Mapping[str, int]
    fillers: frozenset[str]
    until: frozenset[str]
    vague: frozenset[str]
    numeric: tuple[re.Pattern[str], ...]

    def could_be(self, words: Sequence[str]) -> bool:
        """Whether the words look like days at all."""
        return any(
            word in self.months or word in self.vague or any(c.isdigit() for c in word)
            for word in words
        )


@dataclass(frozen=True, slots=True)
class _Day:
    """What is said of a day; what is None goes without saying."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


def days_in(words: Sequence[str], dates: Dates) -> tuple[str, str] | None:
    """The first and the last day that folded words name, as YYYY-MM-DD, or None.

    The first may leave out what the last says: `5 to 19 September 2027`.
    """
    spread = [part for word in words for part in _spread(word)]
    for at in range(1, len(spread)):
        parted = spread[at] in dates.until
        first = _said(spread[:at], dates)
        last = _said(spread[at + 1 :] if parted else spread[at:], dates)
        if first is not None and last is not None and (parted or first.year):
            return _span(first, last)
    return None


def _spread(word: str) -> tuple[str, ...]:
    """`5-19` and `5.9.-19.9.2027` are two days."""
    match = _TWO_DAYS.fullmatch(word)
    return (word,) if match is None else (match[1], "-", match[2])


def _span(first: _Day, last: _Day) -> tuple[str, str] | None:
    whole = replace(first, year=first.year or last.year, month=first.month or last.month)
    start, end = _date(whole), _date(last)
    if start is None or end is None or end < start:
        return None
    return start.isoformat(), end.isoformat()


def _date(day: _Day) -> date | None:
    if day.year is None or day.month is None or day.day is None:
        return None
    try:
        return date(day.year, day.month, day.day)
    except ValueError:
        return None


def _said(words: Sequence[str], dates: Dates) -> _Day | None:
    """The day that all of the words say, each part once."""
    day = _Day()
    for word in words:
        if word in dates.fillers:
            continue
        more = _part(word, dates)
        if more is None or _overlap(day, more):
            return None
        day = _Day(day.year or more.year, day.month or more.month, day.day or more.day)
    return None if day.day is None else day


def _part(word: str, dates: Dates) -> _Day | None:
    for pattern in (_ISO, *dates.numeric):
        if (match := pattern.fullmatch(word)) is not None:
            said = {name: int(digits) for name, digits in match.groupdict().items() if digits}
            return _Day(year=said.get("y"), month=said.get("m"), day=said.get("d"))
    if word in dates.months:
        return _Day(month=dates.months[word])
    if _YEAR.fullmatch(word):
        return _Day(year=int(word))
    if (match := _DAY.fullmatch(word)) is not None:
        return _Day(day=int(match[1]))
    return None


def _overlap(one: _Day, other: _Day) -> bool:
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return any(a is not None and b is not None for a, b in pairs)
