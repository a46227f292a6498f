"""Engines: one that writes and one that only reads, on either database."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sqlite3 import Connection as SqliteConnection
from typing import Any, Protocol, cast

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPICursor

from pigpost.adapters.sql.faults import Faults

_BUSY_SECONDS = 5

_PRAGMAS = (
    f"busy_timeout = {_BUSY_SECONDS * 1000}",
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit that was answered for survives a power cut
    "foreign_keys = ON",
    "recursive_triggers = ON",  # else INSERT OR REPLACE deletes past the guards
    "trusted_schema = OFF",
    "secure_delete = ON",  # what was erased is not in the file any more
)


def writing_engine(url: str) -> Engine:
    """For transactions that may write."""
    if url.startswith("sqlite"):
        return _sqlite_engine(url, _PRAGMAS)
    return create_engine(
        url,
        poolclass=NullPool,
        connect_args={"connect_timeout": _BUSY_SECONDS},
        hide_parameters=True,  # a fault's text must not quote a mail
    )


def reading_engine(writing: Engine) -> Engine:
    """For transactions that see one state of the database, and in which writing is an error."""
    if is_sqlite(writing):
        url = writing.url.render_as_string(hide_password=False)
        return _sqlite_engine(url, (*_PRAGMAS, "query_only = ON"))
    return writing.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


class Connections:
    """Connections that are kept at hand, as many as there were transactions at once.

    Measured: taking one from SQLAlchemy's pool for each transaction costs a quarter of a durable
    append; beginning transactions by its hook costs every statement.
    """

    def __init__(self, engine: Engine, *, begin: str) -> None:
        self._engine = engine
        self._begin = begin if is_sqlite(engine) else None
        self._faults = Faults(engine.dialect)
        self._idle: deque[Connection] = deque()
        self._process = os.getpid()
        self._parents: deque[Connection] | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Commits at the end of the block, rolls back on any exception."""
        try:
            connection = self._take()
            driver = driver_of(connection)
            try:
                if self._begin is not None:
                    driver.execute(self._begin)
                yield connection
                _end(connection, connection.commit, driver.commit)
            except self._faults.all:
                connection.close()  # it may be broken: the next transaction gets a fresh one
                raise
            except BaseException:
                _end(connection, connection.rollback, driver.rollback)
                raise
            finally:
                if not connection.closed:
                    self._idle.append(connection)
        except self._faults.all as error:
            fault = self._faults.ours(error)
            if fault is None:
                raise
            raise fault from error

    def close(self) -> None:
        """Ends the connections that are not in use."""
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> Connection:
        if self._process != os.getpid():
            # after a fork the parent's connections must not be used, nor even closed, here
            self._parents, self._idle, self._process = self._idle, deque(), os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            return self._engine.connect()


def _end(
    connection: Connection, of_connection: Callable[[], None], of_driver: Callable[[], None]
) -> None:
    """Ends a transaction, which SQLAlchemy knows of only where it has carried a statement."""
    (of_connection if connection.in_transaction() else of_driver)()


class Driver(Protocol):
    """What the connections of sqlite3 and of psycopg have in common."""

    def commit(self) -> None:
        """What was done since the transaction began stands."""

    def rollback(self) -> None:
        """Nothing of it does."""

    def execute(
        self, statement: str, parameters: tuple[Any, ...] | dict[str, Any] = (), /
    ) -> DBAPICursor:
        """Runs one statement."""

    def cursor(self) -> DBAPICursor:
        """For many rows at once."""


def driver_of(connection: Connection) -> Driver:
    """The driver's own connection; what goes to it directly is in the transaction too."""
    return cast("Driver", connection.connection.driver_connection)


def is_sqlite(bind: Engine | Connection) -> bool:
    """Whether it is SQLite; else it is PostgreSQL."""
    return bind.dialect.name == "sqlite"


def _sqlite_engine(url: str, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine.pool, "connect")
    def prepare(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    return engine
