"""`make demo` passes on what it is asked for."""

import subprocess
from pathlib import Path

import pytest

from pigpost.games.kinds import Kind
from tests.servers.need import need

CHECKOUT = Path(__file__).parents[2]


def commands(*words: str) -> list[str]:
    """The commands of ours that `make demo` would run."""
    done = subprocess.run(
        [need("make", "make"), "--dry-run", "--always-make", "demo", *words],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
        timeout=20,
    )
    lines = (line.split() for line in done.stdout.splitlines())
    return [" ".join(line[1:]) for line in lines if line and line[0].endswith("/pigpost")]


@pytest.mark.parametrize("kind", Kind)
def test_the_demo_of_each_kind_can_be_asked_for(kind: Kind) -> None:
    assert commands(f"KIND={kind}", "NO_INPUT=1") == [f"demo --no-input --kind {kind}"]
    assert commands(f"KIND={kind}") == [f"demo --no-input --kind {kind}", f"demo --kind {kind}"]


def test_form_and_other_options_go_along() -> None:
    assert commands("KIND=hog", "FORM=shared", "NO_INPUT=1", "ARGS=--rounds 2") == [
        "demo --no-input --kind hog --form shared --rounds 2"
    ]


def test_without_a_kind_it_is_the_usual_game() -> None:
    assert commands("NO_INPUT=1") == ["demo --no-input"]
