"""`pigpost odds`: figures for programs and for people, and why there are none."""

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.main import cli
from pigpost.games.outcomes import STANDARD_WEIGHTS

FIELDS = ["expected_turn", "p_score", "p_bust", "p_wipe", "p_eliminate"]


def invoke(*words: str) -> Result:
    return CliRunner().invoke(cli, ["odds", *words])


def found(*words: str) -> dict[str, Any]:
    result = invoke(*words, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def fractions(*words: str) -> list[Fraction]:
    return [Fraction(value["fraction"]) for value in found(*words).values()]


def refused(exit_code: int, *words: str) -> dict[str, str]:
    result = invoke(*words, "--json")
    assert result.exit_code == exit_code, result.output
    error: dict[str, str] = json.loads(result.stdout)["error"]
    assert set(error) == {"code", "message", "rule"}
    return error


def test_the_sample_of_the_contract() -> None:
    answer = found("THROWS 1")
    assert list(answer) == FIELDS
    assert answer["expected_turn"] == {"fraction": "4714/783", "decimal": 6.0204}
    assert answer["p_score"] == {"fraction": "1", "decimal": 1.0}
    assert answer["p_eliminate"] == {"fraction": "0", "decimal": 0.0}


@pytest.mark.parametrize("text", ["TURN 20", "hold at 20", "Hold at 20", "20 points this turn"])
def test_an_order_is_read_as_in_a_mail(text: str) -> None:
    answer = found(text, "--kind", "pig")
    assert answer["expected_turn"]["fraction"] == "492303203/60466176"
    assert answer["p_bust"]["decimal"] == 0.6245


@pytest.mark.parametrize("text", ["DICE 5", "DICE 6"])
def test_8_3_dice_of_hog(text: str) -> None:
    assert fractions(text, "--kind", "hog")[0] == Fraction(15625, 1944)


def test_8_4_a_throw_of_two_dice() -> None:
    once = fractions("THROWS 1", "--kind", "two_dice")
    assert once == [Fraction(50, 9), Fraction(25, 36), Fraction(10, 36), Fraction(1, 36), 0]


def test_a_score_counts_for_a_total_and_to_the_target() -> None:
    assert found("TOTAL 60", "--score", "41") == found("TURN 19")
    assert found("TURN 90", "--score", "95", "--target", "100") == found("TURN 5")


def test_the_first_throw_of_all_scores_and_of_ones_own_does_not_have_to() -> None:
    shared, own = ["--kind", "pig", "--form", "shared"], ["--kind", "pig"]
    assert found("THROWS 1", *shared)["p_score"]["fraction"] == "1"
    assert found("THROWS 1", *own)["p_score"]["fraction"] == "5/6"


def test_either_can_be_told_otherwise() -> None:
    shared, own = ["--kind", "pig", "--form", "shared"], ["--kind", "pig"]
    for order in ("THROWS 3", "TURN 20"):
        assert found(order, *shared, "--no-first-throw-scores") == found(order, *own)
        assert found(order, *own, "--first-throw-scores") == found(order, *shared)


def test_a_table_of_ones_own_and_the_rule_of_the_piggyback() -> None:
    rules = ["--weights", "1,1" + 15 * ",0" + ",2", "--no-first-throw-scores"]
    assert fractions("THROWS 1", *rules) == [Fraction(n, 4) for n in (1, 1, 1, 2, 0)]
    eliminating = fractions("THROWS 1", *rules, "--piggyback", "eliminate")
    assert eliminating == [Fraction(n, 4) for n in (1, 1, 1, 0, 2)]


def test_the_standard_table_is_the_usual_one() -> None:
    given = ",".join(map(str, STANDARD_WEIGHTS))
    assert found("TURN 25", "--weights", given) == found("TURN 25")


def test_people_get_a_table_and_a_sentence() -> None:
    lines = invoke("hold at 20", "--kind", "pig").stdout.splitlines()
    assert lines == [
        "TURN 20 in Pig: own throws, from 0 points, the target left aside",
        "",
        "   points on average      8.1418   492303203/60466176",
        "   points kept            0.3755   5675645/15116544",
        "   turn lost              0.6245   9440899/15116544",
        "   match score lost       0.0000   0",
        "   out of the game        0.0000   0",
        "",
        "Such a turn brings 8.14 points on average, and nothing in 62.5 of 100 cases.",
    ]


def test_a_fraction_longer_than_a_line_is_left_to_programs() -> None:
    assert max(map(len, invoke("TURN 1000").stdout.splitlines())) < 90
    assert len(found("TURN 1000")["p_score"]["fraction"]) > 5000


@pytest.mark.parametrize(
    ("text", "kind", "code", "rule"),
    [
        ("about 20 points", "pig", "vague_number", "6.2"),
        ("THROWS 3 or TURN 20", "postal_pigs", "more_than_one_condition", "6.1"),
        ("THROWS 0", "postal_pigs", "bad_number", "6.2"),
        ("HELP", "postal_pigs", "nothing_found", "6.2"),
        ("", "postal_pigs", "nothing_found", "6.2"),
        ("ONLY LEFT", "postal_pigs", "hangs_on_others", "3.3"),
        ("AFTER Bill", "postal_pigs", "hangs_on_others", "3.3"),
        ("WHEN Bill, Ted", "postal_pigs", "hangs_on_others", "3.3"),
        ("THROWS 1000000", "postal_pigs", "too_long", "8"),
        ("TURN 1000000", "pig", "too_long", "8"),
    ],
)
def test_an_order_without_odds_ends_with_5_and_the_reason(
    text: str, kind: str, code: str, rule: str
) -> None:
    error = refused(5, text, "--kind", kind)
    assert (error["code"], error["rule"]) == (code, rule)
    told = invoke(text, "--kind", kind)
    assert told.exit_code == 5
    assert told.stdout == ""
    assert told.stderr == f"pigpost odds: {error['message']} (rule {rule})\n"


@pytest.mark.parametrize(
    ("text", "kind"), [("ONLY LEFT", "pig"), ("AFTER Bill", "pig"), ("THROWS 3", "hog")]
)
def test_4_1_an_order_of_another_game_too(text: str, kind: str) -> None:
    assert refused(5, text, "--kind", kind)["code"] == "not_in_this_game"


def test_what_would_do_is_offered() -> None:
    assert invoke("stop at 30").stderr == (
        'pigpost odds: "30": unclear; instead: TURN 30 or TOTAL 30 (rule 6.2)\n'
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--score", "100", "--target", "100"], "bad_score"),
        (["--weights", "1,2"], "bad_weights"),
        (["--kind", "pig", "--weights", "1,2"], "bad_weights"),
        (["--form", "sequential"], "unknown_form"),
        (["--kind", "hog", "--max-dice", "0"], "bad_max_dice"),
    ],
)
def test_a_game_that_there_is_not_ends_with_2(words: list[str], code: str) -> None:
    assert refused(2, "THROWS 1", *words)["code"] == code


@pytest.mark.parametrize(
    "words",
    [
        ["--kind", "chess"],
        ["--score", "-1"],
        ["--score", "many"],
        ["--target", "0"],
        ["--target", "1000001"],
        ["--weights", "1,x"],
        ["--max-dice", "x"],
        ["--colour"],
        ["THROWS 2"],
    ],
)
def test_so_do_options_that_mean_nothing(words: list[str]) -> None:
    error = refused(2, "THROWS 1", *words)
    assert (error["code"], error["rule"]) == ("usage", None)
    told = invoke("THROWS 1", *words)
    assert (told.exit_code, told.stdout) == (2, "")
    assert error["message"] in told.stderr


def test_without_an_order_there_is_an_error_in_json_too() -> None:
    assert refused(2)["code"] == "usage"


def test_a_word_behind_the_options_is_an_order_whatever_it_looks_like() -> None:
    result = invoke("--kind", "pig", "--", "--json")
    assert (result.exit_code, result.stdout) == (5, "")


# --- small chances --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kept", "lost", "sentence"),
    [
        (
            ("TURN 300", "--kind", "pig"),
            "< 0.0001",
            "> 0.9999",
            "brings less than 0.01 points on average, and nothing in more than 99.9 of 100 cases",
        ),
        (
            ("THROWS 1", "--weights", "1,99999" + 16 * ",0", "--no-first-throw-scores"),
            "> 0.9999",
            "< 0.0001",
            "brings 1.00 points on average, and nothing in less than 0.1 of 100 cases",
        ),
        (
            ("THROWS 1", "--weights", "0,1" + 16 * ",0"),
            "1.0000",
            "0.0000",
            "brings 1.00 points on average, and nothing in 0.0 of 100 cases",
        ),
        (
            ("THROWS 1", "--weights", "1,999" + 16 * ",0", "--no-first-throw-scores"),
            "0.9990",
            "0.0010",
            "brings 1.00 points on average, and nothing in 0.1 of 100 cases",
        ),
    ],
)
def test_a_chance_is_never_rounded_to_none_or_to_all(
    words: tuple[str, ...], kept: str, lost: str, sentence: str
) -> None:
    shown = invoke(*words).stdout
    assert f"\n   points kept        {kept:>10}   " in shown
    assert f"\n   turn lost          {lost:>10}   " in shown
    assert sentence in " ".join(shown.split())


@pytest.mark.parametrize(
    ("text", "kind", "limits"),
    [
        ("THROWS 0", "postal_pigs", "a whole number from 1 to 1,000,000"),
        ("TURN 1000001", "pig", "a whole number from 1 to 1,000,000"),
        ("DICE 0", "hog", "a whole number from 1 to 50"),
        ("DICE 51", "hog", "a whole number from 1 to 50"),
    ],
)
def test_6_2_a_bad_number_is_told_its_limits(text: str, kind: str, limits: str) -> None:
    error = refused(5, text, "--kind", kind)
    assert (error["code"], error["rule"]) == ("bad_number", "6.2")
    assert limits in error["message"]
