"""Nothing sealed is open before its round is thrown."""

from pigpost.games.conditions import Throws
from pigpost.replay.opened import opened_versions
from tests.replay.playing import Playing, begun


def opened(playing: Playing) -> frozenset[int]:
    return opened_versions(playing.recorded)


def test_an_order_opens_with_its_round_and_not_before() -> None:
    playing = begun(2)
    order = playing.order(1, Throws(2), arrived=1, uid=1).ver
    assert opened(playing) == frozenset()
    playing.seal()
    assert opened(playing) == frozenset()
    playing.throw()
    assert opened(playing) == {order}


def test_everything_else_that_is_sealed_opens_with_it() -> None:
    playing = begun(2)
    vers = {
        playing.order(1, Throws(2), arrived=1, uid=1).ver,
        playing.refuse(1, "unclear", arrived=2, uid=2).ver,
        playing.clear(1, arrived=3, uid=3).ver,
        playing.set_aside(9, 2).ver,
    }
    playing.close()
    assert opened(playing) == vers


def test_the_next_round_stays_sealed() -> None:
    playing = begun(2)
    first = playing.order(1, Throws(2), arrived=1, uid=1).ver
    playing.close()
    playing.order(1, Throws(3), arrived=2, uid=2)
    playing.refuse(2, "wrong_round", arrived=2, uid=3)
    assert opened(playing) == {first}


def test_a_refusal_for_a_past_round_waits_for_the_round_in_which_it_came() -> None:
    playing = begun(2)
    playing.close()
    late = playing.refuse(2, "wrong_round", arrived=2, uid=3)
    about_round_1 = playing.order(1, Throws(3), arrived=2, uid=4, round=1)
    assert opened(playing) == frozenset()
    playing.close()
    assert opened(playing) == {late.ver, about_round_1.ver}


def test_a_refusal_that_came_after_the_seal_waits_for_the_next_round() -> None:
    playing = begun(2)
    playing.seal()
    late = playing.refuse(1, "too_late", arrived=9, uid=9).ver
    playing.throw()
    playing.open()
    assert opened(playing) == frozenset()
    playing.close()
    assert opened(playing) == {late}


def test_an_order_for_a_round_to_come_waits_for_that_round() -> None:
    playing = begun(2)
    early = playing.order(1, Throws(3), arrived=1, uid=1, round=2).ver
    playing.close()
    assert opened(playing) == frozenset()
    playing.close()
    assert opened(playing) == {early}


def test_orders_of_an_annulled_attempt_wait_for_the_end_of_the_game() -> None:
    playing = begun(1, target=1)
    void = playing.order(1, Throws(3), arrived=1, uid=1).ver
    playing.open(attempt=2, round=1)
    order = playing.order(1, Throws(1), arrived=1, uid=1).ver
    playing.seal()
    event = playing.throw()
    assert opened(playing) == {order}
    playing.end(event)
    assert opened(playing) == {order, void}


def test_when_the_game_is_over_nothing_is_left_to_be_hidden() -> None:
    playing = begun(1)
    order = playing.order(1, Throws(3), arrived=1, uid=1).ver
    playing.leave()
    after = playing.refuse(1, "too_late", arrived=1, uid=1).ver
    assert opened(playing) == {order, after}
