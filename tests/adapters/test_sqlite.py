"""How a SQLite file is opened: each setting is there for a trap."""

import sqlite3
from contextlib import suppress
from pathlib import Path

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
    with connections.transaction() as second:
        assert second is first
    with suppress(KeyboardInterrupt), connections.transaction():
        raise KeyboardInterrupt
    with connections.transaction() as third:
        assert third is not first
    assert first.closed
    connections.close()
    assert third.closed


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
