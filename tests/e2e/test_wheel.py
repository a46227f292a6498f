"""What is published: a wheel, made from the source archive, that runs away from any checkout."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.e2e.command import pigpost_json

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """From the source archive, as whoever has no checkout builds it."""
    folder = tmp_path_factory.mktemp("build")
    archive = built("sdist", CHECKOUT, folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return built("wheel", folder / archive.name.removesuffix(".tar.gz"), folder)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel, which sees our dependencies beside it."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel
    )
    (site_packages,) = folder.glob("lib/*/site-packages")
    # the lines of a .pth file are searched last, and .pth files in there count for nothing
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def built(target: str, source: Path, into: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", into, cwd=source)
    (found,) = into.glob("*.tar.gz" if target == "sdist" else "*.whl")
    return found


def run(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("folder", ["templates", "migrations"])
def test_every_file_that_is_read_at_run_time_is_in_the_wheel(wheel: Path, folder: str) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [file for file in (CHECKOUT / folder).rglob("*") if file.is_file()]
    wanted = {f"pigpost/_{file.relative_to(CHECKOUT)}" for file in files if file.suffix != ".pyc"}
    assert len(wanted) > 1
    assert wanted <= names
    assert "pigpost/_docs/rules.md" in names
    assert "pigpost/orders/languages/en/grammar.lark" in names


def test_the_wheel_plays_a_round_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = "import pigpost, pigpost_workers; print(pigpost.__file__, pigpost_workers.__file__)"
    for file in run(installed / "bin" / "python", "-c", where, cwd=tmp_path).split():
        assert Path(file).is_relative_to(installed)
    summary = pigpost_json(
        "demo",
        "--no-input",
        "--rounds",
        "1",
        "--keep",
        tmp_path / "kept",
        cwd=tmp_path,
        program=str(installed / "bin" / "pigpost"),
    )
    assert (summary["rounds"], summary["verified"]) == (1, True)
