"""The kinds of game and the settings that are fixed when a game starts (rules 1.2, 5)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", int)
"""A player's place in one game, 1 or more; written `p1`, `p2` ... outside the core."""

GameId = NewType("GameId", str)
"""What players call the game in mails and addresses: `[a-z0-9-]`, at most 40 characters."""

HIGHEST_NUMBER = 1_000_000
"""Numbers above this are no numbers for an order or a target (rule 6.2)."""

MOST_DICE = 50
"""The dice of a throw of Hog, unless the game sets another limit (rule 4.1).

It never changes: games that were recorded without a limit have this one.
"""

_LABEL = re.compile(r"p[1-9][0-9]{0,8}")


class RuleBroken(ValueError):
    """A value that the rules do not know. `code` is a stable word, `rule` the number that says so."""

    def __init__(self, message: str, *, code: str, rule: str) -> None:
        super().__init__(message)
        self.code, self.rule = code, rule


class Kind(StrEnum):
    """A game of the family (rule 5)."""

    POSTAL_PIGS = "postal_pigs"
    PASS_THE_PIGS = "pass_the_pigs"  # noqa: S105 - a game, no password
    PIG = "pig"
    TWO_DICE = "two_dice"
    DOUBLES = "doubles"
    HOG = "hog"

    @property
    def has_pigs(self) -> bool:
        """Whether pigs are thrown, not dice (rule 5)."""
        return self in (Kind.POSTAL_PIGS, Kind.PASS_THE_PIGS)

    @property
    def forms(self) -> "tuple[Form, ...]":
        """The forms it can be played in, the usual one first (rule 5)."""
        return _FORMS[self]


class Form(StrEnum):
    """Whose throws a round has: one stream for all, or one a player (rules 3, 4).

    With own throws the turns of a round are played at once, or in the order of seats (rules 4.6, 4.7).
    """

    SHARED = "shared"
    SIMULTANEOUS = "simultaneous"
    SEQUENTIAL = "sequential"


_OWN = (Form.SIMULTANEOUS, Form.SEQUENTIAL)
_FORMS: Mapping[Kind, tuple[Form, ...]] = {
    Kind.POSTAL_PIGS: (Form.SHARED,),
    Kind.PASS_THE_PIGS: _OWN,
    Kind.PIG: (*_OWN, Form.SHARED),
    Kind.TWO_DICE: (*_OWN, Form.SHARED),
    Kind.DOUBLES: (*_OWN, Form.SHARED),
    Kind.HOG: (*_OWN, Form.SHARED),
}


class Piggyback(StrEnum):
    """What a Piggyback does to those still in (rule 3.5.3)."""

    WIPE = "wipe"
    ELIMINATE = "eliminate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What is fixed when a game starts and recorded with it (rule 1.2).

    `weights` are whole numbers of 0 or more in the order of rule 2.6.1, of dice there are none.
    `max_dice` bounds an order of Hog (rule 4.1). `first_seat` begins every round that is played
    seat by seat; it is drawn when the game starts, and None before (rule 4.7).
    """

    kind: Kind = Kind.POSTAL_PIGS
    form: Form = Form.SHARED
    target: int = 100
    piggyback: Piggyback = Piggyback.WIPE
    first_throw_scores: bool = True
    weights: tuple[int, ...]
    max_dice: int = MOST_DICE
    first_seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table before a round.

    `scores` holds every seat of the game, also those eliminated or withdrawn;
    who is in neither set is a participant of the round (rules 1, 6.7).
    """

    scores: Mapping[Seat, int]
    eliminated: frozenset[Seat] = field(default_factory=frozenset)
    withdrawn: frozenset[Seat] = field(default_factory=frozenset)

    @property
    def participants(self) -> tuple[Seat, ...]:
        """Seats that take part in the round, ascending (rule 3.1.1)."""
        return tuple(
            seat
            for seat in sorted(self.scores)
            if seat not in self.eliminated and seat not in self.withdrawn
        )


def check_target(target: int) -> None:
    """`RuleBroken` unless a game can be played up to it (rule 1.2)."""
    if type(target) is not int or not 1 <= target <= HIGHEST_NUMBER:
        message = f"the target is a whole number from 1 to {HIGHEST_NUMBER:,}"
        raise RuleBroken(message, code="bad_target", rule="1.2")


def check_scores(scores: Iterable[int], target: int) -> None:
    """`RuleBroken` unless each is a match score of a game that goes on (rule 1.1)."""
    if any(type(score) is not int or not 0 <= score < target for score in scores):
        message = f"a match score is a whole number from 0 to {target - 1}, one below the target"
        raise RuleBroken(message, code="bad_score", rule="1.1")


def seat_label(seat: Seat) -> str:
    """The pseudonym of a seat in logs and digests, as `p3`.

    >>> seat_label(Seat(3))
    'p3'
    """
    return f"p{seat}"


def seat_from_label(label: str) -> Seat:
    """The seat behind a pseudonym; `ValueError` if it is none: each seat has but one.

    >>> seat_from_label("p12")
    12
    """
    if _LABEL.fullmatch(label) is None:
        raise ValueError(f"not a seat label: {label!r}")
    return Seat(int(label[1:]))
