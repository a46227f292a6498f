"""Sections 2.2 to 2.5: what dice are worth, game by game."""

from itertools import product

import pytest

from pigpost.games.dice import BY_FACES, shown
from pigpost.games.kinds import Kind, RuleBroken
from pigpost.games.outcomes import Loss
from tests.games.rounds import play_own, play_row

PAIRS = list(product(range(1, 7), repeat=2))
DICE = [kind for kind in Kind if not kind.has_pigs]


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_2_2_a_die_of_2_to_6_scores_its_number(face: int) -> None:
    outcome = shown(Kind.PIG, [face])
    assert (outcome.name, outcome.points, outcome.loss) == (str(face), face, None)


def test_2_2_a_1_takes_the_turn_and_leaves_the_match_score() -> None:
    outcome = shown(Kind.PIG, [1])
    assert (outcome.name, outcome.points, outcome.loss) == ("1", 0, Loss.TURN)
    played = play_own("pig", {"Ann": "THROWS 3"}, {"Ann": "6 6 1"}, scores={"Ann": 40})
    assert (played.ended, played.turn) == ({"Ann": "bust"}, {"Ann": 0})
    assert played.scores == {"Ann": 40}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_2_3_two_dice_score_their_sum_unless_there_is_a_1(one: int, other: int) -> None:
    outcome = shown(Kind.TWO_DICE, [one, other])
    expected = {
        0: (one + other, None),
        1: (0, Loss.TURN),
        2: (0, Loss.SCORE),
    }[[one, other].count(1)]
    assert (outcome.points, outcome.loss) == expected
    assert outcome.name == f"{one}-{other}"


def test_2_3_two_1s_take_turn_and_match_score_and_end_the_turn() -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 3")
    throws = {"Ann": "6-6 1-1 6-6", "Ben": "6-6 1-5 6-6"}
    played = play_own("two_dice", orders, throws, scores={"Ann": 40, "Ben": 40})
    assert played.ended == {"Ann": "wipe", "Ben": "bust"}
    assert played.scores == {"Ann": 0, "Ben": 40}
    assert played.left == {"Ann": 1, "Ben": 1}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_2_4_doubles_count_twice_two_1s_25_and_a_lone_1_nothing(one: int, other: int) -> None:
    outcome = shown(Kind.DOUBLES, [one, other])
    doubles = {1: 25, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24}
    if one == other:
        assert (outcome.points, outcome.loss) == (doubles[one], None)
    elif 1 in (one, other):
        assert (outcome.points, outcome.loss) == (0, Loss.TURN)
    else:
        assert (outcome.points, outcome.loss) == (one + other, None)


def test_2_4_after_two_1s_the_turn_goes_on_and_a_lone_1_spares_the_match_score() -> None:
    orders = {"Ann": "TURN 30", "Ben": "TURN 30"}
    throws = {"Ann": "1-1 2-3", "Ben": "1-1 1-6"}
    played = play_own("doubles", orders, throws, scores={"Ann": 40, "Ben": 40})
    assert played.ended == {"Ann": "hold", "Ben": "bust"}
    assert played.scores == {"Ann": 70, "Ben": 40}


@pytest.mark.parametrize(
    ("dice", "worth"),
    [("2", 2), ("6 6 6", 18), ("2 3 4 5 6", 20), ("1", 0), ("6 6 1", 0), ("1 1", 0)],
)
def test_2_5_dice_of_hog_score_their_sum_if_no_1_is_among_them(dice: str, worth: int) -> None:
    number = len(dice.split())
    own = play_own("hog", {"Ann": f"DICE {number}"}, {"Ann": dice}, scores={"Ann": 40})
    row = play_row({"Ann": f"DICE {number}"}, dice, scores={"Ann": 40})
    assert own.turn == row.turn == {"Ann": worth}
    assert own.scores == row.scores == {"Ann": 40 + worth}


def test_2_5_dice_are_thrown_once() -> None:
    played = play_own("hog", {"Ann": "DICE 2"}, {"Ann": "3 4 5 6"})
    assert (played.made, played.left) == ({"Ann": 2}, {"Ann": 2})


@pytest.mark.parametrize("kind", DICE)
@pytest.mark.parametrize("faces", [[], [0], [7], [-1], [1, 7], [7, 1], [1, 2, 3]])
def test_2_2_to_2_5_dice_that_no_game_throws_are_refused_with_its_rule(
    kind: Kind, faces: list[int]
) -> None:
    with pytest.raises(RuleBroken) as broken:
        shown(kind, faces)
    rule = {"pig": "2.2", "two_dice": "2.3", "doubles": "2.4", "hog": "2.5"}[kind.value]
    assert (broken.value.code, broken.value.rule) == ("impossible_throw", rule)


@pytest.mark.parametrize("kind", DICE)
def test_2_2_to_2_5_every_way_the_dice_can_fall_is_an_outcome(kind: Kind) -> None:
    number = 1 if kind in (Kind.PIG, Kind.HOG) else 2
    assert set(BY_FACES[kind]) == set(product(range(1, 7), repeat=number))
