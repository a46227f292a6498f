"""Lists that stand in two places say the same in both."""

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from pigpost import errors
from pigpost.cli.main import cli
from pigpost.errors import PigpostError
from pigpost.resources import templates
from pigpost.results.letters import Letter
from pigpost_workers.schedule import TICKS
from tests.house.pages import ROOT

KINDS = sorted(kind.KIND for kind in get_args(Letter))
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))


def tree(kind: type[PigpostError], depth: int = 0) -> list[tuple[int, str]]:
    """Classes of faults with how deep they lie, in the order in which they are defined."""
    below = [line for child in kind.__subclasses__() for line in tree(child, depth + 1)]
    return [(depth, kind.__name__), *below]


def test_the_tree_of_faults_is_as_drawn() -> None:
    lines = (errors.__doc__ or "").splitlines()[2:]
    drawn = [re.match(r"([│├└─ ]*)(\w+)", line) for line in lines]
    shown = [(len(found[1]) // 4, found[2]) for found in drawn if found]
    ours = {name for name, _ in inspect.getmembers(errors, inspect.isclass)}
    assert shown == [line for line in tree(PigpostError) if line[1] in ours]


def test_the_exit_codes_and_what_passes_by_itself_are_as_drawn() -> None:
    for name, code, words in re.findall(r"[─ ]*(\w+) +(\d) +(.+)", errors.__doc__ or ""):
        kind = getattr(errors, name)
        assert kind.exit_code == int(code), name
        assert kind.temporary == ("(temporary)" in words), name


@pytest.mark.parametrize("page", ["docs/operators.md", "--help"])
def test_the_exit_codes_are_told(page: str) -> None:
    text = CliRunner().invoke(cli, ["--help"]).output if page == "--help" else ""
    text = " ".join((text or (ROOT / page).read_text("utf-8")).split())
    told = {int(code) for code in re.findall(r"(?:: |, )(\d{1,3}) [a-z]", text)}
    codes = {
        kind.exit_code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, PigpostError)
    }
    assert codes <= told


def test_every_task_has_its_tick_and_every_tick_its_task() -> None:
    files = (ROOT / "workers" / "pigpost_workers").glob("*.py")
    tasks = {file.stem for file in files if re.search(r"^@task$", file.read_text(), re.MULTILINE)}
    assert tasks == {tick.task for tick in TICKS}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mail_has_its_templates(kind: str) -> None:
    folder = templates() / "mail" / kind
    there = {file.name for file in folder.iterdir()}
    assert there >= {"subject.txt", "body.txt", "body.html"}


def test_every_folder_of_templates_is_a_kind_of_mail() -> None:
    folders = (templates() / "mail").iterdir()
    assert sorted(f.name for f in folders if not f.name.startswith("_")) == KINDS


def test_the_lock_has_hashes_and_no_addresses() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    pinned = re.findall(r"^(\S+)==", lock, re.MULTILINE)
    assert len(pinned) > 30
    assert "//" not in lock
    for entry in re.split(r"\n(?=\S)", lock.strip()):
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_decisions_are_numbered_without_gaps() -> None:
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_context_decision_and_consequences(page: Path) -> None:
    text = page.read_text("utf-8")
    assert re.match(rf"# {int(page.name[:4])}\. \S", text)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.splitlines()) < 50


def test_changes_are_noted() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[Unreleased\]$", text, re.MULTILINE)
