"""What a throw is worth or costs; what two pigs can show, and how often it comes (rules 2.1, 2.6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pigpost.games.kinds import Piggyback, RuleBroken

HIGHEST_SUM = 2**53 - 1
"""The weights of a table sum to this at most: every reader of JSON can hold it (rule 2.6.3)."""


class Position(StrEnum):
    """How one pig lies (rule 2.1); the order is that of the names of mixed combos."""

    LEFT = "left"
    RIGHT = "right"
    TROTTER = "trotter"
    RAZORBACK = "razorback"
    SNOUTER = "snouter"
    LEANING_JOWLER = "leaning_jowler"


_STANDING = tuple(p for p in Position if p not in {Position.LEFT, Position.RIGHT})


class Loss(StrEnum):
    """What a non-scoring throw takes from those still in (rules 3.5, 4.4)."""

    TURN = "turn"
    """The points of the turn."""
    SCORE = "score"
    """Those and the match score."""
    SEAT = "seat"
    """All that, and the player is out of the game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A throw of the pigs, of a die or of two dice; the non-scoring ones are worth 0 and lose."""

    name: str
    points: int
    loss: Loss | None = None

    @property
    def scores(self) -> bool:
        """Whether it is a scoring throw (rule 1)."""
        return self.points > 0


PIG_OUT = Outcome("pig_out", 0, Loss.TURN)
SIDER = Outcome("sider", 1)
OINKER = Outcome("oinker", 0, Loss.SCORE)
PIGGYBACK = Outcome("piggyback", 0, Loss.SEAT)
"""It costs the seat only in a game that says so (rule 3.5.3)."""

_TABLE: tuple[tuple[Outcome, int], ...] = (
    (PIG_OUT, 1279),
    (SIDER, 1304),
    (Outcome("trotter", 5), 659),
    (Outcome("razorback", 5), 1678),
    (Outcome("snouter", 10), 235),
    (Outcome("leaning_jowler", 15), 49),
    (Outcome("mixed_trotter_razorback", 10), 273),
    (Outcome("mixed_trotter_snouter", 15), 30),
    (Outcome("mixed_razorback_snouter", 15), 92),
    (Outcome("mixed_trotter_leaning_jowler", 20), 5),
    (Outcome("mixed_razorback_leaning_jowler", 20), 15),
    (Outcome("mixed_snouter_leaning_jowler", 25), 2),
    (Outcome("double_trotter", 20), 45),
    (Outcome("double_razorback", 20), 308),
    (Outcome("double_snouter", 40), 2),
    (Outcome("double_leaning_jowler", 60), 1),
    (OINKER, 23),
    (PIGGYBACK, 0),
)

OUTCOMES = tuple(outcome for outcome, _ in _TABLE)
"""All eighteen, in the order of every weight table (rule 2.6.1)."""

BY_NAME = {outcome.name: outcome for outcome in OUTCOMES}

POSSIBLE_SCORES = frozenset(outcome.points for outcome in OUTCOMES if outcome.scores)
"""The points a scoring throw can have (rule 2.1.2)."""

STANDARD_WEIGHTS = tuple(weight for _, weight in _TABLE)
"""Kern's count of 6,000 throws, in which no Piggyback came (rule 2.6.1)."""

PIGGYBACK_WEIGHTS = (*(2 * weight for weight in STANDARD_WEIGHTS[:-2]), 45, 1)
"""The same doubled, with one touching throw taken for a Piggyback (rule 2.6.2)."""


def default_weights(piggyback: Piggyback) -> tuple[int, ...]:
    """The table of a game that names none of its own (rules 2.6.1, 2.6.2)."""
    return PIGGYBACK_WEIGHTS if piggyback is Piggyback.ELIMINATE else STANDARD_WEIGHTS


def loss_of(outcome: Outcome, piggyback: Piggyback) -> Loss | None:
    """What an outcome takes in a game with this Piggyback rule; None of a scoring one (rule 3.5.3)."""
    spared = outcome.loss is Loss.SEAT and piggyback is Piggyback.WIPE
    return Loss.SCORE if spared else outcome.loss


def check_weights(weights: Sequence[int]) -> None:
    """`RuleBroken` unless the pigs can be drawn from this table (rule 2.6.3)."""
    if len(weights) != len(OUTCOMES):
        raise _bad_weights(f"a weight table has {len(OUTCOMES)} weights, one an outcome")
    if any(type(weight) is not int or weight < 0 for weight in weights):
        raise _bad_weights("a weight is a whole number of 0 or more")
    if sum(weights) > HIGHEST_SUM:
        raise _bad_weights(f"weights sum to {HIGHEST_SUM} at most")
    if not any(w for outcome, w in zip(OUTCOMES, weights, strict=True) if outcome.scores):
        raise _bad_weights("at least one scoring outcome has a weight above 0")


def noted(points: int) -> Outcome:
    """A throw of which only the points were written down; `RuleBroken` if no pigs score them.

    >>> noted(20)
    Outcome(name='points', points=20, loss=None)
    """
    if points == 0:
        return PIG_OUT
    if points not in POSSIBLE_SCORES:
        message = f"no throw of two pigs scores {points}"
        raise RuleBroken(message, code="impossible_throw", rule="2.1.2")
    return Outcome("points", points)


def landed(one: Position, other: Position) -> Outcome:
    """The outcome of two pigs that do not touch (rule 2.1).

    >>> landed(Position.SNOUTER, Position.TROTTER).name
    'mixed_trotter_snouter'
    """
    standing = [p for p in _STANDING if p in {one, other}]
    match standing:
        case []:
            return SIDER if one is other else PIG_OUT
        case [position]:
            return BY_NAME[f"double_{position}" if one is other else position]
        case _:
            return BY_NAME["mixed_" + "_".join(standing)]


def _bad_weights(message: str) -> RuleBroken:
    return RuleBroken(message, code="bad_weights", rule="2.6.3")
