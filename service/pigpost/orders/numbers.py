"""Numbers in digits and in words, to one hundred; ordinals; what is no whole number (rule 6.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SMALL_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]
LONGEST_NUMERAL = 7
"""Digits of 1,000,000; what is longer is over the limit whatever it says (rule 6.2)."""

CARDINALS = (
    {word: n for n, word in enumerate(_SMALL)}
    | {word: 10 * n for n, word in enumerate(_TENS, 2)}
    | {"hundred": 100, "dozen": 12, "nil": 0}
)
ORDINALS = (
    {word: n for n, word in enumerate(_SMALL_ORDINALS, 1)}
    | {word[:-1] + "ieth": 10 * n for n, word in enumerate(_TENS, 2)}
    | {"hundredth": 100}
)
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_SIGNS = ("minus", "negative")
_PARTS = ("half", "quarter", "third")
_DIGITS = "0123456789"
_IN_A_HUNDRED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number of `words` words. `value` is None for what is no whole number from 0.

    `kind` is the terminal of the grammar: NUMBER, ORDINAL, SECOND (the word), BADNUM or VAGUE.
    """

    kind: str
    words: int
    value: int | None = None


def numeral_at(words: Sequence[str]) -> Numeral | None:
    """The number that these folded words begin with.

    >>> numeral_at(["twenty", "-", "five", "points"])
    Numeral(kind='NUMBER', words=3, value=25)
    """
    first = words[0]
    if first[0] in _DIGITS or (first[0] in "+-" and first[1:2] in _DIGITS and first[1:]):
        return _digits(words)
    if first in _SIGNS and len(words) > 1 and numeral_at(words[1:]) is not None:
        return Numeral(kind="BADNUM", words=2)
    return _in_words(words)


def is_numeral(word: str) -> bool:
    """Whether a folded word is digits and nothing else; `³` is none."""
    return bool(word) and all(character in _DIGITS for character in word)


def _digits(words: Sequence[str]) -> Numeral:
    first = words[0]
    if is_numeral(first):
        value = int(first) if len(first) <= LONGEST_NUMERAL else None
        return _then_fraction(words, 1, value)
    if "-" in first[1:]:
        return Numeral(kind="VAGUE", words=1)
    number, suffix = first[:-2], first[-2:]
    if is_numeral(number) and len(number) <= LONGEST_NUMERAL and suffix == _suffix(int(number)):
        return Numeral(kind="ORDINAL", words=1, value=int(number))
    return Numeral(kind="BADNUM", words=1)


def _suffix(n: int) -> str:
    if n % 100 // 10 == 1:
        return "th"
    return _SUFFIXES.get(n % 10, "th")


def _in_words(words: Sequence[str]) -> Numeral | None:  # noqa: PLR0911 - kind by kind
    first, rest = words[0], list(words[1:4])
    if first == "half" and "dozen" in rest[:2]:
        return Numeral(kind="NUMBER", words=2 + rest.index("dozen"), value=6)
    if first == "second":
        return Numeral(kind="SECOND", words=1, value=2)
    if first in ORDINALS:
        return Numeral(kind="ORDINAL", words=1, value=ORDINALS[first])
    if first not in CARDINALS:
        return Numeral(kind="BADNUM", words=1) if first in _PARTS else None
    value = CARDINALS[first]
    if rest[:1] in (["dozen"], ["hundred"]) and value * CARDINALS[rest[0]] <= _IN_A_HUNDRED:
        return _then_fraction(words, 2, value * CARDINALS[rest[0]])
    if first in _TENS:
        hyphen = 1 if rest[:1] == ["-"] else 0
        unit = rest[hyphen] if len(rest) > hyphen else ""
        if 1 <= CARDINALS.get(unit, 0) <= 9:  # noqa: PLR2004 - the units of a two-word number
            return _then_fraction(words, 2 + hyphen, value + CARDINALS[unit])
        if 1 <= ORDINALS.get(unit, 0) <= 9:  # noqa: PLR2004 - as above
            return Numeral(kind="ORDINAL", words=2 + hyphen, value=value + ORDINALS[unit])
    return _then_fraction(words, 1, value)


def _then_fraction(words: Sequence[str], count: int, value: int | None) -> Numeral:
    """The number, unless "point five" or "and a half" makes it none; ranges are vague."""
    rest = list(words[count : count + 3])
    match rest:
        case ["point", more, *_] if more in CARDINALS or is_numeral(more):
            return Numeral(kind="BADNUM", words=count + 2)
        case ["and", part, *_] if part in _PARTS:
            return Numeral(kind="BADNUM", words=count + 2)
        case ["and", "a", part] if part in _PARTS:
            return Numeral(kind="BADNUM", words=count + 3)
        case ["to" | "-", more, *_] if more in CARDINALS or is_numeral(more):
            return Numeral(kind="VAGUE", words=count + 2)
    if value is None:
        return Numeral(kind="BADNUM", words=count)
    return Numeral(kind="NUMBER", words=count, value=value)
