"""Section 3.3: the six conditions, waves and circles."""

import itertools

import pytest

from pigpost.games.record import EndedBy
from tests.games.rounds import play

STAY = "TOTAL 1000"


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_3_3_throws_n_is_met_at_the_nth_throw(n: int) -> None:
    assert play({"Bill": f"THROWS {n}"}, "1 1 1 1 1 1 1 1").out == {"Bill": n}


@pytest.mark.parametrize(("n", "at"), [(1, 1), (6, 2), (7, 3), (16, 3), (17, 4)])
def test_3_3_turn_n_is_met_when_the_turn_score_is_n_or_more(n: int, at: int) -> None:
    assert play({"Bill": f"TURN {n}"}, "1 5 10 15").out == {"Bill": at}


@pytest.mark.parametrize(("n", "at"), [(41, 1), (46, 2), (47, 3), (56, 3), (57, 4)])
def test_3_3_total_n_is_met_when_match_and_turn_score_make_n_or_more(n: int, at: int) -> None:
    assert play({"Bill": f"TOTAL {n}"}, "1 5 10 15", scores={"Bill": 40}).out == {"Bill": at}


def test_3_3_only_left_is_met_when_all_others_have_dropped_out() -> None:
    played = play({"Bill": "ONLY LEFT", "Karen": "THROWS 2", "Ted": "THROWS 4"}, "1 1 1 1 1")
    assert played.out == {"Bill": 4, "Karen": 2, "Ted": 4}


def test_3_3_1_when_finishes_at_the_same_throw() -> None:
    played = play({"Bill": "THROWS 2", "Karen": "WHEN Bill"}, "1 5 10")
    assert played.turn == {"Bill": 6, "Karen": 6}


def test_3_3_1_after_plays_exactly_one_throw_more() -> None:
    played = play({"Bill": "THROWS 2", "Karen": "AFTER Bill"}, "1 5 10 1")
    assert played.turn == {"Bill": 6, "Karen": 16}


def test_3_3_1_after_loses_the_turn_if_that_one_throw_does_not_score() -> None:
    played = play({"Bill": "THROWS 2", "Karen": "AFTER Bill"}, "1 5 0")
    assert played.turn == {"Bill": 6, "Karen": 0}


@pytest.mark.parametrize(("word", "at"), [("WHEN", 3), ("AFTER", 4)])
def test_3_3_2_the_last_of_a_list_decides(word: str, at: int) -> None:
    orders = {"Bill": "THROWS 1", "Karen": f"{word} Bill, Ted", "Ted": "THROWS 3"}
    assert play(orders, "1 1 1 1 1").out["Karen"] == at


def test_3_3_3_a_total_already_held_is_met_at_the_first_throw() -> None:
    assert play({"Bill": "TOTAL 30"}, "5 5", scores={"Bill": 40}).scores == {"Bill": 45}


def test_3_3_3_only_left_of_a_sole_participant_is_met_at_the_first_throw() -> None:
    assert play({"Bill": "ONLY LEFT"}, "5 5").out == {"Bill": 1}


def test_3_3_3_nothing_is_met_before_the_first_scoring_throw() -> None:
    played = play({"Bill": "TOTAL 30"}, "0 oinker 5", scores={"Bill": 40})
    assert played.scores == {"Bill": 45}


def test_3_3_4_a_when_chain_of_any_length_falls_at_one_throw_a_wave_a_link() -> None:
    names = [f"P{n}" for n in range(1, 8)]
    chain = {name: f"WHEN {before}" for before, name in itertools.pairwise(names)}
    played = play({"P1": "THROWS 2"} | chain, "1 1 1")
    assert played.waves == [[], [(name, wave) for wave, name in enumerate(names, 1)]]


def test_3_3_4_an_only_left_that_becomes_true_by_a_chain_falls_at_the_same_throw() -> None:
    orders = {"Bill": "ONLY LEFT", "Karen": "WHEN Ted", "Ted": "THROWS 2"}
    assert play(orders, "1 1 1").waves[1] == [("Ted", 1), ("Karen", 2), ("Bill", 3)]


def test_3_3_4_several_who_are_met_by_the_throw_itself_are_one_wave() -> None:
    orders = {"Bill": "THROWS 2", "Karen": "TURN 6", "Ted": "TOTAL 6", "Jim": "WHEN Bill, Karen"}
    expected = [("Bill", 1), ("Karen", 1), ("Ted", 1), ("Jim", 2)]
    assert play(orders, "1 5 1").waves[1] == expected


def test_3_3_4_an_after_chain_takes_one_throw_a_link() -> None:
    orders = {"Bill": "THROWS 1", "Karen": "AFTER Bill", "Ted": "AFTER Karen", "Jim": "AFTER Ted"}
    assert play(orders, "1 1 1 1 1").out == {"Bill": 1, "Karen": 2, "Ted": 3, "Jim": 4}


def test_3_3_4_nobody_drops_out_on_the_strength_of_his_own_dropping_out() -> None:
    orders = {"Bill": "THROWS 2", "Karen": "WHEN Ted", "Ted": "WHEN Karen", "Jim": "ONLY LEFT"}
    played = play(orders, "1 1 1 0")
    assert played.out == {"Bill": 2, "Karen": None, "Ted": None, "Jim": None}


@pytest.mark.parametrize(
    "circle",
    [
        {"A": "WHEN B", "B": "WHEN A"},
        {"A": "AFTER B", "B": "ONLY LEFT"},
        {"A": "AFTER B", "B": "AFTER A"},
        {"A": "WHEN B", "B": "AFTER C", "C": "WHEN D", "D": "AFTER A"},
        {"A": "ONLY LEFT", "B": "ONLY LEFT"},
    ],
)
def test_3_3_5_circles_never_come_true(circle: dict[str, str]) -> None:
    lost = play(circle | {"E": "THROWS 1"}, "1 1 1 1 1 1 0")
    assert {name: lost.out[name] for name in circle} == dict.fromkeys(circle)
    assert lost.record.ended_by is EndedBy.NON_SCORING
    won = play(circle | {"E": "THROWS 1"}, "60 20 20", scores={"A": 1})
    assert won.winners == ["A"]


def test_3_3_6_a_turn_lost_is_not_an_ended_turn() -> None:
    played = play({"Bill": "THROWS 9", "Karen": "WHEN Bill", "Ted": "AFTER Bill"}, "1 0 1 1")
    assert set(played.out.values()) == {None}


@pytest.mark.parametrize("word", ["WHEN", "AFTER"])
@pytest.mark.parametrize("how", ["gone", "eliminated"])
def test_3_3_7_a_named_player_not_in_the_round_counts_as_ended_before_the_first_throw(
    word: str, how: str
) -> None:
    played = play({"Bill": f"{word} Karen", "Ted": STAY}, "1 0", **{how: ["Karen"]})  # type: ignore[arg-type]
    assert played.out == {"Bill": 1, "Ted": None}
    assert played.waves[0] == [("Bill", 1)]


@pytest.mark.parametrize(("word", "at"), [("WHEN", 3), ("AFTER", 4)])
def test_3_3_7_he_holds_up_no_list(word: str, at: int) -> None:
    played = play({"Bill": f"{word} Gone, Ted", "Ted": "THROWS 3"}, "1 1 1 1 1", gone=["Gone"])
    assert played.out["Bill"] == at


def test_3_3_7_only_left_counts_participants_only() -> None:
    played = play({"Bill": "ONLY LEFT", "Ted": "THROWS 2"}, "1 1 1", gone=["Gone"])
    assert played.out["Bill"] == 2
    assert play({"Bill": "ONLY LEFT"}, "1 1", gone=["Gone"]).out == {"Bill": 1}


def test_3_3_8_the_same_total_drops_two_out_at_different_throws_the_same_turn_at_one() -> None:
    scores = {"Bill": 40, "Karen": 30}
    total = play({"Bill": "TOTAL 46", "Karen": "TOTAL 46"}, "1 5 10 1", scores=scores)
    assert total.out == {"Bill": 2, "Karen": 3}
    turn = play({"Bill": "TURN 6", "Karen": "TURN 6"}, "1 5 10 1", scores=scores)
    assert turn.out == {"Bill": 2, "Karen": 2}


def test_3_3_9_a_total_above_the_target_throws_on_until_win_or_loss() -> None:
    won = play({"Bill": "TOTAL 500"}, "60 20 15 5", scores={"Bill": 1})
    assert (won.winners, won.out) == (["Bill"], {"Bill": None})
    assert play({"Bill": "TOTAL 500"}, "60 20 0", scores={"Bill": 1}).scores == {"Bill": 1}
