"""A round thrown for all: throw by throw, wave by wave, to its end (rule 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pigpost.games.conditions import Condition, Met, Moment, watch
from pigpost.games.kinds import Piggyback, Seat, Settings, Standings
from pigpost.games.outcomes import OINKER, PIGGYBACK, Outcome
from pigpost.games.record import Drop, EndedBy, RoundRecord, ThrowRecord


def shared_round(
    settings: Settings,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throws: Iterator[Outcome],
    *,
    defaulted: Mapping[Seat, str],
) -> RoundRecord:
    """Adjudicates a round; `orders` has one of each participant, in the order of seats."""
    course = _Course(settings=settings, scores=standings.scores, orders=orders)
    ended_by = course.throw_on(throws)
    eliminated = course.eliminated()
    turn_scores = course.turn_scores(ended_by)
    final_scores = course.final_scores(turn_scores)
    return RoundRecord(
        orders=orders,
        defaulted=defaulted,
        discarded=tuple(course.discarded),
        throws=tuple(course.throws),
        ended_by=ended_by,
        dropped_at={seat: course.dropped_at.get(seat) for seat in orders},
        turn_scores=turn_scores,
        final_scores=final_scores,
        eliminated=eliminated,
        game_over=ended_by is EndedBy.TARGET or len(eliminated) == len(orders),
        winners=_highest(final_scores) if ended_by is EndedBy.TARGET else (),
    )


def _highest(scores: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who has won (rule 3.6.3); whoever left earlier is below the target (rules 1.1, 3.6.4)."""
    top = max(scores.values())
    return tuple(seat for seat in sorted(scores) if scores[seat] == top)


@dataclass(slots=True, kw_only=True)
class _Course:
    """A round under way. `kept` is the turn score of each who has dropped out (rule 3.4.1)."""

    settings: Settings
    scores: Mapping[Seat, int]
    orders: Mapping[Seat, Condition]
    moment: Moment = field(default_factory=Moment)
    still_in: dict[Seat, Met] = field(init=False)
    discarded: list[str] = field(default_factory=list)
    throws: list[ThrowRecord] = field(default_factory=list)
    dropped_at: dict[Seat, int] = field(default_factory=dict)
    kept: dict[Seat, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        participants = self.orders.keys()
        self.still_in = {
            seat: watch(order, score=self.scores[seat], participants=participants)
            for seat, order in self.orders.items()
        }

    def throw_on(self, throws: Iterator[Outcome]) -> EndedBy:
        """Takes throws until the round ends, and not one more (rules 3.1.2, 3.1.3, 7.5)."""
        if not self.still_in:
            return EndedBy.ALL_DROPPED
        for outcome in throws:
            if self._is_thrown_again(outcome):
                self.discarded.append(outcome.name)
            elif ended_by := self._throw(outcome):
                return ended_by
        return EndedBy.INCOMPLETE

    def _is_thrown_again(self, outcome: Outcome) -> bool:
        """The first throw scores, where that is promised (rules 3.2.1, 3.2.4)."""
        return not outcome.points and not self.throws and self.settings.first_throw_scores

    def _throw(self, outcome: Outcome) -> EndedBy | None:
        """One throw of the round; why it was the last, if it was (rule 3.6.5)."""
        moment = self.moment
        moment.throw += 1
        moment.turn_score += outcome.points
        highest = max(map(self.scores.__getitem__, self.still_in)) + moment.turn_score
        self.throws.append(
            ThrowRecord(
                n=moment.throw,
                name=outcome.name,
                points=outcome.points,
                turn_score=moment.turn_score,
                drops=self._drop_out() if outcome.points else (),
            )
        )
        if not outcome.points:
            return EndedBy.NON_SCORING
        if highest >= self.settings.target:
            return EndedBy.TARGET
        return None if self.still_in else EndedBy.ALL_DROPPED

    def _drop_out(self) -> tuple[Drop, ...]:
        """Wave after wave, until nobody more drops out at this throw (rule 3.3.4)."""
        drops: list[Drop] = []
        moment, wave = self.moment, 1
        while leaving := [seat for seat, met in self.still_in.items() if met(moment)]:
            drops += [Drop(seat=s, condition=self.orders[s], wave=wave) for s in leaving]
            moment.out.update(leaving)
            for seat in leaving:
                del self.still_in[seat]
            wave += 1
        for drop in drops:
            moment.out_before.add(drop.seat)
            self.dropped_at[drop.seat] = moment.throw
            self.kept[drop.seat] = moment.turn_score
        return tuple(drops)

    def turn_scores(self, ended_by: EndedBy) -> dict[Seat, int]:
        """What each gets for the round (rules 3.4, 3.5, 3.6.2, 7.5)."""
        if ended_by is EndedBy.INCOMPLETE:
            return dict.fromkeys(self.orders, 0)
        rest = self.moment.turn_score if ended_by is EndedBy.TARGET else 0
        return {seat: self.kept.get(seat, rest) for seat in self.orders}

    def final_scores(self, turn_scores: Mapping[Seat, int]) -> dict[Seat, int]:
        """The table after the round; a wipe takes the match scores of those in (rule 3.5.2)."""
        scores = dict(self.scores)
        for seat, turn in turn_scores.items():
            scores[seat] += turn
        if self._last() in {OINKER.name, PIGGYBACK.name}:
            scores.update(dict.fromkeys(self.still_in, 0))
        return scores

    def eliminated(self) -> frozenset[Seat]:
        """Whom a Piggyback has put out of the game (rule 3.5.3)."""
        falls = self._last() == PIGGYBACK.name and self.settings.piggyback is Piggyback.ELIMINATE
        return frozenset(self.still_in) if falls else frozenset()

    def _last(self) -> str | None:
        return self.throws[-1].name if self.throws else None
