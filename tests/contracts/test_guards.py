"""What the database refuses by itself, whoever asks (the locks of the log)."""

import pytest
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import IntegrityError

from pigpost.adapters.sql.engine import writing_engine
from pigpost.adapters.sql.store import SqlStore
from tests.contracts.samples import STREAM, created, invited, order


def event(
    *, pos: int = 9, ver: int = 9, idem: str = "NULL", kind: str = "SeatTaken", head: str = ""
) -> str:
    columns = "pos, stream, ver, type, v, idem, head, sealed_digest, personal_digest, leaf"
    row = f"{pos}, '{STREAM}', {ver}, '{kind}', 1, {idem}, '{head}', '-', '-', ''"
    return f"INTO event ({columns}) VALUES ({row})"


ON_BOTH = [
    "UPDATE event SET head = ''",
    "UPDATE event SET idem = NULL WHERE pos = 2",
    "UPDATE event SET pos = 9 WHERE pos = 1",
    "UPDATE sealed SET body = '' WHERE pos = 2",
    "UPDATE personal SET salt = '' WHERE pos = 2",
    "DELETE FROM event WHERE pos = 1",
    "DELETE FROM sealed WHERE pos = 2",
    "DELETE FROM personal WHERE pos = 2",
    f"INSERT {event(pos=2)}",
    f"INSERT {event(pos=2)} ON CONFLICT (pos) DO UPDATE SET head = ''",
    f"INSERT {event(ver=2)} ON CONFLICT (stream, ver) DO UPDATE SET head = ''",
    "INSERT INTO sealed VALUES (2, '', '') ON CONFLICT (pos) DO UPDATE SET body = ''",
    "INSERT INTO personal VALUES (2, '', '') ON CONFLICT (pos) DO UPDATE SET body = ''",
]
ONLY_SQLITE = [
    f"INSERT OR REPLACE {event(pos=2)}",
    f"INSERT OR REPLACE {event(ver=1)}",
    f"REPLACE {event(idem=repr('key'))}",
    "UPDATE OR REPLACE event SET pos = 1 WHERE pos = 2",
    "INSERT OR REPLACE INTO sealed VALUES (2, '', '')",
    "INSERT OR REPLACE INTO personal VALUES (2, '', '')",
]
ONLY_POSTGRESQL = [
    "TRUNCATE event CASCADE",
    "TRUNCATE sealed",
    "TRUNCATE personal",
    "TRUNCATE event, sealed, personal",
]


@pytest.fixture
def filled(store: SqlStore) -> SqlStore:
    with store.writing() as tx:
        tx.log.append(STREAM, [created(), order(1, idem="key"), invited()], expected=0)
    return store


@pytest.mark.parametrize("attack", ON_BOTH)
def test_the_log_can_only_be_added_to(filled: SqlStore, backend_url: str, attack: str) -> None:
    _refused(filled, backend_url, attack)


@pytest.mark.parametrize("backend_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("attack", ONLY_SQLITE)
def test_sqlite_replaces_nothing(filled: SqlStore, backend_url: str, attack: str) -> None:
    _refused(filled, backend_url, attack)


@pytest.mark.servers
@pytest.mark.parametrize("backend_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("attack", ONLY_POSTGRESQL)
def test_postgresql_empties_nothing(filled: SqlStore, backend_url: str, attack: str) -> None:
    _refused(filled, backend_url, attack)


def test_a_personal_part_goes_only_where_an_event_says_so(
    filled: SqlStore, backend_url: str
) -> None:
    redacted = event(kind="PayloadRedacted", head='{"pos":2,"reason":"asked"}')
    with writing_engine(backend_url).begin() as connection:
        connection.exec_driver_sql(f"INSERT {redacted}")
        connection.exec_driver_sql("DELETE FROM personal WHERE pos = 2")
    _refused(filled, backend_url, "DELETE FROM personal WHERE pos = 3")
    with filled.reading() as tx:
        erased = [entry.pos for entry in tx.log.entries() if entry.personal is None]
    assert erased == [1, 2, 9]


def _refused(store: SqlStore, url: str, attack: str) -> None:
    """With our settings, and with those that the database has by itself."""
    with store.reading() as tx:
        before = list(tx.log.entries())
    for engine in (writing_engine(url), create_engine(url, poolclass=NullPool)):
        with pytest.raises(IntegrityError), engine.begin() as connection:
            connection.exec_driver_sql(attack)
    with store.reading() as tx:
        assert list(tx.log.entries()) == before
