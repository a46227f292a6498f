"""Orders for rounds to come, and for every round: which one counts when, and what takes them back."""

from dataclasses import replace
from io import BytesIO

import pytest

from pigpost.adapters.sql.decoding import ReadBack
from pigpost.audit.export import export_game
from pigpost.errors import LogBroken
from pigpost.events.types import OrderAccepted
from pigpost.games.conditions import After, Throws, Turn, When
from pigpost.games.kinds import Seat
from pigpost.replay.fold import replay
from pigpost.replay.opened import opened_versions
from pigpost.replay.rounds import book
from pigpost.replay.state import RoundState
from pigpost.replay.verify import verify
from tests.replay.playing import SPRING, Playing, begun

ONE, TWO = Seat(1), Seat(2)


def current(playing: Playing) -> RoundState:
    state = playing.state.current
    assert state is not None
    return state


def counts(playing: Playing, seat: Seat = ONE) -> object:
    order = current(playing).standing(seat)
    return None if order is None else order.condition


def wrong(playing: Playing) -> list[str]:
    """What the check of an export of the game, as anybody may have it now, finds fault with."""
    export = export_game(playing.tx, SPRING, origin="pigs.example/pigpost")
    return [finding.words for finding in verify(BytesIO(export)) if not finding.good]


# --- which one counts -----------------------------------------------------------------------------


def test_6_4_an_order_for_a_round_to_come_counts_in_that_round_and_no_other() -> None:
    playing = begun(2)
    one = playing.order(1, Turn(20), arrived=10, uid=1, round=3)
    assert counts(playing) is None
    assert playing.close().sources["p1"] == "default:no_order"
    assert counts(playing) is None
    assert playing.close().sources["p1"] == "default:no_order"
    assert counts(playing) == Turn(20)
    assert playing.close().sources["p1"] == f"order:{one.pos}"
    assert counts(playing) is None
    assert playing.state.kept == ()


def test_a_standing_order_counts_in_every_round_from_the_one_it_was_mailed_in() -> None:
    playing = begun(2, target=500)
    one = playing.standing_order(1, Throws(2), arrived=10, uid=1)
    sources = [playing.close().sources["p1"] for _ in range(3)]
    assert sources == [f"order:{one.pos}"] * 3
    assert [seat.misses for seat in playing.state.seats.values()] == [0, 3]


def test_an_order_for_the_round_goes_before_a_standing_one_whenever_it_came() -> None:
    playing = begun(2)
    playing.order(1, Turn(20), arrived=10, uid=1)
    playing.standing_order(1, Throws(2), arrived=11, uid=2)
    playing.order(2, Turn(20), arrived=13, uid=4)
    playing.standing_order(2, Throws(2), arrived=12, uid=3)
    assert counts(playing, ONE) == counts(playing, TWO) == Turn(20)
    playing.close()
    assert counts(playing, ONE) == counts(playing, TWO) == Throws(2)


def test_6_4_of_several_of_a_kind_the_last_to_arrive_counts() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(3), arrived=12, uid=2)
    playing.standing_order(1, Throws(2), arrived=11, uid=1)
    playing.order(1, Turn(9), arrived=12, uid=3, round=2)
    playing.order(1, Turn(8), arrived=11, uid=9, round=2)
    assert counts(playing) == Throws(3)
    newest = playing.state.newest(ONE, 2)
    assert newest is not None
    assert newest.condition == Turn(9)
    playing.close()
    assert counts(playing) == Turn(9)


def test_a_standing_order_that_came_after_the_deadline_counts_from_the_next_round_on() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(3), arrived=12, uid=2, since=2)
    assert counts(playing) is None
    playing.close()
    assert counts(playing) == Throws(3)


def test_what_is_recorded_after_the_seal_is_not_in_the_book_but_in_later_ones() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(2), arrived=9, uid=1)
    playing.seal()
    closed = book(playing.state)
    playing.standing_order(1, Throws(3), arrived=10, uid=2)
    playing.order(2, Turn(5), arrived=10, uid=3, round=2)
    playing.clear(1, arrived=10, uid=1)
    assert book(playing.state) == closed
    assert playing.throw().orders == {"p1": "THROWS 2", "p2": "THROWS 1"}
    playing.open()
    assert counts(playing, ONE) == Throws(3)
    assert counts(playing, TWO) == Turn(5)


def test_3_3_7_a_stored_order_may_name_who_has_left_by_then() -> None:
    playing = begun(3)
    playing.standing_order(1, After(frozenset({TWO})), arrived=10, uid=1)
    playing.order(3, When(frozenset({TWO})), arrived=10, uid=2, round=2)
    playing.close()
    playing.resign(2)
    playing.seal()
    event = playing.throw()
    assert event.orders == {"p1": "AFTER p2", "p3": "WHEN p2"}
    assert event.result["dropped_at"] == {"p1": 1, "p3": 1}


def test_6_7_orders_that_outlast_a_round_do_not_count_for_who_has_left() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(3), arrived=10, uid=1)
    playing.resign(1)
    assert counts(playing) is None
    playing.close()
    assert counts(playing) is None


# --- what takes them back --------------------------------------------------------------------------


def test_clear_takes_back_everything_that_arrived_before_it() -> None:
    playing = begun(2)
    playing.order(1, Turn(20), arrived=10, uid=1)
    playing.order(1, Turn(21), arrived=10, uid=2, round=2)
    playing.standing_order(1, Throws(2), arrived=10, uid=3)
    playing.clear(1, arrived=11, uid=4)
    playing.order(1, Turn(22), arrived=10, uid=9, round=2)
    assert counts(playing) is None
    assert [playing.state.newest(ONE, n) for n in (1, 2, None)] == [None, None, None]
    playing.close()
    assert counts(playing) is None
    playing.standing_order(1, Throws(4), arrived=12, uid=5)
    assert counts(playing) == Throws(4)


def test_clear_is_not_forgotten_with_its_round() -> None:
    playing = begun(2)
    playing.clear(1, arrived=11, uid=4)
    playing.close()
    playing.standing_order(1, Throws(2), arrived=10, uid=3)
    assert counts(playing) is None


def test_a_clear_leaves_what_a_later_round_took_for_itself_as_the_first_release_did() -> None:
    """A mail that was moved into the inbox keeps its arrival; logs with such a one are for ever."""
    playing = begun(2)
    playing.clear(1, arrived=11, uid=4)
    playing.close()
    playing.order(1, Turn(22), arrived=10, uid=9)
    assert counts(playing) == Turn(22)
    newest = playing.state.newest(ONE, 2)
    assert newest is not None
    assert newest.condition == Turn(22)
    playing.clear(1, arrived=12, uid=10)
    assert counts(playing) is None
    assert playing.state.newest(ONE, 2) is None
    playing.close()
    assert wrong(playing) == []


def test_not_me_brings_back_the_standing_order_before_even_rounds_later() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(2), arrived=10, uid=1)
    forged = playing.standing_order(1, Throws(99), arrived=11, uid=2)
    later = playing.order(1, Turn(50), arrived=11, uid=3, round=3)
    playing.close()
    playing.set_aside(forged.ver, 1)
    assert counts(playing) == Throws(2)
    playing.set_aside(later.ver, 1)
    playing.close()
    assert counts(playing) == Throws(2)


def test_a_round_that_is_opened_anew_begins_with_standing_orders_alone() -> None:
    playing = begun(2)
    playing.order(1, Turn(9), arrived=10, uid=1, round=2)
    playing.order(2, Turn(9), arrived=10, uid=2, round=2)
    playing.standing_order(1, Throws(2), arrived=10, uid=3)
    playing.close()
    playing.open(attempt=2, round=2)
    assert counts(playing, ONE) == Throws(2)
    assert counts(playing, TWO) is None


# --- what the fold looks at -----------------------------------------------------------------------


def test_of_the_orders_of_a_round_that_is_over_only_those_are_read_that_outlast_it() -> None:
    playing = begun(2)
    one = playing.order(1, Throws(3), arrived=10, uid=1)
    playing.close()
    before, after = playing.recorded[: one.ver - 1], playing.recorded[one.ver :]
    place = (one.stream, one.pos, one.ver, one.leaf)
    for round, told in ((b"1", False), (b"null", True), (b"2", True)):
        unreadable = ReadBack(*place, "OrderAccepted", 1, b'{"round":%s}' % round, None, None)
        if told:
            with pytest.raises(LogBroken, match=f"entry {one.pos}: OrderAccepted"):
                replay([*before, unreadable, *after])
        else:
            assert replay([*before, unreadable, *after]) == playing.state
    broken = ReadBack(*place, "OrderAccepted", 1, b'{"round":"x"}', None, None)
    with pytest.raises(LogBroken, match=f"entry {one.pos}"):
        replay([*before, broken, *after])


def test_the_public_does_not_see_whose_orders_are_kept() -> None:
    playing = begun(2)
    playing.sealed_writers = True
    one = playing.order(1, Throws(3), arrived=10, uid=1, round=5)
    playing.standing_order(1, Throws(3), arrived=10, uid=2)
    hidden = [
        replace(each, event=replace(each.event, sealed=None, personal=None))
        if isinstance(each.event, OrderAccepted)
        else each
        for each in playing.recorded
    ]
    state = replay(hidden)
    assert state is not None
    assert state.current is not None
    assert (state.kept, state.current.orders) == ((), ())
    assert one.event.by == "service"


# --- opening and checking ----------------------------------------------------------------------------


def test_a_standing_order_opens_with_the_first_round_that_is_thrown_after_it() -> None:
    playing = begun(2)
    one = playing.standing_order(1, Throws(3), arrived=10, uid=1).ver
    playing.order(1, Turn(5), arrived=11, uid=2)
    assert opened_versions(playing.recorded) == frozenset()
    playing.close()
    assert one in opened_versions(playing.recorded)
    playing.seal()
    late = playing.standing_order(1, Throws(4), arrived=12, uid=3).ver
    playing.throw()
    assert late not in opened_versions(playing.recorded)


def test_what_outlasts_an_annulled_attempt_is_opened_with_the_next_throw() -> None:
    playing = begun(2)
    void = playing.order(1, Turn(5), arrived=9, uid=1).ver
    kept = {
        playing.standing_order(1, Throws(3), arrived=10, uid=2).ver,
        playing.clear(2, arrived=10, uid=3).ver,
    }
    later = playing.order(1, Turn(6), arrived=11, uid=4, round=2).ver
    playing.open(attempt=2, round=1)
    playing.close()
    assert opened_versions(playing.recorded) == kept
    assert wrong(playing) == []
    playing.close()
    assert opened_versions(playing.recorded) == kept | {later}
    assert void not in opened_versions(playing.recorded)
    assert wrong(playing) == []


def test_at_every_moment_of_a_game_with_such_orders_its_export_is_intact() -> None:
    playing = begun(3, target=500)
    playing.sealed_writers = True
    steps = [
        lambda: playing.standing_order(1, Throws(2), arrived=10, uid=1),
        lambda: playing.order(2, After(frozenset({ONE})), arrived=10, uid=2, round=3),
        lambda: playing.away(3, 2, 4),
        lambda: playing.refuse(3, "unclear", arrived=10, uid=3),
        playing.seal,
        playing.throw,
        playing.open,
        lambda: playing.order(1, Turn(9), arrived=20, uid=4),
        lambda: playing.press(1, "Oink", 2),
        playing.seal,
        lambda: playing.standing_order(2, Throws(5), arrived=21, uid=5, since=3),
        playing.throw,
        playing.open,
        lambda: playing.clear(1, arrived=30, uid=6),
        playing.seal,
        playing.throw,
        playing.open,
        playing.close,
    ]
    for step in steps:
        step()
        assert wrong(playing) == []
    thrown = [done.event.sources for done in playing.state.thrown]
    assert [sources["p3"] for sources in thrown] == [
        "default:unclear",
        "default:absent",
        "default:absent",
        "default:no_order",
    ]
    assert [sources["p1"].partition(":")[0] for sources in thrown] == [
        "order",
        "order",
        "default",
        "default",
    ]
    assert [sources["p2"] != "default:no_order" for sources in thrown] == [
        False,
        False,
        True,
        True,
    ]


def test_an_export_between_seal_and_throw_is_intact_though_no_order_is_open() -> None:
    playing = begun(2)
    playing.sealed_writers = True
    playing.order(1, Throws(2), arrived=10, uid=1)
    playing.seal()
    assert wrong(playing) == []
