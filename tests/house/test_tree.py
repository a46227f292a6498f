"""The shape of the source tree: what a reader may rely on."""

import ast
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.house.pages import ROOT

SOURCES = ("service", "workers", "migrations", "ops")
LONGEST = 400
LONGER = {
    "service/pigpost/ports.py": "everything outside, as one list",
    "service/pigpost/events/types.py": "the catalogue of events, as one list",
}


def modules() -> list[Path]:
    return sorted(file for source in SOURCES for file in (ROOT / source).rglob("*.py"))


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def lines_of(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("file", modules(), ids=name_of)
def test_no_file_is_longer_than_a_reader_likes(file: Path) -> None:
    assert lines_of(file) <= LONGEST or name_of(file) in LONGER


@pytest.mark.parametrize("name", LONGER)
def test_what_may_be_longer_is(name: str) -> None:
    assert lines_of(ROOT / name) > LONGEST


@pytest.mark.parametrize(
    "file", [file for file in modules() if file.name == "__init__.py"], ids=name_of
)
def test_the_init_of_a_package_is_only_a_docstring(file: Path) -> None:
    (statement,) = ast.parse(file.read_text("utf-8")).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Constant)
    assert isinstance(statement.value.value, str)


def test_every_module_says_what_it_is() -> None:
    silent = [
        name_of(f) for f in modules() if not ast.get_docstring(ast.parse(f.read_text("utf-8")))
    ]
    assert silent == []


def importable() -> list[str]:
    names = []
    for package in ("pigpost", "pigpost_workers"):
        path = import_module(package).__path__
        names += [module.name for module in pkgutil.walk_packages(path, f"{package}.")]
    return names


@pytest.mark.parametrize("name", importable())
def test_every_module_imports(name: str) -> None:
    assert import_module(name)


def test_importing_builds_nothing(tmp_path: Path) -> None:
    """No file is opened for writing, no thread or connection started, by imports alone."""
    program = "\n".join(
        [
            "import socket, threading",
            "def refuse(*_, **__): raise SystemExit('a socket was connected')",
            "socket.socket.connect = refuse",
            *(f"import {name}" for name in importable()),
            "assert threading.active_count() == 1, threading.enumerate()",
        ]
    )
    run = [sys.executable, "-W", "ignore", "-c", program]
    subprocess.run(run, cwd=tmp_path, check=True, timeout=60)
    assert list(tmp_path.iterdir()) == []


def tracked() -> list[Path]:
    """What is in version control, or will be."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("without git and a checkout nothing is tracked")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        timeout=60,
    )
    names = listed.stdout.decode("utf-8").split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


FORBIDDEN = {
    "a path of one machine": r"(?<![\w./-])/(?:work|root)\b",
    "an index of packages": r"pypi\.org|pythonhosted\.org|registry\.npmjs|proxy\.golang",
}
OF_TESTS = {"a folder beside the checkout": r"\bshared/"}


def test_no_file_names_places_of_this_machine() -> None:
    own = Path(__file__)
    files = [file for file in tracked() if file != own]
    assert len(files) > 100
    found = []
    for file in files:
        text = file.read_text("utf-8", errors="ignore")
        in_tests = file.is_relative_to(ROOT / "tests")
        for what, pattern in (FORBIDDEN if in_tests else FORBIDDEN | OF_TESTS).items():
            if match := re.search(pattern, text):
                found.append((name_of(file), what, match[0]))
    assert found == []


def test_nothing_that_a_run_leaves_behind_is_in_version_control() -> None:
    leftovers = re.compile(r"\.(?:db|db-wal|pyc|log|pid|key|pass|password|bak|dat|dir)$")
    assert [name_of(file) for file in tracked() if leftovers.search(file.name)] == []
