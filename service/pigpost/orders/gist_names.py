"""Players' names among the terms of a sentence, and words in the place of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.orders.ear import Ear
from pigpost.orders.gist_words import GistWords
from pigpost.orders.names import NAME
from pigpost.orders.said import Amount, Named
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

_NAMES = "X"
_S = "s"
"""The sign for an `'s`, and how it is written where the apostrophe is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """The signs that some words can be; a number or names among them."""

    signs: tuple[str, ...]
    amount: Amount | None = None
    names: tuple[Named, ...] = ()


Taken: TypeAlias = tuple[tuple[Term, ...], int]
"""Terms, perhaps none, and how many words they take."""


def names_at(
    words: Sequence[Word], at: int, segment: Segment, ear: Ear, known: GistWords
) -> Taken | None:
    """A list of players' names."""
    first = _name(words, at, segment, ear, known)
    if first is None:
        return None
    names, behind = [first[0]], at + first[1]
    while (further := _further(words, behind, segment, ear, known)) is not None:
        names.append(further[0])
        behind = further[1]
    return (Term(signs=(_NAMES,), names=tuple(names)),), behind - at


def _further(
    words: Sequence[Word], at: int, segment: Segment, ear: Ear, known: GistWords
) -> tuple[Named, int] | None:
    """One more name of a list, behind a comma or an "and" or both; and where it ends.

    An `'s` of a name before is left out: `Bill's and Ted's turns`.
    """
    if _S in known.terms.get((words[at].text,) if at < len(words) else (), ()):
        at += 1
    first = at
    while at < len(words) and at < first + 2 and words[at].text in known.joining:
        at += 1
    if at == first or at == len(words):
        return None
    name = _name(words, at, segment, ear, known)
    return None if name is None else (name[0], at + name[1])


def _name(
    words: Sequence[Word], at: int, segment: Segment, ear: Ear, known: GistWords
) -> tuple[Named, int] | None:
    """A player's name, or a word with a capital that could be somebody's."""
    word = words[at]
    if word.glued and at and words[at - 1].text[-1].isalnum():
        return None
    found = [name for name, kind in ear.roster.names_at(segment.text, word.start) if kind == NAME]
    for name in sorted(found, key=len, reverse=True):
        end = word.start + len(name)
        count = sum(word.start <= other.start < end for other in words[at:])
        if words[at + count - 1].end == end:
            return Named(kind=NAME, text=name, words=((word.start, end),)), count
    if not found and _is_strange(words, at, segment, ear, known):
        return Named(kind="WORD", text=word.text, words=((word.start, word.end),)), 1
    return None


def _is_strange(
    words: Sequence[Word], at: int, segment: Segment, ear: Ear, known: GistWords
) -> bool:
    """Whether a word is one that no gist has, with a capital inside a sentence."""
    word = words[at]
    written = segment.written(word.start, word.end)
    return (
        at > 0
        and word.is_word
        and word.text not in known.vocabulary
        and word.text not in ear.language.lexicon.vocabulary
        and word.text not in ear.language.numbers.vocabulary
        and written[:1].isupper()
        and not written.isupper()
    )


def run_together(words: Sequence[Word], at: int, ear: Ear) -> Taken | None:
    """A name and an `s` written as one word: `when bills out`."""
    word = words[at]
    name = word.text.removesuffix(_S)
    if name == word.text or NAME not in ear.roster.forms.get(name, {}):
        return None
    named = Named(kind=NAME, text=name, words=((word.start, word.end - len(_S)),))
    return (Term(signs=(_NAMES,), names=(named,)), Term(signs=(_S,))), 1
