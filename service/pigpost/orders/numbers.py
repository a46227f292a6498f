"""Numbers in digits and in words; ordinals; what is no whole number (rule 6.2)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LONGEST_NUMERAL = 7
"""Digits of 1,000,000; what is longer is over the limit whatever it says (rule 6.2)."""

_DIGITS = "0123456789"
_PART = re.compile(r"\d+/\d+|[½⅓¼¾⅔]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number of `words` words. `value` is None for what is no whole number from 0.

    `kind` is the terminal of the grammar: NUMBER or ORDINAL, BADNUM, VAGUE, or another one that a
    language has for its numbers.
    """

    kind: str
    words: int
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Suffix:
    """What may be written onto a number in digits (`3rd`), if the digits are right for it."""

    written: str
    terminal: str
    behind: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of a language: words to terminal and value, and what makes a number none.

    `one` is the word for 1. `parts` are words of fractions, `and_` and `point` join them to a
    number; `signs` make it negative; `ranges` stand between two numbers. `vocabulary` is every
    single word of a number.
    """

    words: Mapping[tuple[str, ...], tuple[str, int]]
    longest: Mapping[str, int]
    suffixes: tuple[Suffix, ...]
    one: str
    articles: frozenset[str]
    and_: frozenset[str]
    parts: frozenset[str]
    point: frozenset[str]
    signs: frozenset[str]
    ranges: frozenset[str]
    vocabulary: frozenset[str]


def is_numeral(word: str) -> bool:
    """Whether a folded word is digits and nothing else; `³` is none."""
    return bool(word) and all(character in _DIGITS for character in word)


def numeral_at(words: Sequence[str], numbers: Numbers) -> Numeral | None:
    """The number that these folded words begin with."""
    first = words[0]
    if first[0] in _DIGITS or (first[0] in "+-" and first[1:2] in _DIGITS and first[1:]):
        return _digits(words, numbers)
    if first in numbers.signs and len(words) > 1 and numeral_at(words[1:], numbers) is not None:
        return Numeral(kind="BADNUM", words=2)
    return _in_words(words, numbers)


def _digits(words: Sequence[str], numbers: Numbers) -> Numeral:
    first = words[0]
    if is_numeral(first):
        value = int(first) if len(first) <= LONGEST_NUMERAL else None
        return _then_fraction(words, 1, "NUMBER", value, numbers)
    if "-" in first[1:]:
        return Numeral(kind="VAGUE", words=1)
    for suffix in numbers.suffixes:
        number = first.removesuffix(suffix.written)
        if number != first and is_numeral(number) and suffix.behind.search(number):
            if len(number) > LONGEST_NUMERAL:
                break
            return Numeral(kind=suffix.terminal, words=1, value=int(number))
    return Numeral(kind="BADNUM", words=1)


def _in_words(words: Sequence[str], numbers: Numbers) -> Numeral | None:
    first = words[0]
    for count in range(min(numbers.longest.get(first, 0), len(words)), 0, -1):
        found = numbers.words.get(tuple(words[:count]))
        if found is not None:
            return _then_fraction(words, count, *found, numbers)
    return Numeral(kind="BADNUM", words=1) if first in numbers.parts else None


def _then_fraction(  # noqa: PLR0911 - kind by kind
    words: Sequence[str], count: int, terminal: str, value: int | None, numbers: Numbers
) -> Numeral:
    """The number, unless "point five" or "and a half" makes it none; ranges are vague."""
    if terminal != "NUMBER":
        return Numeral(kind=terminal, words=count, value=value)
    first, *rest = [*words[count : count + 3], ""]
    more = rest[0] if rest else ""
    if first in numbers.point and _is_number(more, numbers):
        return Numeral(kind="BADNUM", words=count + 2)
    if first in numbers.and_ and more in numbers.parts:
        return Numeral(kind="BADNUM", words=count + 2)
    if first in numbers.and_ and more in numbers.articles and rest[1] in numbers.parts:
        return Numeral(kind="BADNUM", words=count + 3)
    if first in numbers.ranges and _is_number(more, numbers):
        return Numeral(kind="VAGUE", words=count + 2)
    if _PART.fullmatch(first):
        return Numeral(kind="BADNUM", words=count + 1)
    if value is None:
        return Numeral(kind="BADNUM", words=count)
    return Numeral(kind="NUMBER", words=count, value=value)


def _is_number(word: str, numbers: Numbers) -> bool:
    return is_numeral(word) or (word,) in numbers.words
