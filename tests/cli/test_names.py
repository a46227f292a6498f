"""Names that would turn a line round or that nobody can read: refused at joining and in a file."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.main import cli
from pigpost.errors import PigpostError
from pigpost.orders.names import name_problem

TURNS = [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
"""Every sign that says in which direction a text runs."""


def adjudicated(name: str) -> dict[str, Any]:
    document = {"rules": {"game": "postal_pigs"}, "players": [name], "throws": [5]}
    result = CliRunner().invoke(adjudicate, ["-", "--json"], input=json.dumps(document))
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.mark.parametrize("sign", TURNS, ids=hex)
def test_6_3_a_name_that_turns_the_line_is_refused(sign: int) -> None:
    problem = name_problem(f"Bi{chr(sign)}ll")
    assert problem is not None
    assert f"U+{sign:04X}" in problem
    assert problem.isprintable()


def test_6_3_a_file_with_such_a_name_is_refused_and_the_answer_runs_straight() -> None:
    error = adjudicated("Bi\u202ell")["error"]
    assert (error["code"], error["rule"]) == ("bad_name", "6.3")
    assert error["message"].isprintable()


def test_6_3_nobody_joins_under_such_a_name(tmp_path: Path) -> None:
    desk = ["--config", str(tmp_path / "site" / "pigpost.toml")]
    for words in (["init", "--yes", str(tmp_path / "site")], [*desk, "game", "new", "g"]):
        assert CliRunner().invoke(cli, words).exit_code == 0
    person = ["--name", "Bi\u202ell", "--address", "bill@mill.example"]
    for words in (["player", "add", "g"], ["invite", "g"]):
        fault = CliRunner().invoke(cli, [*desk, *words, *person]).exception
        assert isinstance(fault, PigpostError)
        assert (fault.exit_code, str(fault).isprintable()) == (5, True)
        assert "(rule 6.3)" in str(fault)


@pytest.mark.parametrize("sign", ["\ue000", "\u0378", "\ud800", "\U000f0000"])
def test_6_3_what_only_some_computers_can_show_is_called_so(sign: str) -> None:
    problem = name_problem(f"Bi{sign}ll")
    assert problem is not None
    assert "control character" not in problem
    assert f"U+{ord(sign):04X}" in problem


@pytest.mark.parametrize("name", ["علی", "دل‌آرا", "שרה", "Bill علی"])
def test_6_3_names_of_people_who_write_from_the_right_are_names(name: str) -> None:
    assert name_problem(name) is None
    assert adjudicated(name)["final_scores"] == {name: 5}
