"""Orders that a reader could send, one of each kind that the game knows."""

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Form, Kind, Settings
from pigpost.results.letters import Letterhead

_THROWS = 4
_TURN = 20
_DICE = (5, 2)
_SHARE = 60
"""A total in percent of the target."""


def examples(head: Letterhead, settings: Settings) -> list[Condition]:
    """Orders with numbers that make sense at the reader's score, and names that can be waited for."""
    if settings.kind is Kind.HOG:
        return [Dice(n) for n in sorted({min(n, settings.max_dice) for n in _DICE}, reverse=True)]
    missing = settings.target - head.score
    turn = Turn(min(_TURN, missing, max(1, settings.target // 2)))
    total = _totals(settings.target, head.score, turn.n)
    if settings.form is not Form.SHARED:
        return [turn, Throws(_THROWS), *total]
    return [Throws(_THROWS), turn, *total, OnlyLeft(), *_naming(head)]


def _totals(target: int, score: int, turn: int) -> list[Condition]:
    """A total above the reader's score and below the target, where there is one."""
    usual = target * _SHARE // 100
    n = usual if usual > score else min(score + turn, target - 1)
    return [Total(n)] if n > score else []


def _naming(head: Letterhead) -> list[Condition]:
    """Orders that wait for somebody else who plays."""
    others = sorted(head.names.keys() - head.out - {head.reader.seat})
    named = [frozenset((seat,)) for seat in others[:1]]
    return [order(seats) for seats in named for order in (When, After)]
