"""The command line as people use it: a process of its own, bounded and stopped by its pid."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

PIGPOST = str(Path(sys.prefix) / "bin" / "pigpost")
_SECONDS = 90
_T = TypeVar("_T")


def pigpost(*words: str | Path, cwd: Path, exit_code: int = 0, program: str = PIGPOST) -> str:
    """Standard output of a command that ends by itself, as it should."""
    done = subprocess.run(
        [program, *map(str, words)],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    assert done.returncode == exit_code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def pigpost_json(*words: str | Path, cwd: Path, program: str = PIGPOST) -> Any:
    """The JSON document of a command."""
    return json.loads(pigpost(*words, "--json", cwd=cwd, program=program))


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A command that stays up. What it says is in two files."""

    process: "subprocess.Popen[bytes]"
    folder: Path

    @property
    def stdout(self) -> str:
        return (self.folder / "stdout").read_text()

    @property
    def stderr(self) -> str:
        return (self.folder / "stderr").read_text()

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def stop(self) -> int:
        """As a system that goes down; the exit code."""
        self.process.terminate()
        return self.process.wait(30)

    def until(self, ask: Callable[[], _T | None], *, seconds: float = 30) -> _T:
        """Asks until there is an answer, as long as the command lives."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if (answer := ask()) is not None:
                return answer
            assert self.process.poll() is None, self.stderr
            time.sleep(0.1)
        raise AssertionError(f"nothing within {seconds} s: {self.stderr}")


@contextmanager
def staying_up(*words: str | Path, cwd: Path, said_in: Path) -> Iterator[Running]:
    """Runs until the end of the block at most."""
    said_in.mkdir(parents=True, exist_ok=True)
    with (said_in / "stdout").open("wb") as out, (said_in / "stderr").open("wb") as talk:
        process = subprocess.Popen(
            [PIGPOST, *map(str, words)],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=talk,
        )
    try:
        yield Running(process=process, folder=said_in)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(15)
