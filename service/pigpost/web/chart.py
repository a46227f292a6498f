"""The score chart as numbers: lines, labels and marks of a drawing that stretches sideways.

x runs from 0 to `WIDTH` over the rounds and is stretched to the room there is; y is in pixels
from the top, `HEIGHT` high, so that strokes and text keep their size on every screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from pigpost.web.game_page import GamePage

WIDTH = 1000
HEIGHT = 260
MOST_LINES = 8
"""More lines than these can't be told apart by colour and dashes."""

_LABEL_HEIGHT = 17
_MOST_STEPS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A number beside an axis; `at` is y for scores, and per mille of the width for rounds."""

    at: int
    text: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where a player's match score was lost."""

    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A player and his scores after round 0, 1, 2 ..."""

    name: str
    bot: bool = False
    scores: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's scores. `end` is the y of the last one, `label` the y of the name beside it."""

    name: str
    bot: bool
    score: int
    path: str
    losses: tuple[Mark, ...]
    end: int
    label: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The drawing. `target` is the y of the target line."""

    lines: tuple[Line, ...]
    score_ticks: tuple[Tick, ...]
    round_ticks: tuple[Tick, ...]
    target: int


def chart_of(page: GamePage) -> Chart:
    """The chart of a game of which a round was thrown."""
    courses = [
        Course(
            name=line.name, bot=line.bot, scores=[0, *(r.scores[line.seat] for r in page.rounds)]
        )
        for line in page.standings
    ]
    return draw(courses, target=page.terms.target)


def draw(players: Sequence[Course], *, target: int) -> Chart:
    """The chart of players, the best first.

    All have equally many scores, two or more; those past `MOST_LINES` are left out.
    """
    shown = players[:MOST_LINES]
    rounds = len(shown[0].scores) - 1
    top = max(target, *(max(course.scores) for course in shown))
    labels = _apart([_y(course.scores[-1], top) for course in shown])
    return Chart(
        lines=tuple(
            Line(
                name=course.name,
                bot=course.bot,
                score=course.scores[-1],
                path=_path(course.scores, top),
                losses=_losses(course.scores, top),
                end=_y(course.scores[-1], top),
                label=label,
            )
            for course, label in zip(shown, labels, strict=True)
        ),
        score_ticks=tuple(Tick(at=_y(score, top), text=score) for score in _steps(top)),
        round_ticks=tuple(Tick(at=_x(n, rounds), text=n) for n in _steps(rounds)),
        target=_y(target, top),
    )


def _x(round: int, rounds: int) -> int:
    return round * WIDTH // rounds


def _y(score: int, top: int) -> int:
    return HEIGHT - score * HEIGHT // top


def _path(scores: Sequence[int], top: int) -> str:
    last = len(scores) - 1
    points = (f"{_x(n, last)} {_y(score, top)}" for n, score in enumerate(scores))
    return "M" + "L".join(points)


def _losses(scores: Sequence[int], top: int) -> tuple[Mark, ...]:
    last = len(scores) - 1
    return tuple(
        Mark(x=_x(n, last), y=_y(after, top))
        for n, (before, after) in enumerate(pairwise(scores), start=1)
        if after < before
    )


def _steps(top: int) -> range:
    """Round numbers from 0 to `top`, at most `_MOST_STEPS` steps."""
    sizes = (first * 10**power for power in count() for first in (1, 2, 5))
    step = next(size for size in sizes if top <= size * _MOST_STEPS)
    return range(0, top + 1, step)


def _apart(ends: Sequence[int]) -> list[int]:
    """The same heights with room for a line of text between any two, all within the drawing.

    >>> _apart([100, 105, 260])
    [100, 117, 260]
    """
    labels = list(ends)
    downwards = sorted(range(len(ends)), key=ends.__getitem__)
    for above, here in pairwise(downwards):
        labels[here] = max(labels[here], labels[above] + _LABEL_HEIGHT)
    floor = HEIGHT
    for here in reversed(downwards):
        labels[here] = min(labels[here], floor)
        floor = labels[here] - _LABEL_HEIGHT
    return labels
