"""When a mail that is delivered to us has arrived: now, or when our own mail server took it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from pigpost.intake.headers import MAX_HEADERS, RECEIVED_BY, first, split

_COMMENT = re.compile(r"\([^()]*\)")
_LONGEST = 4_096


def arrival(raw: bytes, *, own_servers: Sequence[str], now: datetime) -> datetime:
    """The time in the topmost Received header if a server of ours wrote it, but never later than now.

    Only the topmost: what stands below it may have come with the mail, whomever it names. `raw` is
    as it was handed over, without what we write on top.
    """
    if not own_servers:
        return now
    head = raw[:MAX_HEADERS].replace(b"\r\n", b"\n")
    received = first(split(head).headers, "received")
    taken_at = None if received is None else _taken_at(received[:_LONGEST], own_servers)
    return now if taken_at is None else min(taken_at, now)


def _taken_at(received: str, own_servers: Sequence[str]) -> datetime | None:
    trace, semicolon, written = received.rpartition(";")
    by = RECEIVED_BY.search(_COMMENT.sub(" ", trace))
    if not semicolon or by is None or by[1].lower() not in [name.lower() for name in own_servers]:
        return None
    try:
        at = parsedate_to_datetime(written.strip())
        return (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
