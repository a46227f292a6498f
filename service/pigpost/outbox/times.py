"""Instants and lengths of time as mails print them: never a bare weekday."""

from datetime import UTC, date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale
from babel.dates import format_date, format_datetime, get_timezone_location

from pigpost.outbox.words import Catalogue
from pigpost.results.words import N_

DAY = N_("EEE d MMM y")
"""Patterns of CLDR; translate to the language's own order of a date."""
_MINUTE = N_("HH:mm")
_SECOND = N_("HH:mm:ss")

_HOUR_SECONDS = 3600
_DAY_MINUTES = 24 * 60


def calendar_day(day: date, words: Catalogue) -> str:
    """A day as somebody has written it, wherever he lives: `Fri 12 Mar 2027`."""
    return format_date(day, words.gettext(DAY), locale=words.locale)


def day(moment: datetime, words: Catalogue) -> str:
    """A date, in UTC: `Fri 12 Mar 2027`."""
    return _formatted(moment.astimezone(UTC), DAY, words)


def instant(moment: datetime, timezone: str, words: Catalogue, *, seconds: bool = False) -> str:
    """An instant: `Fri 12 Mar 2027 20:00 UTC (22:00 in Helsinki)`; the reader's zone is IANA's."""
    clock = _SECOND if seconds else _MINUTE
    at = moment.astimezone(UTC)
    time = _formatted(at, clock, words)
    text = words.gettext("{day} {time} UTC").format(day=day(at, words), time=time)
    zone = _zone(timezone)
    if zone is None:
        return text
    there = at.astimezone(zone)
    local = _formatted(there, clock, words)
    if there.date() != at.date():
        local = f"{_formatted(there, DAY, words)} {local}"
    city = get_timezone_location(zone, locale=words.locale, return_city=True)
    here = words.gettext("({time} in {city})").format(time=local, city=city)
    return f"{text} {here}"


def length(seconds: float, words: Catalogue) -> str:
    """A length of time in its two largest units, from days to minutes: `1 day 2 hours`."""
    minutes = int(seconds) // 60
    parts = (
        (words.ngettext("{n} day", "{n} days", minutes // _DAY_MINUTES), minutes // _DAY_MINUTES),
        (
            words.ngettext("{n} hour", "{n} hours", minutes // 60 % 24),
            minutes // 60 % 24,
        ),
        (words.ngettext("{n} minute", "{n} minutes", minutes % 60), minutes % 60),
    )
    told = [text.format(n=n) for text, n in parts if n]
    return " ".join(told[:2]) or words.gettext("less than a minute")


def lateness(seconds: int, words: Catalogue) -> str:
    """How late a mail was, to the second where it matters: `3 min 09 s`."""
    if seconds >= _HOUR_SECONDS:
        return length(seconds, words)
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return words.gettext("{seconds} s").format(seconds=rest)
    return words.gettext("{minutes} min {seconds} s").format(minutes=minutes, seconds=f"{rest:02}")


def _formatted(moment: datetime, pattern: str, words: Catalogue) -> str:
    return _printed(moment.replace(tzinfo=None), words.gettext(pattern), words.locale)


@lru_cache(maxsize=1024)
def _printed(clock: datetime, pattern: str, locale: Locale) -> str:
    """What a clock shows somewhere; deadlines and days are the same for many mails."""
    return format_datetime(clock, pattern, locale=locale)


def _zone(name: str) -> ZoneInfo | None:
    """The reader's zone where it says more than UTC does; a mail goes out whatever the name is."""
    if name.rpartition("/")[2] in {"UTC", "GMT", ""}:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None
