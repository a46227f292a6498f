"""Folded text cut into words, numbers and signs, each with its place."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_WORD = r"""
    \d+ (?:SUFFIXES) (?![^\W_])                     # 3rd
  | (?<![^\W_]) [-+]? \d+ (?: [.,:/-] \d+ )*        # 12, -1, 2.5, 3-4
  | '? [^\W\d_]+ (?: '[^\W\d_]+ )*                  # turn's, o'brien, 'til
  | \d+
  | >= | <= | => | -> | \S
"""
_NEVER = "(?!)"


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of folded text from `start` to `end`; `glued` when no space stands before it."""

    text: str
    start: int
    end: int
    glued: bool

    @property
    def is_word(self) -> bool:
        """Letters, not a number or a sign."""
        return self.text[-1].isalpha()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How a language writes words together.

    `contractions` are endings that are words of their own, `bare` are words written without their
    apostrophe, `units` may be written onto a number (`20pts`), `stop` ends a sentence.
    """

    pattern: re.Pattern[str]
    contractions: tuple[str, ...]
    bare: Mapping[str, str]
    units: frozenset[str]
    stop: re.Pattern[str]


def spelling(
    *,
    suffixes: Iterable[str] = (),
    contractions: Iterable[str] = (),
    bare: Mapping[str, str] | None = None,
    units: Iterable[str] = (),
    stop: str = r"[.!?;]+(?=\s|$)",
) -> Spelling:
    """The spelling of a language; `suffixes` are written onto a number in digits (`3rd`)."""
    longest_first = sorted(map(re.escape, suffixes), key=len, reverse=True)
    pattern = _WORD.replace("SUFFIXES", "|".join(longest_first) or _NEVER)
    return Spelling(
        pattern=re.compile(pattern, re.VERBOSE),
        contractions=tuple(contractions),
        bare=bare or {},
        units=frozenset(units),
        stop=re.compile(stop),
    )


def words_of(text: str, spelling: Spelling) -> tuple[Word, ...]:
    """The words of folded text; contractions are two words.

    >>> english = spelling(suffixes=["rd"], contractions=["'s", "'ll"])
    >>> [word.text for word in words_of("i'll stop at bill's 3rd", english)]
    ['i', "'ll", 'stop', 'at', 'bill', "'s", '3rd']
    """
    words: list[Word] = []
    for match in spelling.pattern.finditer(text):
        a, b = match.span()
        glued = a > 0 and not text[a - 1].isspace()
        written = match[0]
        first, *more = spelling.bare.get(written, written).split()
        word = Word(first, a, b, glued)
        words.extend(_contraction(word, spelling) if "'" in word.text else (word,))
        words.extend(Word(other, b, b, glued=False) for other in more)
    return tuple(words)


def _contraction(word: Word, spelling: Spelling) -> tuple[Word, ...]:
    for ending in spelling.contractions:
        stem = word.text.removesuffix(ending)
        if stem not in (word.text, ""):
            cut = max(word.start, word.end - len(ending))
            return Word(stem, word.start, cut, word.glued), Word(ending, cut, word.end, glued=True)
    return (word,)
