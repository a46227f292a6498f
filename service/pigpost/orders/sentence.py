"""One sentence is heard: an order, a command, courtesy, or something that is not understood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from pigpost.orders.commands import answer_in, command_in
from pigpost.orders.courtesy import is_small_talk, trimmings
from pigpost.orders.judge import Judged, judge
from pigpost.orders.names import Roster
from pigpost.orders.parse import parse
from pigpost.orders.reading import Command, Order, Reason, State
from pigpost.orders.refusal import whole
from pigpost.orders.said import Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.text import UNREADABLE
from pigpost.orders.tokens import holds_courtesy, token_lists
from pigpost.orders.words import Word, words_of

MOST_WORDS = 40
"""No order is longer; what is, is not looked into."""

_HEADINGS = (
    ("ROUND", "NUMBER"),
    ("FOR", "ROUND", "NUMBER"),
    ("ORDER", "ROUND", "NUMBER"),
    ("ORDER", "FOR", "ROUND", "NUMBER"),
)


class Unheard(Enum):
    """What is no order and no command."""

    COURTESY = "courtesy"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The round, if any, that the orders below are for."""

    round: int | None


Heard: TypeAlias = Order | Command | Judged | Heading | Unheard


def hear(segment: Segment, roster: Roster, state: State) -> Heard:
    """What a sentence is, understood from its first to its last word or not at all.

    `Judged` is an order that is understood but not acceptable.
    """
    words = words_of(segment.text)
    if not words:
        return Unheard.COURTESY
    if len(words) > MOST_WORDS or UNREADABLE in segment.text:
        return Unheard.NOT_UNDERSTOOD
    cuts = trimmings(words, segment, roster)
    texts = [[word.text for word in _joined(words[a:b], segment)] for a, b in cuts]
    if state is State.INVITED and not segment.asks:
        answer = next((word for text in texts if (word := answer_in(text)) is not None), None)
        if answer is not None:
            return Command(word=answer, span=segment.span)
    if any(a == b for a, b in cuts) or is_small_talk(words, segment, roster):
        return Unheard.COURTESY
    asked = next((asked for text in texts if (asked := command_in(text)) is not None), None)
    if asked is not None and segment.whole_lines:
        return Command(word=asked.word, span=segment.span, args=asked.args)
    return (
        _order(segment, [words[a:b] for a, b in cuts], roster)
        or _heading(segment, words, roster)
        or Unheard.NOT_UNDERSTOOD
    )


def _joined(words: Sequence[Word], segment: Segment) -> Iterator[Word]:
    """The words, with game names such as `autumn-oinks` in one piece."""
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and words[end].glued and words[end].text[0] not in ",'!":
            end += 1
        start, stop = words[at].start, words[end - 1].end
        yield (
            Word(segment.text[start:stop], start, stop, words[at].glued)
            if end > at + 1
            else words[at]
        )
        at = end


def _order(
    segment: Segment, cuts: Sequence[Sequence[Word]], roster: Roster
) -> Order | Judged | None:
    """The one thing that all ways to read the sentence agree on."""
    readings = _readings(segment, cuts, roster)
    if not readings:
        return None
    conditions = {(judged.condition, judged.round) for judged in readings}
    options = [option for judged in readings for option in judged.options]
    mine = [judged for judged in readings if _names_writer(judged)]
    if mine:
        return mine[0]
    if len(conditions) > 1 or (segment.asks and readings[0].condition is not None):
        return whole(segment, Reason.UNCLEAR, *options)
    first = readings[0]
    if first.condition is None:
        return first
    return Order(condition=first.condition, span=segment.span, round=first.round)


def _readings(segment: Segment, cuts: Sequence[Sequence[Word]], roster: Roster) -> list[Judged]:
    """All ways to read the sentence.

    Where one of them names players in full, a number or a stranger is not looked for in the names.
    """
    found = [
        (said.wanted, judge(said, segment, roster))
        for words in cuts
        if not holds_courtesy(words, roster)
        for tokens in token_lists(words, segment.text, roster)
        if (said := parse(tokens)) is not None
    ]
    stands = any(judged.condition is not None for _, judged in found)
    return [
        judged
        for wanted, judged in found
        if not (stands and (wanted is Wanted.BARE or _names_a_stranger(judged)))
    ]


def _names_a_stranger(judged: Judged) -> bool:
    return any(complaint.reason is Reason.UNKNOWN_PLAYER for complaint in judged.complaints)


def _names_writer(judged: Judged) -> bool:
    """Whether the writer's own name may be on a list: it may be his signature too."""
    return any(complaint.reason is Reason.NAMES_HIMSELF for complaint in judged.complaints)


def _heading(segment: Segment, words: Sequence[Word], roster: Roster) -> Heading | None:
    """`Round 4:` or `My order:` above an order."""
    for tokens in token_lists(words, segment.text, roster):
        closed = bool(tokens) and tokens[-1].value == ":"
        kinds = tuple(token.type for token in (tokens[:-1] if closed else tokens))
        if kinds in _HEADINGS:
            return Heading(round=int(tokens[len(kinds) - 1]))
        if closed and kinds == ("ORDER",):
            return Heading(round=None)
    return None
