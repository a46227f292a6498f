"""How a SQLite file is opened: each setting is there for a trap."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from pigpost.adapters.sql.engine import Connections, driver_of, reading_engine, writing_engine

SETTINGS = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL
    "foreign_keys": 1,
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "secure_delete": 1,
    "busy_timeout": 5000,
    "query_only": 0,
}


def test_both_kinds_of_connection_have_the_settings(database_url: str) -> None:
    writing = writing_engine(database_url)
    for engine, query_only in ((writing, 0), (reading_engine(writing), 1)):
        connections = Connections(engine, begin="BEGIN")
        with connections.transaction() as connection:
            driver = driver_of(connection)
            found = {name: driver.execute(f"PRAGMA {name}").fetchone() for name in SETTINGS}
        connections.close()
        expected = {**SETTINGS, "query_only": query_only}
        assert found == {name: (value,) for name, value in expected.items()}


def test_a_connection_is_kept_for_the_next_transaction_unless_it_failed(database_url: str) -> None:
    connections = Connections(writing_engine(database_url), begin="BEGIN IMMEDIATE")
    with connections.transaction() as first:
        pass
    with suppress(KeyboardInterrupt), connections.transaction() as second:
        assert second is first
        raise KeyboardInterrupt
    with suppress(sqlite3.Error), connections.transaction() as third:
        assert third is first
        driver_of(third).execute("no SQL")
    assert first.closed
    with connections.transaction() as fresh:
        assert fresh is not first
    connections.close()
    assert fresh.closed


def test_a_forked_process_leaves_its_parents_connections_alone(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections = Connections(writing_engine(database_url), begin="BEGIN IMMEDIATE")
    with connections.transaction() as parents:
        pass
    with monkeypatch.context() as forked:
        forked.setattr("os.getpid", lambda: -1)
        with connections.transaction() as own:
            assert own is not parents
        connections.close()
    assert own.closed
    assert not parents.closed
    parents.close()


def test_what_was_erased_is_not_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "erased.db"
    connections = Connections(writing_engine(f"sqlite:///{file}"), begin="BEGIN IMMEDIATE")
    with connections.transaction() as connection:
        driver = driver_of(connection)
        driver.execute("CREATE TABLE t (words TEXT)")
        driver.execute("INSERT INTO t VALUES (?)", ("bill@example.org",))
    with connections.transaction() as connection:
        driver_of(connection).execute("DELETE FROM t")
    connections.close()
    plain = sqlite3.connect(file)
    plain.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    plain.close()
    assert b"bill@example.org" not in file.read_bytes()
