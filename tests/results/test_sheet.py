from dataclasses import replace
from datetime import timedelta
from gettext import NullTranslations

from pigpost.games.kinds import Seat
from pigpost.games.record import SharedRecord
from pigpost.results.result import ResultSheet
from pigpost.results.why_shared import at_stake, away, still_in
from tests.results.told import LOCK, SEED, STAGG_SCORES, stagg, told, told_of


def test_3_9_a_sheet_has_one_line_a_participant_with_the_best_new_score_first() -> None:
    lines = [(line.name, line.before, line.turn, line.after) for line in stagg().why]
    assert lines == [
        ("Bill", 41, 18, 59),
        ("Karen", 38, 19, 57),
        ("Ted", 52, 0, 52),
        ("Jim", 47, 0, 47),
        ("Geoff", 30, 0, 30),
    ]


def test_equal_scores_stand_in_the_order_of_seats() -> None:
    sheet = told({"Zoe": "THROWS 1", "Ann": "THROWS 1"}, "5")
    assert [line.name for line in sheet.why] == ["Zoe", "Ann"]


def test_a_sheet_carries_what_proves_the_round() -> None:
    sheet = stagg()
    assert (sheet.round, sheet.attempt, sheet.level) == (4, 1, "sealed")
    assert (sheet.seed, sheet.commitment, sheet.position) == (SEED, LOCK, 131)


def test_6_7_who_has_left_has_a_name_in_the_sheet_but_no_line() -> None:
    sheet = told({"Bill": "THROWS 1"}, "5", gone=["Sue"], scores={"Sue": 12})
    assert sheet.names[Seat(2)] == "Sue"
    assert [line.name for line in sheet.why] == ["Bill"]
    assert sheet.record.final_scores[Seat(2)] == 12


def test_a_person_whose_name_was_erased_is_called_by_the_seat() -> None:
    sheet = told({"": "THROWS 1", "Bill": "AFTER "}, "5 5")
    assert sheet.names[Seat(1)] == "p1"
    assert {line.name for line in sheet.why} == {"p1", "Bill"}


def test_3_7_1_a_line_says_why_the_default_was_played() -> None:
    sheet = told({"Bill": None, "Ted": None}, "5", defaulted={"Ted": "vague_number"})
    assert {line.name: line.default for line in sheet.why} == {
        "Bill": "no_order",
        "Ted": "vague_number",
    }


def fates(sheet: ResultSheet) -> dict[str, tuple[str, int]]:
    return {line.name: (line.fate, line.lost) for line in sheet.why}


def test_3_5_a_line_says_what_became_of_a_player_and_what_slipped_away() -> None:
    orders = {"Bill": "THROWS 1", "Ted": "THROWS 2"}
    assert fates(told(orders, "5 pig_out")) == {"Bill": ("kept", 0), "Ted": ("lost", 5)}
    assert fates(told(orders, "5 oinker"))["Ted"] == ("wiped", 5)
    assert fates(told(orders, "5 piggyback"))["Ted"] == ("wiped", 5)
    assert fates(told(orders, "5 piggyback", piggyback="eliminate"))["Ted"] == ("out", 5)
    assert fates(told(orders, "60 40"))["Ted"] == ("kept", 0)
    assert fates(told(orders, "5"))["Ted"] == ("unknown", 0)


def test_2_dice_for_all_take_the_turn_or_the_score() -> None:
    orders = {"Bill": "THROWS 1", "Ted": "THROWS 2"}
    assert fates(told_of("pig", "shared", orders, "4 1"))["Ted"] == ("lost", 4)
    assert fates(told_of("two_dice", "shared", orders, "3-5 1-1"))["Ted"] == ("wiped", 8)
    assert fates(told_of("two_dice", "shared", orders, "3-5 1-4"))["Ted"] == ("lost", 8)
    assert fates(told_of("doubles", "shared", orders, "3-5 1-1")) == {
        "Bill": ("kept", 0),
        "Ted": ("kept", 0),
    }


def test_4_4_own_throws_take_the_turn_the_score_or_the_seat() -> None:
    orders = {"A": "THROWS 2", "B": "THROWS 2", "C": "THROWS 2", "D": "THROWS 2"}
    throws = {"A": "5 5", "B": "5 pig_out", "C": "10 oinker", "D": "piggyback"}
    assert fates(told_of("pass_the_pigs", "simultaneous", orders, throws)) == {
        "A": ("kept", 0),
        "B": ("lost", 5),
        "C": ("wiped", 10),
        "D": ("out", 0),
    }


def test_4_7_who_comes_after_the_winner_has_not_thrown() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 1"}
    sheet = told_of("pig", "sequential", orders, {"A": "4", "B": "4"}, scores={"A": 96}, first="A")
    assert fates(sheet) == {"A": ("kept", 0), "B": ("idle", 0)}


def test_2_5_dice_of_hog_are_no_points_before_they_count() -> None:
    orders = {"A": "DICE 2", "B": "DICE 3"}
    assert fates(told_of("hog", "shared", orders, "4 5 1")) == {"A": ("kept", 0), "B": ("lost", 0)}
    own = told_of("hog", "simultaneous", orders, {"A": "4 5", "B": "6 6 1"})
    assert fates(own) == {"A": ("kept", 0), "B": ("lost", 0)}


def test_7_5_of_a_round_without_its_end_no_fate_is_known() -> None:
    orders = {"A": "THROWS 2", "B": "THROWS 2"}
    sheet = told_of("pig", "simultaneous", orders, {"A": "4 4", "B": "4"})
    assert fates(sheet) == {"A": ("unknown", 0), "B": ("unknown", 0)}
    assert fates(told_of("hog", "shared", {"A": "DICE 2"}, "4")) == {"A": ("unknown", 0)}


def test_what_was_at_stake_is_the_turn_score_at_the_end() -> None:
    record = stagg().record
    assert isinstance(record, SharedRecord)
    assert at_stake(record) == 24
    empty = told({"Bill": "THROWS 2"}, "").record
    assert isinstance(empty, SharedRecord)
    assert at_stake(empty) == 0


def test_who_got_away_and_who_did_not_come_in_the_order_of_seats() -> None:
    sheet = stagg()
    assert isinstance(sheet.record, SharedRecord)
    assert [line.name for line in away(sheet, sheet.record)] == ["Bill", "Karen"]
    assert [line.name for line in still_in(sheet, sheet.record)] == ["Ted", "Geoff", "Jim"]
    assert {line.name for line in sheet.why} == set(STAGG_SCORES)


def test_a_round_that_did_not_wait_for_its_deadline_was_thrown_early() -> None:
    sheet = stagg()
    assert not sheet.thrown_early
    assert replace(sheet, thrown_at=sheet.deadline - timedelta(hours=2)).thrown_early


def test_house_players_are_known_by_their_seats() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 1"}, "5", bots=["Ted"])
    assert sheet.bots == {Seat(2)}
    assert [sheet.called(seat, NullTranslations()) for seat in (Seat(1), Seat(2))] == [
        "Bill",
        "Ted (bot)",
    ]
