"""Talk beside an order: sentences about the weather and the garden, whatever their words.

Small talk is made of known words alone; this is not, and is left out only beside an order that is
complete, and only if nothing in it could touch that (docs/decisions/0020).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.orders.ear import Ear
from pigpost.orders.numbers import numeral_at
from pigpost.orders.pieces import Listener, Piece, order_of
from pigpost.orders.segment import Segment
from pigpost.orders.sentence import Unheard
from pigpost.orders.talk_words import TalkWords, talk_words
from pigpost.orders.text import UNREADABLE
from pigpost.orders.words import Word, words_of

_LONGEST_NUMBER = 6
_FEWEST_WORDS = 3
_MOST_WORDS = 40
_LONGEST_CLOSING = 4
_FIRST_WORDS = 3
_ORDINAL = "ORDINAL"
_SIGNS = frozenset(",-!':&()")


def without_talk(
    listener: Listener, pieces: Sequence[Sequence[Piece]]
) -> Sequence[Sequence[Piece]]:
    """The pieces, with talk as courtesy where an order stands beside it."""
    if not any(order_of(piece) is not None for options in pieces for piece in options):
        return pieces
    return [
        [_as_courtesy(options[0]), *options[1:]]
        if _is_apart(listener, options[0]) or _signs_off(listener, options[0])
        else options
        for options in pieces
    ]


def _as_courtesy(piece: Piece) -> Piece:
    return Piece(
        first=piece.first, behind=piece.behind, segment=piece.segment, heard=Unheard.COURTESY
    )


def _is_apart(listener: Listener, piece: Piece) -> bool:
    """Whether a piece is talk, and no line before or behind it can be a part of its sentence."""
    units, first = listener.units, piece.first
    if piece.heard is not Unheard.NOT_UNDERSTOOD or units[first].open:
        return False
    if first and units[first - 1].open and not _ends_in_comma(listener, first - 1):
        return False
    return any(
        is_talk(piece.segment, ear) and not _is_known_elsewhere(piece.segment, ear, listener.ears)
        for ear in listener.ears
    )


def _is_known_elsewhere(segment: Segment, ear: Ear, ears: Sequence[Ear]) -> bool:
    """Whether a word means something for orders in another language that the writer may use."""
    words = words_of(segment.text, ear.language.spelling)
    here = _familiar(ear)
    return any(
        word.text in other.language.lexicon.vocabulary and word.text not in here
        for other in ears
        if other.language.tag != ear.language.tag
        for word in words
    )


def _familiar(ear: Ear) -> frozenset[str]:
    """The words that a language knows in talk or in orders."""
    known, language = talk_words(ear.language.tag), ear.language
    courtesies, lexicon = language.courtesies, language.lexicon
    talk: frozenset[str] = frozenset() if known is None else known.topics | known.counted
    return talk | courtesies.harmless | courtesies.linking | lexicon.vocabulary | lexicon.noise


def _signs_off(listener: Listener, piece: Piece) -> bool:
    """Whether a piece is a line such as `Warmly,` above the writer's name, with which all ends."""
    units, first = listener.units, piece.first
    if piece.heard is not Unheard.NOT_UNDERSTOOD or first + 2 != len(units):
        return False
    text = piece.segment.text
    if not (units[first].open and text.endswith(",")) or (first and units[first - 1].open):
        return False
    below = listener.segment(first + 1, first + 2).text
    return any(ear.roster.me in ear.roster.by_name.get(below, ()) for ear in listener.ears) and any(
        _is_closing(piece.segment, ear) for ear in listener.ears
    )


def _is_closing(segment: Segment, ear: Ear) -> bool:
    known = talk_words(ear.language.tag)
    words = words_of(segment.text, ear.language.spelling)
    if known is None or len(words) > _LONGEST_CLOSING:
        return False
    talk = _Talk(segment=segment, words=words, known=known, ear=ear)
    return all(word.text in known.closing or talk.may_stand(n) for n, word in enumerate(words))


def _ends_in_comma(listener: Listener, unit: int) -> bool:
    """Whether a unit is a greeting's line: `Hi Alison,`."""
    return listener.segment(unit, unit + 1).text.endswith((",", "!"))


def is_talk(segment: Segment, ear: Ear) -> bool:
    """Whether a sentence is about something else, and can't touch an order."""
    known = talk_words(ear.language.tag)
    words = words_of(segment.text, ear.language.spelling)
    if known is None or segment.asks or UNREADABLE in segment.text:
        return False
    if not _FEWEST_WORDS <= len(words) <= _MOST_WORDS:
        return False
    talk = _Talk(segment=segment, words=words, known=known, ear=ear)
    return (
        talk.begins_well
        and not talk.is_left
        and talk.has_topic
        and talk.is_harmless
        and talk.is_familiar
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Talk:
    """The words of a sentence that may be talk."""

    segment: Segment
    words: Sequence[Word]
    known: TalkWords
    ear: Ear

    @property
    def begins_well(self) -> bool:
        """Whether it is no half of a sentence about something above it."""
        return self._text(0) not in self.known.openings or self._is_weather(0)

    @property
    def is_left(self) -> bool:
        """Whether the writer may be out or away."""
        texts = {word.text for word in self.words}
        return bool(self.known.away & texts and self.known.writer & texts)

    @property
    def has_topic(self) -> bool:
        """Whether it tells what it is about."""
        thanks = any(self._text(at) in self.known.thanking for at in range(_FIRST_WORDS))
        return thanks or any(
            self._is_topic(at) or self._is_proper(at) for at in range(len(self.words))
        )

    @property
    def is_harmless(self) -> bool:
        """Whether no word is a sign of an order, or could touch one."""
        return all(self.may_stand(at) for at in range(len(self.words)))

    @property
    def is_familiar(self) -> bool:
        """Whether half of it is known, so that it is in this language."""
        familiar = _familiar(self.ear)
        known = sum(not w.is_word or w.text in familiar for w in self.words)
        return 2 * known >= len(self.words)

    def _text(self, at: int) -> str:
        return self.words[at].text if at < len(self.words) else ""

    def _is_topic(self, at: int) -> bool:
        known, text = self.known, self._text(at)
        harmless = self.ear.language.courtesies.harmless
        return text in known.topics or (text in harmless and text not in known.common)

    def _is_proper(self, at: int) -> bool:
        """Whether a word inside the sentence is a proper noun."""
        word = self.words[at]
        return bool(at) and word.is_word and self.segment.written(word.start, word.end).istitle()

    def _is_weather(self, at: int) -> bool:
        """Whether an "it" is the weather's: `it's so humid`."""
        if self._text(at) not in self.known.it or self._text(at + 1) not in self.known.weather:
            return False
        at += 2
        while self._text(at) in self.known.slight:
            at += 1
        return self._is_topic(at)

    def may_stand(self, at: int) -> bool:
        """Whether a word is harmless where it stands."""
        known, text, behind = self.known, self._text(at), self._text(at + 1)
        if text in self.ear.roster.words:
            return at == len(self.words) - 1 and self._is_own_name(text)
        if text in known.spoken_to:
            return any(self._text(first) in known.hoping for first in range(_FIRST_WORDS))
        if text in known.denials or text in known.pointing:
            return self._denies_little(at) if text in known.denials else behind in known.this
        if text in known.it:
            return self._is_weather(at)
        return text not in known.danger and text not in known.orders and self._is_plain(at)

    def _denies_little(self, at: int) -> bool:
        """Whether a denial is of rain, or of news."""
        article = self._text(at + 1) in self.ear.language.numbers.articles
        return self._text(at + 1 + article) in self.known.lacks

    def _is_plain(self, at: int) -> bool:
        """Whether a word is one, a sign between words, or a number of things that are no points."""
        texts = [self._text(place) for place in range(at, at + _LONGEST_NUMBER)]
        numeral = numeral_at([text for text in texts if text], self.ear.language.numbers)
        if numeral is None:
            return self.words[at].is_word or self.words[at].text in _SIGNS
        if numeral.kind == _ORDINAL:
            return self._is_topic(at + numeral.words)
        return self._text(at + numeral.words) in self.known.counted

    def _is_own_name(self, text: str) -> bool:
        me = self.ear.roster.me
        return me is not None and me in self.ear.roster.by_name.get(text, ())
