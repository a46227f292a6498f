"""Times as stored: UTC, to the microsecond, always written alike (formats 1)."""

from contextlib import suppress
from datetime import UTC, datetime

from pigpost.errors import LogBroken


def written(at: datetime) -> str:
    """The stored text of an instant; `ValueError` when it does not say where on Earth.

    >>> written(datetime(2026, 3, 2, 18, 0, tzinfo=UTC))
    '2026-03-02T18:00:00.000000Z'
    """
    if at.tzinfo is None:
        raise ValueError(f"a time without a zone: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def read(text: object) -> datetime:
    """The instant behind a stored text; `LogBroken` for any other spelling."""
    with suppress(ValueError):
        if isinstance(text, str) and written(at := datetime.fromisoformat(text)) == text:
            return at
    raise LogBroken(f"{text!r} is no stored time")
