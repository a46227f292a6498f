"""How large a file may be: what is larger is refused at once, and what is not ends soon."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.adjudicate_limits import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_LINES,
    MOST_NAMES,
    MOST_ROUNDS,
    MOST_THROWS,
    MOST_TURNS,
)
from tests.house.pages import ROOT

RULES = {"game": "postal_pigs"}


def names(number: int) -> list[str]:
    return [f"Player {n}" for n in range(1, number + 1)]


def answer(content: str | bytes) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(adjudicate, ["-", "--json"], input=content)
    printed: dict[str, Any] = json.loads(result.stdout)
    return result.exit_code, printed


def a_file(**fields: object) -> str:
    return json.dumps({"rules": RULES, "players": ["Bill"], "throws": [5]} | fields)


def rounds(number: int, players: int) -> str:
    """Rounds that nobody's score comes from."""
    document = {"rules": RULES, "players": names(players), "rounds": [{"throws": []}] * number}
    return json.dumps(document)


LARGEST = {
    "players": a_file(players=names(MOST_NAMES)),
    "roster": a_file(players=names(MOST_NAMES // 2), roster=names(MOST_NAMES)),
    "rounds": rounds(MOST_ROUNDS, 1),
    "turns": rounds(MOST_TURNS // 500, 500),
    "throws": a_file(throws=[5] * MOST_THROWS),
    "own throws": a_file(
        rules={"game": "pig"},
        players=["A", "B"],
        throws=dict.fromkeys("AB", [5] * (MOST_THROWS // 2)),
    ),
    "words": a_file(orders={"Bill": "THROWS 2" + "\n" * (MOST_LINES - 1)}),
}
TOO_LARGE = {
    "players": (a_file(players=names(MOST_NAMES + 1)), "too_many_players", MOST_NAMES),
    "roster": (a_file(roster=names(MOST_NAMES)), "too_many_players", MOST_NAMES),
    "eliminated": (a_file(eliminated=names(10_000)), "too_many_players", MOST_NAMES),
    "rounds": (rounds(MOST_ROUNDS + 1, 1), "too_many_rounds", MOST_ROUNDS),
    "turns": (rounds(MOST_TURNS // 500 + 1, 500), "too_many_rounds", MOST_TURNS),
    "throws": (a_file(throws=[5] * (MOST_THROWS + 1)), "too_many_throws", MOST_THROWS),
    "own throws": (
        a_file(rules={"game": "pig"}, throws={"Bill": [5] * MOST_THROWS, "Gone": [5]}),
        "too_many_throws",
        MOST_THROWS,
    ),
    "throws of all rounds": (
        rounds(3, 1).replace("[]", json.dumps([0] * (MOST_THROWS // 2))),
        "too_many_throws",
        MOST_THROWS,
    ),
    "lines": (
        a_file(orders={"Bill": "THROWS 2" + "\n" * MOST_LINES}),
        "too_many_words",
        MOST_LINES,
    ),
    "long lines": (a_file(orders={"Bill": ["no " * 100_000]}), "too_many_words", MOST_CHARACTERS),
    "bytes": (a_file() + " " * MOST_BYTES, "too_big", MOST_BYTES),
}


@pytest.mark.parametrize("content", LARGEST.values(), ids=LARGEST)
def test_the_largest_file_is_played(content: str) -> None:
    exit_code, printed = answer(content)
    assert exit_code == 0, printed


@pytest.mark.parametrize(("content", "code", "limit"), TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_larger_one_is_refused_with_the_limit(content: str, code: str, limit: int) -> None:
    exit_code, printed = answer(content)
    assert exit_code == 2
    error = printed["error"]
    assert (error["code"], error["rule"]) == (code, None)
    assert f"{limit:,}" in error["message"]


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    with Path("/dev/zero").open("rb") as endless:
        result = CliRunner().invoke(adjudicate, ["-"], input=endless)
    assert (result.exit_code, f"{MOST_BYTES:,}" in result.stderr) == (2, True)


def test_the_page_for_game_masters_names_the_limits() -> None:
    page = " ".join((ROOT / "docs" / "gm.md").read_text("utf-8").split())
    for words in (
        f"{MOST_NAMES:,} names, {MOST_ROUNDS:,} rounds, {MOST_TURNS:,} turns",
        f"{MOST_THROWS:,} throws and {MOST_BYTES:,} bytes",
        f"{MOST_LINES:,} lines and {MOST_CHARACTERS:,} characters",
    ):
        assert words in page
