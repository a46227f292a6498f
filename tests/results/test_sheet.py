from pigpost.games.kinds import Seat
from tests.results.told import LOCK, SEED, STAGG_SCORES, stagg, told


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


def test_3_5_3_a_line_says_who_was_put_out_of_the_game() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "5 piggyback", piggyback="eliminate")
    assert {line.name: line.eliminated for line in sheet.why} == {"Bill": False, "Ted": True}


def test_what_was_at_stake_is_the_turn_score_at_the_end() -> None:
    assert stagg().at_stake == 24
    assert told({"Bill": "THROWS 2"}, "").at_stake == 0


def test_who_got_away_and_who_did_not_come_in_the_order_of_seats() -> None:
    sheet = stagg()
    assert [line.name for line in sheet.away] == ["Bill", "Karen"]
    assert [line.name for line in sheet.still_in] == ["Ted", "Geoff", "Jim"]
    assert {line.name for line in sheet.why} == set(STAGG_SCORES)
