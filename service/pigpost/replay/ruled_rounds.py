"""The rounds of a game as they count: corrected by rulings, and with points given after them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pigpost.events.record import Recorded
from pigpost.events.types import RoundCorrected, RoundThrown
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.games.record import winners_among
from pigpost.replay.disputes import Change, Correction, Ruling
from pigpost.replay.rounds import is_miss
from pigpost.replay.state import GameState, ThrownRound


def in_force(thrown: Iterable[ThrownRound], rulings: Iterable[Ruling]) -> list[Change]:
    """What rulings put in place of the record: of those not taken back, about rounds that count."""
    counting = {(round.number, round.recorded.attempt) for round in thrown}
    return [
        ruling.change
        for ruling in rulings
        if ruling.overruled_by is None and (ruling.change.round, ruling.change.attempt) in counting
    ]


def points_after(changes: Iterable[Change], round: int) -> Mapping[Seat, int]:
    """Points given and taken by rulings after a round."""
    total: Counter[Seat] = Counter()
    for change in changes:
        total.update(change.points.get(round, {}))
    return total


def winners_after(
    result: Mapping[str, Any], given: Mapping[Seat, int], target: int
) -> tuple[Seat, ...]:
    """Who has won by a round and the points given after it; nobody where the game goes on (rule 3.6.3).

    Points take a victory away or move it. They never win a game that the round had not ended.
    """
    won = tuple(map(seat_from_label, result["winners"]))
    if not won or not any(given.values()):
        return won
    scores = {seat_from_label(p): n for p, n in result["final_scores"].items()}
    return winners_among({s: n + given.get(s, 0) for s, n in scores.items()}, target)


def winners(state: GameState) -> tuple[Seat, ...]:
    """Who has won by the rounds that count."""
    if not state.thrown:
        return ()
    last = state.thrown[-1]
    given = points_after(in_force(state.thrown, state.rulings), last.number)
    return winners_after(last.event.result, given, state.settings.target)


def corrected(
    thrown: Sequence[ThrownRound], recorded: Recorded, event: RoundCorrected
) -> list[ThrownRound]:
    """The rounds, with one as a ruling has it; `ValueError` where that round does not count."""
    rounds = list(thrown)
    for place in reversed(range(len(rounds))):
        before = rounds[place]
        if (before.number, before.recorded.attempt) == (event.round, event.attempt):
            correction = Correction(
                ruling=event.ruling,
                event=_as_thrown(before.recorded, event),
                pos=recorded.pos,
                leaf=recorded.leaf,
            )
            rounds[place] = replace(before, corrections=(*before.corrections, correction))
            return rounds
    raise ValueError(f"round {event.round}, attempt {event.attempt} was not thrown or is annulled")


def _as_thrown(recorded: RoundThrown, event: RoundCorrected) -> RoundThrown:
    return replace(
        recorded,
        participants=event.participants,
        scores=event.scores,
        orders=event.orders,
        sources=event.sources,
        draws=event.draws,
        own_draws=event.own_draws,
        result=event.result,
        result_digest=event.result_digest,
    )


@dataclass(slots=True)
class RuledRounds:
    """What all rounds that count amount to for each seat, named by its label."""

    thrown: Sequence[ThrownRound]
    rulings: Iterable[Ruling]
    _scores: dict[str, int] = field(default_factory=dict)
    _misses: Counter[str] = field(default_factory=Counter)
    _eliminated: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for round in self.thrown:
            self._eliminated.update(round.event.result["eliminated"])
            self._misses.update(
                label
                for label, source in round.event.sources.items()
                if is_miss(source) and seat_from_label(label) not in round.unreached
            )
        if not self.thrown:
            return
        last = self.thrown[-1]
        given = points_after(in_force(self.thrown, self.rulings), last.number)
        for label, score in last.event.result["final_scores"].items():
            self._scores[label] = score + given.get(seat_from_label(label), 0)

    def score(self, label: str) -> int:
        """The match score."""
        return self._scores.get(label, 0)

    def misses(self, label: str) -> int:
        """Rounds played on the default for want of an order."""
        return self._misses[label]

    def is_eliminated(self, label: str) -> bool:
        """Whether a round put the seat out of the game."""
        return label in self._eliminated
