"""What an order means, spelled out (rules 3.3, 6.3.1)."""

from collections.abc import Mapping
from typing import assert_never

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.results.phrases import listed
from pigpost.results.words import Words


def meaning(condition: Condition, names: Mapping[Seat, str], words: Words) -> str:
    """The order as a sentence to its writer."""
    match condition:
        case Throws(n):
            return words.gettext("Your turn ends at throw {n}.").format(n=n)
        case Turn(n):
            return words.gettext("Your turn ends as soon as the turn score is {n} or more.").format(
                n=n
            )
        case Total(n):
            return words.gettext(
                "Your turn ends as soon as your match score and the turn score together are {n} "
                "or more."
            ).format(n=n)
        case OnlyLeft():
            return words.gettext("Your turn ends as soon as all the others have ended theirs.")
        case When(seats):
            return words.gettext(
                "You finish at the same throw as {names}.",
            ).format(names=_last(seats, names, words))
        case After(seats):
            return words.gettext(
                "You play exactly one throw more than {names}, and lose the turn if that throw "
                "does not score."
            ).format(names=_last(seats, names, words))
    assert_never(condition)


def short_meaning(condition: Condition, names: Mapping[Seat, str], words: Words) -> str:
    """The order in a few words, for lists of orders one could pick."""
    match condition:
        case Throws(n):
            return words.gettext("at throw {n}").format(n=n)
        case Turn(n):
            return words.gettext("when the turn score is {n} or more").format(n=n)
        case Total(n):
            return words.gettext("when your total score is {n} or more").format(n=n)
        case OnlyLeft():
            return words.gettext("when all the others are out")
        case When(seats):
            text = words.gettext("the same throw as {names}")
            return text.format(names=_last(seats, names, words))
        case After(seats):
            text = words.gettext("one throw more than {names}")
            return text.format(names=_last(seats, names, words))
    assert_never(condition)


def _last(seats: frozenset[Seat], names: Mapping[Seat, str], words: Words) -> str:
    """The named; of several, the one who ends last decides (rule 3.3.2)."""
    row = listed([names[seat] for seat in sorted(seats)], words)
    if len(seats) == 1:
        return row
    return words.gettext("the last of {names}").format(names=row)
