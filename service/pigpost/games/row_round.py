"""A round of Hog with one row of dice for all (rule 3.8)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, takewhile

from pigpost.games.conditions import Condition, Dice
from pigpost.games.kinds import Seat, Settings, Standings
from pigpost.games.outcomes import Outcome
from pigpost.games.record import EndedBy, RowRecord, winners_among


def row_round(
    settings: Settings,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    throws: Iterator[Outcome],
    *,
    defaulted: Mapping[Seat, str],
) -> RowRecord:
    """Adjudicates a round; `orders` has the dice of each participant, in the order of seats.

    A row that is too short for the largest order leaves the round incomplete (rule 7.5).
    """
    wanted = {seat: dice_ordered(order) for seat, order in orders.items()}
    longest = max(wanted.values(), default=0)
    row = tuple(islice(throws, longest))
    complete = len(row) == longest
    worth = _worth(row)
    turn_scores = {s: worth[n] if complete else 0 for s, n in wanted.items()}
    final_scores = dict(standings.scores)
    for seat, turn in turn_scores.items():
        final_scores[seat] += turn
    winners = winners_among(final_scores, settings.target)
    return RowRecord(
        orders=orders,
        defaulted=defaulted,
        row=tuple(int(die.name) for die in row),
        ended_by=_ended_by(complete=complete, won=bool(winners)),
        turn_scores=turn_scores,
        final_scores=final_scores,
        eliminated=frozenset(),
        game_over=bool(winners) or not orders,
        winners=winners,
    )


def dice_ordered(order: Condition) -> int:
    """How many dice an order of Hog throws; `TypeError` for an order of another game."""
    if not isinstance(order, Dice):
        raise TypeError(f"{order} is no order of Hog")
    return order.n


def row_score(row: Sequence[Outcome]) -> int:
    """What dice thrown at once are worth: any 1 and it is nothing (rule 2.5)."""
    return sum(die.points for die in row) if all(die.points for die in row) else 0


def _worth(row: Sequence[Outcome]) -> Sequence[int]:
    """What the first n dice of a row are worth, for n from 0 to all (rule 3.8)."""
    safe = [*takewhile(lambda points: points > 0, (die.points for die in row))]
    sums = [*accumulate(safe, initial=0)]
    return sums + [0] * (len(row) - len(safe))


def _ended_by(*, complete: bool, won: bool) -> EndedBy:
    if not complete:
        return EndedBy.INCOMPLETE
    return EndedBy.TARGET if won else EndedBy.ALL_DROPPED
