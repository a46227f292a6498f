"""Links to the GM's desk, and the sessions that were begun with them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, CursorResult, delete, func, insert, or_, select, update

from pigpost.adapters.sql import tables
from pigpost.ports import GmLogin

_KNOWN = (
    tables.gm_login.c.digest,
    tables.gm_login.c.role,
    tables.gm_login.c.person,
    tables.gm_login.c.used_at,
    tables.gm_login.c.ended_at,
)


class SqlGmLogins:
    """As `ports.GmLogins`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def make(
        self,
        *,
        role: str,
        digest: str,
        browser: str | None,
        now: datetime,
        expires_at: datetime,
        person: str | None = None,
    ) -> None:
        """As `ports.GmLogins.make`."""
        values = {
            "role": role,
            "person": person,
            "digest": digest,
            "browser": browser,
            "made_at": now,
            "expires_at": expires_at,
        }
        self._connection.execute(insert(tables.gm_login).values(values))

    def forget(self, *, made_before: datetime) -> None:
        """As `ports.GmLogins.forget`."""
        made_at = tables.gm_login.c.made_at
        self._connection.execute(delete(tables.gm_login).where(made_at <= made_before))

    def asked_since(self, since: datetime, *, person: str | None = None) -> int:
        """As `ports.GmLogins.asked_since`."""
        column = tables.gm_login.c
        asked = select(func.count()).where(
            column.made_at >= since,
            column.browser.is_not(None),
            column.person.is_not_distinct_from(person),
        )
        return self._connection.scalar(asked) or 0

    def use(self, digest: str, *, browser: str, now: datetime) -> GmLogin | None:
        """As `ports.GmLogins.use`: one statement, so that of two who use it one is late."""
        column = tables.gm_login.c
        good = update(tables.gm_login).where(
            column.digest == digest,
            column.used_at.is_(None),
            column.expires_at > now,
            or_(column.browser.is_(None), column.browser == browser),
        )
        used = good.values(used_at=now).returning(*_KNOWN)
        return _login(self._connection.execute(used))

    def get(self, digest: str) -> GmLogin | None:
        """As `ports.GmLogins.get`."""
        column = tables.gm_login.c
        found = select(*_KNOWN).where(column.digest == digest, column.used_at.is_not(None))
        return _login(self._connection.execute(found))

    def end(self, digest: str, *, now: datetime) -> None:
        """As `ports.GmLogins.end`; the first time counts."""
        column = tables.gm_login.c
        open_yet = update(tables.gm_login).where(column.digest == digest, column.ended_at.is_(None))
        self._connection.execute(open_yet.values(ended_at=now))


def _login(found: CursorResult[Any]) -> GmLogin | None:
    row = found.mappings().first()
    return None if row is None else GmLogin(**row)
