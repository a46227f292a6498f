"""Engines: one that writes and one that only reads, on either database."""

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import Connection, Engine, create_engine, event

from pigpost.adapters.sql.faults import translated

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
    return create_engine(url, connect_args={"connect_timeout": _BUSY_SECONDS})


def reading_engine(writing: Engine) -> Engine:
    """For transactions that see one state of the database, and in which writing is an error."""
    if is_sqlite(writing):
        url = writing.url.render_as_string(hide_password=False)
        return _sqlite_engine(url, (*_PRAGMAS, "query_only = ON"))
    return writing.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


@contextmanager
def transaction(engine: Engine, *, alone: bool) -> Iterator[Connection]:
    """Commits at the end of the block, rolls back on any exception.

    `alone`: on SQLite nobody else writes from its very start, so that what is read stays true.
    SQLAlchemy's own hook for that would cost every statement of every transaction.
    """
    with translated(engine.dialect), engine.begin() as connection:
        if is_sqlite(engine):
            driver: SqliteConnection = connection.connection.driver_connection  # type: ignore[assignment]
            driver.execute("BEGIN IMMEDIATE" if alone else "BEGIN")
        yield connection


def is_sqlite(bind: Engine | Connection) -> bool:
    """Whether it is SQLite; else it is PostgreSQL."""
    return bind.dialect.name == "sqlite"


def _sqlite_engine(url: str, pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine(url)

    @event.listens_for(engine.pool, "connect")
    def prepare(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by itself
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    return engine
