"""Mails out: rows that are claimed by comparing and setting, under a lease."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Integer, Select, bindparam, func, or_, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.addresses import folded
from pigpost.adapters.sql.prepared import Prepared
from pigpost.adapters.sql.upsert import insertion, upsert
from pigpost.errors import NotFound, TooLate
from pigpost.ports import Composer, Delivery, NewMail, OutgoingMail

_RESERVED, _QUEUED, _SENT, _FAILED, _BOUNCED = "reserved", "queued", "sent", "failed", "bounced"
_HARD, _SOFT = "hard", "soft"
_PACE = "outbox-pace"
"""The row of `lease` that is locked while mails of the last minute are counted."""

_CLOCKS_DIFFER = timedelta(minutes=5)
"""What was noted for later than this after now was noted before the clock was set back: else mails
would wait until it is there again.
"""

_OUT = tables.outbox.c
_COLUMNS = [_OUT[field.name] for field in fields(OutgoingMail)]

_RESERVATION = Prepared(
    lambda dialect: insertion(dialect, tables.outbox),
    sets=(
        *(field.name for field in fields(NewMail)),
        *("folded", "created_at", "next_try_at", "state", "tries"),
    ),
)
_WRITTEN = Prepared(
    update(tables.outbox).where(_OUT.id == bindparam("its_id")),
    sets=("message_id", "envelope_sender", "subject", "text", "message", "state"),
)
_ONE = Prepared(select(*_COLUMNS).where(_OUT.id == bindparam("its_id")))
_LAST = Prepared(select(func.max(_OUT.id)))
_TEXTS = (
    select(_OUT.text)
    .where(_OUT.person == bindparam("its_person"), _OUT.game == bindparam("its_game"))
    .order_by(_OUT.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
_ANSWERS = select(func.count()).where(
    _OUT.created_at >= bindparam("since"), _OUT.answers.is_not(None)
)
_ANSWERS_TO_ALL = Prepared(_ANSWERS)
_ANSWERS_TO_ONE = Prepared(_ANSWERS.where(_OUT.folded == bindparam("whom")))
_LATEST_TEXTS = Prepared(_TEXTS)
_EARLIER_TEXTS = Prepared(_TEXTS.where(_OUT.id <= bindparam("upto")))


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
        _WRITTEN.run(self._connection, its_id=outbox_id, **written)
        return outbox_id

    def claim(
        self, *, owner: str, now: datetime, lease_seconds: int, limit: int, per_minute: int = 0
    ) -> list[OutgoingMail]:
        """As `ports.Outbox.claim`."""
        column = tables.outbox.c
        if per_minute:
            limit = min(limit, self._left_of_minute(per_minute, owner, now))
        lease, soon = timedelta(seconds=lease_seconds), now + _CLOCKS_DIFFER
        free = or_(
            column.leased_until.is_(None),
            column.leased_until <= now,
            column.leased_until > soon + lease,
        )
        touched_at = func.coalesce(column.tried_at, column.created_at)
        its_time = or_(column.next_try_at <= now, touched_at > soon)
        due = (
            select(column.id)
            .where(column.state == _QUEUED, its_time, free)
            .order_by(column.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        ids = self._connection.scalars(due).all()
        taken = update(tables.outbox).where(column.id.in_(ids))
        ours = {"owner": owner, "leased_until": now + lease}
        self._connection.execute(taken.values(tries=column.tries + 1, tried_at=now, **ours))
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

    def bounced(self, outbox_id: int, *, hard: bool, words: str, now: datetime) -> bool:
        """As `ports.Outbox.bounced`; a mail that no server can have had does not come back."""
        column = tables.outbox.c
        was_out = or_(column.state.in_((_SENT, _BOUNCED)), column.tries > 0)
        no_worse = (_HARD,) if hard else (_HARD, _SOFT)
        news = or_(column.bounce.is_(None), column.bounce.not_in(no_worse))
        row = update(tables.outbox).where(
            column.id == outbox_id, column.state.in_((_SENT, _BOUNCED, _QUEUED)), was_out, news
        )
        fate = {
            "state": _BOUNCED,
            "bounce": _HARD if hard else _SOFT,
            "bounced_at": now,
            "bounce_words": words,
            "owner": None,
            "leased_until": None,
        }
        return self._connection.execute(row.values(fate)).rowcount == 1

    def send_again(
        self, outbox_id: int, *, now: datetime, recipient: str | None = None
    ) -> OutgoingMail:
        """As `ports.Outbox.send_again`."""
        column = tables.outbox.c
        done = update(tables.outbox).where(
            column.id == outbox_id, column.state.in_((_SENT, _FAILED, _BOUNCED))
        )
        afresh: dict[str, Any] = {"state": _QUEUED, "tries": 0, "next_try_at": now, "bounce": None}
        afresh["resends"] = column.resends + 1
        if recipient is not None:
            afresh |= {"recipient": recipient, "folded": folded(recipient)}
        again = self._connection.execute(done.values(afresh)).rowcount == 1
        row = self.get(outbox_id)
        if row is None:
            raise NotFound(f"there is no mail {outbox_id} in the outbox")
        if not again:
            raise TooLate(f"mail {outbox_id} waits to be sent already")
        return row

    def get(self, outbox_id: int) -> OutgoingMail | None:
        """As `ports.Outbox.get`."""
        found = _ONE.mappings(self._connection, its_id=outbox_id)
        return next((OutgoingMail(**row) for row in found), None)

    def newest(self, *, limit: int, game: str | None = None) -> list[OutgoingMail]:
        """As `ports.Outbox.newest`."""
        column = tables.outbox.c
        query = _rows().order_by(column.id.desc()).limit(limit)
        return self._find(query if game is None else query.where(column.game == game))

    def waiting(self, *, limit: int) -> list[OutgoingMail]:
        """As `ports.Outbox.waiting`."""
        column = tables.outbox.c
        queued = _rows().where(column.state == _QUEUED)
        return self._find(queued.order_by(column.next_try_at, column.id).limit(limit))

    def failed_since(self, since: datetime) -> int:
        """As `ports.Outbox.failed_since`."""
        column = tables.outbox.c
        failed = select(func.count()).where(column.created_at >= since, column.state == _FAILED)
        return self._connection.scalar(failed) or 0

    def delivery_to(self, person: str, game: str) -> Delivery:
        """As `ports.Outbox.delivery_to`."""
        column = tables.outbox.c
        ours = (column.person == person, column.game == game)
        accepted_at = self._connection.scalar(select(func.max(column.sent_at)).where(*ours))
        back = select(column.bounced_at, column.bounce_words).where(
            *ours, column.bounced_at.is_not(None)
        )
        last = self._connection.execute(back.order_by(column.bounced_at.desc()).limit(1)).first()
        bounced_at, words = (None, None) if last is None else last
        return Delivery(accepted_at=accepted_at, bounced_at=bounced_at, bounce_words=words)

    def last_id(self) -> int:
        """As `ports.Outbox.last_id`."""
        return _LAST.scalar(self._connection) or 0

    def texts_to(self, person: str, game: str, *, limit: int, upto: int | None = None) -> list[str]:
        """As `ports.Outbox.texts_to`."""
        asked = {"its_person": person, "its_game": game, "limit": limit}
        if upto is None:
            rows = _LATEST_TEXTS.rows(self._connection, **asked)
        else:
            rows = _EARLIER_TEXTS.rows(self._connection, upto=upto, **asked)
        return [text for (text,) in rows]

    def to_person(
        self, person: str, game: str, *, since: datetime, until: datetime, limit: int
    ) -> list[OutgoingMail]:
        """As `ports.Outbox.to_person`."""
        column = tables.outbox.c
        theirs = _rows().where(column.person == person, column.game == game)
        between = theirs.where(column.created_at >= since, column.created_at <= until)
        return self._find(between.order_by(column.id).limit(limit))

    def has(self, once: str) -> bool:
        """As `ports.Outbox.has`."""
        column = tables.outbox.c
        return self._connection.scalar(select(column.id).where(column.once == once)) is not None

    def about(self, mail: int, *, once: Sequence[str]) -> list[OutgoingMail]:
        """As `ports.Outbox.about`."""
        column = tables.outbox.c
        ours = _rows().where(or_(column.answers == mail, column.once.in_(once)))
        return self._find(ours.order_by(column.id))

    def answers_since(self, recipient: str | None, since: datetime) -> int:
        """As `ports.Outbox.answers_since`; case is of no account in the address."""
        if recipient is None:
            return _ANSWERS_TO_ALL.scalar(self._connection, since=since) or 0
        whom = folded(recipient)
        return _ANSWERS_TO_ONE.scalar(self._connection, since=since, whom=whom) or 0

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
        outbox_id = _RESERVATION.scalar(self._connection, **values)
        if outbox_id is None:
            raise TooLate(f"mail {mail.answers} was answered, or {mail.once} sent, before")
        return int(outbox_id)

    def _left_of_minute(self, per_minute: int, owner: str, now: datetime) -> int:
        """How many mails may still go in this minute; who asks next waits for this transaction."""
        turn = {"name": _PACE, "owner": owner, "until": now}
        self._connection.execute(upsert(self._connection, tables.lease, turn))
        tried = tables.outbox.c.tried_at
        minute = select(func.count()).where(
            tried > now - timedelta(minutes=1), tried <= now + _CLOCKS_DIFFER
        )
        return max(0, per_minute - (self._connection.scalar(minute) or 0))

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
