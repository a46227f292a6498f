"""Mails out: rows that are claimed by comparing and setting, under a lease."""

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.addresses import folded
from pigpost.adapters.sql.upsert import insert_into
from pigpost.errors import TooLate
from pigpost.ports import Composer, NewMail, OutgoingMail

_RESERVED, _QUEUED, _SENT, _FAILED = "reserved", "queued", "sent", "failed"
_COLUMNS = [tables.outbox.c[field.name] for field in fields(OutgoingMail)]


class SqlOutbox:
    """As `ports.Outbox`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, mail: NewMail, *, compose: Composer, now: datetime) -> int:
        """As `ports.Outbox.put`."""
        outbox_id = self._reserve(mail, now)
        composed = compose(outbox_id)
        written = {
            "message_id": composed.message_id,
            "envelope_sender": composed.envelope_sender,
            "subject": composed.subject,
            "text": composed.text,
            "message": composed.message,
            "state": _QUEUED,
        }
        row = update(tables.outbox).where(tables.outbox.c.id == outbox_id)
        self._connection.execute(row.values(written))
        return outbox_id

    def claim(
        self, *, owner: str, now: datetime, lease_seconds: int, limit: int
    ) -> list[OutgoingMail]:
        """As `ports.Outbox.claim`."""
        column = tables.outbox.c
        free = or_(column.leased_until.is_(None), column.leased_until <= now)
        due = (
            select(column.id)
            .where(column.state == _QUEUED, column.next_try_at <= now, free)
            .order_by(column.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        ids = self._connection.scalars(due).all()
        taken = update(tables.outbox).where(column.id.in_(ids))
        lease = {"owner": owner, "leased_until": now + timedelta(seconds=lease_seconds)}
        self._connection.execute(taken.values(tries=column.tries + 1, **lease))
        return self._find(_rows().where(column.id.in_(ids)).order_by(column.id))

    def sent(self, outbox_id: int, *, owner: str, words: str, now: datetime) -> None:
        """As `ports.Outbox.sent`."""
        self._close(outbox_id, owner, state=_SENT, server_words=words, sent_at=now)

    def retry(self, outbox_id: int, *, owner: str, words: str, next_try_at: datetime) -> None:
        """As `ports.Outbox.retry`."""
        self._close(outbox_id, owner, server_words=words, next_try_at=next_try_at)

    def failed(self, outbox_id: int, *, owner: str, words: str) -> None:
        """As `ports.Outbox.failed`."""
        self._close(outbox_id, owner, state=_FAILED, server_words=words)

    def get(self, outbox_id: int) -> OutgoingMail | None:
        """As `ports.Outbox.get`."""
        return next(iter(self._find(_rows().where(tables.outbox.c.id == outbox_id))), None)

    def newest(self, *, limit: int, game: str | None = None) -> list[OutgoingMail]:
        """As `ports.Outbox.newest`."""
        column = tables.outbox.c
        query = _rows().order_by(column.id.desc()).limit(limit)
        return self._find(query if game is None else query.where(column.game == game))

    def texts_to(self, person: str, game: str, *, limit: int) -> list[str]:
        """As `ports.Outbox.texts_to`."""
        column = tables.outbox.c
        query = select(column.text).where(column.person == person, column.game == game)
        return list(self._connection.scalars(query.order_by(column.id.desc()).limit(limit)))

    def has(self, once: str) -> bool:
        """As `ports.Outbox.has`."""
        column = tables.outbox.c
        return self._connection.scalar(select(column.id).where(column.once == once)) is not None

    def answers_since(self, recipient: str | None, since: datetime) -> int:
        """As `ports.Outbox.answers_since`; case is of no account in the address."""
        column = tables.outbox.c
        answers = select(func.count()).where(
            column.created_at >= since, column.answers.is_not(None)
        )
        if recipient is not None:
            answers = answers.where(column.folded == folded(recipient))
        return self._connection.scalar(answers) or 0

    def counts(self) -> dict[str, int]:
        """As `ports.Outbox.counts`."""
        state = tables.outbox.c.state
        rows = self._connection.execute(select(state, func.count()).group_by(state))
        return dict(rows.all())

    def _reserve(self, mail: NewMail, now: datetime) -> int:
        """A row without its mail: nobody claims it, and the transaction does not end with it."""
        values = {
            **{field.name: getattr(mail, field.name) for field in fields(NewMail)},
            "folded": folded(mail.recipient),
            "created_at": now,
            "next_try_at": now,
            "state": _RESERVED,
            "tries": 0,
        }
        statement = insert_into(self._connection, tables.outbox, values)
        reserved = statement.on_conflict_do_nothing().returning(tables.outbox.c.id)
        outbox_id = self._connection.scalar(reserved)
        if outbox_id is None:
            raise TooLate(f"mail {mail.answers} was answered, or {mail.once} sent, before")
        return int(outbox_id)

    def _close(self, outbox_id: int, owner: str, **outcome: datetime | str) -> None:
        """Ends the lease if it is still the owner's."""
        column = tables.outbox.c
        ours = update(tables.outbox).where(
            column.id == outbox_id, column.owner == owner, column.state == _QUEUED
        )
        self._connection.execute(ours.values(owner=None, leased_until=None, **outcome))

    def _find(self, query: Select[Any]) -> list[OutgoingMail]:
        return [OutgoingMail(**row) for row in self._connection.execute(query).mappings()]


def _rows() -> Select[Any]:
    return select(*_COLUMNS)
