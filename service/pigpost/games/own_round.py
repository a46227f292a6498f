"""A round in which everybody has throws of his own: at once, or seat by seat (rule 4)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from pigpost.games.conditions import Condition, Moment, Numbered, numbered
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings
from pigpost.games.outcomes import Loss, Outcome, loss_of
from pigpost.games.record import OwnRecord, OwnThrow, TurnEnd, TurnRecord, winners_among
from pigpost.games.row_round import dice_ordered, row_score

_LOST: Mapping[Loss, TurnEnd] = {
    Loss.TURN: TurnEnd.BUST,
    Loss.SCORE: TurnEnd.WIPE,
    Loss.SEAT: TurnEnd.ELIMINATE,
}


def own_round(
    settings: Settings,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throws_of: Callable[[Seat], Iterator[Outcome]],
    *,
    defaulted: Mapping[Seat, str],
) -> OwnRecord:
    """Adjudicates a round; `orders` has one of each participant, in the order of seats.

    Where one player's throws run out before his turn ends, the round is incomplete and no score
    changes (rule 7.5); the others' turns are told as far as they are known.
    """
    turns: dict[Seat, TurnRecord] = {}
    for seat in seats_in_turn(settings, tuple(orders)):
        score, order = standings.scores[seat], orders[seat]
        turns[seat] = _turn(settings, order, throws_of(seat), score=score)
        if settings.form is Form.SEQUENTIAL and turns[seat].ended_by is TurnEnd.TARGET:
            break  # later seats do not throw after a win (rule 4.7)
    complete = all(turn.ended_by is not TurnEnd.INCOMPLETE for turn in turns.values())
    if not complete:
        turns = {s: replace(t, turn=0, score=standings.scores[s]) for s, t in turns.items()}
    scores = {seat: turn.score for seat, turn in turns.items()}
    eliminated = _eliminated(turns) if complete else frozenset()
    winners = winners_among(scores, settings.target)
    return OwnRecord(
        orders=orders,
        defaulted=defaulted,
        turns=turns,
        turn_scores={seat: turns[seat].turn if seat in turns else 0 for seat in orders},
        final_scores={**standings.scores, **scores},
        eliminated=eliminated,
        game_over=bool(winners) or len(eliminated) == len(orders),
        winners=winners,
    )


def seats_in_turn(settings: Settings, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The order of play: that of the seats, begun by the seat that was drawn (rule 4.7).

    >>> from pigpost.games.settings import game_settings
    >>> hog = replace(game_settings(Kind.HOG, form=Form.SEQUENTIAL), first_seat=Seat(2))
    >>> seats_in_turn(hog, [Seat(1), Seat(3), Seat(4)])
    (3, 4, 1)
    """
    first = settings.first_seat if settings.form is Form.SEQUENTIAL else None
    before = [seat for seat in seats if first is not None and seat < first]
    return (*seats[len(before) :], *before)


def _eliminated(turns: Mapping[Seat, TurnRecord]) -> frozenset[Seat]:
    return frozenset(s for s, turn in turns.items() if turn.ended_by is TurnEnd.ELIMINATE)


def _turn(
    settings: Settings, order: Condition, throws: Iterator[Outcome], *, score: int
) -> TurnRecord:
    if settings.kind is Kind.HOG:
        return _turn_of_hog(settings, dice_ordered(order), throws, score=score)
    condition = numbered(order, score=score)
    return _Turn(settings=settings, condition=condition, score=score).throw_on(throws)


def _turn_of_hog(
    settings: Settings, wanted: int, throws: Iterator[Outcome], *, score: int
) -> TurnRecord:
    """All dice at once; the match score is always safe (rule 2.5)."""
    row = tuple(islice(throws, wanted))
    turn = row_score(row)
    if len(row) < wanted:
        ended_by = TurnEnd.INCOMPLETE
    elif not turn:
        ended_by = TurnEnd.BUST
    else:
        ended_by = TurnEnd.TARGET if score + turn >= settings.target else TurnEnd.HOLD
    return TurnRecord(throws=_dice(row), turn=turn, score=score + turn, ended_by=ended_by)


def _dice(row: Sequence[Outcome]) -> tuple[OwnThrow, ...]:
    total, dice = 0, []
    for n, die in enumerate(row, start=1):
        total += die.points
        dice.append(OwnThrow(n=n, name=die.name, points=die.points, turn_score=total))
    return tuple(dice)


@dataclass(slots=True, kw_only=True)
class _Turn:
    """One player's turn under way; there is no first-throw promise (rule 4.2)."""

    settings: Settings
    condition: Numbered
    score: int

    def throw_on(self, throws: Iterator[Outcome]) -> TurnRecord:
        """Takes throws until the turn ends, and not one more (rules 4.3, 4.4)."""
        made: list[OwnThrow] = []
        moment = Moment()
        for moment.throw, outcome in enumerate(throws, start=1):
            moment.turn_score += outcome.points
            made.append(
                OwnThrow(
                    n=moment.throw,
                    name=outcome.name,
                    points=outcome.points,
                    turn_score=moment.turn_score,
                )
            )
            if ended_by := self._ended_by(outcome, moment):
                return self._ended(made, moment.turn_score, ended_by)
        return self._ended(made, 0, TurnEnd.INCOMPLETE)

    def _ended_by(self, outcome: Outcome, moment: Moment) -> TurnEnd | None:
        if loss := loss_of(outcome, self.settings.piggyback):
            return _LOST[loss]
        if self.score + moment.turn_score >= self.settings.target:
            return TurnEnd.TARGET
        return TurnEnd.HOLD if self.condition.met(moment) else None

    def _ended(self, made: Sequence[OwnThrow], points: int, ended_by: TurnEnd) -> TurnRecord:
        gained = points if ended_by in (TurnEnd.HOLD, TurnEnd.TARGET) else 0
        wiped = ended_by in (TurnEnd.WIPE, TurnEnd.ELIMINATE)
        score = 0 if wiped else self.score + gained
        return TurnRecord(throws=tuple(made), turn=gained, score=score, ended_by=ended_by)
