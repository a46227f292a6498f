"""The database behind `ports.Store`."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from sqlalchemy import Connection

from pigpost.adapters.sql.engine import Connections, reading_engine, writing_engine
from pigpost.adapters.sql.event_log import SqlEventLog
from pigpost.adapters.sql.inboxes import SqlInboxes
from pigpost.adapters.sql.leases import SqlLeases, SqlTicks
from pigpost.adapters.sql.mail_store import SqlMailStore
from pigpost.adapters.sql.outbox import SqlOutbox
from pigpost.adapters.sql.projections import SqlProjections
from pigpost.adapters.sql.seeds import SqlSeeds
from pigpost.ports import Entropy


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlTransaction:
    """Everything that is stored, seen through one connection."""

    log: SqlEventLog
    mails: SqlMailStore
    outbox: SqlOutbox
    projections: SqlProjections
    seeds: SqlSeeds
    inboxes: SqlInboxes
    leases: SqlLeases
    ticks: SqlTicks

    @classmethod
    def on(cls, connection: Connection, entropy: Entropy) -> Self:
        """The transaction that the connection is in."""
        projections = SqlProjections(connection)
        return cls(
            log=SqlEventLog(connection, entropy=entropy, projections=projections),
            mails=SqlMailStore(connection),
            outbox=SqlOutbox(connection),
            projections=projections,
            seeds=SqlSeeds(connection),
            inboxes=SqlInboxes(connection),
            leases=SqlLeases(connection),
            ticks=SqlTicks(connection),
        )


class SqlStore:
    """SQLite for one machine, PostgreSQL for many workers; nothing is connected before it is used."""

    def __init__(self, url: str, *, entropy: Entropy) -> None:
        engine = writing_engine(url)
        # on SQLite who may write does so alone, from the start: what he has read stays true
        self._writing = Connections(engine, begin="BEGIN IMMEDIATE")
        self._reading = Connections(reading_engine(engine), begin="BEGIN")
        self._entropy = entropy

    @contextmanager
    def writing(self) -> Iterator[SqlTransaction]:
        """As `ports.Store.writing`."""
        with self._writing.transaction() as connection:
            yield SqlTransaction.on(connection, self._entropy)

    @contextmanager
    def reading(self) -> Iterator[SqlTransaction]:
        """As `ports.Store.reading`."""
        with self._reading.transaction() as connection:
            yield SqlTransaction.on(connection, self._entropy)

    def close(self) -> None:
        """Ends all connections; the store opens new ones when it is used again."""
        self._writing.close()
        self._reading.close()
