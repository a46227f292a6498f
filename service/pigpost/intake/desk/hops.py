"""The way of a mail as its Received headers tell it: only the topmost are by servers of ours."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from pigpost.intake.headers import RECEIVED_BY, Headers, every

_MOST = 30
_LONGEST = 400
_FROM = re.compile(r"^\s*from\s+([^\s;()]{1,200})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A server that passed the mail on, when, and so many seconds after the one before it."""

    sender: str
    receiver: str
    at: datetime | None
    seconds: int | None


def hops_of(headers: Headers) -> list[Hop]:
    """The way from the first server to ours; what can't be read in it is left empty."""
    written = [
        value[-_LONGEST:] if len(value) > _LONGEST else value for value in _received(headers)
    ]
    times = [_time(value) for value in written]
    return [
        Hop(
            sender=_found(_FROM, value),
            receiver=_found(RECEIVED_BY, value),
            at=at,
            seconds=_between(times[number - 1], at) if number else None,
        )
        for number, (value, at) in enumerate(zip(written, times, strict=True))
    ]


def _received(headers: Headers) -> Sequence[str]:
    """The earliest first: each server writes its own above all others."""
    return every(headers, "received")[:_MOST][::-1]


def _found(clause: re.Pattern[str], value: str) -> str:
    found = clause.search(value)
    return found[1] if found else ""


def _between(before: datetime | None, at: datetime | None) -> int | None:
    return None if before is None or at is None else int((at - before).total_seconds())


def _time(value: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(value.rpartition(";")[2].strip())
        return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError, IndexError, TypeError):
        return None  # written by whomever: it need not be a time
