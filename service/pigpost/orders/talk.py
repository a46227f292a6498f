"""Talk beside an order: clauses about the weather and the garden, whatever their words.

A clause is talk if it states something with a subject and a verb of its own, or begins as remarks
do, or tells what it is about; and only if nothing in it could touch an order (docs/decisions/0026).
"""

from collections.abc import Sequence
from functools import cache

from pigpost.orders.clauses import bared
from pigpost.orders.courtesy import trimmings
from pigpost.orders.ear import Ear
from pigpost.orders.gist import restates
from pigpost.orders.language import language
from pigpost.orders.language_parts import Phrase
from pigpost.orders.segment import Segment
from pigpost.orders.small_talk import is_small_talk
from pigpost.orders.statement import first_of, states
from pigpost.orders.talk_words import TalkWords, talk_words
from pigpost.orders.text import UNREADABLE
from pigpost.orders.touching import Clause
from pigpost.orders.words import Word

_FEWEST_WORDS = 3
_MOST_WORDS = 40
_LONGEST_CLOSING = 4
_FIRST_WORDS = 3
_LEAST_KNOWN = 3
NOTHING: frozenset[str] = frozenset()


def is_talk(
    segment: Segment,
    words: Sequence[Word],
    ear: Ear,
    known: TalkWords,
    *,
    asks: bool,
    alone: bool,
    reasons: frozenset[str] = NOTHING,
) -> bool:
    """Whether a clause, or a sentence that stands `alone`, is about something else.

    Nothing in it may be able to touch an order.
    """
    first, behind = bared(words, 0, len(words))
    while behind > first and words[behind - 1].text in known.laughs and behind - first > 1:
        first, behind = bared(words, first, behind - 1)
    words = words[first:behind]
    if not words:
        return True
    if len(words) > _MOST_WORDS or UNREADABLE in segment.text:
        return False
    texts = [word.text for word in words]
    if _is_tail(texts, known):
        return False
    if _is_courteous(segment, words, ear) or restates(segment, words, ear):
        return True
    clause = clause_of(segment, words, ear, known, reasons, alone=alone)
    return _is_about_something(clause, asks=asks)


def _is_tail(texts: Sequence[str], known: TalkWords) -> bool:
    """Whether it begins with an "as" or a "for" that goes on from what is before it."""
    joins = texts[0] in known.joining - known.turning
    return joins and not states(texts, known) and not _longest(texts, 0, known.idioms, known)


def clause_of(
    segment: Segment,
    words: Sequence[Word],
    ear: Ear,
    known: TalkWords,
    reasons: frozenset[str] = NOTHING,
    *,
    alone: bool = False,
) -> Clause:
    """The words as a clause, with the idioms in it found."""
    texts = [word.text for word in words]
    return Clause(
        segment=segment,
        words=words,
        texts=texts,
        known=known,
        ear=ear,
        covered=_covered(texts, known.idioms, known),
        perils=_covered(texts, known.perils, known),
        reasons=reasons,
        alone=alone,
    )


def _is_courteous(segment: Segment, words: Sequence[Word], ear: Ear) -> bool:
    return is_small_talk(words, segment, ear) or any(
        start == end for start, end in trimmings(words, segment, ear)
    )


def _covered(texts: Sequence[str], phrases: frozenset[Phrase], known: TalkWords) -> frozenset[int]:
    """The places of words that belong to such phrases."""
    return frozenset(
        place
        for at in range(len(texts))
        for place in range(at, at + _longest(texts, at, phrases, known))
    )


def _longest(texts: Sequence[str], at: int, phrases: frozenset[Phrase], known: TalkWords) -> int:
    """How many words of the longest of these phrases stand here."""
    for count in range(min(known.longest, len(texts) - at), 0, -1):
        if tuple(texts[at : at + count]) in phrases:
            return count
    return 0


def _is_about_something(clause: Clause, *, asks: bool) -> bool:
    texts, known = clause.texts, clause.known
    first = first_of(texts, known)
    open_words = [at for at in range(first, len(texts)) if at not in clause.covered]
    if all(text in known.joining for text in texts):
        return True
    if not open_words:
        return bool(clause.covered) and clause.text(first) not in known.dated
    if asks:
        begun = clause.text(first) in known.asking
        return begun and _has_topic(clause) and not any(True for _ in clause.touching(stated=True))
    headed = _longest(texts, first, known.heads, known)
    stated = _is_stated(clause) or bool(headed and len(texts) > headed)
    return (
        (stated or _is_remark(clause, open_words))
        and _is_familiar(clause, headed, _LEAST_KNOWN if stated else 2)
        and not any(at >= first + headed for at in clause.touching(stated=stated))
    )


def _is_remark(clause: Clause, open_words: Sequence[int]) -> bool:
    """Whether words without a subject and a verb are no part of what is around them."""
    known = clause.known
    if any(clause.texts[at] in known.dated for at in open_words):
        return False
    if clause.covered:
        return True
    return (
        len(clause.texts) > 1
        and _begins_well(clause)
        and clause.ear.language.lexicon.polite.isdisjoint(clause.texts)
        and (clause.alone or _has_topic(clause))
    )


def _is_stated(clause: Clause) -> bool:
    """Whether it states something, with a word that says what."""
    texts, little = clause.texts, clause.known.little
    says = any(text[-1].isalpha() and text not in little for text in texts)
    own = len(texts) - len(clause.covered)
    return says and own >= _FEWEST_WORDS and states(texts, clause.known)


def _begins_well(clause: Clause) -> bool:
    """Whether it is no half of a sentence about something above it."""
    first, known = clause.text(first_of(clause.texts, clause.known)), clause.known
    return clause.text(0) not in known.openings and first not in known.subjects


def _has_topic(clause: Clause) -> bool:
    """Whether it tells what it is about."""
    thanks = any(clause.text(at) in clause.known.thanking for at in range(_FIRST_WORDS))
    return thanks or any(
        _is_topic(clause, at) or _is_proper(clause, at) for at in range(len(clause.texts))
    )


def _is_topic(clause: Clause, at: int) -> bool:
    known, text = clause.known, clause.text(at)
    harmless = clause.ear.language.courtesies.harmless
    return text in known.topics or (text in harmless and text not in known.common)


def _is_proper(clause: Clause, at: int) -> bool:
    """Whether a word inside the sentence is a proper noun."""
    word = clause.words[at]
    written = clause.segment.written(word.start, word.end)
    return bool(at) and word.is_word and written.istitle()


def _is_familiar(clause: Clause, headed: int, share: int) -> bool:
    """Whether enough of it is known, so that it is in this language."""
    familiar = familiar_of(clause.ear.language.tag)
    known = [
        at
        for at, word in enumerate(clause.words)
        if at in clause.covered or not word.is_word or word.text in familiar
    ]
    names = sum(at not in known and _is_proper(clause, at) for at in range(len(clause.words)))
    least = names if any(clause.words[at].is_word for at in known) else 0
    return share * (len(known) + least + headed) >= len(clause.words)


@cache
def familiar_of(tag: str) -> frozenset[str]:
    """The words that a language knows in talk or in orders."""
    spoken, known = language(tag), talk_words(tag)
    courtesies, lexicon = spoken.courtesies, spoken.lexicon
    orders = courtesies.harmless | courtesies.linking | lexicon.vocabulary | lexicon.noise
    if known is None:
        return orders
    talk = known.topics | known.counted | known.verbs | known.helping | known.little | known.slight
    return orders | talk | known.danger | known.owners | known.subjects | known.leading


def is_closing(segment: Segment, words: Sequence[Word], ear: Ear, known: TalkWords) -> bool:
    """Whether a line above the writer's name is such as `Warmly,`."""
    if len(words) > _LONGEST_CLOSING:
        return False
    clause = clause_of(segment, words, ear, known)
    touching = frozenset(clause.touching(stated=False))
    return all(text in known.closing or at not in touching for at, text in enumerate(clause.texts))
