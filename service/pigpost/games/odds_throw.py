"""How often each thing comes in one throw: the chances that everything in `odds` is made from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from pigpost.games.dice import BY_FACES
from pigpost.games.kinds import Kind, Settings
from pigpost.games.outcomes import OUTCOMES, Loss, Outcome, loss_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowOdds:
    """One throw, or one die of Hog's row: whole weights without a common divisor.

    `points` are the scores of the scoring throws. `promised`: the first throw scores (rule 3.2.1).
    """

    points: Mapping[int, int]
    losses: Mapping[Loss, int]
    promised: bool

    @property
    def scoring(self) -> int:
        """The weight of all scoring throws."""
        return sum(self.points.values())

    @property
    def total(self) -> int:
        """The weight of all throws."""
        return self.scoring + sum(self.losses.values())

    @property
    def first(self) -> int:
        """The same of the first throw: where it is promised to score, nothing else comes."""
        return self.scoring if self.promised else self.total

    @property
    def mean(self) -> Fraction:
        """What a scoring throw is worth on average (rule 8.1)."""
        return Fraction(
            sum(points * weight for points, weight in self.points.items()), self.scoring
        )

    @property
    def scores(self) -> Fraction:
        """The chance that a throw after the first scores."""
        return Fraction(self.scoring, self.total)

    @property
    def first_scores(self) -> Fraction:
        """The chance that the first throw scores."""
        return Fraction(self.scoring, self.first)


def throw_odds(settings: Settings) -> ThrowOdds:
    """The throws of a game, by its weights or by the faces of its dice (rules 2.2 to 2.6).

    >>> from pigpost.games.settings import game_settings
    >>> throw_odds(game_settings(Kind.DOUBLES)).mean
    Fraction(265, 26)
    """
    points: Counter[int] = Counter()
    losses: Counter[Loss] = Counter()
    for outcome, weight in _weighed(settings):
        loss = loss_of(outcome, settings.piggyback)
        if loss is None:
            points[outcome.points] += weight
        else:
            losses[loss] += weight
    common = gcd(*points.values(), *losses.values())
    return ThrowOdds(
        points={score: points[score] // common for score in sorted(points) if points[score]},
        losses={loss: weight // common for loss, weight in losses.items() if weight},
        promised=settings.first_throw_scores and settings.kind is not Kind.HOG,
    )


def _weighed(settings: Settings) -> Iterable[tuple[Outcome, int]]:
    if settings.kind.has_pigs:
        return zip(OUTCOMES, settings.weights, strict=True)
    return ((outcome, 1) for outcome in BY_FACES[settings.kind].values())
