from gettext import NullTranslations

from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.kinds import Seat
from pigpost.games.outcomes import OUTCOMES
from pigpost.games.record import SharedRecord
from pigpost.results.result import ResultSheet
from pigpost.results.story import story, verdict
from pigpost.results.tables import (
    MOST_PLAYERS,
    around,
    bounded,
    progress,
    throw_table,
    thrown_again,
    why_table,
)
from pigpost.results.why_shared import at_stake, near_misses
from tests.results.told import STAGG_ORDERS, STAGG_SCORES, stagg, told, told_of

ENGLISH = NullTranslations()


def whys(sheet: ResultSheet) -> dict[str, str]:
    return {row.name: row.why for row in why_table(sheet, ENGLISH)}


def near(sheet: ResultSheet) -> tuple[str, ...]:
    assert isinstance(sheet.record, SharedRecord)
    return near_misses(sheet, sheet.record, ENGLISH)


def notes(sheet: ResultSheet) -> list[str]:
    return [row.note for row in throw_table(sheet, ENGLISH)]


def test_3_9_the_throws_of_staggs_example() -> None:
    rows = [(r.n, r.shown, r.points, r.turn_score, r.note) for r in throw_table(stagg(), ENGLISH)]
    assert rows == [
        (1, "Sider", 1, 1, ""),
        (2, "Sider", 1, 2, ""),
        (3, "Trotter", 5, 7, ""),
        (4, "Sider", 1, 8, ""),
        (5, "Snouter", 10, 18, "Bill out"),
        (6, "Sider", 1, 19, "Karen out"),
        (7, "Razorback", 5, 24, "nobody: Ted was 1 point short"),
        (8, "Pig Out", 0, None, "lost by Ted, Geoff and Jim"),
    ]


def test_3_9_the_orders_of_staggs_example() -> None:
    rows = [
        (r.name, r.order, r.why, r.before, r.change, r.after) for r in why_table(stagg(), ENGLISH)
    ]
    assert rows == [
        ("Bill", "THROWS 5", "fifth throw", 41, 18, 59),
        ("Karen", "AFTER Bill", "one throw after Bill", 38, 19, 57),
        ("Ted", "TURN 25", "24 at the end", 52, 0, 52),
        ("Jim", "ONLY LEFT", "Ted and Geoff still in", 47, 0, 47),
        ("Geoff", "WHEN Bill, Ted", "Ted had not ended", 30, 0, 30),
    ]


def test_3_9_had_throw_seven_been_worth_ten() -> None:
    sheet = told(STAGG_ORDERS, "1 1 5 1 10 1 10", scores=STAGG_SCORES)
    assert whys(sheet) == {
        "Bill": "fifth throw",
        "Karen": "one throw after Bill",
        "Ted": "29 at throw 7",
        "Geoff": "Bill and Ted out at throw 7",
        "Jim": "alone at throw 7",
    }
    assert notes(sheet)[-1] == "Ted, Geoff and Jim out"


def test_a_total_is_told_with_the_match_score_in_it() -> None:
    orders = {"Bill": "TOTAL 60", "Ted": "TOTAL 90"}
    sheet = told(orders, "10 10 pig_out", scores={"Bill": 41, "Ted": 52})
    assert whys(sheet) == {"Bill": "total 61 at throw 2", "Ted": "total 72 at the end"}


def test_throws_that_were_not_reached_are_counted() -> None:
    assert whys(told({"Bill": "THROWS 5"}, "1 1 pig_out")) == {"Bill": "2 of 5 throws"}


def test_3_3_1_the_one_throw_more_can_be_lost() -> None:
    sheet = told({"Bill": "THROWS 1", "Ted": "AFTER Bill"}, "5 pig_out")
    assert whys(sheet)["Ted"] == "the one throw after Bill was lost"


def test_3_3_7_who_was_gone_already_held_up_nothing() -> None:
    sheet = told({"Bill": "WHEN Sue", "Ted": "AFTER Sue"}, "5", gone=["Sue"])
    assert set(whys(sheet).values()) == {"Sue not in this round"}


def test_3_7_1_a_default_says_what_was_wrong() -> None:
    sheet = told({"Bill": None, "Ted": None}, "5", defaulted={"Ted": "unclear"})
    assert whys(sheet) == {"Bill": "no order came", "Ted": "no good order came"}


def test_3_6_the_winner_and_those_still_in() -> None:
    sheet = told({"Bill": "TURN 90", "Ted": "TURN 90"}, "60 40", scores={"Bill": 5})
    assert whys(sheet) == {"Bill": "won at throw 2", "Ted": "100 at throw 2"}
    assert notes(sheet)[-1] == "Bill and Ted out; Bill reached 100"


def test_3_6_2_who_is_still_in_at_the_end_of_the_game() -> None:
    sheet = told({"Bill": "THROWS 9", "Ted": "THROWS 9"}, "60 40", scores={"Bill": 5})
    assert whys(sheet)["Ted"] == "still in at the end"
    assert notes(sheet)[-1] == "Bill reached 100"


def test_3_5_2_a_wiped_score_still_adds_up() -> None:
    row = why_table(told({"Bill": "THROWS 3"}, "5 oinker", scores={"Bill": 41}), ENGLISH)[0]
    assert (row.before, row.change, row.after) == (41, -41, 0)


def test_3_2_1_discarded_first_throws_are_named_but_no_rows() -> None:
    sheet = told({"Bill": "THROWS 1"}, "oinker pig_out sider")
    assert thrown_again(sheet, ENGLISH) == "Oinker and Pig Out"
    assert [row.n for row in throw_table(sheet, ENGLISH)] == [1]
    assert thrown_again(stagg(), ENGLISH) is None


def test_near_misses_are_points_or_one_throw() -> None:
    orders = {"A": "TURN 12", "B": "TOTAL 21", "C": "THROWS 3", "D": "TURN 13", "E": "ONLY LEFT"}
    sheet = told(orders, "5 5 pig_out", scores={"B": 10})
    assert near(sheet) == (
        "A was 2 points short",
        "B was 1 point short",
        "C was one throw short",
    )


def test_there_are_no_near_misses_where_nobody_was_caught() -> None:
    assert near(told({"A": "TURN 10"}, "5 5")) == ()


def test_a_near_miss_stands_beside_who_got_away_at_that_throw() -> None:
    sheet = told({"A": "THROWS 2", "B": "TURN 11"}, "5 5 pig_out")
    assert notes(sheet)[1] == "A out; B was 1 point short"


def test_throws_of_dice_for_all_are_named() -> None:
    orders = {"A": "TURN 20", "B": "THROWS 3"}
    sheet = told_of("two_dice", "shared", orders, "3-5 4-4 1-6")
    assert [row.shown for row in throw_table(sheet, ENGLISH)] == [
        "3 and 5",
        "double 4",
        "one 1 and a 6",
    ]
    assert whys(sheet) == {"A": "16 at the end", "B": "2 of 3 throws"}


def test_house_players_are_labelled_wherever_they_are_named_but_in_orders() -> None:
    orders = {"Ted": "THROWS 1", "Bill": "AFTER Ted", "Sue": "TURN 6"}
    rows = why_table(told(orders, "5 pig_out", bots=["Ted", "Sue"]), ENGLISH)
    assert [(row.name, row.order, row.why) for row in rows] == [
        ("Ted (bot)", "THROWS 1", "first throw"),
        ("Bill", "AFTER Ted", "the one throw after Ted (bot) was lost"),
        ("Sue (bot)", "TURN 6", "5 at the end"),
    ]
    assert notes(told(orders, "5 pig_out", bots=["Ted", "Sue"])) == [
        "Ted (bot) out; Sue (bot) was 1 point short",
        "lost by Bill and Sue (bot)",
    ]


def test_a_long_table_keeps_its_beginning_and_its_end() -> None:
    kept = bounded(range(100), first=3, last=2)
    assert kept.rows == (0, 1, 2, 98, 99)
    assert kept.hidden == 95
    assert bounded(range(5), first=3, last=2).hidden == 0


def test_a_table_of_five_hundred_players_keeps_the_readers_row() -> None:
    sheet = told({f"Player {n}": "THROWS 1" for n in range(1, 501)}, "5")
    table = around(why_table(sheet, ENGLISH), Seat(400))
    assert len(table.rows) == MOST_PLAYERS + 1
    assert table.rows[-1].name == "Player 400"
    assert table.hidden == 500 - MOST_PLAYERS - 1
    assert around(why_table(sheet, ENGLISH), Seat(3)).hidden == 500 - MOST_PLAYERS


def test_progress_has_a_column_a_player_and_a_row_a_round() -> None:
    first = told({"Bill": "THROWS 1", "Ted": "THROWS 2"}, "5 5", round=1)
    second = told(
        {"Bill": "THROWS 1", "Ted": "THROWS 2"}, "1 oinker", scores={"Bill": 5, "Ted": 10}, round=2
    )
    course = progress([first, second], [Seat(2), Seat(1)], ENGLISH)
    assert course.names == ("Ted", "Bill")
    assert course.rounds.rows == ((1, (10, 5)), (2, (0, 6)))
    assert progress([], [Seat(1)], ENGLISH).names == ()


ORDERS = st.one_of(
    st.none(),
    st.builds("THROWS {}".format, st.integers(1, 12)),
    st.builds("TURN {}".format, st.integers(1, 60)),
    st.builds("TOTAL {}".format, st.integers(1, 120)),
    st.just("ONLY LEFT"),
    st.builds("WHEN {}".format, st.sampled_from("ABCDE")),
    st.builds("AFTER {}".format, st.sampled_from(["A", "B, C", "D, E, F", "F"])),
)
ROUNDS = st.builds(
    told,
    st.fixed_dictionaries(dict.fromkeys("ABCDE", ORDERS)),
    st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=30),
    scores=st.fixed_dictionaries(dict.fromkeys("ABCDE", st.integers(0, 99))),
    gone=st.just(["F"]),
    piggyback=st.sampled_from(["wipe", "eliminate"]),
    first_throw_scores=st.booleans(),
)


@given(sheet=ROUNDS)
def test_every_round_can_be_told_and_its_sums_are_right(sheet: ResultSheet) -> None:
    rows = why_table(sheet, ENGLISH)
    assert [row.seat for row in rows] == [line.seat for line in sheet.why]
    for row in rows:
        assert row.before + row.change == row.after == sheet.record.final_scores[row.seat]
        assert row.why
    throws = throw_table(sheet, ENGLISH)
    assert isinstance(sheet.record, SharedRecord)
    assert sum(row.points for row in throws) == at_stake(sheet.record)
    assert all(story(sheet, ENGLISH))
    assert verdict(sheet, ENGLISH)
    assert all("{" not in text for text in (*story(sheet, ENGLISH), *(row.why for row in rows)))
