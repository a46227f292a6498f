"""The grammar is loaded by who reads an order, and by nobody else."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow  # every test starts a program

HEAVY = ("lark", "rapidfuzz")


def loaded_by(*statements: str) -> set[str]:
    """The heavy packages that these statements bring along."""
    code = "\n".join(
        (*statements, "import sys", f"print([p for p in {HEAVY} if p in sys.modules])")
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return {package for package in HEAVY if package in done.stdout.splitlines()[-1]}


@pytest.mark.parametrize(
    "module",
    [
        "orders.canonical",
        "orders.commands",
        "orders.names",
        "orders.reading",
        "orders.answer",
        "cli.main",
    ],
)
def test_it_stays_away_from_who_reads_no_order(module: str) -> None:
    assert loaded_by(f"import pigpost.{module}") == set()


def test_spelling_help_stays_away_until_there_is_something_to_refuse() -> None:
    ask = "read(TEXT, players=[Player(seat=1, name='Bill')], me=None)"
    imports = "from pigpost.orders.read import read\nfrom pigpost.orders.reading import Player"
    assert loaded_by(imports, ask.replace("TEXT", "'after Bill'")) == {"lark"}
    assert loaded_by(imports, ask.replace("TEXT", "'after Bil'")) == {"lark", "rapidfuzz"}
