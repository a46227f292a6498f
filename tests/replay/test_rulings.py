"""What a ruling does to a game: on the same throws, with everything recorded before left as it was."""

from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings

from pigpost.audit.export import export_game
from pigpost.errors import AgainstTheRules
from pigpost.events.record import Recorded
from pigpost.events.types import RoundCorrected, RoundThrown
from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import OnlyLeft, Throws, Turn
from pigpost.games.kinds import Seat, Standings, seat_from_label, seat_label
from pigpost.games.output import round_output
from pigpost.games.throws import round_key, throws
from pigpost.orders.canonical import from_canonical
from pigpost.replay.disputes import Later, RulingKind
from pigpost.replay.fold import replay
from pigpost.replay.ruled_rounds import in_force, points_after
from pigpost.replay.ruling_events import Decision
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.replay.verify import verify
from tests.replay.playing import SPRING, Playing, begun, played, seed
from tests.replay.random_rulings import ruled_games

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)

_few = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@pytest.mark.slow
@_few
@given(ruled_games())
def test_as_recorded_never_changes(playing: Playing) -> None:
    state = playing.state
    recorded = [one.event for one in playing.recorded if isinstance(one.event, RoundThrown)]
    kept = sorted((*state.thrown, *state.annulled), key=lambda thrown: thrown.pos)
    assert [thrown.recorded for thrown in kept] == recorded


@pytest.mark.slow
@_few
@given(ruled_games())
def test_as_ruled_equals_a_fresh_adjudication_on_the_same_throws(playing: Playing) -> None:
    state, before = playing.state, None
    changes = in_force(state.thrown, state.rulings)
    for thrown in state.thrown:
        event = thrown.event
        fresh = round_output(_fresh(state, event, playing.luck), seat_label)
        assert fresh == dict(event.result)
        if before is not None:
            given_then = points_after(changes, before.number)
            after = before.event.result["final_scores"]
            expected = {p: n + given_then.get(seat_from_label(p), 0) for p, n in after.items()}
            assert dict(event.scores) == expected
        before = thrown


def _fresh(state: GameState, event: RoundThrown, luck: int) -> object:
    """The round by the engine alone: orders that count, the seed, nothing else."""
    scores = {seat_from_label(p): n for p, n in event.scores.items()}
    out = frozenset(s for s in scores if seat_label(s) not in event.participants)
    ordered = {
        seat_from_label(p): from_canonical(line)
        for p, line in event.orders.items()
        if not event.sources[p].startswith("default:")
    }
    why = {
        seat_from_label(p): source.removeprefix("default:")
        for p, source in event.sources.items()
        if source.startswith("default:")
    }
    secret = seed(event.round or 0, event.attempt, luck)

    def draws(source: str) -> object:
        key = round_key(
            secret, game=SPRING, round=event.round or 0, attempt=event.attempt, source=source
        )
        return throws(key, state.settings)

    table = Standings(scores=scores, withdrawn=out)
    return adjudicate(state.settings, table, ordered, draws, defaulted=why)  # type: ignore[arg-type]


@pytest.mark.slow
@_few
@given(ruled_games())
def test_a_log_with_rulings_verifies_and_every_ruling_is_named(playing: Playing) -> None:
    findings = list(verify(BytesIO(export_game(playing.tx, SPRING, origin="o"))))
    assert [finding for finding in findings if not finding.good] == []
    told = {finding.words.split(" on ")[0] for finding in findings}
    assert {f"ruling {ruling.number}" for ruling in playing.state.rulings} <= told


@pytest.mark.slow
@_few
@given(ruled_games())
def test_scores_are_those_of_the_last_round_that_counts_and_of_points_given(
    playing: Playing,
) -> None:
    state = playing.state
    if not state.thrown:
        assert {seat.score for seat in state.seats.values()} == {0}
        return
    last = state.thrown[-1]
    given_then = points_after(in_force(state.thrown, state.rulings), last.number)
    for label, score in last.event.result["final_scores"].items():
        seat = seat_from_label(label)
        assert state.seats[seat].score == score + given_then.get(seat, 0)


@pytest.mark.slow
@_few
@given(ruled_games())
def test_step_by_step_or_at_once_rulings_lead_to_the_same_state(playing: Playing) -> None:
    state = None
    for one in playing.recorded:
        state = replay([one], state)
    assert state == playing.state


def test_an_order_that_counts_after_all_is_replayed_on_the_same_throws() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1)
    first = playing.state.thrown[0].event
    does = playing.count(1, {2: Throws(3)})
    counts = playing.state.thrown[0]
    assert counts.recorded == first
    assert counts.event.orders["p2"] == "THROWS 3"
    assert counts.event.sources["p2"] == "ruling:1"
    assert counts.event.draws[: len(first.draws)] == first.draws
    assert playing.state.seats[TWO].score == does.scores[TWO]


def test_an_order_that_is_struck_is_no_miss() -> None:
    playing = played({1: Throws(1), 2: Throws(2)}, rounds=1)
    playing.count(1, {2: None})
    state = playing.state
    assert state.thrown[0].event.sources["p2"] == "default:struck"
    assert state.seats[TWO].misses == 0


def test_who_missed_a_round_has_not_once_his_order_counts() -> None:
    playing = begun(2)
    playing.order(1, Throws(1), arrived=1, uid=1)
    playing.close()
    assert playing.state.seats[TWO].misses == 1
    playing.count(1, {2: Throws(1)})
    assert playing.state.seats[TWO].misses == 0


def test_later_rounds_are_replayed_forward_with_their_own_orders() -> None:
    playing = played({1: Throws(1), 2: Turn(12)}, rounds=4, target=1000)
    was = [thrown.event for thrown in playing.state.thrown]
    does = playing.count(1, {1: OnlyLeft()})
    now = [thrown.event for thrown in playing.state.thrown]
    assert [event.orders for event in now[1:]] == [event.orders for event in was[1:]]
    gained = does.scores[ONE] - was[-1].result["final_scores"]["p1"]
    first = now[0].result["final_scores"]["p1"] - was[0].result["final_scores"]["p1"]
    assert gained == first != 0


def test_scores_only_leaves_later_rounds_their_course_and_carries_the_difference() -> None:
    playing = played({1: Throws(1), 2: Turn(12)}, rounds=4, target=1000)
    was = [thrown.event for thrown in playing.state.thrown]
    playing.count(1, {1: OnlyLeft()}, later=Later.SCORES_ONLY)
    state = playing.state
    assert [thrown.event for thrown in state.thrown[1:]] == was[1:]
    won = state.thrown[0].event.result["final_scores"]["p1"] - was[0].result["final_scores"]["p1"]
    assert state.seats[ONE].score == was[-1].result["final_scores"]["p1"] + won
    playing.close()
    assert dict(playing.state.thrown[4].event.scores)["p1"] == state.seats[ONE].score


def test_a_game_that_had_ended_goes_on_where_nobody_has_won_as_ruled() -> None:
    playing = played({1: OnlyLeft(), 2: Throws(1)}, rounds=9, target=10)
    before = playing.state
    assert before.phase is Phase.OVER
    last = before.thrown[-1].number
    points = {last: {winner: -before.seats[winner].score for winner in before.winners}}
    change = playing.change(last, points=points)
    playing.rule(Decision(what=RulingKind.ADJUST, change=change, reason="they had seen the seed"))
    state = playing.state
    assert (state.phase, state.winners, state.round) == (Phase.OPEN, (), last + 1)
    assert {state.seats[winner].score for winner in before.winners} == {0}


def test_points_that_nobody_can_have_are_refused() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1)
    for points in (-200, 100):
        change = playing.change(1, points={1: {ONE: points}})
        with pytest.raises(AgainstTheRules, match="points in a game that goes on up to 100"):
            playing.rule(Decision(what=RulingKind.ADJUST, change=change, reason="so"))


def test_7_4_two_rulings_on_one_round_leave_three_versions_to_see() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1)
    playing.count(1, {2: Throws(2)})
    playing.count(1, {2: Throws(3)})
    (thrown,) = playing.state.thrown
    versions = [thrown.recorded, *(c.event for c in thrown.corrections)]
    assert [event.orders["p2"] for event in versions] == ["THROWS 1", "THROWS 2", "THROWS 3"]


def test_a_ruling_that_is_taken_back_leaves_no_trace_but_in_the_log() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=3, target=1000)
    before = playing.state
    playing.count(1, {2: OnlyLeft()})
    playing.rule(
        Decision(
            what=RulingKind.OVERRULE, change=playing.change(1), reason="all want it", overrules=1
        )
    )
    after = playing.state
    assert [t.event for t in after.thrown] == [t.event for t in before.thrown]
    assert after.seats == before.seats
    assert after.rulings[0].overruled_by == 2


def test_a_void_round_is_opened_again_and_the_seed_of_the_one_behind_it_is_shown() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=2, target=1000)
    playing.rule(Decision(what=RulingKind.VOID, change=playing.change(2), reason="wrong setting"))
    state = playing.state
    assert state.current is not None
    assert (state.current.round, state.current.attempt) == (2, 2)
    assert [thrown.number for thrown in state.thrown] == [1]
    assert [thrown.annulled_by for thrown in state.annulled] == [1]
    assert state.seats[ONE].score == state.thrown[0].event.result["final_scores"]["p1"]
    playing.close()
    assert playing.state.current is not None
    assert (playing.state.current.round, playing.state.current.attempt) == (3, 2)


def test_a_seat_is_taken_away_and_given_back() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1, target=1000)
    from pigpost.replay.disputes import SeatAct

    def rules(act: SeatAct) -> None:
        playing.rule(
            Decision(what=RulingKind.SEAT, change=playing.change(1), reason="x", seat=TWO, act=act)
        )

    rules(SeatAct.REMOVE)
    assert playing.state.seats[TWO].status is SeatStatus.WITHDRAWN
    rules(SeatAct.REINSTATE)
    assert playing.state.seats[TWO].status is SeatStatus.PLAYING


def test_a_correction_without_its_ruling_can_not_be_folded_nor_verified() -> None:
    playing = played({1: Throws(1), 2: Throws(1)}, rounds=1, target=1000)
    playing.count(1, {2: Throws(2)})
    forged = next(one for one in playing.recorded if isinstance(one.event, RoundCorrected))
    _again(playing, forged)
    findings = list(verify(BytesIO(export_game(playing.tx, SPRING, origin="o"))))
    assert [finding.position for finding in findings if not finding.good] == [
        playing.recorded[-1].pos
    ]


def _again(playing: Playing, one: Recorded) -> None:
    playing.add(one.event)
