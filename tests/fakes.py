"""Stand-ins for the outside things that tests must be able to foretell."""

from datetime import UTC, datetime, timedelta
from itertools import count


class FixedClock:
    """Stands still until it is told to move."""

    def __init__(self, at: datetime = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def advance(self, **how_much: float) -> datetime:
        """Moves on by the arguments of `timedelta`; the new instant."""
        self.at += timedelta(**how_much)
        return self.at


class CountingEntropy:
    """Seeds 1, 2, 3 ... as 32 bytes, and salts 1, 2, 3 ... as 16."""

    def __init__(self) -> None:
        self._seeds = count(1)
        self._salts = count(1)

    def seed(self) -> bytes:
        return next(self._seeds).to_bytes(32)

    def salt(self) -> bytes:
        return next(self._salts).to_bytes(16)
