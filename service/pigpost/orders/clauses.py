"""A sentence cut where a clause may begin: at signs, and at words that join clauses."""

from collections.abc import Iterator, Sequence

from pigpost.orders.ear import Ear
from pigpost.orders.talk_words import TalkWords
from pigpost.orders.words import Word

_SIGNS = ",-:;()&!?."


def is_sign(word: Word) -> bool:
    """Whether a word is a sign that only parts others."""
    return all(letter in _SIGNS for letter in word.text)


def cuts(words: Sequence[Word], breaks: Sequence[int], known: TalkWords, ear: Ear) -> list[int]:
    """The words before which a clause may begin, the first and the end among them.

    `breaks` are places in the text at which a line begins.
    """
    found = {0, len(words)}
    found.update(_at_signs(words))
    found.update(_at_joints(words, known, ear))
    found.update(_at_subjects(words, known, ear))
    starts = {word.start: at for at, word in enumerate(words)}
    found.update(starts[place] for place in breaks if place in starts)
    return sorted(found)


def bared(words: Sequence[Word], first: int, behind: int) -> tuple[int, int]:
    """A clause without the signs around it."""
    while first < behind and is_sign(words[first]):
        first += 1
    while first < behind and is_sign(words[behind - 1]):
        behind -= 1
    return first, behind


def _at_signs(words: Sequence[Word]) -> Iterator[int]:
    for at, word in enumerate(words):
        ties = word.text in "-." and word.glued and at + 1 < len(words) and words[at + 1].glued
        if is_sign(word) and not ties:
            yield at if word.text == "(" else at + 1


def _at_joints(words: Sequence[Word], known: TalkWords, ear: Ear) -> Iterator[int]:
    """At a "so", and at an "as" before a subject; not at an "and" behind a name."""
    for at, word in enumerate(words):
        behind = words[at + 1].text if at + 1 < len(words) else ""
        listed = word.text in known.adding and at and words[at - 1].text in ear.roster.words
        if listed:
            continue
        if word.text in known.turning or (
            word.text in known.joining and behind in known.subjects | known.owners
        ):
            yield at


def _at_subjects(words: Sequence[Word], known: TalkWords, ear: Ear) -> Iterator[int]:
    """Before an "I'm", and behind a "please" and before a subject."""
    polite = ear.language.lexicon.polite | known.thanking
    for at in range(1, len(words) - 1):
        pair = (words[at].text, words[at + 1].text)
        spoken = words[at].text in known.subjects and words[at - 1].text in polite
        if pair in known.beginnings or spoken:
            yield at
