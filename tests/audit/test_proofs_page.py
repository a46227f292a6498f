"""docs/proofs.md prints the stand-alone check, and what it prints runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pigpost.audit.export import standalone_check
from pigpost.games.conditions import Throws
from tests.replay.exports import Members, exported
from tests.replay.playing import played

PAGE = Path(__file__).parent.parent.parent / "docs" / "proofs.md"


@pytest.fixture(scope="module")
def printed() -> str:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(block)


@pytest.fixture(scope="module")
def members() -> Members:
    return exported(played({1: Throws(4), 2: Throws(2)}, rounds=1))


def run(folder: Path, program: str, round_file: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "check_round.py").write_text(program, "utf-8")
    (folder / "round.json").write_bytes(round_file)
    command = [sys.executable, "-I", "check_round.py", "round.json"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=30, check=False
    )


def test_the_page_prints_the_check_that_the_web_shows(printed: str) -> None:
    assert printed == standalone_check()


def test_the_printed_check_is_silent_when_all_is_well(
    printed: str, members: Members, tmp_path: Path
) -> None:
    done = run(tmp_path, printed, members["rounds/0001.json"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_printed_check_finds_another_seed(
    printed: str, members: Members, tmp_path: Path
) -> None:
    body = members["rounds/0001.json"]
    forged = re.sub(rb'"seed":"[0-9a-f]{64}"', b'"seed":"' + b"0" * 64 + b'"', body)
    done = run(tmp_path, printed, forged)
    assert done.returncode == 1
    assert "NOT as committed" in done.stderr


def test_every_field_of_a_line_is_explained(members: Members) -> None:
    page = PAGE.read_text("utf-8")
    *lines, last = map(json.loads, members["log.ndjson"].splitlines())
    fields = {field for line in lines for field in line} | set(last)
    for field in fields | set(last["checkpoint"]) | set(last["manifest"]):
        assert f"`{field}`" in page, field


def test_the_printed_check_calls_throws_by_hand_unchecked_and_not_wrong(
    printed: str, members: Members, tmp_path: Path
) -> None:
    by_hand = {**json.loads(members["rounds/0001.json"]), "seed": "", "commitment": ""}
    done = run(tmp_path, printed, json.dumps(by_hand).encode())
    assert done.stderr == "thrown by hand: there is no lock and no seed, so nothing to check\n"
