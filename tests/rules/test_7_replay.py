"""Section 7: streams, the record, and rounds without an end."""

from itertools import islice

import pytest

from pigpost.games.conditions import Throws, Turn
from pigpost.games.kinds import Kind
from pigpost.games.record import EndedBy
from pigpost.games.settings import game_settings
from pigpost.games.throws import round_key, throws
from tests.games.rounds import play, play_own, settings

SEED = bytes(range(32))
KEY = round_key(SEED, game="spring-pigs", round=4, attempt=1)


def test_7_1_a_seed_alone_fixes_the_stream() -> None:
    again = round_key(SEED, game="spring-pigs", round=4, attempt=1)
    assert again == KEY
    first = list(islice(throws(KEY, settings()), 200))
    assert first == list(islice(throws(again, settings()), 200))


def test_7_1_another_seed_game_round_attempt_or_source_is_another_stream() -> None:
    other = {
        round_key(bytes(32), game="spring-pigs", round=4, attempt=1),
        round_key(SEED, game="autumn-pigs", round=4, attempt=1),
        round_key(SEED, game="spring-pigs", round=5, attempt=1),
        round_key(SEED, game="spring-pigs", round=4, attempt=2),
        round_key(SEED, game="spring-pigs", round=4, attempt=1, source="p1"),
        round_key(SEED, game="spring-pigs", round=4, attempt=1, orders_digest="00"),
        round_key(SEED, game="spring-pigs", round=4, attempt=1, beacon="00"),
    }
    assert len(other | {KEY}) == 8


@pytest.mark.parametrize("kind", list(Kind))
def test_7_1_orders_decide_how_far_a_stream_is_used_never_what_comes(kind: Kind) -> None:
    rules = game_settings(kind)
    taken, read_on = throws(KEY, rules), throws(KEY, rules)
    first = [next(taken) for _ in range(3)]
    assert list(islice(read_on, 40)) == [*first, *islice(taken, 37)]


def test_7_3_with_own_throws_the_record_has_every_throw_of_everybody() -> None:
    orders = {"Bill": "TURN 10", "Karen": None}
    played = play_own("two_dice", orders, {"Bill": "2-3 6-4", "Karen": "1-4"})
    bill, karen = played.record.turns.values()
    assert [(t.n, t.name, t.points, t.turn_score) for t in bill.throws] == [
        (1, "2-3", 5, 5),
        (2, "6-4", 10, 15),
    ]
    assert [(t.name, t.points) for t in karen.throws] == [("1-4", 0)]
    assert (bill.turn, bill.score, bill.ended_by) == (15, 15, "hold")
    assert played.named(played.record.defaulted) == {"Karen": "no_order"}


def test_7_3_a_bust_records_the_turn_score_that_is_lost() -> None:
    (turn,) = play_own("pig", {"Bill": "TURN 20"}, {"Bill": "6 6 1"}).record.turns.values()
    assert (turn.throws[-1].turn_score, turn.turn) == (12, 0)


def test_7_3_the_record_has_orders_defaults_draws_and_who_dropped_out_through_what() -> None:
    played = play({"Bill": "TURN 6", "Karen": None}, "0 1 5", scores={"Bill": 40})
    record = played.record
    assert played.named(record.orders) == {"Bill": Turn(6), "Karen": Throws(1)}
    assert played.named(record.defaulted) == {"Karen": "no_order"}
    assert record.discarded == ("pig_out",)
    assert [(t.n, t.points, t.turn_score) for t in record.throws] == [(1, 1, 1), (2, 5, 6)]
    drops = [(played.names[d.seat], d.condition, d.wave) for t in record.throws for d in t.drops]
    assert drops == [("Karen", Throws(1), 1), ("Bill", Turn(6), 1)]
    assert played.scores == {"Bill": 46, "Karen": 1}


def test_7_3_a_closing_throw_records_the_turn_score_that_is_lost() -> None:
    last = play({"Bill": "THROWS 9"}, "1 5 0").record.throws[-1]
    assert (last.points, last.turn_score, last.drops) == (0, 6, ())


def test_7_4_a_longer_order_draws_the_same_stream_further() -> None:
    short = play({"Bill": "THROWS 1"}, throws(KEY, settings()))
    longer = play({"Bill": "THROWS 3"}, throws(KEY, settings()))
    assert longer.record.discarded == short.record.discarded
    assert longer.record.throws_made > short.record.throws_made
    assert longer.record.throws[0].name == short.record.throws[0].name


def test_7_5_a_round_without_an_end_in_its_throws_changes_no_score() -> None:
    scores = {"Bill": 10, "Karen": 20}
    played = play({"Bill": "THROWS 1", "Karen": "THROWS 3"}, "5 5", scores=scores)
    assert played.record.ended_by is EndedBy.INCOMPLETE
    assert played.scores == scores
    assert played.turn == {"Bill": 0, "Karen": 0}
    assert played.out == {"Bill": 1, "Karen": None}
    assert (played.record.game_over, played.winners) == (False, [])


def test_7_5_a_round_in_which_nothing_has_scored_yet_is_incomplete() -> None:
    played = play({"Bill": "THROWS 1"}, "0 oinker", scores={"Bill": 10})
    assert played.record.ended_by is EndedBy.INCOMPLETE
    assert played.record.discarded == ("pig_out", "oinker")
    assert played.scores == {"Bill": 10}


@pytest.mark.parametrize("form", ["simultaneous", "sequential"])
@pytest.mark.parametrize("missing", ["Ann", "Ben", "Cat"])
def test_7_5_one_turn_without_an_end_leaves_every_score_as_it_was(form: str, missing: str) -> None:
    scores = {"Ann": 10, "Ben": 20, "Cat": 95}
    orders = dict.fromkeys(scores, "TURN 10")
    whole = {"Ann": "5 5", "Ben": "6 1", "Cat": "4 6"}
    played = play_own("pig", orders, whole | {missing: "4"}, form=form, scores=scores)
    assert (played.scores, played.turn) == (scores, dict.fromkeys(scores, 0))
    assert played.ended[missing] == "incomplete"
    assert (played.record.ended_by, played.winners) == (EndedBy.INCOMPLETE, [])
    assert not played.record.game_over


def test_7_5_a_piggyback_of_a_round_without_an_end_eliminates_nobody() -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 2")
    throws = {"Ann": "piggyback", "Ben": "5"}
    played = play_own("pass_the_pigs", orders, throws, scores={"Ann": 30})
    assert (played.eliminated, played.scores) == (set(), {"Ann": 30, "Ben": 0})
    assert played.ended == {"Ann": "eliminate", "Ben": "incomplete"}


def test_7_5_after_a_turn_without_an_end_the_other_turns_are_told_as_far_as_they_are_known() -> (
    None
):
    orders = dict.fromkeys(("Ann", "Ben", "Cat"), "TURN 10")
    throws = {"Ann": "5", "Ben": "6 6", "Cat": "6 1"}
    played = play_own("pig", orders, throws, form="sequential")
    assert played.ended == {"Ann": "incomplete", "Ben": "hold", "Cat": "bust"}
    won = play_own("pig", orders, throws, form="sequential", scores={"Ben": 90})
    assert won.ended == {"Ann": "incomplete", "Ben": "target"}
    assert (won.winners, won.scores["Ben"]) == ([], 90)


def test_7_5_a_row_of_hog_that_lacks_dice_is_incomplete() -> None:
    played = play_own("hog", {"Ann": "DICE 3", "Ben": "DICE 1"}, {"Ann": "6 6", "Ben": "5"})
    assert played.ended == {"Ann": "incomplete", "Ben": "hold"}
    assert played.scores == {"Ann": 0, "Ben": 0}
