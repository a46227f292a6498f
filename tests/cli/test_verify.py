"""`pigpost verify`."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pigpost.cli.verify import verify
from pigpost.errors import UsageError
from pigpost.games.conditions import Throws
from pigpost.replay.archive import LOG
from tests.replay.exports import Members, exported, with_lines, zipped
from tests.replay.playing import played


@pytest.fixture(scope="module")
def members() -> Members:
    return exported(played({1: Throws(4), 2: Throws(2)}, rounds=2))


@pytest.fixture
def intact(members: Members, tmp_path: Path) -> str:
    file = tmp_path / "spring-pigs.zip"
    file.write_bytes(zipped(members))
    return str(file)


@pytest.fixture
def broken(members: Members, tmp_path: Path) -> str:
    def change(lines: list[dict[str, object]]) -> None:
        for number in (5, 9):
            lines[number]["head"] = "{}"

    file = tmp_path / "broken.zip"
    file.write_bytes(zipped(with_lines(members, change)))
    return str(file)


def test_an_intact_export_is_ok_and_unanchored(intact: str) -> None:
    done = CliRunner().invoke(verify, [intact, "--json"])
    document = json.loads(done.stdout)
    assert (done.exit_code, document["ok"], document["anchored"]) == (0, True, False)
    assert document["findings"][0] == {
        "what": "round",
        "result": "intact",
        "words": "round 1: seed matches the lock; 4 throws match; scores match",
        "round": 1,
        "position": 11,
    }
    assert {finding["result"] for finding in document["findings"]} == {"intact", "redacted"}


def test_people_are_told_line_by_line(intact: str) -> None:
    done = CliRunner().invoke(verify, [intact])
    assert done.exit_code == 0
    assert "intact    round 2: seed matches the lock" in done.stdout
    assert "ok, unanchored" in done.stdout


def test_it_ends_at_the_first_wrong_part_with_exit_code_7(broken: str) -> None:
    done = CliRunner().invoke(verify, [broken, "--json"])
    document = json.loads(done.stdout)
    assert (done.exit_code, document["ok"]) == (7, False)
    assert [f["result"] for f in document["findings"]] == ["tampered"]
    assert (document["findings"][0]["position"], document["findings"][0]["field"]) == (6, "head")
    assert CliRunner().invoke(verify, [broken]).stdout.endswith("NOT ok\n")


def test_a_long_check_shows_how_far_it_is_on_a_terminal(
    intact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = SimpleNamespace(stderr=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("pigpost.cli.verify.sys", terminal)
    monkeypatch.setattr("pigpost.cli.verify._PATIENCE_SECONDS", -1.0)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    done = CliRunner().invoke(verify, [intact, "--json"])
    assert json.loads(done.stdout)["ok"]
    assert "checking" in done.stderr


def test_a_log_comes_through_a_pipe(members: Members) -> None:
    command = [sys.executable, "-c", "from pigpost.cli.verify import verify; verify()", "-"]
    done = subprocess.run(command, input=members[LOG], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ok, unanchored" in done.stdout


def test_a_file_that_is_not_there_is_a_slip_of_usage() -> None:
    assert CliRunner().invoke(verify, ["nowhere.zip"]).exit_code == 2


def test_a_mailbox_is_not_taken_for_a_broken_log(tmp_path: Path) -> None:
    mbox = tmp_path / "me.mbox"
    mbox.write_bytes(b"From bill@hill.example Mon Mar  2 12:00:00 2026\n")
    with pytest.raises(UsageError, match="mailbox"):
        CliRunner().invoke(verify, [str(mbox)], catch_exceptions=False)
