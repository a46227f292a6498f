"""Small pieces of sentences: names in a row, numbers in words, what pigs and dice show."""

from collections.abc import Sequence

from pigpost.games.kinds import Kind
from pigpost.results.words import N_, Words

_NUMBERS = (
    N_("no"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
)
_NTH = (
    N_("first throw"),
    N_("second throw"),
    N_("third throw"),
    N_("fourth throw"),
    N_("fifth throw"),
    N_("sixth throw"),
    N_("seventh throw"),
    N_("eighth throw"),
    N_("ninth throw"),
    N_("tenth throw"),
    N_("eleventh throw"),
    N_("twelfth throw"),
)
_OUTCOMES = {
    "points": N_("points only"),
    "pig_out": N_("Pig Out"),
    "sider": N_("Sider"),
    "trotter": N_("Trotter"),
    "razorback": N_("Razorback"),
    "snouter": N_("Snouter"),
    "leaning_jowler": N_("Leaning Jowler"),
    "mixed_trotter_razorback": N_("Trotter + Razorback"),
    "mixed_trotter_snouter": N_("Trotter + Snouter"),
    "mixed_razorback_snouter": N_("Razorback + Snouter"),
    "mixed_trotter_leaning_jowler": N_("Trotter + Leaning Jowler"),
    "mixed_razorback_leaning_jowler": N_("Razorback + Leaning Jowler"),
    "mixed_snouter_leaning_jowler": N_("Snouter + Leaning Jowler"),
    "double_trotter": N_("Double Trotter"),
    "double_razorback": N_("Double Razorback"),
    "double_snouter": N_("Double Snouter"),
    "double_leaning_jowler": N_("Double Leaning Jowler"),
    "oinker": N_("Oinker"),
    "piggyback": N_("Piggyback"),
}
_CLOSING = {
    "pig_out": N_("a Pig Out"),
    "oinker": N_("an Oinker"),
    "piggyback": N_("a Piggyback"),
    "1": N_("a 1"),
    "1-1": N_("two 1s"),
}
_GAMES = {
    Kind.POSTAL_PIGS: N_("Postal Pass the Pigs"),
    Kind.PASS_THE_PIGS: N_("Pass the Pigs"),
    Kind.PIG: N_("Pig"),
    Kind.TWO_DICE: N_("Two-Dice Pig"),
    Kind.DOUBLES: N_("Doubles Pig"),
    Kind.HOG: N_("Hog"),
}

MOST_NAMES = 6
"""A longer row of names in a sentence is cut short and the rest counted."""


_OUTAGES = {
    "outage:inbox": N_("the inbox could not be read"),
    "outage:clock_back": N_("the server's clock went backwards"),
    "outage:clock_forward": N_("the service was down for a while"),
}


def listed(names: Sequence[str], words: Words, *, limit: int = MOST_NAMES) -> str:
    """Names as a sentence has them.

    >>> from gettext import NullTranslations
    >>> listed(["Ted", "Geoff", "Jim"], NullTranslations())
    'Ted, Geoff and Jim'
    >>> listed(["Ted", "Geoff", "Jim", "Sue"], NullTranslations(), limit=3)
    'Ted, Geoff and 2 others'
    """
    shown = list(names)
    if len(shown) > limit:
        rest = len(shown) - limit + 1
        others = words.ngettext("{count} other", "{count} others", rest)
        shown = [*shown[: limit - 1], others.format(count=rest)]
    return _joined(shown, words.gettext("{names} and {last}"))


def either(names: Sequence[str], words: Words) -> str:
    """Names of which one is meant.

    >>> from gettext import NullTranslations
    >>> either(["Bill", "Bob"], NullTranslations())
    'Bill or Bob'
    """
    return _joined(list(names[:MOST_NAMES]), words.gettext("{names} or {last}"))


def _joined(names: list[str], pattern: str) -> str:
    if len(names) < 2:  # noqa: PLR2004 - one name needs no joint
        return "".join(names)
    return pattern.format(names=", ".join(names[:-1]), last=names[-1])


def points(n: int, words: Words) -> str:
    """A number of points."""
    return words.ngettext("{n} point", "{n} points", n).format(n=n)


def spelled(n: int, words: Words) -> str:
    """A number as a sentence has it: in words up to twelve."""
    return words.gettext(_NUMBERS[n]) if n < len(_NUMBERS) else str(n)


def nth_throw(n: int, words: Words) -> str:
    """Which throw of the round, counted from 1."""
    if n <= len(_NTH):
        return words.gettext(_NTH[n - 1])
    return words.gettext("throw {n}").format(n=n)


def shown(outcome: str, words: Words) -> str:
    """What the pigs or the dice show, by the outcome's name (rules 2.1 to 2.5).

    >>> from gettext import NullTranslations
    >>> [shown(name, NullTranslations()) for name in ("4", "3-5", "4-4", "4-1", "1-1")]
    ['4', '3 and 5', 'double 4', 'one 1 and a 4', 'two 1s']
    """
    if outcome in _OUTCOMES:
        return words.gettext(_OUTCOMES[outcome])
    match outcome.split("-"):
        case ["1", "1"]:
            return words.gettext("two 1s")
        case [one, other] if one == other:
            return words.gettext("double {n}").format(n=one)
        case [one, other] if "1" in (one, other):
            return words.gettext("one 1 and a {n}").format(n=other if one == "1" else one)
        case [one, other]:
            return words.gettext("{one} and {other}").format(one=one, other=other)
    return outcome


def one_such(outcome: str, words: Words) -> str:
    """A non-scoring throw as it closes a sentence."""
    return words.gettext(_CLOSING[outcome] if outcome in _CLOSING else N_("one 1"))


def game_name(kind: Kind, words: Words) -> str:
    """What a game is called (rule 5)."""
    return words.gettext(_GAMES[kind])


def called(name: str, words: Words, *, bot: bool) -> str:
    """A player's name as it is shown: house players are labelled, here and nowhere else."""
    return words.gettext("{name} (bot)").format(name=name) if bot else name


_CLAIM = "claim:"


def held_because(reason: str, words: Words) -> str:
    """Why a game is held: the GM's own words, a claim, or what the service was blind to."""
    if reason.startswith(_CLAIM):
        return words.gettext("claim %(number)s is open") % {"number": reason.removeprefix(_CLAIM)}
    return words.gettext(_OUTAGES[reason]) if reason in _OUTAGES else reason


def sentence(clause: str) -> str:
    """The clause with a capital at its beginning.

    >>> sentence("seven good throws.")
    'Seven good throws.'
    """
    return clause[:1].upper() + clause[1:]
