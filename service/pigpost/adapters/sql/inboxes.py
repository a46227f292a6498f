"""How far each mailbox was read, and how it is doing."""

from datetime import datetime

from sqlalchemy import Connection, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import upsert
from pigpost.ports import InboxHealth


class SqlInboxes:
    """As `ports.Inboxes`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def health(self, mailbox: str) -> InboxHealth:
        """As `ports.Inboxes.health`."""
        inbox = tables.inbox
        row = self._connection.execute(select(inbox).where(inbox.c.mailbox == mailbox)).first()
        if row is not None:
            return InboxHealth(**row._mapping)  # noqa: SLF001 - public, in spite of its name
        return InboxHealth(
            mailbox=mailbox,
            uidvalidity=None,
            last_uid=0,
            seen_at=None,
            failing_since=None,
            last_error=None,
            failures=0,
        )

    def reach(self, mailbox: str, *, uidvalidity: int, last_uid: int) -> None:
        """As `ports.Inboxes.reach`."""
        self._note(mailbox, uidvalidity=uidvalidity, last_uid=last_uid)

    def polled(self, mailbox: str, *, began_at: datetime) -> None:
        """As `ports.Inboxes.polled`."""
        self._note(mailbox, seen_at=began_at, failing_since=None, last_error=None, failures=0)

    def failing(self, mailbox: str, *, at: datetime, error: str) -> None:
        """As `ports.Inboxes.failing`."""
        before = self.health(mailbox)
        self._note(
            mailbox,
            failing_since=before.failing_since or at,
            last_error=error,
            failures=before.failures + 1,
        )

    def _note(self, mailbox: str, **facts: datetime | str | int | None) -> None:
        values = {"mailbox": mailbox, **facts}
        self._connection.execute(upsert(self._connection, tables.inbox, values))
