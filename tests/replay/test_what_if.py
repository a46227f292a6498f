"""Another ending of a thrown round, on the same throws (rule 7.1)."""

from typing import get_args

import pytest

from pigpost.errors import NotFound
from pigpost.events.types import Event
from pigpost.games.conditions import OnlyLeft, Throws
from pigpost.games.kinds import Seat
from pigpost.games.record import EndedBy
from pigpost.replay.record import record_of
from pigpost.replay.what_if import what_if
from tests.replay.playing import begun, played

ONE, TWO = Seat(1), Seat(2)


def test_another_order_ends_the_round_elsewhere_on_the_same_throws() -> None:
    playing = played({1: Throws(1), 2: Throws(2)}, rounds=1)
    event = playing.state.thrown[0].event
    other = what_if(playing.state, 1, {ONE: OnlyLeft()})
    drawn = (*other.discarded, *(throw.name for throw in other.throws))
    assert drawn == event.draws
    assert other.orders == {ONE: OnlyLeft(), TWO: Throws(2)}
    assert other.dropped_at == {ONE: 2, TWO: 2}


def test_7_4_a_round_that_lasts_longer_is_drawn_further_along_the_stream() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1)
    event = playing.state.thrown[0].event
    longer = what_if(playing.state, 1, {ONE: Throws(999), TWO: Throws(999)})
    assert longer.throws_made > event.result["throws_made"]
    assert longer.ended_by in {EndedBy.NON_SCORING, EndedBy.TARGET}


def test_an_order_of_the_overlay_ends_the_default() -> None:
    playing = begun(2)
    playing.close()
    record = what_if(playing.state, 1, {ONE: Throws(2)})
    assert record.defaulted == {TWO: "no_order"}


def test_who_had_left_before_the_round_has_left_in_the_what_if() -> None:
    playing = begun(3)
    playing.resign(3)
    playing.close()
    record = what_if(playing.state, 1, {ONE: Throws(2)})
    assert record.orders.keys() == {ONE, TWO}
    assert record.final_scores[Seat(3)] == 0


def test_only_thrown_rounds_and_their_participants_can_be_asked_about() -> None:
    playing = played({1: Throws(1)}, rounds=1)
    with pytest.raises(NotFound, match="round 2"):
        what_if(playing.state, 2, {})
    with pytest.raises(NotFound, match="p7"):
        what_if(playing.state, 1, {Seat(7): Throws(1)})


def test_a_what_if_is_no_event_and_leaves_no_trace() -> None:
    playing = played({1: Throws(1), 2: Throws(2)}, rounds=2)
    before = playing.state
    record = what_if(before, 1, {ONE: Throws(9)})
    assert type(record) not in get_args(Event)
    assert before == playing.state
    assert record != record_of(before.thrown[0].event)
