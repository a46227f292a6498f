"""Each suite here runs on every database."""

from collections.abc import Callable, Iterator

import pytest

from pigpost.adapters.sql.store import SqlStore
from tests.fakes import CountingEntropy


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.servers)])
def backend_url(request: pytest.FixtureRequest) -> str:
    """An empty, migrated database of one's own."""
    name = "database_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url


@pytest.fixture
def open_store(backend_url: str) -> Iterator[Callable[[], SqlStore]]:
    """Opens the database as one more process would."""
    opened: list[SqlStore] = []

    def another() -> SqlStore:
        opened.append(SqlStore(backend_url, entropy=CountingEntropy()))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], SqlStore]) -> SqlStore:
    return open_store()
