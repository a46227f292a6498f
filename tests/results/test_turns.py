"""Throws and dice of one's own: the tables, and why each turn ended."""

from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.kinds import Form, Kind
from pigpost.games.record import EndedBy
from pigpost.results.result import ResultSheet
from pigpost.results.story import story, verdict
from pigpost.results.tables import throw_table, thrown_again, why_table
from pigpost.results.turns import dice_row, turn_table
from tests.results.told import stagg, told_of

ENGLISH = NullTranslations()


def whys(sheet: ResultSheet) -> dict[str, str]:
    return {row.name: row.why for row in why_table(sheet, ENGLISH)}


def in_a_row(sheet: ResultSheet) -> list[tuple[str, str]]:
    return [(row.line.name, row.in_a_row) for row in turn_table(sheet, ENGLISH)]


def pig(order: str, throws: str, **given: int) -> str:
    """Why the turn of one player of Pig ended."""
    sheet = told_of("pig", "simultaneous", {"A": order}, {"A": throws}, scores=given)
    return whys(sheet)["A"]


def test_4_3_a_turn_is_held() -> None:
    assert pig("TURN 20", "6 6 4 6") == "held at 22 after 4 throws"
    assert pig("THROWS 1", "4") == "held at 4 after 1 throw"
    assert pig("TOTAL 60", "6 4", A=52) == "held at 10 after 2 throws"


def test_4_3_a_turn_ends_at_the_target_whatever_the_order_says() -> None:
    assert pig("THROWS 9", "6 4", A=90) == "reached 100 at throw 2"


def test_4_4_a_turn_is_lost_at_a_1() -> None:
    assert pig("THROWS 5", "6 4 1") == "a 1 on throw 3: nothing"
    sheet = told_of("two_dice", "simultaneous", {"A": "THROWS 3"}, {"A": "3-5 1-6"})
    assert whys(sheet) == {"A": "one 1 on throw 2: nothing"}


def test_4_4_two_1s_take_the_score() -> None:
    sheet = told_of("two_dice", "simultaneous", {"A": "THROWS 3"}, {"A": "3-5 1-1"})
    assert whys(sheet) == {"A": "two 1s on throw 2: score back to 0"}


def test_2_4_two_1s_of_doubles_are_a_throw_like_others() -> None:
    sheet = told_of("doubles", "simultaneous", {"A": "TURN 20"}, {"A": "1-1"})
    assert whys(sheet) == {"A": "held at 25 after 1 throw"}
    assert in_a_row(sheet) == [("A", "two 1s (25)")]


def test_4_4_pigs_take_the_turn_the_score_or_the_seat() -> None:
    orders = {"A": "THROWS 2", "B": "THROWS 2", "C": "THROWS 2"}
    throws = {"A": "5 pig_out", "B": "oinker", "C": "sider piggyback"}
    assert whys(told_of("pass_the_pigs", "simultaneous", orders, throws)) == {
        "A": "a Pig Out on throw 2: nothing; one throw short",
        "B": "an Oinker on throw 1: score back to 0",
        "C": "a Piggyback on throw 2: out of the game",
    }


def test_a_near_miss_is_one_throw_or_a_point_or_two() -> None:
    assert pig("TURN 12", "6 4 1").endswith("; 2 points short")
    assert pig("TURN 11", "6 4 1").endswith("; 1 point short")
    assert pig("TOTAL 51", "6 4 1", A=40).endswith("; 1 point short")
    assert pig("THROWS 3", "6 4 1").endswith("; one throw short")


@pytest.mark.parametrize("order", ["TURN 13", "THROWS 4", "TOTAL 60"])
def test_further_away_is_no_near_miss(order: str) -> None:
    assert pig(order, "6 4 1", A=0) == "a 1 on throw 3: nothing"


def test_a_1_at_the_first_throw_is_no_near_miss() -> None:
    assert pig("TURN 2", "1") == "a 1 on throw 1: nothing"
    assert pig("THROWS 1", "1") == "a 1 on throw 1: nothing"


def test_2_5_dice_of_hog_are_shown_with_their_sum() -> None:
    orders = {"A": "DICE 5", "B": "DICE 6", "C": "DICE 1", "D": "DICE 1", "E": "DICE 9"}
    throws = {"A": "3 4 6 2 5", "B": "6 6 6 6 6 1", "C": "4", "D": "1", "E": "2 " * 9}
    sheet = told_of("hog", "simultaneous", orders, throws)
    assert whys(sheet) == {
        "A": "5 dice: 3 4 6 2 5 = 20",
        "B": "6 dice with a 1: nothing",
        "C": "1 die: 4",
        "D": "1 die, a 1: nothing",
        "E": "9 dice without a 1: 18 points",
    }
    assert in_a_row(sheet)[0] == ("A", "3 4 6 2 5")
    assert dice_row(sheet, ENGLISH) is None


def test_2_5_who_reaches_the_target_with_dice_is_told_so() -> None:
    sheet = told_of("hog", "simultaneous", {"A": "DICE 2"}, {"A": "5 6"}, scores={"A": 90})
    assert whys(sheet) == {"A": "2 dice: 5 6 = 11; reached 100"}


def test_3_8_each_order_takes_the_first_dice_of_the_row() -> None:
    orders = {"A": "DICE 2", "B": "DICE 4", "C": "DICE 6"}
    sheet = told_of("hog", "shared", orders, "3 4 6 2 1 5")
    assert dice_row(sheet, ENGLISH) == "3 4 6 2 1 5"
    assert whys(sheet) == {
        "A": "2 dice: 3 4 = 7",
        "B": "4 dice: 3 4 6 2 = 15",
        "C": "6 dice with a 1: nothing",
    }
    assert turn_table(sheet, ENGLISH) == ()
    assert throw_table(sheet, ENGLISH) == ()


def test_a_row_that_is_too_long_to_read_is_cut() -> None:
    full = told_of("hog", "shared", {"A": "DICE 50"}, "2 " * 50)
    assert dice_row(full, ENGLISH) == " ".join("2" * 50)
    longer = told_of("hog", "shared", {"A": "DICE 53"}, "2 " * 53, max_dice=60)
    assert (dice_row(longer, ENGLISH) or "").endswith("2 2 and 3 dice more")


def test_4_5_a_default_says_so_and_how_it_went() -> None:
    sheet = told_of(
        "pig",
        "simultaneous",
        {"A": None, "B": None},
        {"A": "4", "B": "1"},
        defaulted={"B": "bad_number"},
    )
    assert whys(sheet) == {
        "A": "no order came; held at 4 after 1 throw",
        "B": "no good order came; a 1 on throw 1: nothing",
    }


def test_4_7_turns_are_told_in_the_order_of_play() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 2", "C": "THROWS 1"}
    throws = {"A": "4", "B": "6 5", "C": "3"}
    sheet = told_of("pig", "sequential", orders, throws, first="B")
    assert in_a_row(sheet) == [("B", "6, 5"), ("C", "3"), ("A", "4")]
    beside = told_of("pig", "simultaneous", orders, throws)
    assert [name for name, _ in in_a_row(beside)] == ["A", "B", "C"]


def test_4_7_who_did_not_throw_has_a_why_but_no_throws() -> None:
    orders = {"A": "THROWS 1", "B": "THROWS 1"}
    sheet = told_of("pig", "sequential", orders, {"B": "4"}, scores={"B": 98}, first="B")
    assert in_a_row(sheet) == [("B", "4")]
    assert whys(sheet)["A"] == "did not throw"


def test_throws_of_ones_own_come_one_by_one_and_the_last_says_how_it_ended() -> None:
    sheet = told_of("pig", "simultaneous", {"A": "TURN 20"}, {"A": "6 5 1"}, scores={"A": 30})
    (row,) = turn_table(sheet, ENGLISH)
    assert [(t.n, t.shown, t.points, t.turn_score, t.note) for t in row.throws] == [
        (1, "6", 6, 6, ""),
        (2, "5", 5, 11, ""),
        (3, "1", 0, None, "a 1 on throw 3: nothing"),
    ]
    assert (row.line.before, row.line.change, row.line.after) == (30, 0, 30)


def test_throws_in_a_row_have_their_points_where_the_dice_do_not_say_them() -> None:
    pigs = told_of("pass_the_pigs", "simultaneous", {"A": "TURN 9"}, {"A": "razorback sider 5"})
    assert in_a_row(pigs) == [("A", "Razorback (5), Sider (1), points only (5)")]
    dice = told_of("two_dice", "simultaneous", {"A": "THROWS 3"}, {"A": "3-5 4-4 1-2"})
    assert in_a_row(dice) == [("A", "3 and 5 (8), double 4 (8), one 1 and a 2")]


def test_a_turn_of_many_throws_keeps_its_beginning_and_its_end() -> None:
    sheet = told_of("pig", "simultaneous", {"A": "TURN 900"}, {"A": "2 " * 60 + "3 1"}, target=1000)
    (told,) = in_a_row(sheet)
    assert told[1] == ", ".join(["2"] * 20 + ["... 32 throws more ..."] + ["2"] * 8 + ["3", "1"])


def test_a_round_for_all_has_no_turns_and_no_row() -> None:
    assert turn_table(stagg(), ENGLISH) == ()
    assert dice_row(stagg(), ENGLISH) is None


COUNTED = st.one_of(
    st.none(),
    st.builds("THROWS {}".format, st.integers(1, 9)),
    st.builds("TURN {}".format, st.integers(1, 40)),
    st.builds("TOTAL {}".format, st.integers(1, 120)),
)
HOG = st.one_of(st.none(), st.builds("DICE {}".format, st.integers(1, 12)))
FACE = st.integers(1, 6).map(str)
PAIR = st.builds("{}-{}".format, FACE, FACE)
PIGS = st.sampled_from(["pig_out", "oinker", "piggyback", "sider", "snouter", "double_razorback"])
THROWS = {
    Kind.PASS_THE_PIGS: PIGS,
    Kind.PIG: FACE,
    Kind.HOG: FACE,
    Kind.TWO_DICE: PAIR,
    Kind.DOUBLES: PAIR,
}


@st.composite
def rounds(draw: st.DrawFn) -> ResultSheet:
    kind = draw(st.sampled_from(list(THROWS)))
    form = draw(st.sampled_from(kind.forms))
    orders = draw(st.fixed_dictionaries(dict.fromkeys("ABC", HOG if kind is Kind.HOG else COUNTED)))
    row = st.lists(THROWS[kind], min_size=12, max_size=30).map(" ".join)
    throws: st.SearchStrategy[str | dict[str, str]] = (
        row if form is Form.SHARED else st.fixed_dictionaries(dict.fromkeys("ABC", row))
    )
    return told_of(
        kind,
        form,
        orders,
        draw(throws),
        scores=draw(st.fixed_dictionaries(dict.fromkeys("ABC", st.integers(0, 99)))),
        gone=["D"],
        bots=["C"],
        first=draw(st.sampled_from("ABCD")) if form is Form.SEQUENTIAL else None,
    )


@given(sheet=rounds())
def test_every_round_of_every_game_can_be_told_and_its_sums_are_right(sheet: ResultSheet) -> None:
    rows = why_table(sheet, ENGLISH)
    for row in rows:
        assert row.before + row.change == row.after == sheet.record.final_scores[row.seat]
    for turn in turn_table(sheet, ENGLISH):
        assert turn.line in rows
        assert turn.throws[-1].note == turn.line.why
    shown = [throw_table(sheet, ENGLISH), turn_table(sheet, ENGLISH), dice_row(sheet, ENGLISH)]
    tables = len([table for table in shown if table])
    assert tables == 1 or (tables == 0 and sheet.record.ended_by is EndedBy.INCOMPLETE)
    told = [*story(sheet, ENGLISH), verdict(sheet, ENGLISH), *(row.why for row in rows)]
    assert all(told)
    assert not [text for text in told if "{" in text]
    assert thrown_again(sheet, ENGLISH) is None or sheet.form is Form.SHARED
