"""Sections 3.4 to 3.7: what a round leaves behind, and the end of the game."""

import pytest

from pigpost.games.conditions import Throws, default_order
from pigpost.games.kinds import Kind
from pigpost.games.record import EndedBy
from tests.games.rounds import play

STAY = "TOTAL 1000"
THREE = {"Bill": "THROWS 1", "Karen": STAY, "Ted": STAY}
SCORES = {"Bill": 10, "Karen": 20, "Ted": 30}


def test_3_4_1_the_whole_turn_score_counts_however_far_past_the_number() -> None:
    assert play({"Bill": "TURN 6"}, "5 40").scores == {"Bill": 45}


@pytest.mark.parametrize("name", ["pig_out", "oinker", "piggyback"])
@pytest.mark.parametrize("piggyback", ["wipe", "eliminate"])
def test_3_4_1_what_a_player_took_home_is_safe_from_everything_later(
    name: str, piggyback: str
) -> None:
    played = play(THREE, f"5 5 {name}", scores=SCORES, piggyback=piggyback)
    assert played.scores["Bill"] == 15


def test_3_4_2_later_throws_bring_a_drop_out_nothing() -> None:
    played = play({"Bill": "THROWS 1", "Karen": "THROWS 3"}, "5 20 10")
    assert played.turn == {"Bill": 5, "Karen": 35}


def test_3_4_2_nobody_wins_by_a_throw_after_his_drop_out() -> None:
    played = play({"Bill": "THROWS 1", "Karen": STAY}, "1 20 0", scores={"Bill": 90})
    assert played.record.ended_by is EndedBy.NON_SCORING
    assert played.scores == {"Bill": 91, "Karen": 0}


def test_3_5_1_a_pig_out_takes_the_turn_and_leaves_the_match_score() -> None:
    played = play(THREE, "5 5 pig_out", scores=SCORES)
    assert played.turn == {"Bill": 5, "Karen": 0, "Ted": 0}
    assert played.scores == {"Bill": 15, "Karen": 20, "Ted": 30}


@pytest.mark.parametrize(("kind", "throws"), [("pig", "5 5 1"), ("doubles", "1-1 1-3")])
def test_3_5_1_a_lone_1_takes_the_turn_and_leaves_the_match_score(kind: str, throws: str) -> None:
    played = play({"Bill": STAY}, throws, kind=kind, scores={"Bill": 40})
    assert (played.turn, played.scores) == ({"Bill": 0}, {"Bill": 40})


def test_3_5_2_two_1s_of_two_dice_pig_wipe_those_in() -> None:
    played = play(THREE, "2-3 1-1", kind="two_dice", scores=SCORES)
    assert played.scores == {"Bill": 15, "Karen": 0, "Ted": 0}
    assert (played.eliminated, played.record.game_over) == (set(), False)


def test_3_5_1_one_1_of_two_dice_pig_wipes_nobody() -> None:
    assert play(THREE, "2-3 4-1", kind="two_dice", scores=SCORES).scores == {
        "Bill": 15,
        "Karen": 20,
        "Ted": 30,
    }


def test_3_5_2_an_oinker_takes_the_match_score_of_those_in_who_play_on() -> None:
    played = play(THREE, "5 5 oinker", scores=SCORES)
    assert played.turn == {"Bill": 5, "Karen": 0, "Ted": 0}
    assert played.scores == {"Bill": 15, "Karen": 0, "Ted": 0}
    assert (played.eliminated, played.record.game_over) == (set(), False)


def test_3_5_2_an_oinker_eliminates_nobody_under_either_piggyback_rule() -> None:
    assert play(THREE, "5 oinker", scores=SCORES, piggyback="eliminate").eliminated == set()


def test_3_5_2_scores_of_those_not_in_the_round_are_not_wiped() -> None:
    played = play({"Bill": STAY}, "5 oinker", scores={"Bill": 9, "Gone": 50}, gone=["Gone"])
    assert played.scores == {"Bill": 0, "Gone": 50}


def test_3_5_3_a_piggyback_wipes_unless_the_game_says_otherwise() -> None:
    played = play(THREE, "5 5 piggyback", scores=SCORES)
    assert played.scores == {"Bill": 15, "Karen": 0, "Ted": 0}
    assert (played.eliminated, played.record.game_over) == (set(), False)


def test_3_5_3_by_option_a_piggyback_puts_all_still_in_out_of_the_game_with_0() -> None:
    played = play(THREE, "5 5 piggyback", scores=SCORES, piggyback="eliminate")
    assert played.scores == {"Bill": 15, "Karen": 0, "Ted": 0}
    assert played.eliminated == {"Karen", "Ted"}


def test_3_5_4_an_elimination_of_all_ends_the_game_without_a_winner() -> None:
    played = play({"Bill": STAY, "Ted": STAY}, "5 piggyback", scores=SCORES, piggyback="eliminate")
    assert (played.record.game_over, played.winners) == (True, [])
    assert played.record.ended_by is EndedBy.NON_SCORING


def test_3_5_4_the_last_one_left_plays_on_and_has_not_won() -> None:
    played = play(THREE, "5 5 piggyback", scores=SCORES, piggyback="eliminate")
    assert (played.record.game_over, played.winners) == (False, [])


def test_3_5_4_earlier_eliminations_count_for_who_is_left() -> None:
    played = play({"Bill": STAY}, "5 piggyback", eliminated=["Ted"], piggyback="eliminate")
    assert (played.eliminated, played.record.game_over) == ({"Bill"}, True)


def test_3_6_1_running_turn_scores_end_the_game_without_a_drop_out() -> None:
    played = play({"Bill": STAY, "Karen": STAY}, "20 20 5", scores={"Bill": 60})
    assert played.record.ended_by is EndedBy.TARGET
    assert (played.record.throws_made, played.record.game_over) == (2, True)
    assert played.winners == ["Bill"]


def test_3_6_1_who_drops_out_at_that_throw_wins_as_well() -> None:
    played = play({"Bill": "THROWS 2", "Karen": STAY}, "20 20 5", scores={"Bill": 60})
    assert (played.winners, played.out["Bill"]) == (["Bill"], 2)


def test_3_6_1_the_exact_target_is_enough_and_one_less_is_not() -> None:
    assert play({"Bill": "THROWS 1"}, "5", scores={"Bill": 95}).winners == ["Bill"]
    assert play({"Bill": "THROWS 1"}, "5", scores={"Bill": 94}).winners == []


def test_3_6_2_all_still_in_keep_the_turn_score_in_the_final_table() -> None:
    played = play(
        {"Bill": STAY, "Karen": "THROWS 1", "Ted": STAY}, "20 20", scores={"Bill": 60, "Ted": 7}
    )
    assert played.scores == {"Bill": 100, "Karen": 20, "Ted": 47}


def test_3_6_3_the_highest_total_at_or_past_the_target_wins() -> None:
    scores = {"Bill": 81, "Karen": 90, "Ted": 5}
    played = play({"Bill": STAY, "Karen": STAY, "Ted": STAY}, "20", scores=scores)
    assert played.winners == ["Karen"]


def test_3_6_3_equal_highest_are_joint_winners_dropped_out_or_not() -> None:
    scores = {"Bill": 90, "Karen": 90, "Ted": 89}
    played = play({"Bill": "THROWS 1", "Karen": STAY, "Ted": STAY}, "20", scores=scores)
    assert played.winners == ["Bill", "Karen"]


def test_3_6_4_nobody_who_dropped_out_earlier_is_among_the_winners() -> None:
    scores = {"Bill": 94, "Karen": 50}
    played = play({"Bill": "THROWS 1", "Karen": STAY}, "5 40 5", scores=scores)
    assert played.winners == ["Karen"]
    assert played.scores == {"Bill": 99, "Karen": 100}


def test_3_6_4_a_withdrawn_score_cannot_win() -> None:
    played = play({"Bill": STAY}, "60 40", scores={"Gone": 99}, gone=["Gone"])
    assert played.winners == ["Bill"]


@pytest.mark.parametrize(
    ("throws", "ended_by"),
    [
        ("60 40", EndedBy.TARGET),
        ("1 1", EndedBy.ALL_DROPPED),
        ("60 0", EndedBy.NON_SCORING),
        ("60", EndedBy.INCOMPLETE),
    ],
)
def test_3_6_5_non_scoring_goes_before_target_target_before_all_dropped(
    throws: str, ended_by: EndedBy
) -> None:
    assert play({"Bill": "THROWS 2"}, throws).record.ended_by is ended_by


def test_3_7_1_without_an_order_one_throw_is_played() -> None:
    assert default_order(Kind.POSTAL_PIGS) == Throws(1)
    played = play({"Bill": None, "Karen": "THROWS 2"}, "5 5")
    assert played.turn == {"Bill": 5, "Karen": 10}
    assert played.named(played.record.defaulted) == {"Bill": "no_order"}
    assert played.named(played.record.orders)["Bill"] == Throws(1)


def test_3_7_1_an_unacceptable_order_is_played_in_the_same_way_and_its_reason_recorded() -> None:
    played = play({"Bill": None}, "5 5", defaulted={"Bill": "names_himself"})
    assert played.scores == {"Bill": 5}
    assert played.named(played.record.defaulted) == {"Bill": "names_himself"}


def test_3_7_1_with_the_promise_the_default_always_scores() -> None:
    assert play({"Bill": None}, "0 oinker 0 1", scores={"Bill": 30}).scores == {"Bill": 31}
