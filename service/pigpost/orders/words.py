"""Folded text cut into words, numbers and signs, each with its place."""

import re
from dataclasses import dataclass

_WORD = re.compile(
    r"""
    \d+ (?:st|nd|rd|th) (?![^\W_])                  # 3rd
  | (?<![^\W_]) [-+]? \d+ (?: [.,:/-] \d+ )*        # 12, -1, 2.5, 3-4
  | '? [^\W\d_]+ (?: '[^\W\d_]+ )*                  # turn's, o'brien, 'til
  | \d+
  | >= | <= | => | -> | \S
    """,
    re.VERBOSE,
)
_ENDINGS = ("'s", "'ll", "'m", "'ve", "'d", "'re")
_WITHOUT_APOSTROPHE = {
    "im": "i'm",
    "ive": "i've",
    "ill": "i'll",
    "id": "i'd",
    "thats": "that's",
    "lets": "let's",
}
_UNITS = frozenset({"throws", "throw", "rolls", "points", "point", "pts", "pt"})


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


def words_of(text: str, start: int = 0) -> tuple[Word, ...]:
    """The words of folded text from `start` on; contractions are two words.

    >>> [word.text for word in words_of("i'll stop at bill's 3rd")]
    ['i', "'ll", 'stop', 'at', 'bill', "'s", '3rd']
    """
    words: list[Word] = []
    for match in _WORD.finditer(text, start):
        a, b = match.span()
        glued = a > start and not text[a - 1].isspace()
        words.extend(_contraction(Word(_spelled(match[0]), a, b, glued)))
    return tuple(words)


def is_unit(word: Word) -> bool:
    """Whether the word may be written onto a number, as in `20pts`."""
    return word.text in _UNITS


def _spelled(word: str) -> str:
    return _WITHOUT_APOSTROPHE.get(word, word)


def _contraction(word: Word) -> tuple[Word, ...]:
    for ending in _ENDINGS:
        stem = word.text.removesuffix(ending)
        if stem not in (word.text, ""):
            cut = max(word.start, word.end - len(ending))
            return Word(stem, word.start, cut, word.glued), Word(ending, cut, word.end, glued=True)
    return (word,)
