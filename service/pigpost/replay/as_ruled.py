"""Thrown rounds adjudicated anew, with what rulings put in place of the record: on the same throws.

The one place for a ruling, for its preview, for a what-if and for whoever checks a ruling.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pigpost.events.types import RoundThrown
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, Standings, seat_from_label, seat_label
from pigpost.games.record import RoundRecord
from pigpost.games.throws import ALL
from pigpost.orders.canonical import from_canonical
from pigpost.replay.disputes import NOT_IN, Change
from pigpost.replay.rounds import DEFAULT, adjudicated, as_event
from pigpost.replay.ruled_rounds import points_after
from pigpost.replay.state import GameState, ThrownRound

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledRound:
    """A round as it is with changes: its record, and the event that would tell of it."""

    round: ThrownRound
    record: RoundRecord
    event: RoundThrown

    @property
    def differs(self) -> bool:
        """Whether that is another round than the one that counts by now."""
        now, then = self.round.event, self.event
        same = (now.scores, now.orders, now.sources, now.participants) == (
            then.scores,
            then.orders,
            then.sources,
            then.participants,
        )
        return not same or now.result_digest != then.result_digest


def course(
    state: GameState, changes: Sequence[Change], *, start: int, only: bool = False
) -> Iterator[RuledRound]:
    """The rounds from `start` on, each from where the one before has led; with `only` that one alone.

    It ends with the round that ends the game, or behind which nobody is left. Seats that come back
    into a round that was thrown without them play the default, and it is no miss.
    """
    rounds = [round for round in state.thrown if round.number >= start]
    if not rounds:
        return
    standings = _standings_before(state, changes, rounds[0])
    for round in rounds:
        ruled = _ruled(state, changes, standings, round)
        if not ruled.event.participants:
            return
        yield ruled
        if only or ruled.record.game_over:
            return
        standings = Standings(
            scores=_with_points(ruled.record.final_scores, changes, round.number),
            eliminated=standings.eliminated | ruled.record.eliminated,
        )


def _standings_before(state: GameState, changes: Sequence[Change], first: ThrownRound) -> Standings:
    """The table that a round begins from, of rounds that don't change before it."""
    before = [round.event for round in state.thrown if round.number < first.number]
    eliminated = {seat_from_label(p) for event in before for p in event.result["eliminated"]}
    scores = _by_seat(before[-1].result["final_scores"] if before else first.event.scores)
    if before:
        scores = _with_points(scores, changes, before[-1].round or 0)
    return Standings(scores=scores, eliminated=frozenset(eliminated))


def _ruled(
    state: GameState, changes: Sequence[Change], standings: Standings, round: ThrownRound
) -> RuledRound:
    """One round, from a table that names who was put out before it."""
    standings = replace(standings, withdrawn=_gone(state, round))
    change = merged(changes, round)
    sources = _sources(round, standings, change)
    orders = _orders(round, change)
    ordered = {s: orders[s] for s in standings.participants if not sources[s].startswith(DEFAULT)}
    defaulted = {
        seat: source.removeprefix(DEFAULT)
        for seat, source in sources.items()
        if source.startswith(DEFAULT)
    }
    record = adjudicated(
        state,
        standings,
        ordered,
        defaulted,
        round=round.number,
        attempt=round.recorded.attempt,
        seed=bytes.fromhex(round.recorded.seed),
        draws=(change.draws or {}).get(ALL, round.recorded.draws),
    )
    event = as_event(
        record,
        standings,
        sources,
        at=round.recorded.at,
        round=round.number,
        attempt=round.recorded.attempt,
        seed=round.recorded.seed,
        orders_digest=round.recorded.orders_digest,
    )
    return RuledRound(round=round, record=record, event=event)


def merged(changes: Sequence[Change], round: ThrownRound) -> Change:
    """What all changes say of one round: of two about the same order the later one counts."""
    whole = Change(round=round.number, attempt=round.recorded.attempt)
    for change in changes:
        if (change.round, change.attempt) == (whole.round, whole.attempt):
            whole = replace(
                whole,
                orders={**whole.orders, **change.orders},
                sources={**whole.sources, **change.sources},
                draws=change.draws or whole.draws,
            )
    return whole


def _gone(state: GameState, round: ThrownRound) -> frozenset[Seat]:
    """Who was in the game no more, though no throw had put him out.

    Who was not in the round as it counts by now, and had not been put out before it, had left. Of
    those put out before, it is known when they left, if they did.
    """
    counts = round.event
    out = {p for r in state.thrown if r.number < round.number for p in r.event.result["eliminated"]}
    return frozenset(
        seat
        for seat in map(seat_from_label, counts.scores)
        if seat_label(seat) not in counts.participants
        and (seat_label(seat) not in out or _had_left(state, seat, round.number))
    )


def _had_left(state: GameState, seat: Seat, round: int) -> bool:
    left = state.seats[seat].left_in
    return left is not None and left <= round


def _sources(round: ThrownRound, standings: Standings, change: Change) -> dict[Seat, str]:
    """Where what each participant plays comes from: the changes, else the record."""
    recorded = _by_seat(round.recorded.sources)
    return {
        seat: change.sources.get(seat) or recorded.get(seat, DEFAULT + NOT_IN)
        for seat in standings.participants
    }


def _orders(round: ThrownRound, change: Change) -> dict[Seat, Condition]:
    """What each has ordered, as far as anything counts of it."""
    recorded = {seat_from_label(p): from_canonical(o) for p, o in round.recorded.orders.items()}
    ruled = {seat: order for seat, order in change.orders.items() if order is not None}
    return {**recorded, **ruled}


def _with_points(
    scores: Mapping[Seat, int], changes: Sequence[Change], round: int
) -> dict[Seat, int]:
    given = points_after(changes, round)
    return {seat: score + given.get(seat, 0) for seat, score in scores.items()}


def _by_seat(values: Mapping[str, T]) -> dict[Seat, T]:
    return {seat_from_label(label): value for label, value in values.items()}
