"""A PostgreSQL server for the tests: started in a second on a free port, gone with the session."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.servers.need import need

_START_SECONDS, _STOP_SECONDS = 20, 10
_USER = "postgres"
_INITDB = ("-A", "trust", "-E", "UTF8", "--locale=C", "-N")
_FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Postgres:
    """A running server."""

    port: int
    numbers: "count[int]"

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{_USER}@127.0.0.1:{self.port}/{database}"

    def create(self, *, template: str = "template1") -> str:
        """A new database; its name."""
        name = f"pigpost_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """Also when somebody is still connected."""
        self.run(f"DROP DATABASE {database} WITH (FORCE)")

    def run(self, statement: str) -> None:
        import psycopg  # an extra: only these tests need it

        with psycopg.connect(
            host="127.0.0.1", port=self.port, user=_USER, dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(statement.encode())

    def answers(self) -> bool:
        import psycopg

        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests; skipped loudly where there is none."""
    initdb, server = need("initdb", "postgresql"), need("postgres", "postgresql")
    with running(initdb, server) as running_server:
        yield running_server


@pytest.fixture(scope="session")
def migrated_database(postgres: Postgres) -> str:
    """An empty database, migrated once and copied for each test."""
    from pigpost.adapters.sql.migrate import upgrade

    name = postgres.create()
    upgrade(postgres.url(name))
    return name


@pytest.fixture
def postgres_url(postgres: Postgres, migrated_database: str) -> Iterator[str]:
    """A fresh PostgreSQL database of one's own."""
    name = postgres.create(template=migrated_database)
    yield postgres.url(name)
    postgres.drop(name)


@contextmanager
def running(initdb: str, server: str, settings: tuple[str, ...] = _FAST) -> Iterator[Postgres]:
    """A server in a folder of its own, stopped whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="pigpost-postgres-"))
    process = None
    try:
        folder.chmod(0o755)  # the server's user must get through
        data = folder / "data"
        data.mkdir(mode=0o700)
        _hand_over(data)
        _run([initdb, "-D", str(data), "-U", _USER, *_INITDB])
        port = _free_port()
        address = ["-p", str(port), "-h", "127.0.0.1", "-k", str(data)]
        options = [word for setting in settings for word in ("-c", setting)]
        process = subprocess.Popen([server, "-D", str(data), *address, *options], **_as_server())
        running_server = Postgres(port=port, numbers=count(1))
        _wait(process, running_server)
        yield running_server
    finally:
        if process is not None:
            _stop(process)
        shutil.rmtree(folder, ignore_errors=True)


def _as_server() -> dict[str, Any]:
    """The server refuses to run as root."""
    quiet = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    if os.geteuid() != 0:
        return quiet
    user = pwd.getpwnam(_USER)
    return {**quiet, "user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": "/"}


def _hand_over(folder: Path) -> None:
    if os.geteuid() == 0:
        shutil.chown(folder, _USER, _USER)


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, timeout=_START_SECONDS, **_as_server())


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(process: "subprocess.Popen[bytes]", server: Postgres) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if server.answers():
            return
        time.sleep(0.05)
    pytest.fail(f"PostgreSQL did not start within {_START_SECONDS} seconds")


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGINT)  # ends connections, then itself
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_STOP_SECONDS)
