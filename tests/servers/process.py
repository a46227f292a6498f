"""A server process that a test starts and, whatever happens, stops again by its pid."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_STARTS_WITHIN_SECONDS = 20.0
_STOPS_WITHIN_SECONDS = 10.0


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Whether something answers there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def running(
    command: Sequence[str],
    *,
    ready: Callable[[], bool],
    cwd: Path,
    env: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs until the end of the block. Its output goes nowhere: nobody may wait for its pipe."""
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait(process, ready)
        yield process
    finally:
        stop(process)
        kill(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends it kindly, then unkindly; harmless when it has ended."""
    process.terminate()
    try:
        process.wait(_STOPS_WITHIN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_STOPS_WITHIN_SECONDS)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends it at once with all its children, as a power cut would; harmless when they have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(_STOPS_WITHIN_SECONDS)


def _wait(process: subprocess.Popen[bytes], ready: Callable[[], bool]) -> None:
    until = time.monotonic() + _STARTS_WITHIN_SECONDS
    while not ready():
        if process.poll() is not None:
            raise AssertionError(f"{process.args!r} ended with {process.returncode} at its start")
        if time.monotonic() > until:
            raise AssertionError(f"{process.args!r} did not start in {_STARTS_WITHIN_SECONDS} s")
        time.sleep(0.02)
