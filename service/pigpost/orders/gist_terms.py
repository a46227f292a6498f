"""A sentence taken apart into key terms, to its last word or not at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.orders.ear import Ear
from pigpost.orders.gist_names import Taken, Term, names_at, run_together
from pigpost.orders.gist_words import GistWords
from pigpost.orders.language_parts import Phrase
from pigpost.orders.numbers import numeral_at
from pigpost.orders.said import Amount
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

MOST_WAYS = 256
"""More ways to tell the terms apart than this, and there is no gist."""
_NUMBERS = {"NUMBER": ("n",), "ORDINAL": ("N",), "SECOND": ("N", "w"), "ADVTIMES": ("&",)}
"""The signs of numbers; a second may be the moment when something is, `twice` is so many times."""
_BRACKETS = ("(", ")")
_LONGEST_NUMBER = 6
_LONGEST = 12
"""Words of the longest phrase, noise and all, that is looked for."""


_Found: TypeAlias = tuple[Phrase, int]
"""A phrase, and how many words it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a sentence; `requests` tells whether it is politely put as a question.

    `pleads` tells of a "please" in it.
    """

    terms: tuple[Term, ...]
    requests: bool
    pleads: bool

    @property
    def ways(self) -> int:
        """In how many ways the terms can be told apart."""
        ways = 1
        for term in self.terms:
            ways *= len(term.signs)
        return ways


def terms_of(words: Sequence[Word], segment: Segment, ear: Ear, known: GistWords) -> Terms | None:
    """The terms of a sentence; None where a word is none, or could be a name too."""
    pleads = any(word.text in ear.language.lexicon.polite for word in words)
    steps = _Walk(words, segment, ear, known).steps(0, counted=False)
    if steps is None:
        return None
    asking = known.requests | known.pleading if pleads else known.requests
    return Terms(
        terms=tuple(_said_once([t for step in steps for t in step.terms], segment.text)),
        requests=any(step.phrase in asking for step in steps),
        pleads=pleads,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """Some words, the terms that they are, perhaps none, and the phrase, if they are one."""

    count: int
    terms: tuple[Term, ...] = ()
    phrase: Phrase | None = None


class _Walk:
    """The way through a sentence, phrase by phrase, the longest first; shorter ones where it ends."""

    def __init__(self, words: Sequence[Word], segment: Segment, ear: Ear, known: GistWords) -> None:
        self._words, self._segment, self._ear, self._known = words, segment, ear, known
        self._ends: set[tuple[int, bool]] = set()

    def steps(self, at: int, *, counted: bool) -> tuple[_Step, ...] | None:
        """The steps from a place to the end; `counted` tells whether a number stands before it."""
        if at == len(self._words):
            return ()
        if (at, counted) in self._ends:
            return None
        for step in self._options(at, counted=counted):
            numbered = step.terms[-1].amount is not None if step.terms else counted
            rest = self.steps(at + step.count, counted=numbered)
            if rest is not None:
                return (step, *rest)
        self._ends.add((at, counted))
        return None

    def _options(self, at: int, *, counted: bool) -> Iterator[_Step]:
        """What the next words can be, the likeliest first."""
        words, ear, known = self._words, self._ear, self._known
        phrases = _phrases(words, at, ear, known)
        if words[at].text in known.noise:
            further = _phrases(words, at + 1, ear, known) if at + 1 < len(words) else []
            if further and phrases and further[0][1] + 1 > phrases[0][1]:
                yield _Step(count=1)
        named = names_at(words, at, self._segment, ear, known)
        if named is not None:
            if not phrases:
                yield _Step(count=named[1], terms=named[0])
            return
        number = _number(words, at, phrases[0] if phrases else None, ear)
        if number is not None:
            yield _Step(count=number[1], terms=number[0])
            return
        for phrase, count in phrases:
            signs = known.terms.get(phrase, ())
            terms = (Term(signs=signs),) if signs else ()
            yield _Step(count=count, terms=terms, phrase=phrase)
        if _changes_nothing(words, at, self._segment, known, counted=counted):
            yield _Step(count=1)
        counted_too = _number(words, at, None, ear) if phrases else None
        if counted_too is not None:
            yield _Step(count=counted_too[1], terms=counted_too[0])
        joined = run_together(words, at, ear)
        if joined is not None:
            yield _Step(count=joined[1], terms=joined[0])


def _changes_nothing(
    words: Sequence[Word], at: int, segment: Segment, known: GistWords, *, counted: bool
) -> bool:
    """Whether a word changes nothing where it stands; a capital could make it a name."""
    word = words[at].text
    if word in known.noise or word in _BRACKETS:
        return True
    beside = {other.text for other in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2])}
    if at and segment.written(words[at].start, words[at].end)[:1].isupper():
        return False
    if known.built.is_adverb(word):
        return not beside & known.joining - {","}
    named = at > 0 and words[at - 1].text in known.articles
    if at + 1 == len(words):
        return False
    told = word in known.qualities and (counted or named)
    return told or (counted and known.built.is_quality(word))


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


def _phrases(words: Sequence[Word], at: int, ear: Ear, known: GistWords) -> list[_Found]:
    """The phrases here, the longest first, each as it is or with noise in it."""
    one = ear.language.numbers.one
    texts = [one if word.text == "1" else word.text for word in words[at : at + 2 * _LONGEST]]
    limit = known.longest.get(texts[0], 0)
    found: list[_Found] = []
    key: Phrase = ()
    for count, text in enumerate(texts[: 2 * limit], 1):
        exact = tuple(texts[:count])
        if exact in known.phrases:
            found.append((exact, count))
        if text in known.noise and key:
            continue
        key = (*key, text)
        if key in known.phrases and key != exact:
            found.append((key, count))
    return found[::-1]


def _number(words: Sequence[Word], at: int, found: _Found | None, ear: Ear) -> Taken | None:
    """A whole number, unless more words than its own are a phrase."""
    numeral = numeral_at([w.text for w in words[at : at + _LONGEST_NUMBER]], ear.language.numbers)
    if numeral is None or numeral.kind not in _NUMBERS or numeral.value is None:
        return None
    if found is not None and found[1] > numeral.words:
        return None
    start, end = words[at].start, words[at + numeral.words - 1].end
    amount = Amount(start=start, end=end, value=numeral.value)
    return (Term(signs=_NUMBERS[numeral.kind], amount=amount),), numeral.words
