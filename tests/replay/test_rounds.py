"""The book of a round and its throws (formats 3)."""

import hashlib
from dataclasses import replace

import pytest

from pigpost.errors import LogBroken, UnknownEvent
from pigpost.games.conditions import (
    After,
    Condition,
    OnlyLeft,
    Throws,
    Turn,
    When,
)
from pigpost.games.kinds import Seat
from pigpost.replay.record import record_of
from pigpost.replay.rounds import book, thrown
from tests.replay.playing import NOON, begun, played, seed

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def test_a_book_has_every_participant_with_his_order_or_why_he_has_none() -> None:
    playing = begun(3)
    playing.order(3, When(frozenset({TWO, ONE})), arrived=1, uid=1)
    playing.refuse(2, "bad_number", arrived=1, uid=2)
    sheet = book(playing.state)
    position = playing.recorded[-2].pos
    assert sheet.orders == {
        ONE: Throws(1),
        TWO: Throws(1),
        THREE: When(frozenset({ONE, TWO})),
    }
    assert sheet.sources == {
        ONE: "default:no_order",
        TWO: "default:bad_number",
        THREE: f"order:{position}",
    }
    assert (set(sheet.ordered), sheet.defaulted[TWO]) == ({THREE}, "bad_number")


def test_the_digest_of_a_book_is_that_of_its_lines() -> None:
    playing = begun(2)
    position = playing.order(2, Turn(20), arrived=1, uid=1).pos
    lines = (
        "pigpost/orders/v1\nspring-pigs\n1\n1\n"
        f"p1\tTHROWS 1\tdefault:no_order\np2\tTURN 20\torder:{position}\n"
    )
    assert book(playing.state).digest == hashlib.sha256(lines.encode()).hexdigest()


def test_a_book_can_not_be_made_from_orders_that_are_not_open() -> None:
    playing = begun(1)
    playing.order(1, Turn(20), arrived=1, uid=1)
    state = playing.state
    assert state.current is not None
    hidden = tuple(replace(order, condition=None) for order in state.current.orders)
    with pytest.raises(LogBroken, match="not open"):
        book(replace(state, current=replace(state.current, orders=hidden)))


def test_there_is_no_book_before_the_first_round() -> None:
    playing = begun(1)
    with pytest.raises(LogBroken, match="no round"):
        book(replace(playing.state, current=None))


def test_a_round_is_thrown_only_when_its_orders_are_sealed() -> None:
    with pytest.raises(LogBroken, match="not sealed"):
        thrown(begun(1).state, seed=seed(1), at=NOON)


def test_throws_of_a_level_or_rules_of_another_release_are_not_guessed() -> None:
    playing = begun(1)
    playing.seal()
    with pytest.raises(UnknownEvent, match="beacon"):
        thrown(replace(playing.state, level="beacon"), seed=seed(1), at=NOON)
    with pytest.raises(UnknownEvent, match="stagg-2099"):
        thrown(replace(playing.state, rules="stagg-2099/1"), seed=seed(1), at=NOON)


def test_7_3_a_thrown_round_records_all_that_it_was_made_from() -> None:
    playing = begun(2)
    playing.order(1, Throws(3), arrived=1, uid=1)
    playing.seal()
    state = playing.state
    event = thrown(state, seed=seed(1), at=NOON)
    assert state.current is not None
    assert (event.round, event.attempt, event.by, event.at) == (1, 1, "service", NOON)
    assert (event.seed, event.orders_digest) == (seed(1).hex(), state.current.orders_digest)
    assert (event.participants, event.scores) == (("p1", "p2"), {"p1": 0, "p2": 0})
    assert event.orders == {"p1": "THROWS 3", "p2": "THROWS 1"}
    made = [t["name"] for t in event.result["discarded"]] + [
        t["name"] for t in event.result["throws"]
    ]
    assert list(event.draws) == made


def test_7_1_the_throws_hang_on_the_seed_and_not_on_the_orders() -> None:
    few, many = begun(2), begun(2)
    many.order(1, Throws(99), arrived=1, uid=1)
    few.seal()
    many.seal()
    short, long = few.throw(), many.throw()
    assert len(short.draws) < len(long.draws)
    assert long.draws[: len(short.draws)] == short.draws


def test_6_7_who_leaves_between_seal_and_throw_is_not_in_the_round() -> None:
    playing = begun(3)
    playing.order(1, After(frozenset({TWO})), arrived=1, uid=1)
    playing.order(2, OnlyLeft(), arrived=1, uid=2)
    playing.seal()
    sealed = book(playing.state).digest
    playing.resign(2)
    event = playing.throw()
    assert event.participants == ("p1", "p3")
    assert event.orders == {"p1": "AFTER p2", "p3": "THROWS 1"}
    assert event.orders_digest == sealed
    assert event.scores.keys() == {"p1", "p2", "p3"}


def test_bounded_draws_leave_a_round_incomplete() -> None:
    playing = begun(1)
    playing.order(1, OnlyLeft(), arrived=1, uid=1)
    playing.order(1, Throws(50), arrived=2, uid=2)
    playing.seal()
    assert (
        thrown(playing.state, seed=seed(1), at=NOON, longest=1).result["ended_by"] == "incomplete"
    )


def test_a_record_is_read_back_as_it_was_adjudicated() -> None:
    orders: dict[int, Condition] = {
        1: Throws(2),
        2: When(frozenset({ONE})),
        3: After(frozenset({ONE})),
    }
    playing = played(orders, rounds=3)
    for done in playing.state.thrown:
        record = record_of(done.event)
        assert {f"p{s}" for s in record.orders} == set(done.event.participants)
        assert record.throws_made == done.event.result["throws_made"]
        drops = [(d.seat, d.wave) for throw in record.throws for d in throw.drops]
        told = [
            (Seat(int(d["player"][1:])), d["wave"])
            for throw in done.event.result["throws"]
            for d in throw["drops"]
        ]
        assert drops == told
    assert any(
        drop.condition == When(frozenset({ONE}))
        for done in playing.state.thrown
        for throw in record_of(done.event).throws
        for drop in throw.drops
    )
