"""What an order is worth: the exact odds of one turn (rule 8).

Other players are left aside: a turn goes on until its condition is met, its points bring the match
score to the target if one is given, or it is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import TypeAlias, assert_never

from pigpost.games.conditions import (
    After,
    Condition,
    Dice,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    check_orders,
)
from pigpost.games.kinds import RuleBroken, Settings, check_scores, check_target
from pigpost.games.odds_ends import Ends, check_length, hold_at, throw_times
from pigpost.games.odds_throw import ThrowOdds, throw_odds
from pigpost.games.outcomes import Loss


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """How a turn can end; the four chances sum to 1.

    `expected_turn` are the points gained. A lost turn gains none, and a match score that is lost is
    not subtracted (rule 8.1).
    """

    expected_turn: Fraction
    p_score: Fraction
    p_bust: Fraction
    p_wipe: Fraction
    p_eliminate: Fraction


def odds(
    settings: Settings, condition: Condition, *, score: int = 0, target: int | None = None
) -> Odds:
    """The odds of a turn from this match score; without a `target` it is thrown on past any score.

    `RuleBroken` with the code `hangs_on_others` for an order that waits for others, `too_long` for a
    number that makes the fractions so, and as of `adjudicate` for what the game does not know.
    """
    asked = _asked(settings, condition, score=score, target=target)
    match asked:
        case _Thrown(throw=throw, n=n, room=None):
            check_length(log10(throw.first) + (n - 1) * log10(throw.scores.denominator))
            kept = throw.first_scores * throw.scores ** (n - 1)
            return _odds(throw, kept=kept, expected=n * throw.mean * kept)
        case _Thrown(throw=throw) | _Held(throw=throw):
            ends = _ends(asked)
            return _odds(throw, kept=ends.kept, expected=ends.mean)
    assert_never(asked)


def points_gained(
    settings: Settings, condition: Condition, *, score: int = 0, target: int | None = None
) -> Mapping[int, Fraction]:
    """The chance of each number of points for the turn, 0 for a lost one; arguments as of `odds`.

    >>> from pigpost.games.kinds import Kind
    >>> from pigpost.games.settings import game_settings
    >>> points_gained(game_settings(Kind.PIG), Turn(5))[0]
    Fraction(55, 216)
    """
    return _ends(_asked(settings, condition, score=score, target=target)).chances()


def throws_until_lost(settings: Settings) -> Fraction | None:
    """The throws of a round in which nobody drops out, the closing one included (rule 8.1).

    The target is left aside. None where every throw scores, so that such a round has no end.
    """
    throw = throw_odds(settings)
    if throw.scores == 1:
        return None
    return 1 + throw.first_scores / (1 - throw.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thrown:
    """A turn of n throws, or of fewer that bring `room` points; without room it can't end before."""

    throw: ThrowOdds
    n: int
    room: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A turn that ends at n points."""

    throw: ThrowOdds
    n: int


_Asked: TypeAlias = _Thrown | _Held


def _asked(settings: Settings, condition: Condition, *, score: int, target: int | None) -> _Asked:
    """The turn that is meant, once the order and the scores are found to be of the game."""
    check_orders([condition], settings)
    room = _room(score, target)
    throw = throw_odds(settings)
    match condition:
        case Dice(n):
            return _Thrown(throw=throw, n=n, room=None)
        case Throws(n):
            return _thrown(throw, n, room)
        case Turn(n):
            return _Held(throw=throw, n=n if room is None else min(n, room))
        case Total(n):
            wanted = max(1, n - score)
            return _Held(throw=throw, n=wanted if room is None else min(wanted, room))
        case OnlyLeft() | When() | After():
            message = "how long such a turn lasts hangs on the other players' orders"
            raise RuleBroken(message, code="hangs_on_others", rule="3.3")
    assert_never(condition)


def _room(score: int, target: int | None) -> int | None:
    """The points to the target; `RuleBroken` for a score that no player has (rule 1.1)."""
    if target is not None:
        check_target(target)
        check_scores([score], target)
        return target - score
    if type(score) is not int or score < 0:
        message = "a match score is a whole number of 0 or more"
        raise RuleBroken(message, code="bad_score", rule="1.1")
    return None


def _thrown(throw: ThrowOdds, n: int, room: int | None) -> _Asked:
    """A turn of n throws; the room counts only where it can be used up before the last of them."""
    smallest, largest = min(throw.points), max(throw.points)
    if room is None or (n - 1) * largest < room:
        return _Thrown(throw=throw, n=n, room=None)
    if n * smallest >= room:
        return _Held(throw=throw, n=room)
    return _Thrown(throw=throw, n=n, room=room)


def _ends(asked: _Asked) -> Ends:
    match asked:
        case _Thrown(throw=throw, n=n, room=room):
            return throw_times(throw, n, room=room)
        case _Held(throw=throw, n=n):
            return hold_at(throw, n)
    assert_never(asked)


def _odds(throw: ThrowOdds, *, kept: Fraction, expected: Fraction) -> Odds:
    """A turn is lost by one kind of throw or another as often as these come in one throw."""
    losing = throw.total - throw.scoring

    def lost_by(loss: Loss) -> Fraction:
        weight = throw.losses.get(loss, 0)
        return (1 - kept) * Fraction(weight, losing) if weight else Fraction(0)

    return Odds(
        expected_turn=expected,
        p_score=kept,
        p_bust=lost_by(Loss.TURN),
        p_wipe=lost_by(Loss.SCORE),
        p_eliminate=lost_by(Loss.SEAT),
    )
