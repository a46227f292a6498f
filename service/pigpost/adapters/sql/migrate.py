"""The database's shape: brought up to date, told, and compared with the tables of this release."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, make_url

from pigpost import resources
from pigpost.adapters.sql.engine import transaction, writing_engine
from pigpost.adapters.sql.tables import metadata


def upgrade(database: str | Engine) -> None:
    """Applies what is missing, all or nothing; safe to run again."""
    with _connected(database) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current_and_head(database: str | Engine) -> tuple[str | None, str | None]:
    """The database's revision (None: never migrated) and the newest one of this release."""
    with _connected(database) as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current, ScriptDirectory.from_config(_config()).get_current_head()


def drift(database: str | Engine) -> list[Any]:
    """What differs between the database and the tables of this release; guards are not compared."""
    with _connected(database) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(resources.migrations()).replace("%", "%%"))
    return config


@contextmanager
def _connected(database: str | Engine) -> Iterator[Connection]:
    if isinstance(database, Engine):
        with transaction(database, alone=True) as connection:
            yield connection
        return
    _make_private(database)
    engine = writing_engine(database)
    try:
        with transaction(engine, alone=True) as connection:
            yield connection
    finally:
        engine.dispose()


def _make_private(url: str) -> None:
    """A new SQLite file holds addresses and secret seeds: nobody else on the machine reads it."""
    file = make_url(url).database
    if url.startswith("sqlite") and file:
        Path(file).touch(mode=0o600)
