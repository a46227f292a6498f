"""What `pigpost adjudicate` says when a file is off: in JSON's words and in plain sentences."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.adjudicate_shapes import shown

GOOD: dict[str, Any] = {"rules": {"game": "postal_pigs"}, "players": ["Bill"], "throws": [5]}
PYTHON = re.compile(r"None|True|False|\binf\b|\bnan\b|recursion|codec|decode|Errno|'")


def run(content: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(adjudicate, ["-", *options], input=content)


def message(content: str | bytes) -> str:
    result = run(content, "--json")
    assert result.exit_code == 2, result.output
    return str(json.loads(result.stdout)["error"]["message"])


def about(**fields: object) -> str:
    return message(json.dumps(GOOD | fields))


def with_number(number: str, where: dict[str, object]) -> str:
    """The file with a number that Python would not write so."""
    return json.dumps(GOOD | where).replace('"NUMBER"', number)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (5, "5"),
        (2.5, "2.5"),
        (-(10**30), "-1000000000000000000000000000000"),
        (10**99, "1000000000000000000000000000000000000..."),
        (float("inf"), "a number too large"),
        ("Bill", '"Bill"'),
        ("Bi\u202ell\x1b", '"Bi\\u202ell\\u001b"'),
        ("x" * 50, f'"{"x" * 37}..."'),
        ([], "[]"),
        ({}, "{}"),
        ([1, None, "a", [2], 5, 6], '[1, null, "a", [...], ...]'),
        ({"kind": "throws", "of": {"n": 5}}, '{"kind": "throws", "of": {...}}'),
    ],
)
def test_values_are_shown_as_json_writes_them(value: object, words: str) -> None:
    assert shown(value) == words


WRONG: list[object] = [None, True, False, 2.5, "it's", ["it's"], {"it's": None}, [None], [[True]]]


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(
    "field", ["rules", "players", "roster", "scores", "eliminated", "orders", "throws", "rounds"]
)
def test_no_word_of_python_is_in_a_message(field: str, value: object) -> None:
    document = GOOD | {field: value}
    for one in (document, GOOD | {"orders": {"Bill": value}}, GOOD | {"throws": [value]}):
        result = run(json.dumps(one), "--json")
        if result.exit_code == 2:
            said = json.loads(result.stdout)["error"]["message"]
            assert not PYTHON.search(said.replace("it's", "")), said


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file is no JSON: it is empty"),
        (" \n", "it is empty"),
        ('{"rules": {}\n "players"', "line 2, column 2"),
        ("[" * 100_000, "too many deep"),
        ('{"a":' * 100_000, "too many deep"),
        (b'{"players": ["\xe9"]}', "no text in UTF-8 (byte 15)"),
        ('{"scores": {"Bill": NaN}}', "NaN is no number of JSON"),
        (
            with_number("1e999", {"throws": ["NUMBER"]}),
            "no throw of two pigs is a number too large",
        ),
        (with_number("9" * 5000, {"throws": ["NUMBER"]}), f"scores {'9' * 37}..."),
    ],
)
def test_a_file_that_is_no_document_is_told_in_a_sentence(content: str | bytes, words: str) -> None:
    said = message(content)
    assert words in said
    assert not PYTHON.search(said.replace("NaN", ""))


@pytest.mark.parametrize("number", ["9" * 10_000, "-" + "9" * 10_000, "1e999", "1.5", "-0"])
@pytest.mark.parametrize("kind", ["throws", "turn_points", "total_points"])
def test_6_2_a_number_of_any_length_is_json_and_may_be_no_number_of_an_order(
    kind: str, number: str
) -> None:
    result = run(with_number(number, {"orders": {"Bill": {"kind": kind, "n": "NUMBER"}}}), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["defaulted"] == {"Bill": "bad_number"}


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ({"scores": {"Bill": "NUMBER"}}, "bad_score"),
        ({"rules": {"game": "postal_pigs", "target": "NUMBER"}}, "bad_target"),
        ({"rules": {"game": "hog", "max_dice": "NUMBER"}}, "bad_max_dice"),
        ({"rules": {"game": "postal_pigs", "weights": ["NUMBER"] * 18}}, "bad_weights"),
        ({"throws": ["NUMBER"]}, "impossible_throw"),
        ({"rules": {"game": "pig"}, "throws": {"Bill": ["NUMBER"]}}, "impossible_throw"),
        ({"rules": {"game": "doubles"}, "throws": {"Bill": [[1, "NUMBER"]]}}, "impossible_throw"),
    ],
)
def test_a_number_of_any_length_is_refused_where_it_is_too_large(
    where: dict[str, object], code: str
) -> None:
    result = run(with_number("9" * 10_000, where), "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["code"]) == (2, code)
    assert len(error["message"]) < 200


def test_a_throw_of_very_many_dice_is_told_in_short() -> None:
    said = about(rules={"game": "two_dice"}, throws={"Bill": [[6] * 1000]})
    assert said == "a throw of two_dice is a list of two numbers from 1 to 6, not [6, 6, 6, 6, ...]"


@pytest.mark.parametrize("file", ["no-such-file.json", "."])
def test_a_file_that_can_not_be_read_is_an_error_in_json_too(file: str) -> None:
    result = CliRunner().invoke(adjudicate, [file, "--json"])
    error = json.loads(result.stdout)["error"]
    assert result.exit_code == 2
    assert (error["code"], error["rule"]) == ("unreadable_file", None)
    assert not PYTHON.search(error["message"].replace("can't", ""))
    told = CliRunner().invoke(adjudicate, [file])
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr == f"pigpost adjudicate: {error['message']}\n"


def test_a_folder_is_called_one(tmp_path: Path) -> None:
    assert "it is a folder" in CliRunner().invoke(adjudicate, [str(tmp_path)]).stderr


@pytest.mark.parametrize("words", [["--json"], ["-", "--json", "--colour"], ["a", "b", "--json"]])
def test_words_that_are_off_are_an_error_in_json_too(words: list[str]) -> None:
    result = CliRunner().invoke(adjudicate, words)
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "usage"
    plain = CliRunner().invoke(adjudicate, [word for word in words if word != "--json"])
    assert (plain.exit_code, plain.stdout) == (2, "")


def test_3_5_3_who_is_out_of_the_game_has_a_score_of_0_whatever_the_file_says() -> None:
    document = GOOD | {"players": ["Bill", "Karen"], "eliminated": ["Karen"]}
    result = run(json.dumps(document | {"scores": {"Karen": 7}}), "--json")
    assert json.loads(result.stdout)["final_scores"] == {"Bill": 5, "Karen": 0}
    assert result.stderr == (
        "pigpost adjudicate: Karen is out of the game: counted with 0, not 7 (rule 3.5.3)\n"
    )
    assert run(json.dumps(document | {"scores": {"Karen": 0}})).stderr == ""
