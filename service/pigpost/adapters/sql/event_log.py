"""The log: events in, entries and events out. Position order is commit order."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import Connection

from pigpost.adapters.sql.decoding import ReadBack
from pigpost.adapters.sql.engine import is_sqlite
from pigpost.adapters.sql.entries import Statements, entries
from pigpost.adapters.sql.projections import SqlProjections
from pigpost.adapters.sql.rows import Rows
from pigpost.errors import AlreadyRecorded, VersionConflict
from pigpost.events import instants
from pigpost.events.merkle import Frontier
from pigpost.events.record import Addition, Entry, LogHead, Recorded
from pigpost.events.streams import is_stream
from pigpost.ports import Entropy

_BATCH = 100

_LOCK = "SELECT 1 FROM log_head FOR UPDATE"
_STANDING = """
    SELECT size, frontier,
        (SELECT coalesce(max(ver), 0) FROM event WHERE stream = ?),
        (SELECT min(idem) FROM event WHERE stream = ? AND idem IN ({}))
    FROM log_head
"""
_HEAD = "SELECT size, frontier FROM log_head"
_KNOWN = "SELECT 1 FROM event WHERE stream = ? AND idem = ?"
_FIRST = "SELECT head FROM event WHERE pos = 1"
_LEAVES = "SELECT leaf FROM event ORDER BY pos"
_STREAMS_OF = "SELECT DISTINCT stream FROM event WHERE type = ? ORDER BY stream"
_GROW = "UPDATE log_head SET size = ?, frontier = ?"
_EVENTS = """
    SELECT e.pos, e.ver, e.leaf, e.type, e.v, e.head, s.body, p.body
    FROM event e LEFT JOIN sealed s ON s.pos = e.pos LEFT JOIN personal p ON p.pos = e.pos
    WHERE e.stream = ? AND e.ver > ? ORDER BY e.ver
"""


class SqlEventLog:
    """As `ports.EventLog`. What is appended is projected in the same transaction."""

    def __init__(
        self, connection: Connection, *, entropy: Entropy, projections: SqlProjections
    ) -> None:
        self._connection = connection
        self._statements = Statements(connection)
        self._entropy = entropy
        self._projections = projections

    def append(
        self, stream: str, additions: Sequence[Addition], *, expected: int | None
    ) -> list[Recorded]:
        """As `ports.EventLog.append`; `ValueError` for a name that no stream may have."""
        if not is_stream(stream):
            raise ValueError(f"not the name of a stream: {stream!r}")
        keys = [addition.idem for addition in additions if addition.idem is not None]
        frontier, version = self._standing(stream, keys)
        if expected is not None and version != expected:
            raise VersionConflict(stream, expected, version)
        rows = Rows()
        recorded = []
        for ver, addition in enumerate(additions, version + 1):
            pos = frontier.size + 1
            one = rows.add(addition, stream=stream, ver=ver, pos=pos, salt=self._entropy.salt)
            frontier = frontier.append(bytes.fromhex(one.leaf))
            recorded.append(one)
        rows.write(self._statements)
        self._statements.run(_GROW, (frontier.size, frontier.nodes))
        for one in recorded:
            self._projections.apply(one)
        return recorded

    def read(self, stream: str, *, after: int = 0) -> list[Recorded]:
        """As `ports.EventLog.read`; `UnknownEvent` for an event of another release."""
        return list(self._events(stream, after))

    def history(self, stream: str, *, after: int = 0) -> Iterator[Recorded]:
        """As `ports.EventLog.history`; faults as in `read`."""
        return self._events(stream, after)

    def entries(self, stream: str | None = None, *, after: int = 0) -> Iterator[Entry]:
        """As `ports.EventLog.entries`; a batch at a time, however long the log is."""
        return entries(self._connection, stream, after=after)

    def has(self, stream: str, idem: str) -> bool:
        """As `ports.EventLog.has`."""
        return self._statements.run(_KNOWN, (stream, idem)).fetchone() is not None

    def head(self) -> LogHead:
        """As `ports.EventLog.head`."""
        ((size, nodes),) = self._statements.run(_HEAD).fetchall()
        frontier = Frontier(size, nodes)
        return LogHead(size=frontier.size, root=frontier.root.hex())

    def began_at(self) -> datetime | None:
        """As `ports.EventLog.began_at`."""
        row = self._statements.run(_FIRST).fetchone()
        return None if row is None else instants.read(json.loads(row[0])["at"])

    def streams_of(self, kind: str) -> list[str]:
        """As `ports.EventLog.streams_of`."""
        return [stream for (stream,) in self._statements.run(_STREAMS_OF, (kind,)).fetchall()]

    def leaves(self) -> list[bytes]:
        """As `ports.EventLog.leaves`."""
        rows = self._statements.run(_LEAVES).fetchall()
        return [bytes.fromhex(leaf) for (leaf,) in rows]

    def _events(self, stream: str, after: int) -> Iterator[Recorded]:
        found = self._statements.run(_EVENTS, (stream, after))
        while rows := found.fetchmany(_BATCH):
            for row in rows:
                yield ReadBack(stream, *row)

    def _standing(self, stream: str, keys: list[str]) -> tuple[Frontier, int]:
        """Where log and stream stand until we commit, for nobody else can append meanwhile.

        `AlreadyRecorded` when the stream has one of these keys, or the list has one twice.
        """
        if not is_sqlite(self._connection):  # SQLite has locked everything by now
            self._statements.run(_LOCK)
        query = _STANDING.format(", ".join("?" * len(keys)) or "NULL")
        found = self._statements.run(query, (stream, stream, *keys)).fetchall()
        ((size, nodes, version, known),) = found
        if len(set(keys)) < len(keys):
            known = max(keys, key=keys.count)
        if known is not None:
            raise AlreadyRecorded(stream, known)
        return Frontier(size, nodes), version
