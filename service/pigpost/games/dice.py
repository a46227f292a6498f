"""What one die or two dice can show and what it is worth, game by game (rules 2.2 to 2.5)."""

from collections.abc import Mapping, Sequence

from pigpost.games.kinds import Kind, RuleBroken
from pigpost.games.outcomes import Loss, Outcome

FACES = range(1, 7)

_DOUBLE_ONES = 25
"""Two 1s of Doubles Pig (rule 2.4)."""


def _one_die(face: int) -> Outcome:
    """A die of Pig or of Hog (rules 2.2, 2.5)."""
    return Outcome(str(face), 0, Loss.TURN) if face == 1 else Outcome(str(face), face)


def _two_dice(one: int, other: int) -> Outcome:
    """Two dice of Two-Dice Pig (rule 2.3)."""
    name = f"{one}-{other}"
    match (one, other).count(1):
        case 0:
            return Outcome(name, one + other)
        case 1:
            return Outcome(name, 0, Loss.TURN)
        case _:
            return Outcome(name, 0, Loss.SCORE)


def _doubles(one: int, other: int) -> Outcome:
    """Two dice of Doubles Pig (rule 2.4)."""
    name = f"{one}-{other}"
    if one == other:
        return Outcome(name, _DOUBLE_ONES if one == 1 else 2 * (one + other))
    return Outcome(name, 0, Loss.TURN) if 1 in (one, other) else Outcome(name, one + other)


_ONE: Mapping[tuple[int, ...], Outcome] = {(face,): _one_die(face) for face in FACES}
_PAIRS = [(one, other) for one in FACES for other in FACES]

BY_FACES: Mapping[Kind, Mapping[tuple[int, ...], Outcome]] = {
    Kind.PIG: _ONE,
    Kind.HOG: _ONE,
    Kind.TWO_DICE: {pair: _two_dice(*pair) for pair in _PAIRS},
    Kind.DOUBLES: {pair: _doubles(*pair) for pair in _PAIRS},
}
"""Every throw of a dice game; they come equally often. Of Hog it is one die of the row."""


RULES: Mapping[Kind, str] = {
    Kind.PIG: "2.2",
    Kind.TWO_DICE: "2.3",
    Kind.DOUBLES: "2.4",
    Kind.HOG: "2.5",
}
"""The number of the rule that says what the dice of a game are worth."""


def dice_in_a_throw(kind: Kind) -> int:
    """How many dice are drawn for one outcome; of Hog one, for its row is drawn die by die."""
    return 2 if kind in (Kind.TWO_DICE, Kind.DOUBLES) else 1


def shown(kind: Kind, faces: Sequence[int]) -> Outcome:
    """The outcome of dice that lie on the table; `RuleBroken` if no dice of the game show that.

    >>> shown(Kind.DOUBLES, [1, 1]).points
    25
    """
    try:
        return BY_FACES[kind][tuple(faces)]
    except KeyError:
        what = "-".join(map(str, faces))
        message = f"no throw of {kind.value} shows {what}: a die has the faces 1 to 6"
        raise RuleBroken(message, code="impossible_throw", rule=RULES[kind]) from None
