"""What the GM did with mails, and the piles that wait for it."""

import re
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, exists, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.upsert import insert_into
from pigpost.errors import TooLate
from pigpost.ports import Handling, Pile, handling_key

_TOLD = re.compile(handling_key(0, "").replace("0", r"(\d{1,18})") + r"[a-z_]+")
_UNANSWERED = ", not answered"
"""Ends the outcome of a mail that got no answer."""


class SqlHandlings:
    """As `ports.Handlings`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def note(self, handling: Handling, *, answer: bool) -> None:
        """As `ports.Handlings.note`."""
        column = tables.handling.c
        values = {
            "mail": handling.mail,
            "answer": answer,
            "what": handling.what,
            "at": handling.at,
            "reason": handling.reason,
            "game": handling.game,
            "seat": handling.seat,
        }
        first = insert_into(self._connection, tables.handling, values).on_conflict_do_nothing()
        if self._connection.scalar(first.returning(column.mail)) is None:
            raise TooLate(f"somebody else has just dealt with mail {handling.mail}")

    def of(self, mail: int) -> list[Handling]:
        """As `ports.Handlings.of`."""
        column = tables.handling.c
        own = [each for each in column if each.name != "answer"]
        found = select(*own).where(column.mail == mail).order_by(column.at, column.answer.desc())
        return [Handling(**row) for row in self._connection.execute(found).mappings()]

    def told_in(self, outbox: int) -> int | None:
        """As `ports.Handlings.told_in`."""
        column = tables.outbox.c
        once = self._connection.scalar(select(column.once).where(column.id == outbox))
        found = _TOLD.fullmatch(once or "")
        return None if found is None else int(found[1])


def lies_on(pile: Pile) -> Iterator[ColumnElement[bool]]:
    """The conditions on a mail that lies on a pile."""
    mail = tables.mail.c
    if pile.states:
        yield mail.state.in_(sorted(pile.states))
    if pile.outcomes:
        words = sorted(pile.outcomes)
        yield mail.outcome.in_([*words, *(word + _UNANSWERED for word in words)])
    if pile.handled is not None:
        done = exists().where(tables.handling.c.mail == mail.id)
        yield done if pile.handled else ~done
