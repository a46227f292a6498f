"""One-time codes of mails by which the GM gives commands."""

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from pigpost.adapters.sql import tables
from pigpost.ports import CodeState


class SqlGmCodes:
    """As `ports.GmCodes`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def make(self, *, role: str, digest: str, now: datetime, expires_at: datetime) -> None:
        """As `ports.GmCodes.make`."""
        values = {"role": role, "digest": digest, "made_at": now, "expires_at": expires_at}
        self._connection.execute(insert(tables.gm_code).values(values))

    def forget(self, *, made_before: datetime) -> None:
        """As `ports.GmCodes.forget`."""
        made_at = tables.gm_code.c.made_at
        self._connection.execute(delete(tables.gm_code).where(made_at <= made_before))

    def use(self, digest: str, *, role: str, now: datetime) -> CodeState:
        """As `ports.GmCodes.use`: one statement, so that of two who use it one is late."""
        column = tables.gm_code.c
        good = update(tables.gm_code).where(
            column.digest == digest,
            column.role == role,
            column.used_at.is_(None),
            column.expires_at > now,
        )
        if self._connection.execute(good.values(used_at=now)).rowcount:
            return CodeState.GOOD
        found = select(column.used_at).where(column.digest == digest, column.role == role)
        row = self._connection.execute(found).first()
        if row is None:
            return CodeState.WRONG
        return CodeState.EXPIRED if row.used_at is None else CodeState.USED
