"""Words of a clause that could touch an order beside it: take it back, doubt it, or add to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pigpost.orders.clauses import is_sign
from pigpost.orders.ear import Ear
from pigpost.orders.language import language
from pigpost.orders.numbers import Numeral, numeral_at
from pigpost.orders.segment import Segment
from pigpost.orders.statement import first_of, states
from pigpost.orders.talk_words import TalkWords, talk_words
from pigpost.orders.words import Word

_LONGEST_NUMBER = 6
_FEWEST_DENIED = 4
_YEARS = range(1900, 2100)
_ORDINAL = "ORDINAL"
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Some words of a sentence; `covered` are those of idioms, which touch nothing.

    `perils` are those of expressions that do. `reasons` are harmless besides: why a command is
    given. `alone` tells that it is a whole sentence.
    """

    segment: Segment
    words: Sequence[Word]
    texts: Sequence[str]
    known: TalkWords
    ear: Ear
    covered: frozenset[int]
    perils: frozenset[int]
    reasons: frozenset[str]
    alone: bool

    def text(self, at: int) -> str:
        """The word at a place, else nothing."""
        return self.texts[at] if 0 <= at < len(self.texts) else ""

    @property
    def is_past(self) -> bool:
        """Whether it tells of rounds that are over."""
        return any(text in self.known.past for text in self.texts) and not any(
            self.is_number(at) or self.is_named(at) for at in range(len(self.texts))
        )

    def is_number(self, at: int) -> bool:
        """Whether a number begins here."""
        return self._numeral(at) is not None

    def is_named(self, at: int) -> bool:
        """Whether a word is of a player's name, and no other word that is spelled like it."""
        text = self.text(at)
        if text not in self.ear.roster.words:
            return False
        helps = text in self.known.helping and self.text(at - 1) in self.known.subjects
        hopes = text in self.known.hoping and self.text(at + 1) in self.known.subjects
        begins = text in self.known.subjects | self.known.owners
        return not (helps or hopes or begins or self.text(at - 1) in self.known.owners)

    def touching(self, *, stated: bool) -> Iterator[int]:
        """The places of words that could touch an order; fewer do where something is `stated`."""
        return (
            at
            for at in range(len(self.texts))
            if at in self.perils
            or (
                at not in self.covered
                and self.texts[at] not in self.reasons
                and self._touches(at, stated=stated)
            )
        )

    def _touches(self, at: int, *, stated: bool) -> bool:  # noqa: PLR0911 - kind by kind
        known, text = self.known, self.texts[at]
        if self.is_named(at):
            return not self._may_be_named(at)
        if text in known.denials:
            return not self._denies_little(at, stated=stated)
        if text in known.conditions:
            return not stated or at == first_of(self.texts, known)
        if text in known.pointing or text in known.it:
            return not self._points_elsewhere(at)
        if text in known.aged and self.is_number(at + 1):
            return False
        if text in known.orders:
            return not (text in known.told and self.is_past)
        if text in known.away:
            return self._leaves(at)
        if self.is_number(at):
            return not self._is_plain(at)
        if self._is_danger(text):
            return not (stated and text in known.mild)
        return not (self.words[at].is_word or is_sign(self.words[at]))

    def _is_danger(self, text: str) -> bool:
        """Whether a word takes back, doubts or adds something, in any of its forms."""
        words = self.known.touching
        if text in words or text in self.known.danger:
            return True
        return text not in _harmless(
            self.ear.language.tag
        ) and (  # a "morning" is no kind of "more"
            any(
                stem in words or f"{stem}e" in words
                for ending in self.known.endings
                if (stem := text.removesuffix(ending)) != text and len(stem) >= _SHORTEST_STEM
            )
        )

    def _may_be_named(self, at: int) -> bool:
        """Whether a name is the writer's below his words, or of one whom the sentence is about."""
        last = at == len(self.texts) - 1
        if last and self._is_mine(self.texts[at]):
            return self.known.denials.isdisjoint(self.texts)
        if at == 0 and self.text(1) == "," and self.text(2) in self.known.spoken_to:
            return True
        begun = first_of(self.texts, self.known)
        wished = any(
            tuple(self.texts[begin : begin + count]) in self.known.wishes
            for begin in {0, begun}
            for count in (1, 2, 3)
        )
        if wished or (last and at > 1 and self.text(at - 1) == ","):
            return self.known.orders.isdisjoint(self.texts)
        return self.alone and at == begun and self._is_about_others()

    def _is_about_others(self) -> bool:
        """Whether it tells how others fare, and nothing of the writer or the game."""
        known = self.known
        barred = known.orders | known.writer | known.away | self.ear.language.courtesies.here
        counts = any(map(self.is_number, range(len(self.texts))))
        return not counts and barred.isdisjoint(self.texts) and states(self.texts, known)

    def _is_mine(self, text: str) -> bool:
        """Whether a name is the writer's."""
        me = self.ear.roster.me
        return me is not None and me in self.ear.roster.by_name.get(text, ())

    def _denies_little(self, at: int, *, stated: bool) -> bool:
        """Whether a denial is of rain, or of what somebody is or does that is no order."""
        article = self.text(at + 1) in self.ear.language.numbers.articles
        if self.text(at + 1 + article) in self.known.lacks:
            return True
        known = self.known
        told = [
            text
            for place, text in enumerate(self.texts)
            if place not in self.covered
            and place != at
            and not (text in known.pointing and self.text(place + 1) in known.this)
        ]
        if any(text in known.denied for text in told):
            return False
        if at == first_of(self.texts, known) and self.texts[at] in known.lacking:
            return self._is_noun(self.text(at + 1))
        content = [t for t in told if t[-1].isalpha() and t not in known.little | known.denials]
        return stated and len(self.texts) >= _FEWEST_DENIED and bool(content)

    def _points_elsewhere(self, at: int) -> bool:
        """Whether an "it" is the weather's, or a "this" stands before a noun."""
        text, behind = self.texts[at], self.text(at + 1)
        if text in self.known.pointing and behind in self.known.this:
            return True
        if self.text(first_of(self.texts, self.known)) in self.known.hoping:
            return True
        if text in self.known.pointing:
            if self._is_noun(behind):
                return True
            if any(other in self.known.timing for other in self.texts):
                return False
        harmless = _harmless(self.ear.language.tag)
        return all(
            other in harmless or place in self.covered
            for place, other in enumerate(self.texts)
            if place != at
        )

    def _is_noun(self, text: str) -> bool:
        known = self.known
        return bool(text) and not (
            text in known.verbs | known.helping | known.little | known.subjects
            or self._is_danger(text)
            or not text[-1].isalpha()
        )

    def _leaves(self, at: int) -> bool:
        """Whether an "out", or the writer's "off", may be out of the turn or the game."""
        anybody = self.texts[at] in self.known.leaving
        if not anybody and self.known.writer.isdisjoint(self.texts):
            return False
        return self.text(at + 1) not in self.known.whither

    # --- numbers ------------------------------------------------------------------------------

    def _numeral(self, at: int) -> Numeral | None:
        """The number that begins here."""
        texts = [self.text(place) for place in range(at, at + _LONGEST_NUMBER)]
        known = [text for text in texts if text]
        return numeral_at(known, self.ear.language.numbers) if self.text(at) else None

    def _is_plain(self, at: int) -> bool:
        """Whether a number is a year, an age, or one of things that are no points."""
        numeral, text = self._numeral(at), self.texts[at]
        if numeral is None:
            return False
        count = numeral.words
        if numeral.kind == _ORDINAL:
            return (
                self._is_noun(self.text(at + count))
                and self.text(at + count) not in self.known.orders
            )
        if text.isdigit() and int(text[:5]) in _YEARS:
            return self.text(at - 1) in self.known.little
        return self.text(at + count) in self.known.counted or (
            self.text(at - 1) in self.known.aged and self.text(at + count) in self.known.little
        )


@cache
def _harmless(tag: str) -> frozenset[str]:
    """Words of which every one is known to touch nothing."""
    spoken, known = language(tag), talk_words(tag)
    words = spoken.courtesies.harmless | spoken.courtesies.linking | spoken.lexicon.noise
    if known is None:
        return words
    talk = known.topics | known.slight | known.leading | known.joining | known.helping | known.this
    return (words | talk) - known.away - known.orders
