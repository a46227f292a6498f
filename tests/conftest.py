"""Fixtures for all tests. The database they share is a SQLite file with the real migrations.

What needs a database imports it when asked: the tests of the core stay quick to collect.
"""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent.parent))  # so that tests can say `from tests.fakes`

from tests.fakes import CountingEntropy, FixedClock
from tests.once import keep_compiled_templates, leave_alone_what_is_here_to_stay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pigpost.adapters.sql.store import SqlStore
    from tests.post import Post

settings.register_profile(
    "untimed", deadline=None
)  # a machine may be busy: no test is a stop-watch
settings.load_profile("untimed")

pytest_plugins = ["tests.servers.postgres"]


def pytest_configure(config: pytest.Config) -> None:
    if getattr(config, "cache", None) is not None:
        keep_compiled_templates(config.cache.mkdir("templates"))


def pytest_collection_finish() -> None:
    leave_alone_what_is_here_to_stay()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated once and copied for each test."""
    from pigpost.adapters.sql.migrate import upgrade

    file = tmp_path_factory.mktemp("migrated") / "pigpost.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def database_url(migrated_file: Path, tmp_path: Path) -> str:
    """A fresh SQLite database of one's own."""
    return f"sqlite:///{shutil.copy(migrated_file, tmp_path / 'pigpost.db')}"


@pytest.fixture
def entropy() -> CountingEntropy:
    return CountingEntropy()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def store(
    database_url: str, entropy: CountingEntropy, monkeypatch: pytest.MonkeyPatch
) -> "Iterator[SqlStore]":
    """A store on that database. It does not wait for the disk, nor does any other of the test.

    A kill takes nothing that the system was given; only a power cut does.
    """
    from pigpost.adapters.sql import engine
    from pigpost.adapters.sql.store import SqlStore

    quick = [
        pragma.replace("synchronous = FULL", "synchronous = OFF") for pragma in engine._PRAGMAS
    ]
    monkeypatch.setattr(engine, "_PRAGMAS", tuple(quick))
    store = SqlStore(database_url, entropy=entropy)
    yield store
    store.close()


@pytest.fixture
def post(store: "SqlStore", clock: FixedClock, tmp_path: Path) -> "Post":
    """A whole service without sockets."""
    from tests.post import a_post

    return a_post(store, clock, tmp_path)
