"""Press, absence and WAIT in the fold: of which round they are, and what arrival decides."""

from dataclasses import replace
from datetime import timedelta

from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.replay.fold import replay
from pigpost.replay.state import RoundState
from tests.replay.playing import Playing, begun

ONE, TWO = Seat(1), Seat(2)


def current(playing: Playing) -> RoundState:
    state = playing.state.current
    assert state is not None
    return state


def test_press_goes_with_the_round_in_which_it_came() -> None:
    playing = begun(3)
    playing.press(1, "Oink", 2)
    playing.seal()
    playing.press(2, "All aboard")
    assert [piece.words for piece in current(playing).press] == ["Oink", "All aboard"]
    playing.throw()
    playing.open()
    playing.press(3, "Next time")
    (thrown,) = playing.state.thrown
    first, second = thrown.press
    assert [first.is_for(Seat(n)) for n in (1, 2, 3)] == [True, True, False]
    assert [second.is_for(Seat(n)) for n in (1, 2, 3)] == [True, True, True]
    assert [piece.words for piece in current(playing).press] == ["Next time"]


def test_press_is_kept_when_its_round_is_opened_anew_and_gone_when_it_is_erased() -> None:
    playing = begun(2)
    one = playing.press(1, "Oink")
    playing.open(attempt=2, round=1)
    assert [piece.words for piece in current(playing).press] == ["Oink"]
    erased = replace(one, event=replace(one.event, personal=None))
    recorded = [erased if each.ver == one.ver else each for each in playing.recorded]
    state = replay(recorded)
    assert state is not None
    assert state.current is not None
    assert state.current.press == ()


def test_an_absence_never_covers_the_round_under_way() -> None:
    playing = begun(2, target=500)
    playing.away(1, 1, 3)
    assert current(playing).absent == frozenset()
    assert playing.close().sources["p1"] == "default:no_order"
    assert current(playing).absent == {ONE}
    assert playing.close().sources["p1"] == "default:absent"
    assert playing.close().sources["p1"] == "default:no_order"
    assert playing.state.seats[ONE].misses == 2


def test_3_7_1_who_is_away_plays_his_standing_order_if_he_has_one() -> None:
    playing = begun(2)
    playing.standing_order(1, Throws(3), arrived=1, uid=1)
    playing.away(1, 1, 9)
    playing.close()
    event = playing.close()
    assert event.orders["p1"] == "THROWS 3"
    assert event.sources["p1"].startswith("order:")


def test_a_refused_mail_of_who_is_away_makes_no_miss() -> None:
    playing = begun(2)
    playing.away(1, 1, 9)
    playing.close()
    playing.refuse(1, "unclear", arrived=9, uid=9)
    assert playing.close().sources["p1"] == "default:absent"


def test_who_is_back_is_away_no_more() -> None:
    playing = begun(2, target=500)
    playing.away(1, 1, 9, arrived=5, uid=1)
    playing.back(1, arrived=6, uid=2)
    playing.close()
    assert current(playing).absent == frozenset()
    playing.away(1, 1, 9, arrived=7, uid=3)
    playing.close()
    assert current(playing).absent == {ONE}


def test_a_word_of_being_back_that_has_overtaken_the_absence_ends_it_too() -> None:
    playing = begun(2)
    playing.back(1, arrived=6, uid=2)
    playing.away(1, 1, 9, arrived=5, uid=1)
    playing.close()
    assert current(playing).absent == frozenset()


def test_days_of_absence_that_have_passed_are_not_undone_by_being_back() -> None:
    playing = begun(2)
    playing.away(1, 0, 9, arrived=5, uid=1)
    back_at = current(playing).deadline + timedelta(days=1)
    playing.back(1, arrived=int((back_at - playing.log.recorded[0].event.at).total_seconds()) // 60)
    (absence,) = playing.state.seats[ONE].absences
    assert absence.ends_at == back_at


def test_who_is_away_is_known_to_the_log_only_as_far_as_it_mattered() -> None:
    playing = begun(3)
    playing.away(1, 1, 9)
    playing.away(2, 1, 9)
    playing.close()
    playing.order(2, Throws(3), arrived=9, uid=9)
    playing.seal()
    sealed = playing.recorded[-1].event
    assert getattr(sealed, "absent", None) == ("p1",)


def test_wait_and_nowait_are_of_one_round_and_by_arrival() -> None:
    playing = begun(2)
    playing.wait(1, "nowait", arrived=11, uid=2)
    playing.wait(1, "wait", arrived=10, uid=1)
    playing.wait(2, "wait", arrived=10, uid=3)
    assert [current(playing).waits_for(seat) for seat in (ONE, TWO)] == [False, True]
    playing.close()
    assert [current(playing).waits_for(seat) for seat in (ONE, TWO)] == [False, False]
