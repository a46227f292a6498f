"""When a round is due: a grid of weekdays and hours, or a plain interval.

`Fri 20:00`, `Mon,Thu 18:30` (in the game's time zone, daylight saving included), or
`every 3 days`, `every 90 minutes`.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORTEST_DAY = 3
_GRID = re.compile(r"([a-z]+(?:,[a-z]+)*) (\d{1,2}):(\d{2})")
_INTERVAL = re.compile(r"every (?:(\d{1,5}) )?(second|minute|hour|day|week)s?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Weekdays (0 is Monday) and an hour on the wall clock."""

    days: frozenset[int]
    hour: time


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """So long after a round was opened."""

    length: timedelta


Schedule: TypeAlias = Grid | Interval


def parse_schedule(text: str) -> Schedule:
    """The schedule a GM wrote; `ValueError` says what is wrong and what would be right.

    >>> parse_schedule("every 90 minutes")
    Interval(length=datetime.timedelta(seconds=5400))
    """
    words = " ".join(re.sub(r",\s+", ",", text.strip().lower()).split())
    if grid := _GRID.fullmatch(words):
        return Grid(days=_days(grid[1].split(",")), hour=_hour(int(grid[2]), int(grid[3])))
    if interval := _INTERVAL.fullmatch(words):
        length = timedelta(**{interval[2] + "s": int(interval[1] or 1)})
        if length > timedelta(0):
            return Interval(length=length)
    raise ValueError(
        f"{text!r} is no schedule; write weekdays and an hour, as 'Fri 20:00' or 'Mon,Thu 18:30', "
        "or an interval, as 'every 3 days' or 'every 90 minutes'"
    )


def next_deadline(schedule: Schedule, *, after: datetime, zone: ZoneInfo, first: bool) -> datetime:
    """The deadline of a round opened at `after` (UTC).

    The first round has double length. On a grid no round is shorter than half its shortest gap.
    """
    match schedule:
        case Interval(length=length):
            return after + length * (2 if first else 1)
        case Grid():
            points = _grid_points(schedule, after + _shortest_gap(schedule) / 2, zone)
            return points[1 if first else 0]


def _days(names: list[str]) -> frozenset[int]:
    numbers = set()
    for name in names:
        number = next((i for i, day in enumerate(_DAYS) if day.startswith(name)), None)
        if number is None or len(name) < _SHORTEST_DAY:
            raise ValueError(f"{name!r} is no weekday; write Mon, Tue, Wed, Thu, Fri, Sat or Sun")
        numbers.add(number)
    return frozenset(numbers)


def _hour(hour: int, minute: int) -> time:
    try:
        return time(hour, minute)
    except ValueError:
        raise ValueError(f"{hour:02}:{minute:02} is no time of day, as 20:00 is") from None


def _shortest_gap(grid: Grid) -> timedelta:
    days = sorted(grid.days)
    gaps = [(later - day) for day, later in zip(days, [*days[1:], days[0] + 7], strict=True)]
    return timedelta(days=min(gaps))


def _grid_points(grid: Grid, not_before: datetime, zone: ZoneInfo) -> list[datetime]:
    """Two grid points not before an instant; a wall-clock time that is skipped falls an hour later."""
    day = not_before.astimezone(zone).date()
    points: list[datetime] = []
    while len(points) < 2:  # noqa: PLR2004 - the next and the one after
        at = datetime.combine(day, grid.hour, zone).astimezone(UTC)
        if day.weekday() in grid.days and at >= not_before:
            points.append(at)
        day += timedelta(days=1)
    return points
