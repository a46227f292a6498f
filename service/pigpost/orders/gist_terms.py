"""A sentence taken apart into key terms, to its last word or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.orders.ear import Ear
from pigpost.orders.gist_words import GistWords
from pigpost.orders.language_parts import Phrase
from pigpost.orders.names import NAME
from pigpost.orders.numbers import numeral_at
from pigpost.orders.said import Amount, Named
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

MOST_WAYS = 64
"""More ways to tell the terms apart than this, and there is no gist."""
_NUMBERS = {"NUMBER": ("n",), "ORDINAL": ("N",), "SECOND": ("N", "w")}
"""The signs of numbers; a second may be the moment when something is."""
_BRACKETS = ("(", ")")
_NAMES = "X"
_S = "s"
"""The sign for an `'s`, and how it is written where the apostrophe is forgotten."""
_LONGEST_NUMBER = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """The signs that some words can be; a number or names among them."""

    signs: tuple[str, ...]
    amount: Amount | None = None
    names: tuple[Named, ...] = ()


_Found: TypeAlias = tuple[Phrase, int]
"""A phrase, and how many words it takes."""
_Taken: TypeAlias = tuple[tuple[Term, ...], int]
"""Terms, perhaps none, and how many words they take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a sentence; `requests` tells whether it is politely put as a question."""

    terms: tuple[Term, ...]
    requests: bool

    @property
    def ways(self) -> int:
        """In how many ways the terms can be told apart."""
        ways = 1
        for term in self.terms:
            ways *= len(term.signs)
        return ways


def terms_of(words: Sequence[Word], segment: Segment, ear: Ear, known: GistWords) -> Terms | None:
    """The terms of a sentence; None where a word is none, or could be a name too."""
    kept: list[Term] = []
    requests, at = False, 0
    while at < len(words):
        found = _phrase(words, at, ear, known)
        taken = (
            _names(words, at, segment, ear, known)
            or _number(words, at, found, ear)
            or _of_phrase(found, known)
            or _of_noise(words[at], kept, known)
            or _run_together(words, at, ear)
        )
        if taken is None:
            return None
        terms, count = taken
        if terms and terms[0].names and words[at].text in known.longest:
            return None
        requests = requests or (found is not None and found[0] in known.requests)
        kept.extend(terms)
        at += count
    return Terms(terms=tuple(_said_once(kept, segment.text)), requests=requests)


def _of_phrase(found: _Found | None, known: GistWords) -> _Taken | None:
    """The term that a phrase is, or nothing for one that changes nothing."""
    if found is None:
        return None
    phrase, count = found
    return ((Term(signs=known.terms[phrase]),) if phrase in known.terms else ()), count


def _of_noise(word: Word, kept: Sequence[Term], known: GistWords) -> _Taken | None:
    """Nothing, for a word that changes nothing where it stands."""
    counts = bool(kept) and kept[-1].amount is not None
    if word.text in known.noise or word.text in _BRACKETS:
        return (), 1
    return ((), 1) if counts and word.text in known.qualities else None


def _said_once(terms: Sequence[Term], text: str) -> list[Term]:
    """The terms, with a number said again in brackets left out: `seven (7)`."""
    kept: list[Term] = []
    for term in terms:
        last = kept[-1].amount if kept else None
        amount = term.amount
        if (
            last is not None
            and amount is not None
            and last.value == amount.value
            and text[last.end : amount.start].strip() == "("
        ):
            continue
        kept.append(term)
    return kept


def _phrase(words: Sequence[Word], at: int, ear: Ear, known: GistWords) -> _Found | None:
    """The longest phrase here, and how many words it takes with the noise in it."""
    one = ear.language.numbers.one
    limit = known.longest.get(one if words[at].text == "1" else words[at].text, 0)
    found = None
    key: tuple[str, ...] = ()
    for count, word in enumerate(words[at : at + 2 * limit], 1):
        if word.text in known.noise and key:
            continue
        key = (*key, one if word.text == "1" else word.text)
        if len(key) > limit:
            break
        if key in known.terms or key in known.trimmings or key in known.requests:
            found = (key, count)
    return found


def _number(words: Sequence[Word], at: int, found: _Found | None, ear: Ear) -> _Taken | None:
    """A whole number, unless more words than its own are a phrase."""
    numeral = numeral_at([w.text for w in words[at : at + _LONGEST_NUMBER]], ear.language.numbers)
    if numeral is None or numeral.kind not in _NUMBERS or numeral.value is None:
        return None
    if found is not None and found[1] > numeral.words:
        return None
    start, end = words[at].start, words[at + numeral.words - 1].end
    amount = Amount(start=start, end=end, value=numeral.value)
    return (Term(signs=_NUMBERS[numeral.kind], amount=amount),), numeral.words


def _names(
    words: Sequence[Word], at: int, segment: Segment, ear: Ear, known: GistWords
) -> _Taken | None:
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


def _run_together(words: Sequence[Word], at: int, ear: Ear) -> _Taken | None:
    """A name and an `s` written as one word: `when bills out`."""
    word = words[at]
    name = word.text.removesuffix(_S)
    if name == word.text or NAME not in ear.roster.forms.get(name, {}):
        return None
    named = Named(kind=NAME, text=name, words=((word.start, word.end - len(_S)),))
    return (Term(signs=(_NAMES,), names=(named,)), Term(signs=(_S,))), 1
