"""What holds for every game, however it was played."""

from functools import reduce
from io import BytesIO

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pigpost.audit.export import export_game
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.orders.reading import Reason
from pigpost.replay.fold import apply, replay
from pigpost.replay.record import record_of
from pigpost.replay.rounds import book
from pigpost.replay.verify import verify
from pigpost.replay.what_if import what_if
from tests.replay.playing import SPRING, Playing, begun
from tests.replay.random_games import conditions, games

_few = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@_few
@given(games())
def test_one_step_at_a_time_or_all_at_once_the_state_is_the_same(playing: Playing) -> None:
    assert (
        reduce(apply, playing.recorded, None)
        == replay(playing.recorded)
        == replay(playing.recorded)
    )


_SAID = ("order", "standing", "later", "refuse", "clear", "back", "away", "wait", "nowait")
_mails = st.lists(
    st.tuples(st.sampled_from(_SAID), st.integers(1, 2), st.integers(0, 2), st.integers(1, 20)),
    unique_by=lambda mail: mail[2:],
    max_size=8,
)


@_few
@given(_mails.flatmap(lambda mails: st.tuples(st.just(mails), st.permutations(mails))))
def test_6_4_what_stands_does_not_hang_on_the_sequence_in_which_mails_are_read(
    both: tuple[list[tuple[str, int, int, int]], list[tuple[str, int, int, int]]],
) -> None:
    assert _stands(both[0]) == _stands(both[1])


def _stands(mails: list[tuple[str, int, int, int]]) -> object:
    """What stands for the round in which the mails came, and for the two that follow."""
    playing = begun(2, target=10**6)
    for kind, seat, arrived, uid in mails:
        _say(playing, kind, seat, arrived, uid)
    books = []
    for _ in range(3):
        sheet, current = book(playing.state), playing.state.current
        assert current is not None
        books.append((sheet.orders, sheet.defaulted, {s: w for s, (_, w) in current.waits.items()}))
        playing.close()
    return books


def _say(playing: Playing, kind: str, seat: int, arrived: int, uid: int) -> None:
    when, order = {"arrived": arrived, "uid": uid}, Throws(10 * arrived + uid)
    match kind:
        case "order":
            playing.order(seat, order, **when)
        case "standing":
            playing.standing_order(seat, order, **when)
        case "later":
            playing.order(seat, order, **when, round=2)
        case "refuse":
            playing.refuse(seat, list(Reason)[(arrived + uid) % len(Reason)], **when)
        case "clear":
            playing.clear(seat, **when)
        case "away":
            playing.away(seat, 1, 2 + arrived, **when)
        case "back":
            playing.back(seat, **when)
        case _:
            playing.wait(seat, kind, **when)


@_few
@given(_mails)
def test_of_all_orders_the_latest_for_the_round_counts_else_the_latest_for_every_one(
    mails: list[tuple[str, int, int, int]],
) -> None:
    """The book against the rule, said once more in the simplest way."""
    playing = begun(2, target=10**6)
    for mail in mails:
        _say(playing, *mail)
    for number, own in ((1, "order"), (2, "later"), (3, "none")):
        ordered = book(playing.state).ordered
        for seat in (1, 2):
            said = [(kind, at) for kind, who, *at in mails if who == seat]
            cleared = max((at for kind, at in said if kind == "clear"), default=[-1, 0])
            left = [(kind, at) for kind, at in said if at >= cleared]
            mine = [at for kind, at in left if kind == own] or [
                at for kind, at in left if kind == "standing"
            ]
            wanted = Throws(10 * max(mine)[0] + max(mine)[1]) if mine else None
            assert ordered.get(Seat(seat)) == wanted, number
        playing.close()


@_few
@given(games())
def test_every_export_verifies(playing: Playing) -> None:
    findings = list(verify(BytesIO(export_game(playing.tx, SPRING, origin="pigs.example/pigpost"))))
    assert [f for f in findings if not f.good] == []
    assert len([f for f in findings if f.round]) == len(playing.state.thrown)


@_few
@given(games())
def test_7_1_what_if_with_the_same_orders_is_what_was_recorded(playing: Playing) -> None:
    state = playing.state
    for thrown in state.thrown:
        record = record_of(thrown.event)
        same = {s: c for s, c in record.orders.items() if s not in record.defaulted}
        assert what_if(state, thrown.event.round or 0, same) == record
        assert what_if(state, thrown.event.round or 0, {}) == record


@_few
@given(games(), st.data())
def test_7_1_what_if_sees_the_same_throws_and_changes_nothing(
    playing: Playing, data: st.DataObject
) -> None:
    state = playing.state
    for thrown in state.thrown:
        if not thrown.event.participants:
            continue
        seat = Seat(int(data.draw(st.sampled_from(thrown.event.participants))[1:]))
        other = data.draw(conditions(len(state.seats), seat))
        record = what_if(state, thrown.event.round or 0, {seat: other})
        drawn = (*record.discarded, *(throw.name for throw in record.throws))
        both = min(len(drawn), len(thrown.event.draws))
        assert drawn[:both] == thrown.event.draws[:both]
        assert record.orders[seat] == other
    assert playing.state == state
