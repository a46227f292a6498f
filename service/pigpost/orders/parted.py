"""A sentence parted into clauses: one order or command in a row of them, and talk around it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.orders.clauses import bared, cuts
from pigpost.orders.commands import HARMLESS
from pigpost.orders.ear import Ear
from pigpost.orders.pieces import Listener
from pigpost.orders.reading import Command, CommandWord, Order
from pigpost.orders.segment import Segment, segment_of
from pigpost.orders.sentence import Heard, OrderAndWait, Unheard, hear_all
from pigpost.orders.statement import first_of
from pigpost.orders.talk import is_talk
from pigpost.orders.talk_words import TalkWords
from pigpost.orders.words import Word

_MOST_CUTS = 26
_MOST_CORES = 12
_LONGEST_TALK = 6
"""Clauses that may be one remark together."""
_ALONE = frozenset(
    {
        *(CommandWord.WAIT, CommandWord.NOWAIT, CommandWord.PASS, CommandWord.TAKE),
        *(CommandWord.STOP, CommandWord.GM, CommandWord.TRY, CommandWord.QUIET),
        *(CommandWord.ADDRESS, CommandWord.FOLLOW, CommandWord.STANDBY),
    }
)
"""Commands whose words mean other things in a sentence: they have their line to themselves."""
_LONGEST_LEAD = 5
_COLON = ":"
_Sides: TypeAlias = tuple[Sequence[bool], Sequence[bool]]
_Talk: TypeAlias = dict[tuple[int, int, frozenset[str]], bool]
"""Whether the words between two places are talk, where some of them are harmless as reasons."""
_Cores: TypeAlias = dict[tuple[int, int], Heard | None]
"""What the words between two places are, as an order or a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """The words of a sentence, in a mail from `start` on; lines begin at `breaks` of its text.

    `says` tells that a line of it is an order or a command, so that it is not all talk.
    """

    listener: Listener
    start: int
    segment: Segment
    words: Sequence[Word]
    breaks: Sequence[int]
    ear: Ear
    known: TalkWords
    reasons: frozenset[str]
    says: bool

    def heard(self) -> Heard | None:
        """The one order or command in it, or courtesy if it is all talk; None if it is neither."""
        places = cuts(self.words, self.breaks, self.known, self.ear)
        if len(places) > _MOST_CUTS:
            return None
        talk: _Talk = {}
        cores: _Cores = {}
        for allowed, reasons in self._tries():
            sides = self._sides(places, reasons, talk)
            if allowed is None and sides[0][-1] and not self.says:
                return Unheard.COURTESY
            said = list(self._said(places, allowed, sides, cores))
            if said:
                return said[0] if all(_meant(one) == _meant(said[0]) for one in said) else None
        return None

    def _tries(self) -> Iterator[tuple[frozenset[str] | None, frozenset[str]]]:
        """Anything beside talk; then commands beside the reasons that are given for such."""
        yield None, self.reasons
        yield from self.known.reasons.items()

    def _said(
        self,
        places: Sequence[int],
        allowed: frozenset[str] | None,
        sides: _Sides,
        cores: _Cores,
    ) -> Iterator[Heard]:
        """What is said by each row of clauses that has nothing but talk around it."""
        before, behind = sides
        last = len(places) - 1
        rows = [
            (a, b)
            for length in range(1, last + 1)
            for a in range(last + 1 - length)
            if before[a] and behind[b := a + length]
        ]
        for a, b in rows[:_MOST_CORES]:
            if (a, b) not in cores:
                cores[a, b] = self._core(places[a], places[b])
            heard = cores[a, b]
            if heard is not None and (allowed is None or _is_of(heard, allowed)):
                yield heard

    def _core(self, start: int, end: int) -> Heard | None:
        """An order, or a command that may have talk around it."""
        first, behind = bared(self.words, start, end)
        if first == behind or not self._may_begin(start, first):
            return None
        if end == len(self.words) and any(word.text == "," for word in self.words[behind:]):
            return None
        if start and self.words[first].text in self.known.turning and behind - first > 1:
            first += 1
        segment = segment_of(
            self.listener.mail,
            self.start + self.words[first].start,
            self.start + self.words[behind - 1].end,
            asks=self.segment.asks and end == len(self.words),
        )
        heard = hear_all(segment, self.listener.ears)
        match heard:
            case Order() | OrderAndWait():
                return heard
            case Command() if self._may_stand(heard, segment):
                return heard
            case _:
                return None

    def _may_stand(self, command: Command, segment: Segment) -> bool:
        """Whether a command is meant as one beside other words."""
        if command.word in _ALONE:
            return False
        if " " in segment.text or segment.line.isupper():
            return True
        folded = self.listener.mail.folded
        return folded[max(0, self.start - 1) : self.start] in ("", "\n") and (
            command.word in HARMLESS or self.segment.whole_lines
        )

    def _may_begin(self, start: int, first: int) -> bool:
        """Whether what stands before a core does not run on into it."""
        if not start:
            return self.words[0].text != "("
        word, before = self.words[first], self.words[start - 1]
        signs = [self.words[at].text for at in range(self._signs_before(first), first)]
        if "(" in signs or (word.text in self.known.adding and not signs):
            return False
        if word.text in self.known.joining - self.known.turning and not signs:
            return False
        if not signs and word.start not in self.breaks:
            return True
        if signs and _COLON not in signs:
            return True
        return self._is_lead(self._clause_before(first)) if signs else self._ends_well(before)

    def _signs_before(self, at: int) -> int:
        while at and not self.words[at - 1].is_word and not self.words[at - 1].text[0].isdigit():
            at -= 1
        return at

    def _clause_before(self, at: int) -> list[str]:
        texts: list[str] = []
        for word in reversed(self.words[: self._signs_before(at)]):
            if not word.is_word:
                break
            texts.insert(0, word.text)
            if word.text in self.known.turning:
                break
        return texts

    def _is_lead(self, texts: Sequence[str]) -> bool:
        """Whether an order may be told behind it and a colon: what the writer feels or hopes now."""
        at = first_of(texts, self.known)
        if at >= len(texts) or any(text in self.known.dated for text in texts):
            return at >= len(texts)
        leads, own = self.known.heads | self.known.idioms, self.known.subjects & self.known.writer
        return texts[at] in self.known.hoping | own or any(
            tuple(texts[at : at + count]) in leads for count in range(1, _LONGEST_LEAD + 1)
        )

    def _ends_well(self, word: Word) -> bool:
        """Whether a line that ends in this word and no sign does not go on."""
        harmless = self.ear.language.courtesies.harmless | self.known.topics
        return word.text in harmless or self.segment.written(word.start, word.end).istitle()

    # --- talk ---------------------------------------------------------------------------------

    def _sides(self, places: Sequence[int], reasons: frozenset[str], known: _Talk) -> _Sides:
        """For each place whether all before it is talk, and whether all behind it is."""
        last = len(places) - 1
        texts = [word.text for word in self.words]

        def talk(a: int, b: int) -> bool:
            told = reasons.intersection(texts[places[a] : places[b]])
            if (a, b, told) not in known:
                known[a, b, told] = self._is_talk(places[a], places[b], told)
            return known[a, b, told]

        before = [True] + [False] * last
        for b in range(1, last + 1):
            near = range(max(0, b - _LONGEST_TALK), b)
            before[b] = any(before[a] and talk(a, b) for a in near)
        behind = [False] * last + [True]
        for a in reversed(range(last)):
            near = range(a + 1, min(last, a + _LONGEST_TALK) + 1)
            behind[a] = any(behind[b] and talk(a, b) for b in near)
        return before, behind

    def _is_talk(self, start: int, end: int, reasons: frozenset[str]) -> bool:
        return is_talk(
            self.segment,
            self.words[start:end],
            self.ear,
            self.known,
            asks=self.segment.asks and end == len(self.words),
            alone=start == 0 and end == len(self.words),
            reasons=reasons,
        )


def _is_of(heard: Heard, allowed: frozenset[str]) -> bool:
    return isinstance(heard, Command) and heard.word.value in allowed


def _meant(heard: Heard) -> object:
    """What is said, wherever it stands."""
    match heard:
        case Order():
            return heard.condition, heard.round, heard.standing
        case OrderAndWait():
            return (
                heard.order.condition,
                heard.order.round,
                heard.order.standing,
                heard.command.word,
            )
        case Command():
            return heard.word, *sorted(heard.args.items())
        case _:
            return heard
