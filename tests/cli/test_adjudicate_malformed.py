"""Files that are none: exit 2, an error that names the rule where there is one, never a traceback."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.adjudicate_file import adjudicate_file, file_output
from pigpost.cli.adjudicate_shapes import Malformed
from pigpost.cli.adjudicate_text import file_text
from pigpost.games.kinds import RuleBroken, Seat
from pigpost.orders.reading import Player, Reading

RULES = {"game": "postal_pigs"}
GOOD: dict[str, Any] = {"rules": RULES, "players": ["Bill", "Karen"], "throws": [5]}


def run(content: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(adjudicate, ["-", *options], input=content)


def error(content: str | bytes) -> dict[str, Any]:
    result = run(content, "--json")
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    (only,) = json.loads(result.stdout).items()
    assert only[0] == "error"
    assert only[1].keys() == {"code", "message", "rule"}
    found: dict[str, Any] = only[1]
    return found


def refused(**fields: object) -> tuple[str, str | None]:
    found = error(json.dumps(GOOD | fields))
    return found["code"], found["rule"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("pigs", "not_json"),
        (b"\xff\xfe\xfa", "not_json"),
        (b'{"players": ["\xe9"]}', "not_json"),
        ('{"scores": {"Bill": NaN}}', "not_json"),
        ('{"throws": [Infinity]}', "not_json"),
        ('{"throws": [' + "9" * 5000, "not_json"),
        ('{"throws": [' + "9" * 5000 + "]}", "malformed"),
        ("[" * 100_000, "not_json"),
        ('{"a":' * 100_000, "not_json"),
        ('{"players": [], "players": []}', "duplicate_key"),
        ('{"scores": {"Bill": 1, "Bill": 2}}', "duplicate_key"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ('"text"', "malformed"),
        ("{}", "malformed"),
    ],
)
def test_what_is_no_document_is_refused(content: str | bytes, code: str) -> None:
    assert error(content)["code"] == code


def test_without_json_the_words_and_the_rule_go_to_standard_error() -> None:
    result = run(json.dumps(GOOD | {"throws": [7]}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no throw of two pigs scores 7 (rule 2.1.2)" in result.stderr
    assert "(rule" not in run("{").stderr


@pytest.mark.parametrize(
    ("rules", "code", "rule"),
    [
        ({}, "unknown_game", "5"),
        ({"game": "chess"}, "unknown_game", "5"),
        ({"game": ["postal_pigs"]}, "unknown_game", "5"),
        ({"game": "Pig"}, "unknown_game", "5"),
        ({"form": "simultaneous"}, "unknown_form", "5"),
        ({"form": "sequential"}, "unknown_form", "5"),
        ({"game": "pass_the_pigs", "form": "shared"}, "unknown_form", "5"),
        ({"game": "hog", "form": "own-simultaneous"}, "unknown_form", "5"),
        ({"game": "hog", "form": ["shared"]}, "unknown_form", "5"),
        ({"form": None}, "unknown_form", "5"),
        ({"target": 0}, "bad_target", "1.2"),
        ({"target": -5}, "bad_target", "1.2"),
        ({"target": 1_000_001}, "bad_target", "1.2"),
        ({"target": 99.5}, "bad_target", "1.2"),
        ({"target": True}, "bad_target", "1.2"),
        ({"target": "100"}, "bad_target", "1.2"),
        ({"piggyback": "fly"}, "malformed", "3.5.3"),
        ({"piggyback": {}}, "malformed", "3.5.3"),
        ({"first_throw_scores": 1}, "malformed", "3.2.4"),
        ({"max_dice": 0}, "bad_max_dice", "4.1"),
        ({"max_dice": 2.5}, "bad_max_dice", "4.1"),
        ({"max_dice": True}, "bad_max_dice", "4.1"),
        ({"game": "hog", "max_dice": 1_000_001}, "bad_max_dice", "4.1"),
        ({"game": "hog", "max_dice": None}, "bad_max_dice", "4.1"),
        ({"weights": [1] * 17}, "bad_weights", "2.6.3"),
        ({"weights": [1] * 19}, "bad_weights", "2.6.3"),
        ({"weights": [0] * 18}, "bad_weights", "2.6.3"),
        ({"weights": [5, *[0] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [-1, *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [0.5, *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [1.0, *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": ["1", *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [None, *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [[1], *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": [2**53, *[1] * 17]}, "bad_weights", "2.6.3"),
        ({"weights": {"sider": 1}}, "malformed", "2.6.3"),
        ({"weights": None}, "malformed", "2.6.3"),
        ({"game": "pass_the_pigs", "weights": [0] * 18}, "bad_weights", "2.6.3"),
        ({"game": "pig", "weights": [1] * 6}, "bad_weights", "2.6.4"),
        ({"short": True}, "unknown_field", "1.2"),
        ({"game": "hog", "Target": 50}, "unknown_field", "1.2"),
    ],
)
def test_1_2_settings_that_no_game_has_are_refused(
    rules: dict[str, object], code: str, rule: str
) -> None:
    asked = rules if "game" in rules or not rules else RULES | rules
    assert refused(rules=asked) == (code, rule)


@pytest.mark.parametrize("game", ["pass_the_pigs", "pig", "two_dice", "doubles", "hog"])
@pytest.mark.parametrize("target", [0, -1, 1_000_001, 99.5, True, "100", None])
def test_1_2_a_target_is_the_same_thing_in_every_game(game: str, target: object) -> None:
    assert refused(rules={"game": game, "target": target}) == ("bad_target", "1.2")


@pytest.mark.parametrize("score", [-1, 100, 101, 2.0, True, "5", None, [], 10**300])
def test_1_1_scores_that_no_running_game_has_are_refused(score: object) -> None:
    assert refused(scores={"Bill": score}) == ("bad_score", "1.1")


@pytest.mark.parametrize(
    ("throw", "rule"),
    [
        (7, "2.1.2"),
        (-1, "2.1.2"),
        (10**300, "2.1.2"),
        (5.0, "2.1"),
        (True, "2.1"),
        (None, "2.1"),
        ("razorbill", "2.1"),
        ("points", "2.1"),
        ("Trotter", "2.1"),
        ([], "2.1"),
        (["left"], "2.1"),
        (["left", "up"], "2.1"),
        (["left", "right", "left"], "2.1"),
        ([5, 5], "2.1"),
        ([["left"], ["left"]], "2.1"),
        ({"name": "trotter"}, "2.1"),
    ],
)
def test_2_1_throws_that_no_two_pigs_show_are_refused_even_beyond_the_end(
    throw: object, rule: str
) -> None:
    assert refused(throws=[throw]) == ("impossible_throw", rule)
    assert refused(throws=[60, 60, 60, throw]) == ("impossible_throw", rule)


@pytest.mark.parametrize(
    ("game", "rule"), [("pig", "2.2"), ("two_dice", "2.3"), ("doubles", "2.4"), ("hog", "2.5")]
)
@pytest.mark.parametrize("form", ["shared", "simultaneous", "sequential"])
@pytest.mark.parametrize(
    "throw",
    [
        *(0, 7, -1, 10**300, 5.0, True, None, "5", "five", "sider", "points"),
        *([], [7], [0, 1], [1, 7], [1, 2, 3], [1.0, 2], [True, 1], ["1", 2], [[1], [2]], "1-2"),
        *({"die": 5}, {}),
    ],
)
def test_2_2_to_2_5_what_no_dice_show_is_refused_with_the_rule_of_the_game(
    game: str, rule: str, form: str, throw: object
) -> None:
    good: object = 2 if game in ("pig", "hog") else [2, 2]
    thrown = [good, throw]
    throws = thrown if form == "shared" else {"Bill": [good], "Karen": thrown}
    found = refused(rules={"game": game, "form": form}, throws=throws)
    assert found == ("impossible_throw", rule)


@pytest.mark.parametrize(
    ("game", "throw"),
    [("pig", [5]), ("hog", [5]), ("pig", [5, 5]), ("two_dice", 5), ("doubles", [5])],
)
def test_2_2_to_2_5_one_die_is_a_number_and_two_dice_are_a_list(game: str, throw: object) -> None:
    assert refused(rules={"game": game}, throws={"Bill": [throw]})[0] == "impossible_throw"


@pytest.mark.parametrize(
    ("throws", "code", "rule"),
    [
        (None, "malformed", "4.9"),
        ([5], "malformed", "4.9"),
        ("5", "malformed", "4.9"),
        ({"Bill": 5}, "malformed", "4.9"),
        ({"Bill": None}, "malformed", "4.9"),
        ({"Bill": {"1": 5}}, "malformed", "4.9"),
        ({"Steve": [5]}, "unknown_player", "6.2"),
        ({"Bill": [5], "bill": [5]}, "same_name", "6.3"),
    ],
)
def test_4_9_own_throws_are_a_list_for_each_player(throws: object, code: str, rule: str) -> None:
    for form in ("simultaneous", "sequential"):
        found = refused(rules={"game": "pass_the_pigs", "form": form}, throws=throws)
        assert found == (code, rule)


@pytest.mark.parametrize("game", ["pig", "two_dice", "doubles", "hog"])
def test_shared_throws_are_one_list(game: str) -> None:
    throws = {"Bill": [5]}
    assert refused(rules={"game": game, "form": "shared"}, throws=throws)[0] == "malformed"


@pytest.mark.parametrize(
    ("fields", "code", "rule"),
    [
        ({"players": []}, "no_players", "5.2"),
        ({"players": ["Bill", "Bill"]}, "same_name", "6.3"),
        ({"players": ["Bill", "BILL"]}, "same_name", "6.3"),
        ({"players": ["Zoë", "Zoe\u0308"]}, "same_name", "6.3"),
        ({"players": ["Zoë", "zoe"]}, "same_name", "6.3"),
        ({"roster": ["Gone", "gone"]}, "same_name", "6.3"),
        ({"players": [""]}, "bad_name", "6.3"),
        ({"players": [" "]}, "bad_name", "6.3"),
        ({"players": ["x" * 41]}, "bad_name", "6.3"),
        ({"players": ["Bill, Karen"]}, "bad_name", "6.3"),
        ({"players": ["Bill\nKaren"]}, "bad_name", "6.3"),
        ({"players": ["Bill\u2028Karen"]}, "bad_name", "6.3"),
        ({"players": ["Bill\x1b[31m"]}, "bad_name", "6.3"),
        ({"players": ["\ud800"]}, "bad_name", "6.3"),
        ({"players": ["\u0301"]}, "bad_name", "6.3"),
        ({"players": [5]}, "malformed", "6.3"),
        ({"players": [["Bill"]]}, "malformed", "6.3"),
        ({"scores": {"Steve": 5}}, "unknown_player", "6.2"),
        ({"orders": {"Steve": None}}, "unknown_player", "6.2"),
        ({"orders": {"\ud800": None}}, "unknown_player", "6.2"),
        ({"scores": {"Bill": 5, "bill": 6}}, "same_name", "6.3"),
    ],
)
def test_6_3_names_that_cannot_be_told_apart_or_printed_are_refused(
    fields: dict[str, object], code: str, rule: str
) -> None:
    assert refused(**fields) == (code, rule)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rules": "postal_pigs"}, "malformed"),
        ({"rules": None}, "malformed"),
        ({"players": "Bill"}, "malformed"),
        ({"players": {"Bill": 1}}, "malformed"),
        ({"roster": None}, "malformed"),
        ({"scores": [1, 2]}, "malformed"),
        ({"scores": None}, "malformed"),
        ({"orders": []}, "malformed"),
        ({"orders": None}, "malformed"),
        ({"eliminated": None}, "malformed"),
        ({"throws": None}, "malformed"),
        ({"throws": {"Bill": [1]}}, "malformed"),
        ({"throws": "1 1 5"}, "malformed"),
        ({"rounds": []}, "unknown_field"),
        ({"pigs": 2}, "unknown_field"),
    ],
)
def test_fields_of_another_shape_are_refused(fields: dict[str, object], code: str) -> None:
    assert refused(**fields)[0] == code


@pytest.mark.parametrize("order", [5, 2.5, True, [5], [[["throws"]]], [None]])
def test_what_is_neither_object_text_nor_list_of_such_is_no_order(order: object) -> None:
    assert refused(orders={"Bill": order}) == ("malformed", "6")


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"kind": "throws", "n": 2, "players": ["Karen"]}, "unknown_field"),
        ({"kind": "only_left", "n": 2}, "unknown_field"),
        ({"kind": "dice", "n": 2, "players": []}, "unknown_field"),
        ({"kind": "when", "players": ["Karen"], "or": 20}, "unknown_field"),
        ({"kind": "when", "players": "Karen"}, "malformed"),
        ({"kind": "when", "players": [5]}, "malformed"),
        ({"kind": "when", "players": [["Karen"]]}, "malformed"),
    ],
)
def test_an_order_with_fields_it_does_not_have_is_no_order(order: object, code: str) -> None:
    assert refused(orders={"Bill": order})[0] == code


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        ([], "malformed"),
        ({}, "malformed"),
        ([5], "malformed"),
        ([{}], "malformed"),
        ([{"throws": [5], "players": []}], "unknown_field"),
        ([{"throws": [60]}, {"throws": [60]}, {"throws": [5]}], "round_after_the_end"),
    ],
)
def test_rounds_that_are_none_are_refused(rounds: object, code: str) -> None:
    document = {"rules": RULES, "players": ["Bill"], "rounds": rounds}
    assert error(json.dumps(document))["code"] == code


def test_a_file_that_is_not_there_is_a_mistake_of_usage() -> None:
    result = CliRunner().invoke(adjudicate, ["no-such-file.json"])
    assert result.exit_code == 2
    assert "no-such-file.json" in result.stderr


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["Bill", "karen", "throws", "when", "left", "trotter", "postal_pigs", ""])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "n", "players", "Bill", "orders", "throws", "game"]), inner
        )
    ),
    max_leaves=6,
)
fields = st.sampled_from([*GOOD, "roster", "scores", "eliminated", "orders", "rounds"])


def says_nothing(
    text: str, *, players: Sequence[Player], me: Seat | None, **game: object
) -> Reading:
    assert text is not None
    assert game.keys() == {"kind", "form", "max_dice"}
    assert me in {player.seat for player in players}
    return Reading(items=())


GOOD_OWN: dict[str, Any] = GOOD | {"rules": {"game": "pass_the_pigs"}, "throws": {"Bill": [5]}}
GOOD_ROW: dict[str, Any] = GOOD | {"rules": {"game": "hog", "form": "shared"}}


@settings(deadline=None)
@given(
    st.sampled_from([GOOD, GOOD_OWN, GOOD_ROW]), st.dictionaries(fields, json_values, max_size=2)
)
def test_any_document_is_played_or_refused_with_a_reason(
    good: dict[str, object], changes: dict[str, object]
) -> None:
    try:
        adjudicated = adjudicate_file(good | changes, read=says_nothing)
    except (Malformed, RuleBroken) as fault:
        answer = str(fault)
    else:
        answer = json.dumps(file_output(adjudicated)) + file_text(adjudicated)
    assert answer
