"""Section 3.8: Hog with one row of dice for all."""

import pytest

from pigpost.games.conditions import Dice
from pigpost.games.record import EndedBy
from tests.games.rounds import play_row


def test_3_8_an_order_takes_the_first_dice_of_the_row() -> None:
    played = play_row({"Ann": "DICE 1", "Ben": "DICE 3", "Cat": "DICE 4"}, "5 2 6 3")
    assert played.record.row == (5, 2, 6, 3)
    assert played.turn == {"Ann": 5, "Ben": 13, "Cat": 16}


def test_3_8_any_1_among_them_brings_nothing_and_one_behind_them_does_no_harm() -> None:
    orders = {"Ann": "DICE 2", "Ben": "DICE 3", "Cat": "DICE 4"}
    scores = dict.fromkeys(orders, 40)
    played = play_row(orders, "5 2 1 6", scores=scores)
    assert played.turn == {"Ann": 7, "Ben": 0, "Cat": 0}
    assert played.scores == {"Ann": 47, "Ben": 40, "Cat": 40}


def test_3_8_the_row_is_as_long_as_the_largest_number_ordered() -> None:
    played = play_row({"Ann": "DICE 2", "Ben": "DICE 5"}, "2 2 2 2 2 6 6")
    assert len(played.record.row) == 5
    assert len(list(played.left)) == 2


def test_3_8_an_order_of_one_who_has_left_makes_the_row_no_longer() -> None:
    played = play_row({"Ann": "DICE 1"}, "2 2 2", gone=["Gone"])
    assert len(played.record.row) == 1


def test_3_8_the_first_die_is_not_promised_to_score() -> None:
    played = play_row({"Ann": "DICE 1", "Ben": None}, "1 6", first_throw_scores=True)
    assert played.record.row == (1,)
    assert played.turn == {"Ann": 0, "Ben": 0}


def test_3_8_without_an_order_one_die_is_played() -> None:
    played = play_row({"Ann": "DICE 2", "Ben": None}, "4 5")
    assert played.named(played.record.orders) == {"Ann": Dice(2), "Ben": Dice(1)}
    assert played.named(played.record.defaulted) == {"Ben": "no_order"}
    assert played.turn == {"Ann": 9, "Ben": 4}


def test_3_8_all_finish_together_and_the_highest_at_the_target_wins() -> None:
    orders = {"Ann": "DICE 1", "Ben": "DICE 2", "Cat": "DICE 3"}
    scores = {"Ann": 96, "Ben": 95, "Cat": 99}
    played = play_row(orders, "4 5 1", scores=scores)
    assert played.scores == {"Ann": 100, "Ben": 104, "Cat": 99}
    assert played.winners == ["Ben"]
    assert (played.record.ended_by, played.record.game_over) == (EndedBy.TARGET, True)


def test_3_8_equal_highest_win_together() -> None:
    played = play_row({"Ann": "DICE 1", "Ben": "DICE 2"}, "4 5", scores={"Ann": 97, "Ben": 92})
    assert played.winners == ["Ann", "Ben"]


@pytest.mark.parametrize("dice", ["4 5", "1 5", "5 1"])
def test_3_8_a_row_that_wins_nothing_ends_the_round_for_all(dice: str) -> None:
    played = play_row({"Ann": "DICE 2", "Ben": "DICE 1"}, dice)
    assert (played.record.ended_by, played.record.game_over) == (EndedBy.ALL_DROPPED, False)


def test_3_8_a_row_too_short_for_the_largest_order_changes_no_score() -> None:
    scores = {"Ann": 90, "Ben": 7}
    played = play_row({"Ann": "DICE 2", "Ben": "DICE 3"}, "6 6", scores=scores)
    assert (played.record.ended_by, played.winners) == (EndedBy.INCOMPLETE, [])
    assert (played.turn, played.scores) == ({"Ann": 0, "Ben": 0}, scores)


def test_3_8_nobody_in_the_round_needs_no_dice_and_ends_the_game() -> None:
    played = play_row({}, "6 6", gone=["Gone"])
    assert (played.record.row, played.record.game_over, played.winners) == ((), True, [])
