from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError, StatementError

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import DatabaseOutOfReach
from tests.contracts.samples import AT, STREAM, created, order
from tests.fakes import CountingEntropy
from tests.servers.postgres import Postgres


def test_writing_in_a_reading_transaction_is_an_error(store: SqlStore) -> None:
    with pytest.raises(DBAPIError), store.reading() as tx:
        tx.ticks.tick(AT)
    with pytest.raises(Exception, match=r"(?i)read-?only"), store.reading() as tx:
        tx.log.append(STREAM, [created()], expected=0)
    with store.reading() as tx:
        assert tx.ticks.last() is None
        assert tx.log.head().size == 0


def test_a_time_without_a_zone_is_refused(store: SqlStore) -> None:
    with pytest.raises(StatementError, match="without a zone"), store.writing() as tx:
        tx.ticks.tick(AT.replace(tzinfo=None))


def test_a_store_can_be_used_again_after_it_was_closed(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.ticks.tick(AT)
    store.close()
    with store.reading() as tx:
        assert tx.ticks.last() == AT


@pytest.mark.parametrize("backend_url", ["sqlite"], indirect=True)
def test_a_locked_database_is_out_of_reach(
    open_store: Callable[[], SqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pigpost.adapters.sql.engine._PRAGMAS", ("busy_timeout = 20",))
    first, second = open_store(), open_store()
    with (
        first.writing(),
        pytest.raises(DatabaseOutOfReach, match="locked") as fault,
        second.writing(),
    ):
        pass
    assert fault.value.temporary
    with second.writing() as tx:
        tx.log.append(STREAM, [order(1)], expected=0)


@pytest.mark.parametrize("backend_url", ["sqlite"], indirect=True)
def test_a_full_disk_leaves_nothing_and_passes(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch, open_store: Callable[[], SqlStore]
) -> None:
    monkeypatch.setattr(
        "pigpost.adapters.sql.engine._PRAGMAS", ("journal_mode = WAL", "max_page_count = 60")
    )
    full = open_store()
    long_order = order(1, line="THROWS " + "4" * 4_000_000)
    with pytest.raises(DatabaseOutOfReach, match="full"), full.writing() as tx:
        tx.log.append(STREAM, [order(2), long_order], expected=0)
    with store.writing() as tx:
        assert tx.log.head().size == 0
        tx.log.append(STREAM, [order(1)], expected=0)


def test_a_database_that_is_not_there_is_out_of_reach(tmp_path: Path) -> None:
    store = SqlStore(
        f"sqlite:///{tmp_path / 'no-such-folder' / 'pigpost.db'}", entropy=CountingEntropy()
    )
    with pytest.raises(DatabaseOutOfReach), store.reading():
        pass


@pytest.mark.servers
@pytest.mark.parametrize("backend_url", ["postgresql"], indirect=True)
def test_a_lost_connection_is_out_of_reach_and_the_next_one_is_fresh(
    store: SqlStore, postgres: Postgres
) -> None:
    with store.writing() as tx:
        tx.log.append(STREAM, [order(1)], expected=0)
    postgres.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'pigpost%'"
    )
    with pytest.raises(DatabaseOutOfReach), store.writing() as tx:
        tx.log.append(STREAM, [order(2)], expected=1)
    with store.writing() as tx:
        tx.log.append(STREAM, [order(2)], expected=1)
        assert tx.log.head().size == 2


@pytest.mark.servers
@pytest.mark.parametrize("backend_url", ["postgresql"], indirect=True)
def test_a_value_that_is_too_much_for_the_database_is_not_its_fault(store: SqlStore) -> None:
    """Who waited until it passes would wait for ever, and all that lies behind it with him."""
    with pytest.raises(DBAPIError, match="too large"), store.writing() as tx:
        tx.ticks._connection.exec_driver_sql("SELECT repeat('x', 2000000000)")  # type: ignore[attr-defined]


@pytest.mark.servers
def test_a_server_that_does_not_listen_is_out_of_reach() -> None:
    store = SqlStore("postgresql+psycopg://x@127.0.0.1:1/x", entropy=CountingEntropy())
    with pytest.raises(DatabaseOutOfReach), store.writing():
        pass
