"""`pigpost adjudicate` for every game and form; whole files and outputs stand in the vectors."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.adjudicate_file import adjudicate_file, file_output
from pigpost.games.conditions import Condition, Dice, OnlyLeft, Throws
from pigpost.games.kinds import Form, Kind, Seat
from pigpost.orders.reading import Order, Player, Reading, Span

GAMES = [(kind, form) for kind in Kind for form in kind.forms]
CONTRACT = {"target": 100, "piggyback": "wipe", "first_throw_scores": True, "max_dice": 50}
"""What the contract's example sets."""
GOOD: dict[Kind, Any] = {
    Kind.POSTAL_PIGS: 5,
    Kind.PASS_THE_PIGS: ["left", "trotter"],
    Kind.PIG: 5,
    Kind.TWO_DICE: [2, 3],
    Kind.DOUBLES: [3, 2],
    Kind.HOG: 5,
}
"""A throw of 5 points in each game."""

every_game = pytest.mark.parametrize(("kind", "form"), GAMES)


def run(document: object, *arguments: str) -> Result:
    return CliRunner().invoke(adjudicate, ["-", *arguments], input=json.dumps(document))


def output(document: object) -> dict[str, Any]:
    result = run(document, "--json")
    assert result.exit_code == 0, result.output
    printed: dict[str, Any] = json.loads(result.stdout)
    return printed


def text(document: object) -> list[str]:
    """The table's lines, with the spaces of its columns closed up."""
    result = run(document)
    assert result.exit_code == 0, result.output
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def a_file(kind: Kind, form: Form, players: Sequence[str], **more: object) -> dict[str, Any]:
    """A round in which everybody gets 5 points by the default order."""
    throw = GOOD[kind]
    throws = [throw] if form is Form.SHARED else {name: [throw] for name in players}
    rules = {"game": kind.value, "form": form.value}
    return {"rules": rules, "players": list(players), "throws": throws} | more


def form_of(printed: dict[str, Any]) -> str:
    return next(key for key in ("throws", "row", "turns") if key in printed)


@every_game
def test_every_game_is_played_in_every_form(kind: Kind, form: Form) -> None:
    printed = output(a_file(kind, form, ["Ann", "Ben"], scores={"Ben": 20}))
    assert printed["final_scores"] == {"Ann": 5, "Ben": 25}
    assert printed["defaulted"] == {"Ann": "no_order", "Ben": "no_order"}
    assert (printed["eliminated"], printed["game_over"], printed["winners"]) == ([], False, [])
    shared = "row" if kind is Kind.HOG else "throws"
    assert form_of(printed) == (shared if form is Form.SHARED else "turns")


@every_game
def test_settings_that_a_game_has_no_use_for_do_nothing(kind: Kind, form: Form) -> None:
    plain = a_file(kind, form, ["Ann", "Ben"])
    assert output(plain | {"rules": plain["rules"] | CONTRACT}) == output(plain)


@pytest.mark.parametrize("kind", list(Kind))
def test_the_form_is_the_usual_one_unless_it_is_given(kind: Kind) -> None:
    usual = a_file(kind, kind.forms[0], ["Ann"])
    assert output(usual | {"rules": {"game": kind.value}}) == output(usual)


@every_game
@pytest.mark.parametrize("number", [1, 500])
def test_5_2_one_plays_and_500_play(kind: Kind, form: Form, number: int) -> None:
    names = [f"Player {n}" for n in range(number)]
    document = a_file(kind, form, names)
    assert set(output(document)["final_scores"].values()) == {5}
    assert text(document)[0] == "Round 1"


@every_game
def test_throws_beyond_the_end_are_counted_whosever_they_are(kind: Kind, form: Form) -> None:
    throw = GOOD[kind]
    more = [throw, throw, throw]
    throws: object = more if form is Form.SHARED else {"Ann": more, "Ben": [throw], "Gone": [throw]}
    document = a_file(kind, form, ["Ann", "Ben"], roster=["Gone"], throws=throws)
    printed = output(document)
    assert printed["unused"] == (2 if form is Form.SHARED else 3)
    assert f"Throws not used: {printed['unused']}" in text(document)


@every_game
def test_4_9_a_game_without_throws_is_incomplete_and_changes_no_score(
    kind: Kind, form: Form
) -> None:
    none: object = [] if form is Form.SHARED else {}
    document = a_file(kind, form, ["Ann", "Ben"], scores={"Ann": 7}, throws=none)
    printed = output(document)
    assert printed["final_scores"] == {"Ann": 7, "Ben": 0}
    assert printed["game_over"] is False
    if form is Form.SHARED:
        assert printed["ended_by"] == "incomplete"
    else:
        assert {turn["ended_by"] for turn in printed["turns"].values()} == {"incomplete"}
    assert "Ended by want of throws: no score changes" in text(document)


def test_4_7_seats_are_in_the_order_of_the_players_and_the_first_begins() -> None:
    document = a_file(Kind.PIG, Form.SEQUENTIAL, ["Zoe", "Ann"], scores={"Zoe": 99, "Ann": 99})
    printed = output(document | {"roster": ["Ann", "Zoe"], "throws": {"Ann": [6], "Zoe": [2]}})
    assert list(printed["turns"]) == ["Zoe"]
    assert printed["winners"] == ["Zoe"]
    assert printed["unused"] == 1


@pytest.mark.parametrize(
    ("rules", "order", "reason"),
    [
        ({"game": "pig"}, {"kind": "only_left"}, "not_in_this_game"),
        ({"game": "pig"}, {"kind": "when", "players": ["Ben"]}, "not_in_this_game"),
        ({"game": "pig"}, {"kind": "after", "players": ["Steve"]}, "not_in_this_game"),
        ({"game": "pig"}, {"kind": "when", "players": []}, "not_in_this_game"),
        ({"game": "pig"}, {"kind": "dice", "n": 3}, "not_in_this_game"),
        ({"game": "pig"}, {"kind": "turn_points", "n": 0}, "bad_number"),
        ({"game": "pig", "form": "shared"}, {"kind": "after", "players": ["Out"]}, "player_is_out"),
        ({"game": "doubles", "form": "shared"}, {"kind": "dice", "n": 3}, "not_in_this_game"),
        ({"game": "hog"}, {"kind": "throws", "n": 3}, "not_in_this_game"),
        ({"game": "hog"}, {"kind": "throws", "n": 0}, "not_in_this_game"),
        ({"game": "hog", "form": "shared"}, {"kind": "only_left"}, "not_in_this_game"),
        ({"game": "hog"}, {"kind": "dice", "n": 0}, "bad_number"),
        ({"game": "hog"}, {"kind": "dice", "n": 2.5}, "bad_number"),
        ({"game": "hog"}, {"kind": "dice"}, "bad_number"),
        ({"game": "hog"}, {"kind": "dice", "n": 51}, "bad_number"),
        ({"game": "hog", "max_dice": 3}, {"kind": "dice", "n": 4}, "bad_number"),
        ({"game": "hog"}, [{"kind": "dice", "n": 4}] * 2, "more_than_one_condition"),
        ({"game": "hog"}, [], "nothing_found"),
        ({"game": "hog"}, {"kind": "die", "n": 1}, "unknown_condition"),
        ({"game": "two_dice"}, None, "no_order"),
    ],
)
def test_6_2_an_order_that_does_not_fit_the_game_is_played_as_the_default_with_its_reason(
    rules: dict[str, object], order: object, reason: str
) -> None:
    kind = Kind(str(rules["game"]))
    form = Form(str(rules.get("form", kind.forms[0])))
    document = a_file(kind, form, ["Ann", "Ben"], eliminated=["Out"], orders={"Ann": order})
    printed = output(document | {"rules": rules})
    assert printed["defaulted"] == {"Ann": reason, "Ben": "no_order"}
    assert printed["final_scores"]["Ann"] == 5


@pytest.mark.parametrize(("n", "rules"), [(50, {}), (3, {"max_dice": 3}), (70, {"max_dice": 70})])
def test_4_1_as_many_dice_as_the_game_allows_are_thrown(n: int, rules: dict[str, object]) -> None:
    printed = output(
        {
            "rules": {"game": "hog", "target": 1000} | rules,
            "players": ["Ann"],
            "orders": {"Ann": {"kind": "dice", "n": n}},
            "throws": {"Ann": [2] * n},
        }
    )
    assert printed["turns"]["Ann"]["throws_used"] == n
    assert printed["final_scores"] == {"Ann": 2 * n}


def said(condition: Condition, rules: dict[str, object]) -> tuple[dict[str, Any], list[object]]:
    """What comes of a text that is read as this order, and the game that its reader was told."""
    asked: list[object] = []

    def read(
        text: str,
        *,
        players: Sequence[Player],
        me: Seat | None,
        kind: Kind,
        form: Form,
        max_dice: int,
    ) -> Reading:
        assert (text, [player.name for player in players], me) == ("as mailed", ["Ann"], 1)
        asked.extend((kind, form, max_dice))
        return Reading(items=(Order(condition=condition, span=Span(start=0, end=1)),))

    document = {
        "rules": rules,
        "players": ["Ann"],
        "orders": {"Ann": "as mailed"},
        "throws": {"Ann": [5, 5]},
    }
    return file_output(adjudicate_file(document, read=read)), asked


def test_a_text_is_read_as_one_of_this_game() -> None:
    printed, asked = said(Dice(2), {"game": "hog", "max_dice": 9})
    assert asked == [Kind.HOG, Form.SIMULTANEOUS, 9]
    assert (printed["defaulted"], printed["final_scores"]) == ({}, {"Ann": 10})


@pytest.mark.parametrize(
    ("condition", "rules", "reason"),
    [
        (Throws(2), {"game": "hog"}, "not_in_this_game"),
        (Dice(4), {"game": "hog", "max_dice": 3}, "bad_number"),
        (OnlyLeft(), {"game": "pig"}, "not_in_this_game"),
    ],
)
def test_6_2_what_a_reader_takes_for_an_order_must_fit_the_game_all_the_same(
    condition: Condition, rules: dict[str, object], reason: str
) -> None:
    assert said(condition, rules)[0]["defaulted"] == {"Ann": reason}


def test_a_text_in_a_file_of_another_game_is_read_as_a_mail_of_that_game() -> None:
    orders = {"Ann": "DICE 2", "Ben": "THROWS 2"}
    throws = {"Ann": [5, 5], "Ben": [5]}
    document = {"rules": {"game": "hog"}, "players": ["Ann", "Ben"]}
    printed = output(document | {"orders": orders, "throws": throws})
    assert printed["final_scores"] == {"Ann": 10, "Ben": 5}
    assert printed["defaulted"] == {"Ben": "not_in_this_game"}


# --- several rounds ------------------------------------------------------------------------------


def test_4_8_rounds_carry_scores_and_eliminations_until_the_last_one_left_has_won() -> None:
    rounds = [
        {"throws": {"Ann": ["piggyback"], "Ben": [20]}},
        {"orders": {"Ann": {"kind": "throws", "n": 2}}, "throws": {"Ann": [60], "Ben": [20]}},
        {"throws": {"Ben": [60]}},
    ]
    printed = output(
        {"rules": {"game": "pass_the_pigs"}, "players": ["Ann", "Ben"], "rounds": rounds}
    )
    assert printed["final_scores"] == {"Ann": 0, "Ben": 100}
    assert (printed["eliminated"], printed["winners"]) == (["Ann"], ["Ben"])
    assert [list(each["turns"]) for each in printed["rounds"]] == [["Ann", "Ben"], ["Ben"], ["Ben"]]
    assert [each["eliminated"] for each in printed["rounds"]] == [["Ann"], [], []]
    assert printed["rounds"][1]["unused"] == 1
    assert printed["game_over"] is True


@pytest.mark.parametrize(
    ("rules", "throws"),
    [
        ({"game": "hog", "form": "shared"}, [6]),
        ({"game": "hog"}, {"Ann": [6]}),
        ({"game": "pig", "form": "sequential"}, {"Ann": [6]}),
        ({"game": "doubles", "form": "shared"}, [[3, 3]]),
    ],
)
def test_1_1_rounds_after_the_end_are_an_error(rules: dict[str, object], throws: object) -> None:
    document = {"rules": rules, "players": ["Ann"], "scores": {"Ann": 95}}
    result = run(document | {"rounds": [{"throws": throws}] * 2}, "--json")
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert (error["code"], error["rule"]) == ("round_after_the_end", "1.1")


# --- tables for people -----------------------------------------------------------------------------


def test_a_table_of_own_throws_goes_player_by_player() -> None:
    lines = text(
        {
            "rules": {"game": "pass_the_pigs", "form": "sequential"},
            "players": ["Ann", "Ben", "Cat", "Dan", "Eve"],
            "scores": {"Ann": 10, "Ben": 20, "Cat": 30, "Dan": 95, "Eve": 98},
            "orders": {"Ann": {"kind": "turn_points", "n": 6}, "Ben": {"kind": "only_left"}},
            "throws": {
                "Ann": ["sider", ["left", "trotter"]],
                "Ben": [0],
                "Cat": ["piggyback"],
                "Dan": [5],
                "Eve": [60],
            },
        }
    )
    assert lines == [
        "Round 1",
        "player turn throws",
        "Ann holds sider 1, trotter 5",
        "Ben loses the turn pig out",
        "Cat is out of the game piggyback",
        "Dan reaches the target 5",
        "Eve does not throw",
        "Throws not used: 1",
        "",
        "player order before throws turn score",
        "Ann TURN 6 10 2 6 16",
        "Ben THROWS 1 (default: not in this game) 20 1 0 20",
        "Cat THROWS 1 (default: no order) 30 1 0 0",
        "Dan THROWS 1 (default: no order) 95 1 5 100",
        "Eve THROWS 1 (default: no order) 98 - 0 98",
        "",
        "Eliminated: Cat",
        "Game over; won by Dan",
    ]


def test_a_table_of_dice_shows_their_faces() -> None:
    lines = text(
        {
            "rules": {"game": "two_dice"},
            "players": ["Ann", "Ben"],
            "orders": {"Ann": {"kind": "throws", "n": 2}},
            "throws": {"Ann": [[6, 3], [2, 2]], "Ben": [[1, 1]]},
        }
    )
    assert "Ann holds 6-3, 2-2" in lines
    assert "Ben loses the whole score 1-1" in lines


def test_a_table_of_shared_hog_shows_the_row_and_what_each_took_of_it() -> None:
    lines = text(
        {
            "rules": {"game": "hog", "form": "shared"},
            "players": ["Ann", "Ben"],
            "scores": {"Ann": 95},
            "orders": {"Ann": {"kind": "dice", "n": 2}, "Ben": {"kind": "dice", "n": 3}},
            "throws": [4, 3, 1, 6],
        }
    )
    assert lines == [
        "Round 1",
        "Row of dice: 4 3 1",
        "Throws not used: 1",
        "",
        "player order before dice turn score",
        "Ann DICE 2 95 4 3 7 102",
        "Ben DICE 3 0 4 3 1 0 0",
        "",
        "Game over; won by Ann",
    ]


def test_a_table_of_a_game_that_nobody_is_left_in_is_still_one() -> None:
    for rules, throws in (
        ({"game": "pig"}, {}),
        ({"game": "hog", "form": "shared"}, []),
        ({"game": "doubles", "form": "shared"}, []),
    ):
        lines = text({"rules": rules, "players": [], "roster": ["Ann"], "throws": throws})
        assert lines[-1] == "Game over; won by nobody"
