"""Section 1: scores and settings."""

import pytest

from pigpost.games.kinds import RuleBroken, check_scores, check_target
from tests.games.rounds import play, settings


@pytest.mark.parametrize("score", [-1, 100, 101, 10**30])
def test_1_1_no_round_is_played_from_a_score_outside_0_to_one_below_the_target(score: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        play({"Bill": "THROWS 1"}, "1", scores={"Bill": score})
    assert (broken.value.rule, broken.value.code) == ("1.1", "bad_score")


@pytest.mark.parametrize("score", [True, 1.0, "1", None])
def test_1_1_what_is_no_whole_number_is_no_score(score: int) -> None:
    with pytest.raises(RuleBroken):
        check_scores([score], 100)


def test_1_1_one_below_the_target_is_a_score_to_play_on_from() -> None:
    played = play({"Bill": "THROWS 1"}, "1", scores={"Bill": 99})
    assert played.winners == ["Bill"]


@pytest.mark.parametrize("target", [0, -5, 1_000_001, 2.5, True, None])
def test_1_2_a_target_is_a_whole_number_from_1_to_a_million(target: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_target(target)
    assert (broken.value.rule, broken.value.code) == ("1.2", "bad_target")


@pytest.mark.parametrize("target", [1, 50, 1_000_000])
def test_1_2_both_ends_of_the_range_are_targets(target: int) -> None:
    check_target(target)


def test_1_2_a_game_goes_to_100_with_wipe_and_promise_unless_it_says_otherwise() -> None:
    usual = settings()
    assert (usual.target, usual.piggyback, usual.first_throw_scores) == (100, "wipe", True)
