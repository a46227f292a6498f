"""The entry point: a fault is one clear line and an exit code, never a trace of the program."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pigpost.cli.main import main


def ends(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["pigpost", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.fixture
def site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """The configuration of a new site."""
    assert ends(monkeypatch, "init", "--yes", str(tmp_path)) == 0
    capsys.readouterr()
    return str(tmp_path / "pigpost.toml")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("chess",), 2),
        (("--config", "nowhere.toml", "status"), 3),
        (("init", "--yes", "/dev/null/site"), 1),
    ],
)
def test_a_fault_is_told_in_one_line(
    words: tuple[str, ...],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ends(monkeypatch, *words) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()[-1]) > 10
    assert "Traceback" not in told.err


def test_a_file_that_can_not_be_written_is_named(
    site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ends(monkeypatch, "--config", site, "game", "new", "g") == 0
    assert ends(monkeypatch, "--config", site, "export", "g", "-o", "/dev/null/g.zip") == 1
    assert "/dev/null" in capsys.readouterr().err


def test_a_port_that_is_taken_is_a_fault_of_the_configuration(
    site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PIGPOST_WEB__PORT", str(taken.getsockname()[1]))
        assert ends(monkeypatch, "--config", site, "web") == 3
    assert "web.port" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["pigpost.db", "sqlite:///", "mysql://gm:hunter2@db/pigs"])
def test_a_database_that_is_none_is_a_fault_of_the_configuration(
    url: str, site: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIGPOST_DATABASE__URL", url)
    assert ends(monkeypatch, "--config", site, "game", "list") == 3
    told = capsys.readouterr().err
    assert "database.url" in told
    assert "hunter2" not in told


def test_whoever_stops_reading_the_output_is_told_nothing() -> None:
    program = "from pigpost.cli.main import main; main()"
    words = [sys.executable, "-c", program, "config", "show", "--defaults"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.close()
        assert reader.wait(20) == 1
        assert reader.stderr.read() == b""
