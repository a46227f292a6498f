"""What an order means, spelled out (rules 2.5, 3.3, 4.1, 6.3.1)."""

from collections.abc import Mapping
from typing import assert_never

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Form, Seat
from pigpost.results.phrases import listed
from pigpost.results.words import Words


def meaning(condition: Condition, names: Mapping[Seat, str], words: Words, *, form: Form) -> str:
    """The order as a sentence to its writer."""
    if form is not Form.SHARED and isinstance(condition, Throws | Turn | Total):
        return _own(condition, words)
    match condition:
        case Throws(n):
            text = words.gettext("Your turn ends at throw {n}.")
        case Turn(n):
            text = words.gettext("Your turn ends as soon as the turn score is {n} or more.")
        case Total(n):
            text = words.gettext(
                "Your turn ends as soon as your match score and the turn score together are {n} "
                "or more."
            )
        case Dice(n):
            return _dice(n, words, form=form)
        case OnlyLeft():
            return words.gettext("Your turn ends as soon as all the others have ended theirs.")
        case When(seats):
            return words.gettext("You finish at the same throw as {names}.").format(
                names=_last(seats, names, words)
            )
        case After(seats):
            return words.gettext(
                "You play exactly one throw more than {names}, and lose the turn if that throw "
                "does not score."
            ).format(names=_last(seats, names, words))
        case _:
            assert_never(condition)
    return text.format(n=n)


def short_meaning(
    condition: Condition, names: Mapping[Seat, str], words: Words, *, form: Form
) -> str:
    """The order in a few words, for lists of orders one could pick."""
    if form is not Form.SHARED and isinstance(condition, Throws | Turn | Total):
        return _short_own(condition, words)
    match condition:
        case Throws(n):
            text = words.gettext("at throw {n}")
        case Turn(n):
            text = words.gettext("when the turn score is {n} or more")
        case Total(n):
            text = words.gettext("when your total score is {n} or more")
        case Dice(n):
            return _short_dice(n, words, form=form)
        case OnlyLeft():
            return words.gettext("when all the others are out")
        case When(seats):
            text = words.gettext("the same throw as {names}")
            return text.format(names=_last(seats, names, words))
        case After(seats):
            text = words.gettext("one throw more than {names}")
            return text.format(names=_last(seats, names, words))
        case _:
            assert_never(condition)
    return text.format(n=n)


def _own(condition: Throws | Turn | Total, words: Words) -> str:
    """The same where everybody has throws of his own (rules 4.1, 4.3)."""
    match condition:
        case Throws(n):
            text = words.ngettext(
                "You throw once, then hold.",
                "You throw {n} times, then hold, unless a throw that does not score comes first.",
                n,
            )
        case Turn(n):
            text = words.gettext("You throw until the turn score is {n} or more, then hold.")
        case Total(n):
            text = words.gettext(
                "You throw until your match score and the turn score together are {n} or more, "
                "then hold."
            )
        case _:
            assert_never(condition)
    return text.format(n=n)


def _short_own(condition: Throws | Turn | Total, words: Words) -> str:
    match condition:
        case Throws(n):
            text = words.ngettext("hold after {n} throw", "hold after {n} throws", n)
        case Turn(n):
            text = words.gettext("hold when the turn score is {n} or more")
        case Total(n):
            text = words.gettext("hold when your total score is {n} or more")
        case _:
            assert_never(condition)
    return text.format(n=n)


def _dice(n: int, words: Words, *, form: Form) -> str:
    """An order of Hog (rules 2.5, 3.8)."""
    if form is Form.SHARED:
        text = words.ngettext(
            "You take the first die of the row; if it is a 1, you get nothing.",
            "You take the first {n} dice of the row; any 1 among them, and you get nothing.",
            n,
        )
    else:
        text = words.ngettext(
            "You throw {n} die; if it is a 1, you get nothing.",
            "You throw {n} dice at once; any 1 among them, and you get nothing.",
            n,
        )
    return text.format(n=n)


def _short_dice(n: int, words: Words, *, form: Form) -> str:
    if form is Form.SHARED:
        text = words.ngettext("the first die of the row", "the first {n} dice of the row", n)
    else:
        text = words.ngettext("{n} die, thrown once", "{n} dice, thrown once", n)
    return text.format(n=n)


def _last(seats: frozenset[Seat], names: Mapping[Seat, str], words: Words) -> str:
    """The named; of several, the one who ends last decides (rule 3.3.2)."""
    row = listed([names[seat] for seat in sorted(seats)], words)
    if len(seats) == 1:
        return row
    return words.gettext("the last of {names}").format(names=row)
