"""`pigpost order parse`: what a text would be read as."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.order import order

TABLE = ("--players", "Bill,Karen,Ted", "--me", "Karen")


def parse(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(order, ["parse", *arguments], input=stdin)


def answers(*rows: dict[str, Any] | str) -> list[dict[str, Any]]:
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    done = parse("--jsonl", "-", stdin="\n".join(lines))
    assert done.exit_code == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_order_is_told_as_json() -> None:
    done = parse("I'll go one after Bill, cheers", *TABLE, "--kind", "postal_pigs", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == {
        "got": {"do": "order", "order": {"kind": "after", "players": ["Bill"]}}
    }


def test_an_order_is_told_to_people() -> None:
    assert parse("ROUND 3 THROWS 2", *TABLE).stdout == "order: THROWS 2, for round 3\n"
    assert parse("what is my order?", *TABLE).stdout == "command: MY ORDER\n"
    assert parse("join pigs").stdout == "command: JOIN pigs\n"


def test_a_refused_text_exits_5_with_marks_under_what_is_wrong() -> None:
    done = parse("Turn will end after Bil has ended or at 20 points", *TABLE)
    assert done.exit_code == 5
    assert done.stdout.splitlines() == [
        "no order:",
        "   Turn will end after Bil has ended or at 20 points",
        "                       ^^^           ^^^^^^^^^^^^^^^",
        '   1. "Bil": unknown player (rule 6.2); near: Bill',
        '   2. "or at 20 points": more than one condition (rule 6.1)',
        "   instead: AFTER Bill",
        "   instead: WHEN Bill",
        "   instead: TURN 20",
    ]


def test_a_text_that_begins_with_a_dash_is_a_text() -> None:
    assert "bad number" in parse("-1 throws", *TABLE).stdout


def test_the_game_and_its_form_decide_what_can_be_ordered() -> None:
    assert parse("four dice", *TABLE, "--kind", "hog").stdout == "order: DICE 4\n"
    assert parse("hold at 22", *TABLE, "--kind", "pig").stdout == "order: TURN 22\n"
    assert parse("after Bill", *TABLE, "--kind", "pig").exit_code == 5
    assert parse("after Bill", *TABLE, "--kind", "pig", "--form", "shared").exit_code == 0
    told = parse("9 dice", *TABLE, "--kind", "hog", "--max-dice", "8").stdout
    assert "bad number (rule 6.2); at most 8" in told
    assert "instead: DICE 8" in told


def test_a_standing_order_and_what_may_be_meant_are_told_to_people() -> None:
    assert parse("STANDING after Bill", *TABLE).stdout == "order: STANDING AFTER Bill\n"
    told = parse("I quit", *TABLE).stdout
    assert "unclear (leaving)" in told
    assert "instead: RESIGN" in told
    assert parse("PRESS TO Bill, Ted: hi", *TABLE).stdout == "command: PRESS TO Bill, Ted hi\n"


def test_a_text_may_be_in_a_language_that_nobody_has_added() -> None:
    assert parse("three throws", *TABLE, "--language", "xx").stdout == "order: THROWS 3\n"


def test_quotes_are_cut_before_reading() -> None:
    assert parse("THROWS 3\n\nOn Monday, Alison wrote:\nTHROWS 4", *TABLE).exit_code == 0


def test_an_invited_person_may_say_yes() -> None:
    assert parse("yes please", *TABLE, "--state", "invited").stdout == "command: JOIN\n"
    assert parse("yes please", *TABLE).exit_code == 5


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("3 throws", "--jsonl", "-"),
        ("3 dice", "--kind", "chess"),
        ("3 throws", "--form", "shared", "--kind", "pass_the_pigs"),
        ("3 dice", "--max-dice", "0"),
        ("3 throws", "--players", "Bill", "--me", "Karen"),
        ("3 throws", "--players", "Bill,bill"),
        ("3 throws", "--state", "asleep"),
    ],
)
def test_a_wrong_question_exits_2(arguments: tuple[str, ...]) -> None:
    assert parse(*arguments).exit_code == 2


def test_lines_are_answered_one_by_one() -> None:
    table = {"game": "postal_pigs", "players": ["Bill", "Karen"], "me": "Karen"}
    got = answers(
        {"id": "a", "text": "THROWS 3", **table, "now": "2027-03-05"},
        {"id": "b", "text": "No thanks", **table, "state": "invited"},
        {"id": 3, "text": "after Bil", **table},
        {"id": "d", "text": "JOIN", "players": [], "me": None},
    )
    assert [answer["id"] for answer in got] == ["a", "b", 3, "d"]
    assert [answer["got"]["do"] for answer in got] == ["order", "command", "no_order", "command"]


def test_a_line_that_can_not_be_read_is_answered_with_its_error() -> None:
    got = answers(
        "{",
        "[1]",
        "",
        {"id": "a", "text": "four dice", "game": "chess", "players": ["Bill"]},
        {"id": "b", "text": 3},
        {"id": "c", "text": "x", "players": "Bill"},
        {"id": "d", "text": "x", "me": "Bill"},
        {"id": "e", "text": "x", "state": "asleep"},
        {"id": "f", "text": "x", "players": ["Bill", "BILL"]},
        {"id": "h", "text": "x", "form": "shared", "game": "pass_the_pigs"},
        {"id": "i", "text": "x", "max_dice": "many"},
        {"id": "j", "text": "x", "language": 3},
        {"id": "g", "text": "THROWS 3"},
    )
    assert [answer["id"] for answer in got] == [None, None, *"abcdefhijg"]
    assert all(answer["error"]["message"] for answer in got[:-1])
    assert got[-1]["got"]["do"] == "order"


def test_a_line_with_half_a_character_is_answered() -> None:
    (answer,) = answers('{"id": "\\ud800", "text": "THROWS 3 \\ud800", "players": ["Bill"]}')
    assert answer["got"] == {"do": "no_order", "reason": "unclear"}
