"""Prepared statements: the same values in and out as by SQLAlchemy itself."""

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import NullPool, bindparam, create_engine, insert, select, update

from pigpost.adapters.sql import tables
from pigpost.adapters.sql.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

AT = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
PUT = Prepared(insert(tables.lease), sets=("name", "owner", "until"))
GET = Prepared(select(tables.lease).where(tables.lease.c.name == bindparam("its_name")))
MOVED = Prepared(
    update(tables.lease).where(tables.lease.c.name == bindparam("its_name")), sets=("owner",)
)


@pytest.fixture
def connection() -> "Iterator[Connection]":
    # no pool: what is in memory is gone when the connection is, and nothing stays open
    engine = create_engine("sqlite://", poolclass=NullPool)
    with engine.connect() as connection:
        tables.metadata.create_all(connection, [tables.lease])
        yield connection


def test_what_is_put_is_got_by_name_of_column(connection: "Connection") -> None:
    helsinki = AT.astimezone(timezone(timedelta(hours=2)))
    assert PUT.run(connection, name="poll", owner="one", until=helsinki) == 1
    assert MOVED.run(connection, its_name="poll", owner="two") == 1
    assert MOVED.run(connection, its_name="none", owner="two") == 0
    (row,) = GET.mappings(connection, its_name="poll")
    assert row == {"name": "poll", "owner": "two", "until": AT}
    assert row["until"].tzinfo is UTC
    by_library = connection.execute(select(tables.lease)).mappings().one()
    assert dict(by_library) == row
    assert GET.scalar(connection, its_name="poll") == "poll"
    assert GET.scalar(connection, its_name="none") is None


def test_a_value_that_is_missing_is_a_fault(connection: "Connection") -> None:
    with pytest.raises(KeyError):
        GET.scalar(connection)
