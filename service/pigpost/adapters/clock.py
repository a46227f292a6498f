"""The machine's clock."""

from datetime import UTC, datetime


class SystemClock:
    """As `ports.Clock`."""

    def now(self) -> datetime:
        """As `ports.Clock.now`."""
        return datetime.now(UTC)  # noqa: TID251 - this is where time comes from
