"""Section 2.1: the eighteen outcomes."""

from collections import Counter
from itertools import product

import pytest

from pigpost.games.kinds import RuleBroken
from pigpost.games.outcomes import BY_NAME, OUTCOMES, POSSIBLE_SCORES, Position, landed, noted

POINTS = {
    "pig_out": 0,
    "sider": 1,
    "trotter": 5,
    "razorback": 5,
    "snouter": 10,
    "leaning_jowler": 15,
    "mixed_trotter_razorback": 10,
    "mixed_trotter_snouter": 15,
    "mixed_razorback_snouter": 15,
    "mixed_trotter_leaning_jowler": 20,
    "mixed_razorback_leaning_jowler": 20,
    "mixed_snouter_leaning_jowler": 25,
    "double_trotter": 20,
    "double_razorback": 20,
    "double_snouter": 40,
    "double_leaning_jowler": 60,
    "oinker": 0,
    "piggyback": 0,
}
SIDES = {Position.LEFT, Position.RIGHT}
ALONE = {"left": 0, "right": 0, "trotter": 5, "razorback": 5, "snouter": 10, "leaning_jowler": 15}


def test_2_1_there_are_eighteen_outcomes_with_these_points_in_this_order() -> None:
    assert [(outcome.name, outcome.points) for outcome in OUTCOMES] == list(POINTS.items())


def test_2_1_only_pig_out_oinker_and_piggyback_do_not_score() -> None:
    assert {o.name for o in OUTCOMES if not o.scores} == {"pig_out", "oinker", "piggyback"}


@pytest.mark.parametrize(("one", "other"), list(product(Position, repeat=2)))
def test_2_1_two_positions_are_worth_what_the_table_says(one: Position, other: Position) -> None:
    outcome = landed(one, other)
    if {one, other} == SIDES:
        assert outcome.name == "pig_out"
    elif one is other and one in SIDES:
        assert outcome.name == "sider"
    elif one is other:
        assert (outcome.name, outcome.points) == (f"double_{one}", 4 * ALONE[one])
    else:
        assert outcome.points == ALONE[one] + ALONE[other]


@pytest.mark.parametrize(("one", "other"), list(product(Position, repeat=2)))
def test_2_1_it_does_not_matter_which_pig_is_named_first(one: Position, other: Position) -> None:
    assert landed(one, other) == landed(other, one)


def test_2_1_every_outcome_but_touching_pigs_comes_of_two_positions() -> None:
    seen = Counter(landed(*pair).name for pair in product(Position, repeat=2))
    assert seen.keys() == POINTS.keys() - {"oinker", "piggyback"}
    assert seen["trotter"] == 4
    assert seen["sider"] == seen["pig_out"] == 2


def test_2_1_1_no_two_positions_make_a_touching_throw_it_is_noted_by_its_narrower_name() -> None:
    assert BY_NAME["piggyback"] != BY_NAME["oinker"]
    assert {landed(*p).name for p in product(Position, repeat=2)}.isdisjoint(
        {"oinker", "piggyback"}
    )


def test_2_1_2_the_possible_scores_are_these_eight() -> None:
    assert set(POSSIBLE_SCORES) == {1, 5, 10, 15, 20, 25, 40, 60}


@pytest.mark.parametrize("points", [1, 5, 10, 15, 20, 25, 40, 60])
def test_2_1_2_a_possible_score_noted_alone_is_a_scoring_throw(points: int) -> None:
    outcome = noted(points)
    assert (outcome.name, outcome.points, outcome.scores) == ("points", points, True)


def test_2_1_2_a_noted_0_is_a_pig_out() -> None:
    assert noted(0) == BY_NAME["pig_out"]


@pytest.mark.parametrize("points", [-1, 2, 3, 4, 6, 11, 30, 35, 61, 100, 10**40])
def test_2_1_2_no_other_number_is_a_throw(points: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        noted(points)
    assert broken.value.rule == "2.1.2"


def test_2_1_3_there_is_no_outcome_for_hog_calls_or_kissing() -> None:
    assert not [name for name in BY_NAME if "call" in name or "kiss" in name or "hog" in name]
