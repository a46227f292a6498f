"""A round thrown for all: throw by throw, wave by wave, to its end (rule 3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pigpost.games.conditions import Condition, Moment
from pigpost.games.kinds import Seat, Settings, Standings
from pigpost.games.outcomes import Loss, Outcome, loss_of
from pigpost.games.record import Drop, EndedBy, SharedRecord, ThrowRecord, winners_among
from pigpost.games.still_in import StillIn


def shared_round(
    settings: Settings,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throws: Iterator[Outcome],
    *,
    defaulted: Mapping[Seat, str],
) -> SharedRecord:
    """Adjudicates a round; `orders` has one of each participant, in the order of seats."""
    course = _Course(settings=settings, scores=standings.scores, orders=orders)
    ended_by = course.throw_on(throws)
    eliminated = course.eliminated()
    turn_scores = course.turn_scores(ended_by)
    final_scores = course.final_scores(turn_scores)
    return SharedRecord(
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
        winners=winners_among(final_scores, settings.target) if ended_by is EndedBy.TARGET else (),
    )


@dataclass(slots=True, kw_only=True)
class _Course:
    """A round under way. `kept` is the turn score of each who has dropped out (rule 3.4.1).

    `best` is the highest match score of those still in; `lost` is what the non-scoring throw takes
    that ended the round, if one did.
    """

    settings: Settings
    scores: Mapping[Seat, int]
    orders: Mapping[Seat, Condition]
    still_in: StillIn = field(init=False)
    best: int = field(init=False)
    moment: Moment = field(default_factory=Moment)
    discarded: list[str] = field(default_factory=list)
    throws: list[ThrowRecord] = field(default_factory=list)
    dropped_at: dict[Seat, int] = field(default_factory=dict)
    kept: dict[Seat, int] = field(default_factory=dict)
    lost: Loss | None = None

    def __post_init__(self) -> None:
        self.still_in = StillIn(orders=self.orders, scores=self.scores)
        self.best = self.still_in.best()

    def throw_on(self, throws: Iterator[Outcome]) -> EndedBy:
        """Takes throws until the round ends, and not one more (rules 3.1.2, 3.1.3, 7.5)."""
        if not self.still_in.seats:
            return EndedBy.ALL_DROPPED
        for outcome in throws:
            if outcome.points:
                if ended_by := self._score(outcome):
                    return ended_by
            elif self.throws or not self.settings.first_throw_scores:
                return self._close(outcome)
            else:
                self.discarded.append(outcome.name)
        return EndedBy.INCOMPLETE

    def _score(self, outcome: Outcome) -> EndedBy | None:
        """A scoring throw; why it was the last of the round, if it was (rule 3.6.5)."""
        moment = self.moment
        moment.throw += 1
        moment.turn_score += outcome.points
        highest = self.best + moment.turn_score
        self._record(outcome, self._drop_out())
        if highest >= self.settings.target:
            return EndedBy.TARGET
        return None if self.still_in.seats else EndedBy.ALL_DROPPED

    def _close(self, outcome: Outcome) -> EndedBy:
        """The non-scoring throw that ends the round for all who are in (rule 3.5)."""
        self.moment.throw += 1
        self._record(outcome, ())
        self.lost = loss_of(outcome, self.settings.piggyback)
        return EndedBy.NON_SCORING

    def _record(self, outcome: Outcome, drops: tuple[Drop, ...]) -> None:
        self.throws.append(
            ThrowRecord(
                n=self.moment.throw,
                name=outcome.name,
                points=outcome.points,
                turn_score=self.moment.turn_score,
                drops=drops,
            )
        )

    def _drop_out(self) -> tuple[Drop, ...]:
        """Wave after wave, until nobody more drops out at this throw (rule 3.3.4)."""
        moment = self.moment
        waves = self.still_in.drop_out(moment)
        if not waves:
            return ()
        drops: list[Drop] = []
        for wave, leaving in enumerate(waves, 1):
            for seat in leaving:
                self.dropped_at[seat], self.kept[seat] = moment.throw, moment.turn_score
                drops.append(Drop(seat=seat, condition=self.orders[seat], wave=wave))
        self.best = self.still_in.best()
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
        if self.lost is Loss.SCORE or self.lost is Loss.SEAT:
            scores.update(dict.fromkeys(self.still_in.seats, 0))
        return scores

    def eliminated(self) -> frozenset[Seat]:
        """Whom a Piggyback has put out of the game (rule 3.5.3)."""
        return frozenset(self.still_in.seats) if self.lost is Loss.SEAT else frozenset()
