from gettext import NullTranslations

import pytest

from pigpost.games.kinds import Seat
from pigpost.results import story as telling
from pigpost.results.result import ResultSheet
from pigpost.results.story_own import order_of_play
from pigpost.results.tables import why_table
from tests.results.told import STAGG_ORDERS, STAGG_SCORES, stagg, told, told_of

ENGLISH = NullTranslations()


def story(sheet: ResultSheet) -> str:
    return " ".join(telling.story(sheet, ENGLISH))


def verdict(sheet: ResultSheet) -> str:
    return telling.verdict(sheet, ENGLISH)


def yours(sheet: ResultSheet, seat: int) -> str | None:
    return telling.your_line(sheet, Seat(seat), ENGLISH)


def test_3_9_staggs_example_is_told() -> None:
    assert story(stagg()) == (
        "Seven good throws and a Pig Out. "
        "Bill and Karen got away; Ted, Geoff and Jim lost 24 points each."
    )
    assert telling.headline(stagg(), ENGLISH) == "Seven good throws and a Pig Out."
    assert verdict(stagg()) == "Bill leads with 59"


def test_3_9_the_other_end_of_staggs_example_is_told() -> None:
    sheet = told(STAGG_ORDERS, "1 1 5 1 10 1 10", scores=STAGG_SCORES)
    assert story(sheet) == (
        "Seven good throws, and everybody got away. "
        "Ted, Geoff and Jim took the most: 29 points each."
    )
    assert verdict(sheet) == "Ted leads with 81"


def test_3_5_1_one_loser_of_one_point_is_told_in_the_singular() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "1 pig_out")
    assert story(sheet) == "One good throw and a Pig Out. Bill got away; Ted lost 1 point."


def test_3_5_2_an_oinker_takes_match_scores() -> None:
    sheet = told(STAGG_ORDERS, "1 1 5 oinker", scores=STAGG_SCORES)
    assert story(sheet) == (
        "Three good throws and an Oinker. Nobody got away; Bill, Karen, Ted, Geoff and Jim lost "
        "7 points each and their match scores, and start again from 0."
    )
    assert verdict(sheet) == "nobody has any points"
    assert yours(sheet, 3) == (
        "You lost 7 points and your match score of 52: you start again from 0."
    )


def test_3_5_3_a_piggyback_wipes_by_default() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "5 piggyback", scores={"Ted": 9})
    assert story(sheet) == (
        "One good throw and a Piggyback. "
        "Bill got away; Ted lost 5 points and the match score, and starts again from 0."
    )


def test_3_5_3_a_piggyback_puts_out_of_the_game_where_that_is_the_rule() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "5 piggyback", piggyback="eliminate")
    assert story(sheet) == (
        "One good throw and a Piggyback. Bill got away; Ted is out of the game."
    )
    assert verdict(sheet) == "Bill leads with 5"
    assert yours(sheet, 2) == "You are out of the game."


def test_3_5_4_nobody_may_be_left() -> None:
    sheet = told({"Bill": "THROWS 2", "Ted": "THROWS 2"}, "5 piggyback", piggyback="eliminate")
    assert story(sheet).endswith(
        "Bill and Ted are out of the game. Nobody is left in the game, and nobody has won."
    )
    assert verdict(sheet) == "nobody is left"


def test_3_6_a_win_with_others_still_in() -> None:
    sheet = told(STAGG_ORDERS, "1 40 40", scores=STAGG_SCORES)
    assert story(sheet) == (
        "Jim wins with 128 at throw 3. "
        "Bill, Karen and Geoff were in at that throw too and keep 81 points each. Ted had left before."
    )
    assert verdict(sheet) == "Jim wins with 128"
    assert yours(sheet, 1) == "You got 81 points and have 122 now."


def test_3_6_3_joint_winners_share_the_win() -> None:
    sheet = told({"Bill": "THROWS 9", "Ted": "THROWS 9"}, "60 40")
    assert story(sheet) == "Bill and Ted share the win with 100 each at throw 2."


def test_3_4_2_a_lone_winner_leaves_no_empty_sentences() -> None:
    assert story(told({"Bill": "TOTAL 100"}, "60 40")) == "Bill wins with 100 at throw 2."


def test_3_7_1_who_sent_no_order_is_named() -> None:
    sheet = told({"Bill": None, "Ted": "THROWS 2"}, "5 5", defaulted={"Bill": "bad_number"})
    assert story(sheet).endswith(
        "Ted took the most: 10 points. "
        "No good order came from Bill; the first throw ended that turn (rule 3.7.1)."
    )


def test_3_2_4_a_round_without_a_good_throw_is_told() -> None:
    sheet = told({"Bill": "THROWS 2"}, "pig_out", first_throw_scores=False)
    assert story(sheet) == "No good throws and a Pig Out. Nobody got away; Bill lost 0 points."


def test_7_5_an_incomplete_round_changes_nothing_and_says_so() -> None:
    sheet = told({"Bill": "THROWS 2"}, "5", scores={"Bill": 7})
    assert story(sheet) == "The round was not thrown to its end: no score changes."
    assert verdict(sheet) == "Bill leads with 7"


def test_7_5_an_incomplete_round_has_done_nothing_to_the_reader() -> None:
    sheet = told({"Bill": "THROWS 2"}, "5", scores={"Bill": 7})
    assert yours(sheet, 1) == "Nothing has changed for you: you still have 7."


def test_2_a_round_of_dice_is_closed_in_the_words_of_its_game() -> None:
    orders = {"Bill": "THROWS 1", "Ted": "THROWS 2"}
    assert story(told_of("pig", "shared", orders, "4 1")) == (
        "One good throw and a 1. Bill got away; Ted lost 4 points."
    )
    assert story(told_of("two_dice", "shared", orders, "3-5 1-6")) == (
        "One good throw and one 1. Bill got away; Ted lost 8 points."
    )
    assert story(told_of("two_dice", "shared", orders, "3-5 1-1")) == (
        "One good throw and two 1s. Bill got away; "
        "Ted lost 8 points and the match score, and starts again from 0."
    )


OWN = {"Bill": "TURN 10", "Karen": "THROWS 2", "Ted": "THROWS 3"}


def test_4_6_own_throws_are_told_by_what_they_brought() -> None:
    throws = {"Bill": "6 6", "Karen": "5 6", "Ted": "4 4 1"}
    sheet = told_of("pig", "simultaneous", OWN, throws, scores={"Ted": 30})
    assert story(sheet) == "Bill took the most: 12 points. Ted got nothing."
    assert verdict(sheet) == "Ted leads with 30"
    assert yours(sheet, 1) == "You got 12 points and have 12 now."
    assert yours(sheet, 3) == "You lost 8 points and still have 30."


def test_4_4_own_throws_can_take_scores_and_seats() -> None:
    throws = {"Bill": "10", "Karen": "5 oinker", "Ted": "piggyback"}
    sheet = told_of("pass_the_pigs", "simultaneous", OWN, throws, scores={"Karen": 44, "Ted": 50})
    assert story(sheet) == (
        "Bill took the most: 10 points. "
        "Karen lost the match score too, and starts again from 0. Ted is out of the game."
    )
    assert verdict(sheet) == "Bill leads with 10"
    assert (
        yours(sheet, 2) == "You lost 5 points and your match score of 44: you start again from 0."
    )
    assert yours(sheet, 3) == "You are out of the game."


def test_4_4_an_oinker_at_once_takes_the_match_score_alone() -> None:
    sheet = told_of(
        "pass_the_pigs", "simultaneous", {"A": "THROWS 2"}, {"A": "oinker"}, scores={"A": 44}
    )
    assert yours(sheet, 1) == "You lost your match score of 44: you start again from 0."


def test_4_4_a_1_at_once_takes_nothing() -> None:
    sheet = told_of("pig", "simultaneous", {"A": "THROWS 2"}, {"A": "1"}, scores={"A": 44})
    assert story(sheet) == "Nobody got a point in this round. A got nothing."
    assert yours(sheet, 1) == "You got nothing and still have 44."


def test_4_8_all_can_be_put_out_of_the_game() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 1"}
    throws = {"A": "piggyback", "B": "piggyback"}
    sheet = told_of("pass_the_pigs", "simultaneous", orders, throws)
    assert story(sheet) == (
        "Nobody got a point in this round. A and B are out of the game. "
        "Nobody is left in the game, and nobody has won."
    )
    assert verdict(sheet) == "nobody is left"


def test_4_6_the_highest_total_wins_a_round_of_own_throws() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 1", "C": "THROWS 1"}
    throws = {"A": "4", "B": "6", "C": "1"}
    sheet = told_of("pig", "simultaneous", orders, throws, scores=dict.fromkeys("ABC", 96))
    assert story(sheet) == "B wins with 102. C got nothing."
    assert verdict(sheet) == "B wins with 102"


def test_4_7_later_seats_do_not_throw_after_a_win() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 1", "C": None}
    throws = {"B": "1", "A": "4"}
    sheet = told_of("pig", "sequential", orders, throws, scores=dict.fromkeys("ABC", 96), first="A")
    assert story(sheet) == "A wins with 100. B and C did not throw: the game was won before."
    assert yours(sheet, 2) == (
        "You did not throw: the game was won before your turn. You still have 96."
    )


def test_4_7_the_order_of_play_is_told_with_the_lot_that_began_it() -> None:
    orders = {"Bill": "THROWS 1", "Karen": "THROWS 1", "Ted": "THROWS 1"}
    throws = dict.fromkeys(orders, "4")
    sheet = told_of("pig", "sequential", orders, throws, first="Karen", bots=["Ted"])
    assert order_of_play(sheet, ENGLISH) == (
        "Order of play: Karen, Ted (bot) and Bill. "
        "Seat that begins: Karen (by lot from the seed of round 1)."
    )
    assert order_of_play(told_of("pig", "simultaneous", orders, throws), ENGLISH) is None
    assert order_of_play(stagg(), ENGLISH) is None


def test_3_8_a_row_of_dice_is_told_by_what_it_brought() -> None:
    orders = {"A": "DICE 2", "B": "DICE 3", "C": "DICE 4"}
    assert story(told_of("hog", "shared", orders, "4 5 6 1")) == (
        "B took the most: 15 points. C got nothing."
    )


@pytest.mark.parametrize(
    ("kind", "form", "sentence"),
    [
        ("pig", "shared", "the first throw ended that turn (rule 3.7.1)."),
        ("pig", "simultaneous", "the default is one throw (rule 4.5)."),
        ("hog", "simultaneous", "the default is one die (rule 4.5)."),
        ("hog", "shared", "the default is one die of the row (rule 3.8)."),
    ],
)
def test_the_default_order_is_told_as_the_game_has_it(kind: str, form: str, sentence: str) -> None:
    throws = "4" if form == "shared" else {"A": "4"}
    assert story(told_of(kind, form, {"A": None}, throws)).endswith(
        f"No good order came from A; {sentence}"
    )


def test_house_players_are_labelled_in_the_story() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "5 pig_out", bots=["Bill", "Ted"])
    assert story(sheet).endswith("Bill (bot) got away; Ted (bot) lost 5 points.")
    assert verdict(sheet) == "Bill (bot) leads with 5"


def test_numbers_above_twelve_are_figures() -> None:
    sheet = told({"Bill": "THROWS 14"}, "1 " * 14)
    assert story(sheet).startswith("14 good throws, and everybody got away.")


def test_equal_leaders_lead_together() -> None:
    assert verdict(told({"Bill": None, "Ted": None}, "5")) == "Bill and Ted lead with 5"


def test_what_the_round_did_to_the_reader() -> None:
    assert yours(stagg(), 2) == "You got 19 points and have 57 now."
    assert yours(stagg(), 3) == "You lost 24 points and still have 52."


def test_who_was_not_in_the_round_has_no_line_of_his_own() -> None:
    sheet = told({"Bill": "THROWS 1"}, "5", gone=["Sue"])
    assert yours(sheet, 2) is None
    assert telling.your_line(sheet, None, ENGLISH) is None


def test_6_7_the_absent_are_named_with_their_scores() -> None:
    sheet = told({"Bill": "THROWS 1"}, "5", gone=["Sue"], eliminated=["Ann"], scores={"Sue": 12})
    assert telling.absent_from(sheet, ENGLISH) == "Not in this round: Sue 12 and Ann 0."
    assert telling.absent_from(stagg(), ENGLISH) is None


@pytest.mark.parametrize("throws", ["1 pig_out", "1 oinker", "1 1", "60 40", "1 piggyback"])
def test_five_hundred_players_make_no_long_sentences(throws: str) -> None:
    orders = {f"Player {n}": "THROWS 1" if n % 2 else "THROWS 2" for n in range(500)}
    sheet = told(orders, throws)
    assert len(story(sheet)) < 400
    assert len(verdict(sheet)) < 80


def test_who_was_away_is_excused_and_not_among_those_without_a_good_order() -> None:
    defaulted = {"Bill": "absent", "Ted": "bad_number"}
    sheet = told({"Bill": None, "Ted": None}, "5", defaulted=defaulted)
    assert story(sheet).endswith(
        "No good order came from Ted; the first throw ended that turn (rule 3.7.1). "
        "Away, and excused: Bill."
    )
    assert {row.name: row.why for row in why_table(sheet, ENGLISH)} == {
        "Bill": "away, and excused",
        "Ted": "no good order came",
    }
