"""What a ruling does: rounds corrected and annulled, points carried, the table after all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pigpost.errors import AgainstTheRules
from pigpost.events.types import RoundCorrected
from pigpost.games.kinds import RuleBroken, Seat, seat_from_label, seat_label
from pigpost.games.record import EndedBy
from pigpost.replay.as_ruled import RuledRound, course
from pigpost.replay.disputes import Change, Later, RulingKind
from pigpost.replay.ruled_rounds import in_force, points_after, winners_after
from pigpost.replay.state import GameState, Phase, SeatStatus, ThrownRound

REPLAYING = frozenset(
    {
        RulingKind.COUNT,
        RulingKind.STRIKE,
        RulingKind.AMEND,
        RulingKind.CORRECT_THROW,
        RulingKind.ADJUST,
        RulingKind.OVERRULE,
    }
)
"""Rulings after which rounds are adjudicated anew."""

_NEVER_PLAYED = (SeatStatus.INVITED, SeatStatus.DECLINED)

BY_THE_RULES = frozenset({"target", "nobody_left"})
"""Reasons of an end that a replay can undo; who ended a game by hand has ended it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What follows from a ruling. `change` is its own, with the points that it carries.

    `rounds` are all that were adjudicated anew, also those that come out as they were. `scores` and
    `over` are as they stand after it. `annuls` are rounds that count no more.
    """

    change: Change
    rounds: tuple[RuledRound, ...]
    annuls: tuple[int, ...]
    scores: Mapping[Seat, int]
    over: bool
    winners: tuple[Seat, ...]

    @property
    def corrected(self) -> tuple[RuledRound, ...]:
        """The rounds that are others than they were."""
        return tuple(ruled for ruled in self.rounds if ruled.differs)

    def reopens(self, state: GameState) -> bool:
        """Whether a game that had ended goes on."""
        return state.phase is Phase.OVER and state.ended_because in BY_THE_RULES and not self.over


def consequences(
    state: GameState,
    what: RulingKind,
    change: Change,
    *,
    later: Later = Later.FORWARD,
    overrules: int | None = None,
) -> Consequences:
    """What a ruling does to a game.

    `AgainstTheRules` for points or a way of carrying on that the rules have no place for.
    """
    if what in REPLAYING:
        return _replayed(state, change, later, overrules)
    if what is RulingKind.VOID:
        return _voided(state, change)
    return Consequences(
        change=change,
        rounds=(),
        annuls=(),
        scores={seat: s.score for seat, s in state.seats.items()},
        over=state.phase is Phase.OVER,
        winners=state.winners,
    )


def correction(ruled: RuledRound, *, ruling: int, by: str, at: datetime) -> RoundCorrected:
    """The event that records a round as a ruling has it."""
    event = ruled.event
    return RoundCorrected(
        at=at,
        by=by,
        round=event.round,
        attempt=event.attempt,
        ruling=ruling,
        participants=event.participants,
        scores=event.scores,
        orders=event.orders,
        sources=event.sources,
        draws=event.draws,
        own_draws=event.own_draws,
        result=event.result,
        result_digest=event.result_digest,
    )


def _replayed(
    state: GameState, change: Change, later: Later, overrules: int | None
) -> Consequences:
    left = [r for r in state.rulings if r.number != overrules]
    others = in_force(state.thrown, left)
    start = change.round
    if overrules is not None:
        start = state.rulings[overrules - 1].round
    try:
        if later is Later.SCORES_ONLY and overrules is None:
            change = _carried(state, others, change)
        rounds = tuple(course(state, [*others, change], start=start, only=_keeps(later)))
    except RuleBroken as broken:
        raise AgainstTheRules(
            f"a score of the game could not be played on with: {broken}"
        ) from broken
    _check_complete(rounds)
    return _summed_up(state, [*others, change], change, rounds, later)


def _keeps(later: Later) -> bool:
    """Whether later rounds keep their course."""
    return later is Later.SCORES_ONLY


def _carried(state: GameState, others: Sequence[Change], change: Change) -> Change:
    """The change, with what it makes of a round carried behind the last one as points."""
    last = state.thrown[-1].number
    if change.points or last == change.round:
        return change
    (ruled,) = course(state, [*others, change], start=change.round, only=True)
    if ruled.record.game_over or ruled.event.result["eliminated"] != list(
        ruled.round.event.result["eliminated"]
    ):
        raise AgainstTheRules(
            f"round {change.round} would end the game or put somebody out of it, so later rounds "
            "can't keep their course: replay them forward"
        )
    was = ruled.round.event.result["final_scores"]
    won = {seat: score - was[seat_label(seat)] for seat, score in ruled.record.final_scores.items()}
    won = {seat: points for seat, points in won.items() if points}
    taken = {seat: -points for seat, points in won.items()}
    return replace(change, points={change.round: taken, last: won})


def _check_complete(rounds: Sequence[RuledRound]) -> None:
    for ruled in rounds:
        if ruled.record.ended_by is EndedBy.INCOMPLETE:
            raise AgainstTheRules(
                f"round {ruled.round.number} would go on beyond its last throw: say what was "
                "thrown then, or carry scores only"
            )


def _summed_up(
    state: GameState,
    changes: Sequence[Change],
    change: Change,
    rounds: tuple[RuledRound, ...],
    later: Later,
) -> Consequences:
    """The table at the end; `AgainstTheRules` where points alone would lead out of the game."""
    keeps = _keeps(later) or not rounds
    last: ThrownRound = state.thrown[-1]
    ends = rounds[-1] if rounds and (not keeps or rounds[-1].round is last) else None
    result = last.event.result if ends is None else ends.event.result
    number = last.number if ends is None else ends.round.number
    given = points_after(changes, number)
    finals = {seat_from_label(p): n for p, n in result["final_scores"].items()}
    scores = {seat: score + given.get(seat, 0) for seat, score in finals.items()}
    winners = winners_after(result, given, state.settings.target)
    over = bool(winners) or not _left(state, rounds, number)
    if not over:
        _check_scores(state, scores)
    stays_ended = not over and _ended_by_hand(state)
    return Consequences(
        change=change,
        rounds=rounds,
        annuls=tuple(r.number for r in state.thrown if r.number > number),
        scores=scores,
        over=over or stays_ended,
        winners=state.winners if stays_ended else winners,
    )


def _ended_by_hand(state: GameState) -> bool:
    """Whether somebody has ended the game, or awarded it: no replay undoes that."""
    return state.phase is Phase.OVER and state.ended_because not in BY_THE_RULES


def _left(state: GameState, rounds: Sequence[RuledRound], last: int) -> list[Seat]:
    """Who plays on behind the last round: has not been put out and has not left."""
    anew = {ruled.round.number: ruled.event for ruled in rounds}
    events = [anew.get(r.number, r.event) for r in state.thrown if r.number <= last]
    out = {seat_from_label(p) for event in events for p in event.result["eliminated"]}
    return [
        number
        for number, seat in state.seats.items()
        if number not in out and seat.left_in is None and seat.status not in _NEVER_PLAYED
    ]


def _check_scores(state: GameState, scores: Mapping[Seat, int]) -> None:
    for seat, score in scores.items():
        if not 0 <= score < state.settings.target:
            raise AgainstTheRules(
                f"{state.seats[seat].person.name or seat_label(seat)} would have {score} points in a game "
                f"that goes on up to {state.settings.target}; a game is awarded by ending it"
            )


def _voided(state: GameState, change: Change) -> Consequences:
    """The round and all behind it count no more; the table is the one before it.

    `AgainstTheRules` in a game that was ended by hand: no round of it can be played anew.
    """
    if _ended_by_hand(state):
        raise AgainstTheRules(
            f"{state.id} was ended by hand: no round of it is opened again; points can be adjusted"
        )
    first = next(round for round in state.thrown if round.number == change.round)
    return Consequences(
        change=change,
        rounds=(),
        annuls=tuple(r.number for r in state.thrown if r.number >= change.round),
        scores={seat_from_label(p): score for p, score in first.event.scores.items()},
        over=not _left(state, (), change.round - 1),
        winners=(),
    )
