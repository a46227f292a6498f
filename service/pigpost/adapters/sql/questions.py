"""What is asked about held mails, and what was answered."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, bindparam, distinct, func, insert, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.prepared import Prepared
from pigpost.ports import Question

_ONE = Prepared(select(tables.question).where(tables.question.c.outbox == bindparam("its_mail")))
_DISOWNED = Prepared(
    select(tables.mail.c.arrived_at)
    .join(tables.question, tables.question.c.mail == tables.mail.c.id)
    .where(tables.mail.c.game == bindparam("its_game"))
    .where(tables.mail.c.person == bindparam("its_person"))
    .where(tables.question.c.said == "no", tables.question.c.proven)
    .order_by(tables.mail.c.arrived_at.desc())
    .limit(1)
)


class SqlQuestions:
    """As `ports.Questions`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(
        self, mail: int, *, whom: str, proven: bool, answers: int | None, once: str | None = None
    ) -> bool:
        """As `ports.Questions.ask`."""
        out = tables.outbox.c
        asking = out.once == once if answers is None else out.answers == answers
        outbox = self._connection.scalar(select(out.id).where(asking))
        if outbox is None:
            return False
        values = {"outbox": outbox, "mail": mail, "whom": whom, "proven": proven}
        self._connection.execute(insert(tables.question).values(values))
        return True

    def get(self, outbox: int) -> Question | None:
        """As `ports.Questions.get`."""
        found = _ONE.mappings(self._connection, its_mail=outbox)
        return next((Question(**row) for row in found), None)

    def about(self, mail: int) -> list[Question]:
        """As `ports.Questions.about`."""
        column = tables.question.c
        return self._find(
            select(tables.question).where(column.mail == mail).order_by(column.outbox)
        )

    def answered_by(self, mail: int) -> Question | None:
        """As `ports.Questions.answered_by`."""
        found = self._find(select(tables.question).where(tables.question.c.said_in == mail))
        return next(iter(found), None)

    def answer(self, outbox: int, *, said: str, mail: int) -> None:
        """As `ports.Questions.answer`."""
        column = tables.question.c
        asked = update(tables.question).where(column.outbox == outbox)
        self._connection.execute(asked.values(said=said, said_in=mail))

    def asked_since(self, game: str, person: str, since: datetime) -> int:
        """As `ports.Questions.asked_since`."""
        question, held, out = tables.question.c, tables.mail.c, tables.outbox.c
        asked = (
            select(func.count(distinct(question.mail)))
            .join(tables.mail, held.id == question.mail)
            .join(tables.outbox, out.id == question.outbox)
            .where(held.game == game, held.person == person, out.created_at >= since)
        )
        return self._connection.scalar(asked) or 0

    def disowned_at(self, game: str, person: str) -> datetime | None:
        """As `ports.Questions.disowned_at`."""
        found = _DISOWNED.rows(self._connection, its_game=game, its_person=person)
        return next((arrived_at for (arrived_at,) in found), None)

    def _find(self, query: Select[Any]) -> list[Question]:
        return [Question(**row) for row in self._connection.execute(query).mappings()]
