"""The gist of a sentence that the grammar does not know: what its key terms say together.

Every word must be a key term or one that changes no order, and the terms must stand in one of few
orders; else there is no gist, and the sentence is asked about (docs/decisions/0020).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from pigpost.orders.ear import Ear
from pigpost.orders.gist_terms import MOST_WAYS, Terms, terms_of
from pigpost.orders.gist_words import GistWords, gist_words
from pigpost.orders.judge import Judged, judge
from pigpost.orders.said import Amount, Said, Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.talk_words import talk_words
from pigpost.orders.words import Word

MOST_WORDS = 32
_MORE = "C"
"""The sign for "more than", which counts one more (rule 6.5)."""
_SINGLED_OUT = "qX"
"""The signs of `only Bill`, which no order says."""
_NUMBERS = ("n", "N", "&")
_ENDING = frozenset("eQzO")
_MINE = frozenset("Myi")
"""Signs for ending, and those that tell whose end it is."""
_NAMING = (Wanted.WHEN, Wanted.AFTER)


def gist(segment: Segment, cuts: Sequence[Sequence[Word]], ear: Ear) -> Judged | None:
    """The one order that all ways to take a sentence apart say, held against the rules."""
    known = gist_words(ear.language.tag)
    if known is None:
        return None
    told = [_without_reason(_spelled(words, segment, ear, known), ear, known) for words in cuts]
    said = [one for words in told for one in _said(segment, words, ear, known)]
    if not said or any(one != said[0] for one in said):
        return None
    return judge(said[0], segment, ear)


def restates(segment: Segment, words: Sequence[Word], ear: Ear) -> bool:
    """Whether a clause only says once more that all is over then: `when I've got them, I'm done`."""
    known = gist_words(ear.language.tag)
    if known is None or not words or len(words) > MOST_WORDS:
        return False
    terms = terms_of(words, segment, ear, known)
    if terms is None or terms.ways > MOST_WAYS or segment.asks:
        return False
    if any(term.names or term.amount is not None for term in terms.terms):
        return False
    return any(known.closing.fullmatch("".join(signs)) for signs in readings(terms))


def _spelled(
    words: Sequence[Word], segment: Segment, ear: Ear, known: GistWords
) -> tuple[Word, ...]:
    """The words without slips of the pen; what could be a name is left as it is."""
    return tuple(
        replace(word, text=known.slips[word.text])
        if word.text in known.slips
        and word.text not in ear.roster.words
        and (word is words[0] or not segment.written(word.start, word.end)[:1].isupper())
        else word
        for word in words
    )


def _without_reason(words: Sequence[Word], ear: Ear, known: GistWords) -> Sequence[Word]:
    """The words before a "because" that nothing behind it can touch."""
    at = next((n for n, word in enumerate(words) if word.text in known.reasons), len(words))
    talk = talk_words(ear.language.tag)
    if talk is None:
        return words
    said = {word.text for word in words[:at]}
    touching = talk.danger | talk.orders | talk.away | ear.language.numbers.vocabulary
    behind = words[at + 1 :]
    harmless = (
        all(
            (word.is_word or word.text in said) and word.text not in touching | ear.roster.words
            for word in behind
        )
        and not any(  # "because that went so well": of what, and did it?
            word.text in talk.pointing and after.text not in talk.this
            for word, after in pairwise([*behind, *behind[-1:]])
        )
    )
    return words[:at] if harmless else words


def _said(segment: Segment, words: Sequence[Word], ear: Ear, known: GistWords) -> Iterator[Said]:
    """What the key terms say, read in every way that they can be told apart."""
    if not words or len(words) > MOST_WORDS:
        return
    terms = terms_of(words, segment, ear, known)
    if terms is None or terms.ways > MOST_WAYS or (segment.asks and not terms.requests):
        return
    for signs in readings(terms):
        if terms.requests and _bids(signs) and not terms.pleads:
            continue
        if _SINGLED_OUT in "".join(signs):
            continue
        for saying in known.sayings:
            if saying.shape.fullmatch("".join(s for s in signs if s not in saying.beside)):
                yield as_said(saying.wanted, signs, terms)


def _bids(signs: Sequence[str]) -> bool:
    """Whether somebody else may be asked to end: `will you stop`."""
    return bool(_ENDING & {*signs}) and not _MINE & {*signs}


def readings(terms: Terms) -> Iterator[tuple[str, ...]]:
    """The rows of signs that the terms can be."""
    return product(*(term.signs for term in terms.terms))


def _amount(terms: Terms, signs: Sequence[str]) -> Amount | None:
    """The number among the terms, where they are read so."""
    pairs = zip(terms.terms, signs, strict=True)
    return next((term.amount for term, sign in pairs if sign in _NUMBERS), None)


def as_said(wanted: Wanted, signs: Sequence[str], terms: Terms) -> Said:
    """A condition, with the names or the number among the terms that are read so."""
    if wanted in _NAMING:
        names = next((term.names for term in terms.terms if term.names), ())
        return Said(wanted=wanted, names=names)
    amount = _amount(terms, signs)
    if amount is None or amount.value is None:
        return Said(wanted=wanted)
    value = amount.value + (_MORE in signs)
    return Said(wanted=wanted, amount=Amount(start=amount.start, end=amount.end, value=value))
