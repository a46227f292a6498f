"""Raw mails, stored before anything looks into them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.handlings import lies_on
from pigpost.adapters.sql.prepared import Prepared
from pigpost.adapters.sql.upsert import insertion
from pigpost.errors import NotFound, TooLate
from pigpost.ports import ArrivedMail, Fetched, Pile, SignatureVerdict

_STORED, _DUPLICATE, _FAILED = "stored", "duplicate", "failed"


def _mails() -> Select[Any]:
    """Mails with their bytes, also where another row keeps them."""
    original = tables.mail.alias("original")
    kept = ("raw", "repeats")
    own = [column for column in tables.mail.c if column.name not in kept]
    raw = func.coalesce(tables.mail.c.raw, original.c.raw, type_=tables.mail.c.raw.type)
    return select(*own, raw.label("raw")).outerjoin(
        original, original.c.id == tables.mail.c.repeats
    )


_COLUMN = tables.mail.c
_ITSELF = _COLUMN.id == bindparam("its_id")
_ONE = Prepared(_mails().where(_ITSELF))
_ONE_MORE_TRY = Prepared(
    update(tables.mail).where(_ITSELF).values(tries=_COLUMN.tries + 1).returning(_COLUMN.tries)
)
_SETTLED = Prepared(
    update(tables.mail).where(_ITSELF, _COLUMN.state == bindparam("was")),
    sets=("state", "outcome", "note", "game", "person"),
)
_ORIGINAL = Prepared(
    select(_COLUMN.id).where(
        _COLUMN.mailbox == bindparam("its_mailbox"),
        _COLUMN.sha256 == bindparam("its_hash"),
        _COLUMN.repeats.is_(None),
    )
)
_NEW = Prepared(
    lambda dialect: insertion(dialect, tables.mail),
    sets=(
        *("mailbox", "uidvalidity", "uid", "arrived_at", "stored_at", "sha256", "size"),
        *("complete", "raw", "repeats", "state", "outcome", "tries"),
    ),
)


class SqlMailStore:
    """As `ports.MailStore`. The bytes of a content are kept once a mailbox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def store(
        self, mailbox: str, uidvalidity: int, mail: Fetched, *, sha256: str, now: datetime
    ) -> ArrivedMail:
        """As `ports.MailStore.store`."""
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
        stored = _NEW.scalar(self._connection, **values)
        if stored is not None:
            return self.get(stored)
        if (known := self.at(mailbox, uidvalidity, mail.uid)) is not None:
            return known
        # another poller stored the same content since we looked, and now it is seen
        return self.store(mailbox, uidvalidity, mail, sha256=sha256, now=now)

    def unread(self, mailbox: str, *, limit: int) -> list[ArrivedMail]:
        """As `ports.MailStore.unread`."""
        column = tables.mail.c
        ours = _mails().where(column.mailbox == mailbox, column.state == _STORED)
        return self._find(ours.order_by(column.arrived_at, column.uid).limit(limit))

    def begin_try(self, mail_id: int) -> int:
        """As `ports.MailStore.begin_try`; `NotFound` when there is no such mail."""
        tries = _ONE_MORE_TRY.scalar(self._connection, its_id=mail_id)
        if tries is None:
            raise NotFound(f"there is no mail {mail_id}")
        return int(tries)

    def forgive_try(self, mail_id: int) -> None:
        """As `ports.MailStore.forgive_try`."""
        tried = update(tables.mail).where(_COLUMN.id == mail_id, _COLUMN.state == _STORED)
        self._connection.execute(tried.where(_COLUMN.tries > 0).values(tries=_COLUMN.tries - 1))

    def settle(
        self,
        mail_id: int,
        *,
        state: str,
        outcome: str,
        note: str | None = None,
        game: str | None = None,
        person: str | None = None,
        was: str = _STORED,
    ) -> None:
        """As `ports.MailStore.settle`."""
        fate = {"state": state, "outcome": outcome, "note": note, "game": game, "person": person}
        if _SETTLED.run(self._connection, its_id=mail_id, was=was, **fate) != 1:
            raise TooLate(f"mail {mail_id} is {self.get(mail_id).state} already")

    def keep_signature(self, mail_id: int, verdict: SignatureVerdict) -> None:
        """As `ports.MailStore.keep_signature`."""
        said = {
            "signature": verdict.result,
            "signed_by": verdict.domain,
            "signed_selector": verdict.selector,
            "signed_key": verdict.key,
        }
        self._connection.execute(
            update(tables.mail).where(tables.mail.c.id == mail_id).values(said)
        )

    def get(self, mail_id: int) -> ArrivedMail:
        """As `ports.MailStore.get`."""
        found = [ArrivedMail(**row) for row in _ONE.mappings(self._connection, its_id=mail_id)]
        if not found:
            raise NotFound(f"there is no mail {mail_id}")
        return found[0]

    def at(self, mailbox: str, uidvalidity: int, uid: int) -> ArrivedMail | None:
        """As `ports.MailStore.at`."""
        return next(iter(self._find(_at_place(mailbox, uidvalidity, uid))), None)

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

    def pile(self, pile: Pile, *, limit: int, before: int | None = None) -> list[ArrivedMail]:
        """As `ports.MailStore.pile`."""
        column = tables.mail.c
        query = _mails().where(*lies_on(pile)).order_by(column.id.desc()).limit(limit)
        return self._find(query if before is None else query.where(column.id < before))

    def size_of(self, pile: Pile) -> int:
        """As `ports.MailStore.size_of`."""
        counted = select(func.count()).select_from(tables.mail).where(*lies_on(pile))
        return self._connection.scalar(counted) or 0

    def of_person(
        self, person: str, game: str, *, since: datetime, until: datetime, limit: int
    ) -> list[ArrivedMail]:
        """As `ports.MailStore.of_person`."""
        column = tables.mail.c
        theirs = _mails().where(column.person == person, column.game == game)
        between = theirs.where(column.arrived_at >= since, column.arrived_at <= until)
        return self._find(between.order_by(column.arrived_at, column.id).limit(limit))

    def counts(self) -> dict[str, int]:
        """As `ports.MailStore.counts`."""
        column = tables.mail.c
        rows = self._connection.execute(select(column.state, func.count()).group_by(column.state))
        return dict(rows.all())

    def outcomes_since(self, since: datetime) -> dict[str, int]:
        """As `ports.MailStore.outcomes_since`."""
        column = tables.mail.c
        settled = select(column.outcome, func.count()).where(
            column.stored_at >= since, column.outcome.is_not(None)
        )
        return dict(self._connection.execute(settled.group_by(column.outcome)).all())

    def _original(self, mailbox: str, sha256: str) -> int | None:
        same = _ORIGINAL.scalar(self._connection, its_mailbox=mailbox, its_hash=sha256)
        return None if same is None else int(same)

    def _find(self, query: Select[Any]) -> list[ArrivedMail]:
        return [ArrivedMail(**row) for row in self._connection.execute(query).mappings()]


def _at_place(mailbox: str, uidvalidity: int, uid: int) -> Select[Any]:
    column = tables.mail.c
    return _mails().where(
        column.mailbox == mailbox, column.uidvalidity == uidvalidity, column.uid == uid
    )
