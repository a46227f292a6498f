"""Section 7: streams, the record, and rounds without an end."""

from itertools import islice

from pigpost.games.conditions import Throws, Turn
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.games.record import EndedBy
from pigpost.games.throws import round_key, throws
from tests.games.rounds import play

SEED = bytes(range(32))
KEY = round_key(SEED, game="spring-pigs", round=4, attempt=1)


def test_7_1_a_seed_alone_fixes_the_stream() -> None:
    again = round_key(SEED, game="spring-pigs", round=4, attempt=1)
    assert again == KEY
    first = list(islice(throws(KEY, STANDARD_WEIGHTS), 200))
    assert first == list(islice(throws(again, STANDARD_WEIGHTS), 200))


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
    short = play({"Bill": "THROWS 1"}, throws(KEY, STANDARD_WEIGHTS))
    longer = play({"Bill": "THROWS 3"}, throws(KEY, STANDARD_WEIGHTS))
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
