"""The files in docs/examples: one for each game, and none of them needs a word of apology."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.adjudicate import adjudicate
from pigpost.games.kinds import Form, Kind
from tests.house.pages import ROOT

FILES = sorted((ROOT / "docs" / "examples").glob("*.json"))
GM_PAGE = (ROOT / "docs" / "gm.md").read_text("utf-8")

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def document(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text("utf-8"))  # type: ignore[no-any-return]


def game_of(file: Path) -> tuple[Kind, Form]:
    rules = document(file)["rules"]
    kind = Kind(rules["game"])
    return kind, Form(rules.get("form", kind.forms[0]))


def adjudicated(file: Path) -> list[dict[str, Any]]:
    """The outputs of its rounds."""
    result = CliRunner().invoke(adjudicate, [str(file), "--json"])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    return list(printed.get("rounds", [printed]))


def test_there_is_an_example_of_every_game_and_of_every_form() -> None:
    games = [game_of(file) for file in FILES]
    assert sorted(kind for kind, _ in games) == sorted(Kind)
    assert {form for _, form in games} == set(Form)


@each_file
def test_every_order_of_an_example_can_stand(file: Path) -> None:
    reasons = {why for round in adjudicated(file) for why in round["defaulted"].values()}
    assert reasons <= {"no_order"}


@each_file
def test_an_example_is_played_to_its_end(file: Path) -> None:
    ends = [
        end
        for round in adjudicated(file)
        for end in (
            round.get("ended_by"),
            *(t["ended_by"] for t in round.get("turns", {}).values()),
        )
    ]
    assert ends
    assert "incomplete" not in ends


@each_file
def test_the_page_for_game_masters_names_each_example_with_its_game_and_form(file: Path) -> None:
    (row,) = re.findall(
        rf"^\| \[{file.name}\]\(examples/{file.name}\) \|.*$", GM_PAGE, re.MULTILINE
    )
    kind, form = game_of(file)
    (name,) = re.findall(rf"^\| {kind.value} \| ([\w -]+) \|", GM_PAGE, re.MULTILINE)
    assert f"| {name}, {form.value} |" in row
