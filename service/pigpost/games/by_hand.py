"""Throws that somebody made with his own pigs or dice, by the names under which they are recorded."""

from collections.abc import Iterable

from pigpost.games.dice import RULES, shown
from pigpost.games.kinds import Kind, RuleBroken
from pigpost.games.outcomes import BY_NAME, Outcome


def outcome_named(kind: Kind, name: str) -> Outcome:
    """The outcome of that name; of dice the faces, as `3` or `3-4`. `RuleBroken` if there is none.

    >>> outcome_named(Kind.DOUBLES, "2-2").points
    8
    """
    if kind.has_pigs:
        if name not in BY_NAME:
            message = f"no throw of two pigs is called {name!r}"
            raise RuleBroken(message, code="impossible_throw", rule="2.1")
        return BY_NAME[name]
    faces = name.split("-")
    if not all(face.isascii() and face.isdigit() and len(face) == 1 for face in faces):
        message = f"{name!r} is no throw of dice: write 3, or 3-4 for two"
        raise RuleBroken(message, code="impossible_throw", rule=RULES[kind])
    return shown(kind, [int(face) for face in faces])


def read_throws(kind: Kind, text: str) -> tuple[str, ...]:
    """The names of throws that are written one behind the other, with commas; `RuleBroken` as above.

    >>> read_throws(Kind.POSTAL_PIGS, "Sider, double trotter,pig out")
    ('sider', 'double_trotter', 'pig_out')
    """
    names = (" ".join(part.split()).lower().replace(" ", "_") for part in text.split(","))
    return tuple(outcome_named(kind, name).name for name in names if name)


def outcomes_named(kind: Kind, names: Iterable[str]) -> list[Outcome]:
    """The same for several."""
    return [outcome_named(kind, name) for name in names]
