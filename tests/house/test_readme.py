"""What the README shows is what comes out."""

import json
import os
import re
import subprocess
import sys
from gettext import NullTranslations
from pathlib import Path

import pytest

from pigpost.cli.adjudicate_file import adjudicate_file
from pigpost.games.kinds import Kind
from pigpost.results.phrases import game_name
from tests.house.pages import ROOT, Shown, console

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = list(console(README))


def block(beginning: str) -> list[Shown]:
    """The one console block whose first command begins so."""
    (found,) = [shown for shown in BLOCKS if shown[0].command.startswith(beginning)]
    return found


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder from which the documents are reached as from the checkout."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    return tmp_path


def said(command: str, folder: Path) -> str:
    """What the command prints in a shell, standard error included."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return ran.stdout.decode("utf-8")


OFFLINE = ("pigpost adjudicate", "pigpost odds", "pigpost verify")
"""Commands that need no game and print the same wherever they are typed."""


@pytest.mark.parametrize(
    "shown", [block for block in BLOCKS if block[0].command.startswith(OFFLINE)]
)
def test_the_commands_of_the_readme_print_what_it_says(shown: list[Shown], checkout: Path) -> None:
    for one in shown:
        assert said(one.command, checkout) == one.output


@pytest.mark.parametrize("beginning", OFFLINE)
def test_the_readme_shows_what_needs_no_game(beginning: str) -> None:
    assert any(block[0].command.startswith(beginning) for block in BLOCKS)


def test_the_readme_lists_every_game() -> None:
    names = [game_name(kind, NullTranslations()) for kind in Kind]
    listed = re.findall(
        r"^\| ([A-Z][\w -]+?)(?:, [^|]+)? \| [^|]+ \| [^|]+ \|$", README, re.MULTILINE
    )
    assert listed == names


def test_the_changed_log_differs_in_one_byte(checkout: Path) -> None:
    """As the README says; else the check would have an easy time."""
    _, unzip, change = block("pigpost verify")
    said(unzip.command, checkout)
    before = (checkout / "changed" / "log.ndjson").read_text("utf-8")
    after = said(change.command.split("|")[0], checkout)
    assert len(after) == len(before)
    assert sum(a != b for a, b in zip(after, before, strict=True)) == 1


def test_staggs_example_ends_as_he_wrote() -> None:
    """18 for Bill, 19 for Karen, nothing for the others (rule 3.9)."""
    file = json.loads((ROOT / "docs" / "examples" / "stagg.json").read_text("utf-8"))
    (round,) = adjudicate_file(file, read=_read).rounds
    assert list(round.record.turn_scores.values()) == [18, 19, 0, 0, 0]


def _read(text: str, **more: object) -> object:
    from pigpost.orders.read import read

    return read(text, **more)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_demos_json_line_has_the_fields_that_the_readme_shows(tmp_path: Path) -> None:
    (shown,) = block("pigpost --quiet demo")
    command = re.sub(r"--keep \S+", f"--rounds 1 --keep {tmp_path / 'kept'}", shown.command)
    printed = json.loads(said(command, tmp_path))
    assert shown.output is not None
    assert printed.keys() == json.loads(shown.output).keys()
    assert printed["verified"] is True


def test_every_page_of_the_manual_is_named() -> None:
    """A document that nobody links to is not found."""
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert pages == set(re.findall(r"\]\(docs/([\w-]+\.md)\)", README))
