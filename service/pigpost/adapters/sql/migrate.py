"""The database's shape: brought up to date, told, and compared with the tables of this release."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, make_url, select

from pigpost import resources
from pigpost.adapters.sql.engine import Connections, writing_engine
from pigpost.adapters.sql.tables import event, metadata


def upgrade(url: str) -> None:
    """Applies what is missing, all or nothing; safe to run again."""
    with _connected(url) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current_and_head(url: str) -> tuple[str | None, str | None]:
    """The database's revision (None: never migrated) and the newest one of this release."""
    with _connected(url) as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current, ScriptDirectory.from_config(_config()).get_current_head()


def log_entries(url: str) -> int:
    """How many entries the log of a database has; 0 where no table was made yet."""
    with _connected(url) as connection:
        if MigrationContext.configure(connection).get_current_revision() is None:
            return 0
        return connection.scalar(select(func.count()).select_from(event)) or 0


def drift(url: str) -> list[Any]:
    """What differs between the database and the tables of this release; guards are not compared."""
    with _connected(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    return config


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    _make_private(url)
    connections = Connections(writing_engine(url), begin="BEGIN IMMEDIATE")
    try:
        with connections.transaction() as connection:
            connection.begin()  # else Alembic would begin, and commit, for each migration
            yield connection
    finally:
        connections.close()


def _make_private(url: str) -> None:
    """A new SQLite file holds addresses and secret seeds: nobody else on the machine reads it."""
    file = make_url(url).database
    if url.startswith("sqlite") and file:
        with suppress(OSError):  # connecting says what is wrong
            Path(file).touch(mode=0o600)
