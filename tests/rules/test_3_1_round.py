"""Sections 3.1 and 3.2: the course of a round and its first throw."""

from collections.abc import Iterator
from itertools import permutations, repeat

import pytest

from pigpost.games.kinds import Form, Kind, Seat, Standings
from pigpost.games.outcomes import SIDER, Outcome
from pigpost.games.record import EndedBy
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws
from tests.games.rounds import play, settings


def test_3_1_1_the_order_of_seats_changes_nothing() -> None:
    orders = {"Bill": "THROWS 2", "Karen": "AFTER Bill", "Ted": "ONLY LEFT", "Jim": "WHEN Karen"}
    found = [play(dict(seats), "1 5 10 1 0") for seats in permutations(orders.items())]
    assert all(played.out == found[0].out for played in found)
    assert all(played.scores == found[0].scores for played in found)
    assert found[0].out == {"Bill": 2, "Karen": 3, "Jim": 3, "Ted": 3}


def test_3_1_1_everyone_who_is_neither_eliminated_nor_withdrawn_takes_part() -> None:
    standings = Standings(
        scores={Seat(n): 0 for n in (4, 2, 3, 1)},
        eliminated=frozenset({Seat(2)}),
        withdrawn=frozenset({Seat(4)}),
    )
    assert standings.participants == (1, 3)


def test_3_1_2_a_non_scoring_throw_closes_the_round_before_conditions_are_looked_at() -> None:
    played = play({"Bill": "THROWS 2", "Karen": "TURN 6"}, "5 0")
    assert played.out == {"Bill": None, "Karen": None}
    assert played.turn == {"Bill": 0, "Karen": 0}


def test_3_1_2_the_turn_score_is_the_same_for_all_still_in() -> None:
    played = play({"Bill": "THROWS 3", "Karen": "THROWS 3"}, "1 5 10", scores={"Karen": 40})
    assert played.turn == {"Bill": 16, "Karen": 16}
    assert [throw.turn_score for throw in played.record.throws] == [1, 6, 16]


def test_3_1_3_no_throw_is_made_after_the_round_has_ended() -> None:
    assert len(list(play({"Bill": "THROWS 2"}, "1 1 1 1").left)) == 2
    assert len(list(play({"Bill": "THROWS 9"}, "1 0 1 1").left)) == 2
    assert len(list(play({"Bill": "THROWS 9"}, "60 60 1 1").left)) == 2


def test_3_1_3_the_stream_is_taken_lazily() -> None:
    def three_then_alarm() -> Iterator[Outcome]:
        yield from repeat(SIDER, 3)
        pytest.fail("a throw was made after the end of the round")

    assert play({"Bill": "THROWS 3"}, three_then_alarm()).record.throws_made == 3


@pytest.mark.parametrize(
    ("orders", "throws_", "scores"),
    [
        ({"Bill": "THROWS 1", "Karen": "TURN 5"}, "5 5", {}),
        ({"Bill": "THROWS 9", "Karen": "THROWS 9"}, "5 5", {"Karen": 95}),
    ],
)
def test_3_1_4_a_round_can_last_one_throw(
    orders: dict[str, str], throws_: str, scores: dict[str, int]
) -> None:
    assert play(orders, throws_, scores=scores).record.throws_made == 1


def test_3_1_5_a_round_ends_within_what_the_best_still_lacks() -> None:
    played = play({"Bill": "THROWS 999", "Karen": "ONLY LEFT"}, repeat(SIDER), scores={"Bill": 70})
    assert played.record.throws_made == 30
    assert played.record.ended_by is EndedBy.TARGET


def test_3_2_1_the_first_throw_is_thrown_again_until_it_scores() -> None:
    played = play({"Bill": "THROWS 2"}, "0 oinker piggyback 0 5 1", scores={"Bill": 40})
    assert played.record.discarded == ("pig_out", "oinker", "piggyback", "pig_out")
    assert [throw.n for throw in played.record.throws] == [1, 2]
    assert played.scores == {"Bill": 46}


def test_3_2_1_a_discarded_piggyback_eliminates_nobody() -> None:
    played = play({"Bill": "THROWS 1"}, "piggyback 5", scores={"Bill": 40}, piggyback="eliminate")
    assert (played.eliminated, played.scores) == (set(), {"Bill": 45})


@pytest.mark.parametrize(
    ("kind", "throws_"),
    [("pig", "1 1 5 3"), ("two_dice", "1-1 3-1 2-3 2-1"), ("doubles", "1-4 4-1 2-3 1-6")],
)
def test_3_2_1_dice_that_do_not_score_are_thrown_again_too(kind: str, throws_: str) -> None:
    played = play({"Bill": "THROWS 1"}, throws_, kind=kind, scores={"Bill": 40})
    assert played.record.discarded == tuple(throws_.split()[:2])
    assert played.scores == {"Bill": 45}


def test_3_2_1_two_1s_of_doubles_pig_score_and_are_not_thrown_again() -> None:
    played = play({"Bill": "THROWS 1"}, "1-1", kind="doubles")
    assert (played.record.discarded, played.scores) == ((), {"Bill": 25})


@pytest.mark.parametrize("name", ["pig_out", "oinker", "piggyback"])
def test_3_2_2_from_the_second_throw_on_every_outcome_counts(name: str) -> None:
    played = play({"Bill": "THROWS 3"}, f"1 {name} 1")
    assert played.record.throws[-1].name == name
    assert played.record.ended_by is EndedBy.NON_SCORING
    assert not played.record.discarded


def test_3_2_3_throwing_again_takes_the_next_draws_of_the_same_stream() -> None:
    key = round_key(bytes(32), game="g", round=1, attempt=1)
    played = play({"Bill": "THROWS 9"}, throws(key, settings()))
    drawn = throws(key, settings())
    recorded = [*played.record.discarded, *(throw.name for throw in played.record.throws)]
    assert recorded == [next(drawn).name for _ in recorded]


@pytest.mark.parametrize(("name", "left"), [("pig_out", 40), ("oinker", 0), ("piggyback", 0)])
def test_3_2_4_without_the_promise_a_non_scoring_first_throw_closes_the_round(
    name: str, left: int
) -> None:
    played = play({"Bill": "THROWS 1"}, f"{name} 1", scores={"Bill": 40}, first_throw_scores=False)
    assert played.record.ended_by is EndedBy.NON_SCORING
    assert (played.record.throws_made, played.record.discarded) == (1, ())
    assert played.turn == {"Bill": 0}
    assert played.scores == {"Bill": left}


@pytest.mark.parametrize(
    ("kind", "throw", "left"),
    [("pig", "1", 40), ("two_dice", "4-1", 40), ("two_dice", "1-1", 0), ("doubles", "1-6", 40)],
)
def test_3_2_4_without_the_promise_dice_count_from_the_first_throw(
    kind: str, throw: str, left: int
) -> None:
    orders = {"Bill": "THROWS 1", "Karen": "ONLY LEFT"}
    scores = dict.fromkeys(orders, 40)
    played = play(orders, throw, kind=kind, scores=scores, first_throw_scores=False)
    assert played.record.ended_by is EndedBy.NON_SCORING
    assert played.record.discarded == ()
    assert played.turn == {"Bill": 0, "Karen": 0}
    assert played.scores == {"Bill": left, "Karen": left}


@pytest.mark.parametrize("kind", list(Kind))
def test_3_2_4_the_promise_is_the_default_where_throws_are_shared_but_for_hog(kind: Kind) -> None:
    for form in kind.forms:
        promised = form is Form.SHARED and kind is not Kind.HOG
        assert game_settings(kind, form=form).first_throw_scores == promised
        assert (
            game_settings(kind, form=form, first_throw_scores=True).first_throw_scores == promised
        )
        assert not game_settings(kind, form=form, first_throw_scores=False).first_throw_scores


def test_3_2_4_without_the_promise_a_scoring_first_throw_plays_on() -> None:
    played = play({"Bill": "THROWS 2"}, "5 5", first_throw_scores=False)
    assert played.scores == {"Bill": 10}
