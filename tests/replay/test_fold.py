"""The fold: what each event does to the state, and that mails may overtake each other."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pigpost.adapters.sql.decoding import ReadBack
from pigpost.errors import LogBroken
from pigpost.events.types import (
    ClaimFiled,
    DeadlineMoved,
    GameCreated,
    GameEnded,
    GameHeld,
    GameResumed,
    InvitationDeclined,
    OrderAccepted,
    OrderRefused,
    OrderWithdrawn,
    OutageNoted,
    PlayerInvited,
    RequestNoted,
    SealedOrder,
)
from pigpost.games.conditions import OnlyLeft, Throws, Total, Turn
from pigpost.games.kinds import Seat
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.replay.disputes import ClaimStatus
from pigpost.replay.fold import apply, replay
from pigpost.replay.state import GameState, Person, Phase, RoundState, SeatStatus
from tests.replay.playing import NOON, Playing, begun

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def current(playing: Playing) -> RoundState:
    state = playing.state.current
    assert state is not None
    return state


def standing(playing: Playing, seat: Seat) -> object:
    order = current(playing).standing(seat)
    return None if order is None else order.condition


# --- the game and its seats ---------------------------------------------------------------------


def test_no_events_make_no_game() -> None:
    assert replay([]) is None


def test_a_created_game_forms_with_its_settings_and_no_seats() -> None:
    playing = Playing()
    playing.create(target=50)
    state = playing.state
    assert (state.phase, state.settings.target, state.seats) == (Phase.FORMING, 50, {})
    assert (state.id, state.title, state.version) == ("spring-pigs", "Spring pigs, Zoë's", 1)


def test_a_seat_is_invited_taken_and_given_up() -> None:
    playing = begun(2)
    assert playing.state.seats[TWO].status is SeatStatus.PLAYING
    playing.resign(2)
    seat = playing.state.seats[TWO]
    assert (seat.status, seat.person.name) == (SeatStatus.WITHDRAWN, "Karen")
    assert playing.state.standings.participants == (ONE,)


def test_who_resigns_before_the_start_has_never_played() -> None:
    playing = Playing()
    playing.create()
    playing.invite(1)
    playing.take(1)
    playing.resign(1)
    assert playing.state.seats[ONE].status is SeatStatus.DECLINED
    assert playing.state.standings.scores == {}


def test_an_invitation_can_be_declined_and_offered_again() -> None:
    playing = Playing()
    playing.create()
    playing.invite(1)
    playing.add(InvitationDeclined(at=NOON, by="p1", seat="p1"))
    assert playing.state.seats[ONE].status is SeatStatus.DECLINED
    playing.invite(1)
    assert playing.state.seats[ONE].status is SeatStatus.INVITED


def test_an_erased_person_is_an_empty_one() -> None:
    playing = begun(1)
    erased = [
        replace(one, event=replace(one.event, personal=None))
        if isinstance(one.event, PlayerInvited)
        else one
        for one in playing.recorded
    ]
    state = replay(erased)
    assert state is not None
    assert state.seats[ONE].person == Person(id="", name="", address="", language="", timezone="")


def test_a_game_is_held_for_an_outage_that_was_noted_just_before() -> None:
    playing = begun()
    outage = OutageNoted(at=NOON, by="service", what="inbox", began=NOON, ended=None)
    playing.add(outage)
    playing.add(GameHeld(at=NOON, by="service", reason="outage:inbox"))
    assert (playing.state.held, playing.state.outages) == ("outage:inbox", (outage,))
    playing.add(GameResumed(at=NOON, by="gm", reason="read again"))
    assert (playing.state.held, playing.state.outages) == (None, ())


def test_quiet_is_remembered_and_a_claim_waits_and_changes_nothing_else() -> None:
    playing = begun()
    before = playing.state
    playing.add(ClaimFiled(at=NOON, by="p2", arrived_at=NOON, uid=1))
    (claim,) = playing.state.claims
    assert (claim.number, claim.by, claim.status) == (1, "p2", ClaimStatus.OPEN)
    assert playing.state == replace(before, version=before.version + 1, claims=(claim,))
    playing.add(RequestNoted(at=NOON, by="p2", request="quiet", arrived_at=NOON, uid=2))
    playing.add(RequestNoted(at=NOON, by="p1", request="gm", arrived_at=NOON, uid=3))
    assert [s.quiet for s in playing.state.seats.values()] == [False, True, False]


def test_a_game_that_the_gm_ends_has_no_round_and_keeps_his_note() -> None:
    playing = begun()
    playing.add(GameEnded(at=NOON, by="gm", reason="ended_by_gm", winners=(), note="too hot"))
    state = playing.state
    assert (state.phase, state.current, state.winners) == (Phase.OVER, None, ())
    assert (state.ended_because, state.ended_note) == ("ended_by_gm", "too hot")


# --- orders of the open round ---------------------------------------------------------------------


def test_6_4_the_last_acceptable_order_stands() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    playing.order(1, Turn(20), arrived=11, uid=2)
    assert standing(playing, ONE) == Turn(20)
    assert [order.standing for order in current(playing).orders] == [False, True]


def test_an_order_that_was_overtaken_does_not_stand() -> None:
    playing = begun()
    playing.order(1, Turn(20), arrived=11, uid=2)
    playing.order(1, Throws(3), arrived=10, uid=1)
    assert standing(playing, ONE) == Turn(20)


def test_of_two_mails_of_one_second_the_greater_uid_stands() -> None:
    playing = begun()
    playing.order(1, Turn(20), arrived=10, uid=9)
    playing.order(1, Throws(3), arrived=10, uid=8)
    assert standing(playing, ONE) == Turn(20)


def test_6_4_a_refused_mail_leaves_the_earlier_order_standing() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    playing.refuse(1, "vague_number", arrived=11, uid=2)
    assert standing(playing, ONE) == Throws(3)
    assert current(playing).refused == {ONE: "vague_number"}


def test_the_last_refusal_is_the_one_that_arrived_last() -> None:
    playing = begun()
    playing.refuse(1, "unclear", arrived=11, uid=2)
    playing.refuse(1, "vague_number", arrived=10, uid=1)
    assert current(playing).refused == {ONE: "unclear"}


def test_clear_takes_back_what_arrived_before_it() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    playing.clear(1, arrived=11, uid=2)
    assert standing(playing, ONE) is None
    playing.order(1, Turn(20), arrived=12, uid=3)
    assert standing(playing, ONE) == Turn(20)


def test_clear_also_takes_back_an_order_that_it_overtook() -> None:
    playing = begun()
    playing.clear(1, arrived=11, uid=2)
    playing.order(1, Throws(3), arrived=10, uid=1)
    assert standing(playing, ONE) is None


def test_clear_leaves_an_order_of_the_same_mail_and_later_ones() -> None:
    playing = begun()
    playing.order(1, Turn(20), arrived=12, uid=3)
    playing.order(2, Turn(20), arrived=11, uid=2)
    playing.clear(1, arrived=11, uid=2)
    playing.clear(2, arrived=11, uid=2)
    playing.clear(1, arrived=10, uid=1)
    assert standing(playing, ONE) == standing(playing, TWO) == Turn(20)


def test_not_me_brings_back_the_order_before() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    forged = playing.order(1, Throws(99), arrived=11, uid=2)
    playing.set_aside(forged.ver, 1)
    assert standing(playing, ONE) == Throws(3)


def test_6_7_orders_of_who_has_left_do_not_stand() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    playing.resign(1)
    assert standing(playing, ONE) is None


def test_an_order_for_another_round_or_after_the_seal_is_not_in_the_book() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1, round=2)
    playing.seal()
    playing.order(1, Throws(3), arrived=11, uid=2)
    playing.refuse(2, "too_late", arrived=11, uid=3)
    assert (current(playing).orders, current(playing).refused) == ((), {})
    assert playing.state.phase is Phase.SEALED


def test_the_public_sees_who_has_sent_and_not_what() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    playing.order(2, OnlyLeft(), arrived=10, uid=2)
    playing.clear(2, arrived=11, uid=3)
    playing.refuse(3, "unclear", arrived=11, uid=4)
    hidden = [
        replace(one, event=replace(one.event, sealed=None, personal=None))
        if isinstance(one.event, OrderAccepted | OrderRefused)
        else replace(one, event=replace(one.event, sealed=None))
        if isinstance(one.event, OrderWithdrawn)
        else one
        for one in playing.recorded
    ]
    state = replay(hidden)
    assert state is not None
    assert state.current is not None
    assert state.current.refused == {}
    assert [(o.seat, o.condition, o.standing) for o in state.current.orders] == [
        (ONE, None, True),
        (TWO, None, False),
    ]


def test_an_order_of_which_not_even_the_seat_is_known_is_not_listed() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    last = playing.recorded[-1]
    assert isinstance(last.event, OrderAccepted)
    by_gm = replace(last, event=replace(last.event, by="gm", sealed=None))
    state = replay([*playing.recorded[:-1], by_gm])
    assert state is not None
    assert state.current is not None
    assert state.current.orders == ()


def test_the_deadline_moves_and_a_new_attempt_begins_with_an_empty_book() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    later = current(playing).deadline + timedelta(days=1)
    playing.add(
        DeadlineMoved(
            at=NOON,
            by="gm",
            round=1,
            attempt=1,
            old_deadline=current(playing).deadline,
            deadline=later,
            reason="holiday",
        )
    )
    assert current(playing).deadline == later
    playing.open(attempt=2, round=1)
    assert (current(playing).attempt, current(playing).orders) == (2, ())


# --- thrown rounds ---------------------------------------------------------------------------------


def test_3_7_1_a_default_counts_as_a_miss_whatever_the_reason() -> None:
    playing = begun(3)
    playing.order(1, Throws(2), arrived=10, uid=1)
    playing.refuse(2, "unclear", arrived=10, uid=2)
    event = playing.close()
    assert event.sources["p2"] == "default:unclear"
    assert event.sources["p3"] == "default:no_order"
    assert [s.misses for s in playing.state.seats.values()] == [0, 1, 1]


def test_scores_are_those_of_the_result_and_the_next_round_is_open() -> None:
    playing = begun(2)
    event = playing.close()
    state = playing.state
    scores = {f"p{seat}": s.score for seat, s in state.seats.items()}
    assert scores == event.result["final_scores"]
    assert any(scores.values())
    assert (state.phase, current(playing).round, len(state.thrown)) == (Phase.OPEN, 2, 1)
    assert state.thrown[0].event == event
    assert state.thrown[0].pos == playing.recorded[-2].pos


def test_between_a_throw_and_what_follows_there_is_no_round() -> None:
    playing = begun(2)
    playing.seal()
    playing.throw()
    assert (playing.state.phase, playing.state.current) == (Phase.OPEN, None)


def test_whom_a_round_eliminates_is_out() -> None:
    playing = begun(2)
    playing.seal()
    event = playing.throw()
    thrown = playing.recorded[-1]
    struck = replace(event, result={**event.result, "eliminated": ["p2"]})
    state = replay([*playing.recorded[:-1], replace(thrown, event=struck)])
    assert state is not None
    assert state.standings.participants == (ONE,)
    playing.log.recorded[-1] = replace(thrown, event=struck)
    playing.resign(2)
    assert playing.state.seats[TWO].status is SeatStatus.ELIMINATED


def test_a_won_game_is_over_with_its_winners() -> None:
    playing = begun(1, target=1)
    playing.order(1, Total(1), arrived=1, uid=1)
    playing.close()
    state = playing.state
    assert (state.phase, state.winners, state.ended_because) == (Phase.OVER, (ONE,), "target")


def test_mails_of_a_round_that_is_over_are_not_looked_at() -> None:
    playing = begun(2)
    one = playing.order(1, Throws(3), arrived=10, uid=1)
    before, place = playing.recorded[:-1], (one.stream, one.pos, one.ver, one.leaf)
    unreadable = ReadBack(*place, "OrderAccepted", 1, b'{"round":1}', None, None)
    playing.close()
    after = playing.recorded[one.ver :]
    assert replay([*before, unreadable, *after]) == playing.state
    with pytest.raises(LogBroken, match=f"entry {one.pos}: OrderAccepted"):
        replay([*before, unreadable])


# --- what can't be ------------------------------------------------------------------------------


def test_a_log_begins_with_a_game_and_has_no_gaps() -> None:
    recorded = begun().recorded
    with pytest.raises(LogBroken, match="begins no game"):
        replay(recorded[1:])
    with pytest.raises(LogBroken, match="version 4"):
        replay(recorded[:2] + recorded[3:])
    with pytest.raises(LogBroken, match="begins no game"):
        apply(None, recorded[1])


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"target": 0}, "the target"),
        ({"weights": STANDARD_WEIGHTS[1:]}, "18 weights"),
        ({"weights": (1, *[0] * 17)}, "scoring"),
    ],
)
def test_2_6_3_nobody_plays_for_nothing_or_with_pigs_that_never_score(
    settings: dict[str, Any], rule: str
) -> None:
    playing = Playing()
    playing.create(**settings)
    with pytest.raises(LogBroken, match=rule):
        replay(playing.recorded)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda playing: playing.create(),
        lambda playing: playing.take(9),
        lambda playing: playing.add(GameEnded(at=NOON, by="gm", reason="x", winners=("nobody",))),
    ],
)
def test_what_makes_no_sense_is_not_folded(break_it: object) -> None:
    playing = begun()
    assert callable(break_it)
    break_it(playing)
    with pytest.raises(LogBroken, match="makes no sense"):
        replay(playing.recorded)


def test_an_order_that_makes_no_sense_is_named() -> None:
    playing = begun(2)
    one = playing.order(1, Throws(3), arrived=10, uid=1)
    event = one.event
    assert isinstance(event, OrderAccepted)
    wrong = replace(one, event=replace(event, sealed=SealedOrder(seat="p1", order="THROWS 03")))
    playing.order(2, Throws(3), arrived=10, uid=2)
    with pytest.raises(LogBroken, match=rf"entry {one.pos} \(OrderAccepted\) makes no sense"):
        replay([*playing.recorded[: one.ver - 1], wrong, playing.recorded[-1]])


def test_a_round_that_is_not_under_way_can_not_be_thrown() -> None:
    playing = begun()
    playing.seal()
    playing.throw()
    again = replace(playing.recorded[-1], ver=playing.recorded[-1].ver + 1)
    with pytest.raises(LogBroken, match="not under way"):
        apply(playing.state, again)


def test_unknown_settings_stop_the_fold() -> None:
    playing = Playing()
    playing.create()
    first = playing.recorded[0]
    assert isinstance(first.event, GameCreated)
    unknown = replace(first, event=replace(first.event, form="relay"))
    with pytest.raises(LogBroken, match="relay"):
        replay([unknown])


def test_a_step_leaves_the_state_before_it_alone() -> None:
    playing = begun()
    playing.order(1, Throws(3), arrived=10, uid=1)
    before = playing.state
    kept: GameState = replace(before)
    playing.order(1, Turn(3), arrived=11, uid=2)
    after = apply(before, playing.recorded[-1])
    assert before == kept
    assert after == playing.state
