"""What the reader made of each mail."""

from collections.abc import Iterator
from dataclasses import fields

from sqlalchemy import Connection, select

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.prepared import Prepared
from pigpost.adapters.sql.upsert import replacement
from pigpost.ports import Decided

_BATCH = 500
_FIELDS = tuple(field.name for field in fields(Decided))
_KEPT = Prepared(lambda dialect: replacement(dialect, tables.decision), sets=_FIELDS)


class SqlDecisions:
    """As `ports.Decisions`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keep(self, decided: Decided) -> None:
        """As `ports.Decisions.keep`."""
        _KEPT.run(self._connection, **{name: getattr(decided, name) for name in _FIELDS})

    def all(self) -> Iterator[Decided]:
        """As `ports.Decisions.all`."""
        column, last = tables.decision.c, 0
        query = select(tables.decision).order_by(column.mail).limit(_BATCH)
        while rows := self._connection.execute(query.where(column.mail > last)).mappings().all():
            yield from (Decided(**row) for row in rows)
            last = rows[-1]["mail"]
