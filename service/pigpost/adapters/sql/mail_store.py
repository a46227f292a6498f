"""Raw mails, stored before anything looks into them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, func, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import insert_into
from pigpost.errors import NotFound, TooLate
from pigpost.ports import ArrivedMail, Fetched

_STORED, _DUPLICATE, _FAILED = "stored", "duplicate", "failed"


class SqlMailStore:
    """As `ports.MailStore`. The bytes of a content are kept once a mailbox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def store(
        self, mailbox: str, uidvalidity: int, mail: Fetched, *, sha256: str, now: datetime
    ) -> ArrivedMail:
        """As `ports.MailStore.store`."""
        column = tables.mail.c
        place = (
            column.mailbox == mailbox,
            column.uidvalidity == uidvalidity,
            column.uid == mail.uid,
        )
        if known := self._find(_mails().where(*place)):
            return known[0]
        original = self._original(mailbox, sha256)
        values = {
            "mailbox": mailbox,
            "uidvalidity": uidvalidity,
            "uid": mail.uid,
            "arrived_at": mail.arrived_at,
            "stored_at": now,
            "sha256": sha256,
            "size": mail.size,
            "complete": mail.complete,
            "raw": mail.raw if original is None else None,
            "repeats": original,
            "state": _STORED if original is None else _DUPLICATE,
            "outcome": None if original is None else _DUPLICATE,
            "tries": 0,
        }
        # a conflict: another poller stored it since we looked, and now it is seen
        self._connection.execute(
            insert_into(self._connection, tables.mail, values).on_conflict_do_nothing()
        )
        return self.store(mailbox, uidvalidity, mail, sha256=sha256, now=now)

    def unread(self, mailbox: str, *, limit: int) -> list[ArrivedMail]:
        """As `ports.MailStore.unread`."""
        column = tables.mail.c
        ours = _mails().where(column.mailbox == mailbox, column.state == _STORED)
        return self._find(ours.order_by(column.arrived_at, column.uid).limit(limit))

    def begin_try(self, mail_id: int) -> int:
        """As `ports.MailStore.begin_try`; `NotFound` when there is no such mail."""
        column = tables.mail.c
        one_more = update(tables.mail).where(column.id == mail_id).values(tries=column.tries + 1)
        tries = self._connection.scalar(one_more.returning(column.tries))
        if tries is None:
            raise NotFound(f"there is no mail {mail_id}")
        return int(tries)

    def settle(
        self,
        mail_id: int,
        *,
        state: str,
        outcome: str,
        note: str | None = None,
        game: str | None = None,
        person: str | None = None,
    ) -> None:
        """As `ports.MailStore.settle`."""
        column = tables.mail.c
        fate = {"state": state, "outcome": outcome, "note": note, "game": game, "person": person}
        still_stored = update(tables.mail).where(column.id == mail_id, column.state == _STORED)
        if self._connection.execute(still_stored.values(fate)).rowcount != 1:
            raise TooLate(f"mail {mail_id} is {self.get(mail_id).state} already")

    def get(self, mail_id: int) -> ArrivedMail:
        """As `ports.MailStore.get`."""
        found = self._find(_mails().where(tables.mail.c.id == mail_id))
        if not found:
            raise NotFound(f"there is no mail {mail_id}")
        return found[0]

    def newest(self, *, limit: int, game: str | None = None) -> list[ArrivedMail]:
        """As `ports.MailStore.newest`."""
        column = tables.mail.c
        query = _mails().order_by(column.id.desc()).limit(limit)
        return self._find(query if game is None else query.where(column.game == game))

    def read_again(self, mail_id: int) -> None:
        """As `ports.MailStore.read_again`."""
        column = tables.mail.c
        failed = update(tables.mail).where(column.id == mail_id, column.state == _FAILED)
        afresh = {"state": _STORED, "outcome": None, "note": None, "tries": 0}
        if self._connection.execute(failed.values(afresh)).rowcount != 1:
            raise TooLate(f"mail {mail_id} was not set aside: it is {self.get(mail_id).state}")

    def counts(self) -> dict[str, int]:
        """As `ports.MailStore.counts`."""
        column = tables.mail.c
        rows = self._connection.execute(select(column.state, func.count()).group_by(column.state))
        return dict(rows.all())

    def _original(self, mailbox: str, sha256: str) -> int | None:
        column = tables.mail.c
        same = (column.mailbox == mailbox, column.sha256 == sha256, column.repeats.is_(None))
        return self._connection.scalar(select(column.id).where(*same))

    def _find(self, query: Select[Any]) -> list[ArrivedMail]:
        return [ArrivedMail(**row) for row in self._connection.execute(query).mappings()]


def _mails() -> Select[Any]:
    """Mails with their bytes, also where another row keeps them."""
    original = tables.mail.alias("original")
    kept = ("raw", "repeats")
    own = [column for column in tables.mail.c if column.name not in kept]
    raw = func.coalesce(tables.mail.c.raw, original.c.raw, type_=tables.mail.c.raw.type)
    return select(*own, raw.label("raw")).outerjoin(
        original, original.c.id == tables.mail.c.repeats
    )
