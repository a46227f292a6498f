"""Instants as the GM writes and reads them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from pigpost.errors import UsageError


def parse_instant(text: str, zone: ZoneInfo) -> datetime:
    """`2027-03-05 20:00` on the wall clock of a zone, or with an offset, as UTC."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text!r} is no time; write it as '2027-03-05 20:00'") from None
    return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)


def show_instant(at: datetime | None) -> str:
    """As `Fri 2027-03-05 20:00 UTC`."""
    return "-" if at is None else f"{at:%a %Y-%m-%d %H:%M} UTC"
