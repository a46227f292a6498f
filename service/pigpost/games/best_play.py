"""Perfect play of one-die Pig between two who throw in turn, from any scores (rules 2.2, 4.7).

The chance to win is that of Todd W. Neller and Clifton G. M. Presser, "Optimal Play of the Dice Game
Pig" (The UMAP Journal 25(1), 2004): throw on while that wins more often than holding does. Only the
points that each has to go matter, so a game to 50 is the end of a game to 100. A pair of scores is
solved once those with fewer points to go are: what remains open is who wins after a lost turn, and the
two chances of that follow from one another.

Where the turns of a round are played at once (rule 4.6), both see the same scores and may reach the
target together; perfect play is another one there, and this comes only near it. An order by mail says
one number for the turn. In 81 of the 10,000 pairs of scores perfect play throws on again from some
higher turn score that a throw can lead to; to hold there costs less than 0.07 % of the games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

from pigpost.games.dice import FACES
from pigpost.games.kinds import check_scores, check_target

FARTHEST = 100
"""Points to go up to which play is solved; whoever has more to go plays as if he had so many."""

_CLOSE = 1e-12
"""Chances that change by less are found: each step doubles the digits that are right."""
_SMALLEST = 2
_LARGEST = FACES[-1]

Number = TypeVar("Number", float, Fraction)
ToGo: TypeAlias = tuple[int, int]
"""The points that the player who throws has to go, and those of the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution(Generic[Number]):
    """For each pair of points to go: how often who throws now wins, and the turn score he holds at."""

    wins: Mapping[ToGo, Number]
    holds: Mapping[ToGo, int]


def optimal_hold(my: int, other: int, target: int) -> int:
    """The n of the TURN n to order, from both match scores: the first turn score to hold at.

    >>> optimal_hold(0, 0, 50), optimal_hold(48, 0, 50)
    (21, 2)
    """
    check_target(target)
    check_scores((my, other), target)
    farthest = min(target, FARTHEST)
    return _solution(farthest).holds[min(target - my, farthest), min(target - other, farthest)]


@lru_cache(maxsize=4)
def _solution(points: int) -> Solution[float]:
    """Up to 100 points it takes about a second, up to 50 a tenth of one; then it is kept."""
    return solve(points, 1.0)


def solve(points: int, one: Number) -> Solution[Number]:
    """Perfect play for up to so many points to go; `one` is 1 of the numbers to reckon with.

    >>> solve(10, Fraction(1)).wins[10, 10]
    Fraction(7776, 10961)
    """
    wins: dict[ToGo, Number] = {}
    for done in range(points + 1):
        wins[0, done], wins[done, 0] = one, one - one
    holds: dict[ToGo, int] = {}
    for together in range(2, 2 * points + 1):
        for mine in range(max(1, together - points), together // 2 + 1):
            _solve_pair(wins, holds, mine, together - mine, one)
    return Solution(wins=wins, holds=holds)


def _solve_pair(
    wins: dict[ToGo, Number], holds: dict[ToGo, int], mine: int, others: int, one: Number
) -> None:
    """Adds the two ways to throw from a pair of scores: better turns until they are the best."""
    my_wins = other_wins = one / 2
    found = False
    while not found:
        kept, lost, my_hold = _best_turn(wins, mine, others, one, one - other_wins)
        other_kept, other_lost, other_hold = _best_turn(wins, others, mine, one, one - my_wins)
        before = my_wins
        my_wins = (kept + lost * (one - other_kept - other_lost)) / (one - lost * other_lost)
        other_wins = other_kept + other_lost * (one - my_wins)
        found = abs(my_wins - before) < _CLOSE
    wins[mine, others], wins[others, mine] = my_wins, other_wins
    holds[mine, others], holds[others, mine] = my_hold, other_hold


def _best_turn(
    wins: Mapping[ToGo, Number], mine: int, others: int, one: Number, after_loss: Number
) -> tuple[Number, Number, int]:
    """The turn that wins most often if after a lost one the game is won in `after_loss` of the cases.

    How often the turn ends with its points kept and the game won by it, how often it is lost, and
    its first turn score to hold at. The lists are by turn score; from `mine` on the game is won.
    """
    zero = one - one
    kept, lost = [one] * (mine + _LARGEST), [zero] * (mine + _LARGEST)
    hold = mine
    for turn in range(mine - 1, -1, -1):
        scored = slice(turn + _SMALLEST, turn + _LARGEST + 1)
        kept[turn] = sum(kept[scored], zero) / len(FACES)
        lost[turn] = sum(lost[scored], one) / len(FACES)
        if turn >= _SMALLEST:
            held = one - wins[others, mine - turn]
            if held >= kept[turn] + lost[turn] * after_loss:
                kept[turn], lost[turn], hold = held, zero, turn
    return kept[0], lost[0], hold
