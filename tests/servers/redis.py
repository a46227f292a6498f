"""A Redis of one's own, as a broker that tests may kill."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.servers.need import need
from tests.servers.process import free_port, kill, listens, running

if TYPE_CHECKING:
    from subprocess import Popen


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisServer:
    """It writes every command to a file in its directory, so a start there goes on where it was."""

    port: int
    process: "Popen[bytes]"

    @property
    def url(self) -> str:
        """As a broker's URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def kill(self) -> None:
        """Ends it as a power cut would."""
        kill(self.process)


@contextmanager
def redis_server(directory: Path, *, port: int | None = None) -> Iterator[RedisServer]:
    """Runs in an existing directory until the end of the block."""
    port = port or free_port()
    command = [need("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
    command += ["--dir", str(directory), "--save", "", "--appendonly", "yes"]
    command += ["--maxmemory-policy", "noeviction"]
    with running(command, ready=lambda: listens(port), cwd=directory) as process:
        yield RedisServer(port=port, process=process)
