"""At how many points a turn ends, and how often: exact, in whole numbers over one denominator.

A course of throws is as likely as the product of its weights, over the product of the sums they are
drawn from. Counting goes on in those products, so that nothing is reduced before the end.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log10

from pigpost.games.kinds import RuleBroken
from pigpost.games.odds_throw import ThrowOdds

MOST_DIGITS = 4_000
"""Digits of a fraction's denominator. Python writes numbers of up to 4,300 digits."""

MOST_STEPS = 1_000_000
"""Products that one answer may take: half a second or so, measured with weights of 16 digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The turns that end with points: how many in `total` end with so many. The others are lost."""

    counts: Mapping[int, int]
    total: int

    @property
    def kept(self) -> Fraction:
        """The chance of points."""
        return Fraction(sum(self.counts.values()), self.total)

    @property
    def mean(self) -> Fraction:
        """The points of a turn, a lost one counted as none."""
        return Fraction(sum(points * count for points, count in self.counts.items()), self.total)

    def chances(self) -> dict[int, Fraction]:
        """The chance of each number of points; 0 is a lost turn."""
        lost = self.total - sum(self.counts.values())
        counts = {0: lost, **self.counts} if lost else self.counts
        return {points: Fraction(counts[points], self.total) for points in sorted(counts)}


def hold_at(throw: ThrowOdds, n: int) -> Ends:
    """The ends of a turn that goes on until it has n points.

    `counts[x]` is how often the turn comes by x points. It is scaled as if as many throws had been
    made on the way as there can be: below n as many as lead to x, from n on as any turn can have.
    """
    smallest, total = min(throw.points), throw.total
    longest = -(-n // smallest) - 1
    _check_digits(throw, later=longest)
    _check_steps(n * len(throw.points))
    counts: dict[int, int] = {}
    for points in range(smallest, n + max(throw.points)):
        later = longest if points >= n else points // smallest - 1
        found = 0
        for score, weight in throw.points.items():
            before = points - score
            if before == 0:
                found += weight * total**later
            elif 0 < before < n and before in counts:
                skipped = later - before // smallest
                found += weight * counts[before] * total**skipped
        if found:
            counts[points] = found
    ends = {points: count for points, count in counts.items() if points >= n}
    return Ends(counts=ends, total=throw.first * total**longest)


def throw_times(throw: ThrowOdds, n: int, *, room: int | None = None) -> Ends:
    """The ends of a turn of n throws, or of fewer that bring `room` points."""
    widest = n * max(throw.points) if room is None else min(n * max(throw.points), room)
    _check_digits(throw, later=n - 1)
    _check_steps(n * widest * len(throw.points))
    going: Mapping[int, int] = {0: 1}
    ended: dict[int, int] = {}
    for _ in range(n):
        ended = {points: count * throw.total for points, count in ended.items()}
        following = _throw_on(throw, going)
        going = {}
        for points, count in following.items():
            if room is not None and points >= room:
                ended[points] = ended.get(points, 0) + count
            else:
                going[points] = count
    counts = {points: ended.get(points, 0) + going.get(points, 0) for points in {*ended, *going}}
    return Ends(counts=counts, total=throw.first * throw.total ** (n - 1))


def _throw_on(throw: ThrowOdds, going: Mapping[int, int]) -> Mapping[int, int]:
    """How often turns have so many points one scoring throw later."""
    following: Counter[int] = Counter()
    for points, count in going.items():
        for score, weight in throw.points.items():
            following[points + score] += weight * count
    return following


def _check_digits(throw: ThrowOdds, *, later: int) -> None:
    check_length(log10(throw.first) + later * log10(throw.total))


def check_length(digits: float) -> None:
    """`RuleBroken` if a fraction has too many digits to be written."""
    if digits > MOST_DIGITS:
        raise _too_long()


def _check_steps(steps: int) -> None:
    """`RuleBroken` if the answer would take long."""
    if steps > MOST_STEPS:
        raise _too_long()


def _too_long() -> RuleBroken:
    return RuleBroken("the number is too large for exact odds", code="too_long", rule="8")
