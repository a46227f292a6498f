"""Who is at it, and when the clock was last looked at."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, or_, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import upsert

_ONLY_ROW = 1

_CLOCKS_DIFFER = timedelta(minutes=5)
"""A lease that ends later than this after any of ours could was taken before the clock was set back."""


class SqlLeases:
    """As `ports.Leases`; the database compares and sets in one statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def take(self, name: str, *, owner: str, now: datetime, seconds: int) -> bool:
        """As `ports.Leases.take`."""
        lease = tables.lease
        too_far = now + timedelta(seconds=seconds) + _CLOCKS_DIFFER
        free = or_(lease.c.owner == owner, lease.c.until <= now, lease.c.until > too_far)
        values = {"name": name, "owner": owner, "until": now + timedelta(seconds=seconds)}
        statement = upsert(self._connection, lease, values, where=free)
        return self._connection.scalar(statement.returning(lease.c.owner)) is not None

    def release(self, name: str, *, owner: str) -> None:
        """As `ports.Leases.release`."""
        lease = tables.lease
        ours = delete(lease).where(lease.c.name == name, lease.c.owner == owner)
        self._connection.execute(ours)

    def until(self, name: str) -> datetime | None:
        """As `ports.Leases.until`."""
        lease = tables.lease
        return self._connection.scalar(select(lease.c.until).where(lease.c.name == name))


class SqlTicks:
    """As `ports.Ticks`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def last(self) -> datetime | None:
        """As `ports.Ticks.last`."""
        return self._connection.scalar(select(tables.tick.c.at))

    def tick(self, now: datetime) -> None:
        """As `ports.Ticks.tick`."""
        values = {"id": _ONLY_ROW, "at": now}
        self._connection.execute(upsert(self._connection, tables.tick, values))
