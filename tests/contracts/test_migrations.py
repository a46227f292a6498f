from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from pigpost import resources
from pigpost.adapters.sql import migrate, tables
from pigpost.adapters.sql.engine import Connections, writing_engine
from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import ConfigError, DatabaseOutOfReach
from tests.fakes import CountingEntropy


def test_a_migrated_database_has_the_tables_of_this_release(backend_url: str) -> None:
    assert migrate.drift(backend_url) == []
    with writing_engine(backend_url).connect() as connection:
        names = set(inspect(connection).get_table_names())
    assert names == {*tables.metadata.tables, "alembic_version"}


def test_a_column_that_is_not_migrated_is_noticed(backend_url: str) -> None:
    with writing_engine(backend_url).begin() as connection:
        connection.execute(text("ALTER TABLE person ADD COLUMN shoe_size INTEGER"))
    assert [difference[0] for difference in migrate.drift(backend_url)] == ["remove_column"]


def test_an_upgrade_twice_changes_nothing(backend_url: str, store: SqlStore) -> None:
    with store.writing() as tx:
        tx.seeds.keep("g", 1, 1, b"seed")
    current, head = migrate.current_and_head(backend_url)
    migrate.upgrade(backend_url)
    assert migrate.current_and_head(backend_url) == (current, head)
    assert current == head
    with store.reading() as tx:
        assert tx.seeds.get("g", 1, 1) == b"seed"


def test_the_log_is_never_taken_back(backend_url: str) -> None:
    with pytest.raises(NotImplementedError, match="never taken back"):
        _downgrade(backend_url)
    assert migrate.drift(backend_url) == []


def _downgrade(url: str) -> None:
    config = migrate._config()
    database = Connections(writing_engine(url), begin="BEGIN IMMEDIATE")
    with database.transaction() as connection:
        connection.begin()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")


def test_a_new_file_is_private_and_not_migrated_yet(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    assert migrate.current_and_head(f"sqlite:///{file}")[0] is None
    migrate.upgrade(f"sqlite:///{file}")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_not_there_is_out_of_reach(tmp_path: Path) -> None:
    with pytest.raises(DatabaseOutOfReach):
        migrate.upgrade(f"sqlite:///{tmp_path / 'nowhere' / 'pigpost.db'}")


def test_a_migration_is_named_as_its_file() -> None:
    scripts = ScriptDirectory(str(resources.migrations())).walk_revisions()
    numbered = [(Path(script.path).stem, script.revision) for script in scripts]
    assert all(stem == revision for stem, revision in numbered)
    assert sorted(numbered, reverse=True) == numbered


def test_a_database_without_tables_says_what_to_run(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'empty.db'}", entropy=CountingEntropy())
    with pytest.raises(ConfigError, match="db upgrade"), store.reading() as tx:
        tx.log.head()
    store.close()
