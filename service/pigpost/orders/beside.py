"""An order or a command with talk around it: the one part of a mail's sentences that says something.

Tried only on what is not understood otherwise. A stretch is a sentence, or lines that may be one.
All clauses but some in a row must be talk, and those must be one order or one command.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pigpost.orders.commands import HARMLESS
from pigpost.orders.ear import Ear
from pigpost.orders.parted import Parted
from pigpost.orders.pieces import Listener, Piece
from pigpost.orders.reading import Command
from pigpost.orders.sentence import Heard, Unheard, is_understood, names_strangers
from pigpost.orders.talk import familiar_of, is_closing
from pigpost.orders.talk_words import TalkWords, talk_words
from pigpost.orders.words import Word, words_of

_LONGEST_STRETCH = 6
_MOST_WORDS = 60
_MOST_HARD = 8
"""Sentences beside talk that are no talk themselves; with more nothing is heard beside talk."""


def beside_talk(listener: Listener, pieces: Sequence[Sequence[Piece]]) -> Sequence[Sequence[Piece]]:
    """The pieces, and for what is not understood what it says beside talk, if that is something.

    Where there are commands and no order, the talk may also be why they are given.
    """
    known = [(ear, words) for ear in listener.ears if (words := talk_words(ear.language.tag))]
    if not known:
        return pieces
    found = _with_pieces(listener, pieces, known, frozenset())
    said = [option.heard for options in found for option in options if _says(option.heard)]
    if said and all(isinstance(heard, Command) for heard in said):
        commands = frozenset(heard.word.value for heard in said if isinstance(heard, Command))
        found = _with_pieces(listener, found, known, commands)
    if any(not isinstance(heard, Command) for heard in said):
        found = [
            [option for option in options if option in before or not _changes(option.heard)]
            for options, before in zip(found, pieces, strict=True)
        ]
    return found if said else pieces


def _changes(heard: Heard) -> bool:
    """Whether it is a command that has its line to itself where there is an order."""
    return isinstance(heard, Command) and heard.word not in HARMLESS


def _with_pieces(
    listener: Listener,
    pieces: Sequence[Sequence[Piece]],
    known: Sequence[tuple[Ear, TalkWords]],
    commands: frozenset[str],
) -> Sequence[Sequence[Piece]]:
    found, hard = [list(options) for options in pieces], 0
    for first, behind in _stretches(listener):
        if hard > _MOST_HARD:
            return pieces
        alone = [pieces[unit][0] for unit in range(first, behind)]
        whole = [piece for piece in pieces[first] if piece.behind == behind]
        heard_already = any(piece.understood or names_strangers(piece.heard) for piece in whole)
        if heard_already or all(piece.understood for piece in alone):
            continue
        piece = None
        for ear, words in known:
            reasons = _reasons(words, commands)
            stretch = _Stretch(
                listener=listener,
                first=first,
                behind=behind,
                ear=ear,
                known=words,
                reasons=reasons,
                says=any(_says(piece.heard) for piece in alone),
            )
            piece = stretch.piece() or _signed_off(listener, first, ear, words)
            if piece is not None:
                found[first].append(piece)
                break
        hard += piece is None or piece.heard is not Unheard.COURTESY
    return found


def _reasons(known: TalkWords, commands: frozenset[str]) -> frozenset[str]:
    """The words in which all of these commands' reasons are told."""
    told = [words for names, words in known.reasons.items() if commands & names]
    whole = commands <= frozenset().union(*known.reasons)
    return frozenset.intersection(*told) if told and whole else frozenset()


def _signed_off(listener: Listener, first: int, ear: Ear, known: TalkWords) -> Piece | None:
    """A line such as `Warmly,` above the writer's name, with which all ends."""
    units = listener.units
    if first + 2 != len(units) or (first and units[first - 1].open):
        return None
    segment, below = listener.segment(first, first + 1), listener.segment(first + 1, first + 2)
    words = words_of(segment.text, ear.language.spelling)
    mine = ear.roster.me in ear.roster.by_name.get(below.text, ())
    if not (mine and segment.text.endswith(",") and is_closing(segment, words, ear, known)):
        return None
    return Piece(first=first, behind=first + 1, segment=segment, heard=Unheard.COURTESY)


def _says(heard: Heard) -> bool:
    return is_understood(heard) and heard is not Unheard.COURTESY


def _stretches(listener: Listener) -> Iterator[tuple[int, int]]:
    """The sentences, those of several lines whole."""
    first = 0
    for unit, place in enumerate(listener.units):
        if not place.open or unit + 1 - first == _LONGEST_STRETCH:
            yield first, unit + 1
            first = unit + 1
    if first < len(listener.units):
        yield first, len(listener.units)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stretch:
    """A sentence of one or more units, heard in one language."""

    listener: Listener
    first: int
    behind: int
    ear: Ear
    known: TalkWords
    reasons: frozenset[str]
    says: bool

    def piece(self) -> Piece | None:
        """What it says, or that it is talk; None if it is neither."""
        segment = self.listener.segment(self.first, self.behind)
        words = words_of(segment.text, self.ear.language.spelling)
        if len(words) > _MOST_WORDS or self._is_known_elsewhere(words):
            return None
        first = self.listener.units[self.first]
        breaks = [
            unit.start - first.start for unit in self.listener.units[self.first : self.behind]
        ]
        heard = Parted(
            listener=self.listener,
            start=first.start,
            segment=segment,
            words=words,
            breaks=breaks,
            ear=self.ear,
            known=self.known,
            reasons=self.reasons,
            says=self.says,
        ).heard()
        if heard is None:
            return None
        return Piece(first=self.first, behind=self.behind, segment=segment, heard=heard)

    def _is_known_elsewhere(self, words: Sequence[Word]) -> bool:
        """Whether a word means something for orders in another language that the writer may use."""
        here = familiar_of(self.ear.language.tag)
        return any(
            word.text in other.language.lexicon.vocabulary and word.text not in here
            for other in self.listener.ears
            if other.language.tag != self.ear.language.tag
            for word in words
        )
