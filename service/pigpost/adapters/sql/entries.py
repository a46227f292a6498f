"""Stored lines of the log, as they are.

These statements run for every mail and every look at a game, so they go to the driver as they
are: measured, building and compiling expressions would double what an append costs besides the disk.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPICursor

from pigpost.adapters.sql.engine import driver_of, is_sqlite
from pigpost.events.record import Entry, Part

Row: TypeAlias = tuple[Any, ...]

_BATCH = 1000

_ENTRIES = """
    SELECT e.pos, e.stream, e.ver, e.type, e.v, e.idem, e.head, e.sealed_digest, e.personal_digest,
        e.leaf, s.salt, s.body, p.salt, p.body
    FROM event e LEFT JOIN sealed s ON s.pos = e.pos LEFT JOIN personal p ON p.pos = e.pos
"""


class Statements:
    """Plain statements with `?` for each parameter, on either database."""

    def __init__(self, connection: Connection) -> None:
        self._driver = driver_of(connection)
        self._sqlite = is_sqlite(connection)

    def run(self, statement: str, parameters: Row = ()) -> DBAPICursor:
        """The driver's cursor."""
        return self._driver.execute(self._spelled(statement), parameters)

    def insert(self, statement: str, rows: list[Row]) -> None:
        """Runs it for each row; not at all for none."""
        if len(rows) == 1:
            self.run(statement, rows[0])
        elif rows:
            self._driver.cursor().executemany(self._spelled(statement), rows)

    def _spelled(self, statement: str) -> str:
        return statement if self._sqlite else statement.replace("?", "%s")


def entries(
    connection: Connection, stream: str | None = None, *, after: int = 0
) -> Iterator[Entry]:
    """As `ports.EventLog.entries`; a batch at a time, however long the log is."""
    of_stream, names = ("", ()) if stream is None else (" AND e.stream = ?", (stream,))
    statements = Statements(connection)
    query = f"{_ENTRIES} WHERE e.pos > ?{of_stream} ORDER BY e.pos LIMIT {_BATCH}"
    while batch := statements.run(query, (after, *names)).fetchall():
        yield from map(_entry, batch)
        after = batch[-1][0]


def _entry(row: Row) -> Entry:
    return Entry(
        pos=row[0],
        stream=row[1],
        ver=row[2],
        type=row[3],
        v=row[4],
        idem=row[5],
        head=row[6],
        sealed_digest=row[7],
        personal_digest=row[8],
        leaf=row[9],
        sealed=_part(row[10], row[11]),
        personal=_part(row[12], row[13]),
    )


def _part(salt: bytes | None, body: bytes | None) -> Part | None:
    return None if salt is None or body is None else Part(salt=salt, body=body)
