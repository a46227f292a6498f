"""One sentence is heard: an order, a command, courtesy, or something that is not understood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from pigpost.orders.canonical import in_words
from pigpost.orders.commands import Asked, answer_in, command_in, meant_by, tried
from pigpost.orders.courtesy import trimmings
from pigpost.orders.ear import Ear
from pigpost.orders.gist import gist
from pigpost.orders.judge import Judged, judge
from pigpost.orders.parse import parse
from pigpost.orders.printed import printed_order
from pigpost.orders.reading import Command, CommandWord, Doubt, Order, Reason, State
from pigpost.orders.refusal import unclear
from pigpost.orders.said import Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.small_talk import is_small_talk
from pigpost.orders.text import UNREADABLE
from pigpost.orders.tokens import holds_courtesy, token_lists
from pigpost.orders.votes import voted
from pigpost.orders.words import Word, words_of

_LONGEST_HEADING = 8
_OPEN = (Wanted.BARE, Wanted.AT, Wanted.TIED)
MOST_WORDS = 40
MOST_ORDER_WORDS = 28
"""No sentence with an order is longer, and no order; what is, is not looked into."""


class Unheard(Enum):
    """What is no order and no command."""

    COURTESY = "courtesy"
    NOT_UNDERSTOOD = "not_understood"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The round, if any, that the orders below are for."""

    round: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAndWait:
    """An order that its writer calls provisional, or final."""

    order: Order
    command: Command


Heard: TypeAlias = Order | OrderAndWait | Command | Judged | Heading | Unheard

_Cuts: TypeAlias = Sequence[Sequence[Word]]


def is_understood(heard: Heard) -> bool:
    """Whether nothing in it needs asking back."""
    return not (isinstance(heard, Judged) or heard is Unheard.NOT_UNDERSTOOD)


def hear_all(segment: Segment, ears: Sequence[Ear]) -> Heard:
    """What a sentence is in any of several languages; what two understand differently is unclear."""
    heard = [hear(segment, ear) for ear in ears]
    understood = [one for one in heard if is_understood(one)]
    if not understood:
        return next((one for one in heard if isinstance(one, Judged)), Unheard.NOT_UNDERSTOOD)
    if all(one == understood[0] for one in understood):
        return understood[0]
    orders = (one.condition for one in understood if isinstance(one, Order))
    return unclear(segment, Doubt.TWO_READINGS, *orders)


def hear(segment: Segment, ear: Ear) -> Heard:
    """What a sentence is, understood from its first to its last word or not at all.

    `Judged` is an order that is understood but not acceptable.
    """
    words = words_of(segment.text, ear.language.spelling)
    if not words:
        return Unheard.COURTESY
    if len(words) > MOST_WORDS or UNREADABLE in segment.text:
        return Unheard.NOT_UNDERSTOOD
    cuts = trimmings(words, segment, ear)
    parts = [words[a:b] for a, b in cuts]
    joined = [tuple(_joined(part, segment)) for part in parts]
    if (answer := _answer(segment, joined, ear)) is not None:
        return answer
    if (command := _command(segment, joined, ear)) is not None:
        return command
    if any(a == b for a, b in cuts) or is_small_talk(words, segment, ear):
        return Unheard.COURTESY
    heard = (
        _tried(segment, parts, ear) or _order(segment, parts, ear) or _heading(segment, words, ear)
    )
    if heard is None or names_strangers(heard):
        heard = _gist(segment, parts, ear) or _voted(segment, parts, ear) or heard
    return heard or Unheard.NOT_UNDERSTOOD


# --- commands ---------------------------------------------------------------------------------


def _answer(segment: Segment, parts: _Cuts, ear: Ear) -> Command | None:
    """The yes or no of an invited person."""
    if ear.state is not State.INVITED or segment.asks:
        return None
    answers = (answer_in([w.text for w in part], ear.language.commands) for part in parts)
    answer = next((word for word in answers if word is not None), None)
    return None if answer is None else Command(word=answer, span=segment.span)


def _command(segment: Segment, parts: _Cuts, ear: Ear) -> Command | Judged | None:
    """A command has its lines to itself; what could mean several is asked back."""
    if not segment.whole_lines:
        return None
    known = ear.language.commands
    plays = ear.state is State.PLAYING
    texts = [[word.text for word in part] for part in parts]
    meant = next((m for text in texts if (m := meant_by(text, known, plays=plays))), ())
    if meant:
        return unclear(segment, Doubt.LEAVING, commands=meant)
    for part, text in zip(parts, texts, strict=True):
        asked = command_in(text, known)
        if asked is not None and asked.args.get("game", "") not in ear.roster.words:
            return _carried_out(asked, part, segment)
    return None


def _carried_out(asked: Asked, words: Sequence[Word], segment: Segment) -> Command | Judged:
    if not asked.whole:
        start, end = asked.places["dates"]
        span = segment.span_in_line(words[start].start, words[end - 1].end)
        return unclear(segment, Doubt.DAYS, commands=(asked.word,), span=span)
    args = dict(asked.args)
    if "address" in asked.places:
        start, end = asked.places["address"]
        written = segment.written(words[start].start, words[end - 1].end)
        args["address"] = written.strip("<>()")
    return Command(word=asked.word, span=segment.span, args=args)


def _joined(words: Sequence[Word], segment: Segment) -> Iterator[Word]:
    """The words, with game names such as `autumn-oinks` in one piece."""
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and words[end].glued and words[end].text[0] not in ",'!:":
            end += 1
        start, stop = words[at].start, words[end - 1].end
        yield (
            Word(segment.text[start:stop], start, stop, words[at].glued)
            if end > at + 1
            else words[at]
        )
        at = end


def _tried(segment: Segment, parts: _Cuts, ear: Ear) -> Command | Judged | None:
    """`TRY` before an order."""
    known = ear.language.commands
    behind = []
    for part in parts:
        count = tried([word.text for word in part], known)
        if count and count < len(part):
            more = 1 if part[count].text in (":", ",", "-") else 0
            behind.append(part[count + more :])
    if not behind or not segment.whole_lines:
        return None
    heard = _order(_unasked(segment), behind, ear)
    if heard is None or isinstance(heard, Judged):
        return heard
    if isinstance(heard, OrderAndWait) or heard.standing or heard.round is not None:
        return None
    names = {player.seat: player.name for player in ear.roster.players}
    args = {"order": in_words(heard.condition, names)}
    return Command(word=CommandWord.TRY, span=segment.span, args=args)


def _unasked(segment: Segment) -> Segment:
    return Segment(text=segment.text, line=segment.line, places=segment.places, span=segment.span)


# --- orders -----------------------------------------------------------------------------------


def _order(  # noqa: PLR0911 - a way out for each doubt
    segment: Segment, cuts: _Cuts, ear: Ear
) -> Order | OrderAndWait | Judged | None:
    """The one thing that all ways to read the sentence agree on."""
    readings = _readings(segment, cuts, ear)
    if not readings:
        return None
    orders = {(r.judged.condition, r.judged.round, r.judged.standing, r.waits) for r in readings}
    options = [option for reading in readings for option in reading.judged.options]
    mine = [r.judged for r in readings if _has(r.judged, Reason.NAMES_HIMSELF)]
    if mine:
        return mine[0]
    first, waits = readings[0].judged, readings[0].waits
    if len(orders) > 1:
        return unclear(segment, Doubt.TWO_READINGS, *options)
    if first.condition is None:
        return first
    if segment.asks and not readings[0].polite:
        return unclear(segment, Doubt.QUESTION, *options)
    order = Order(
        condition=first.condition, span=segment.span, round=first.round, standing=first.standing
    )
    if waits is None:
        return order
    word = CommandWord.WAIT if waits else CommandWord.NOWAIT
    return OrderAndWait(order=order, command=Command(word=word, span=segment.span))


def names_strangers(heard: Heard) -> bool:
    """Whether nothing is wrong but a name that nobody has: it may be a word that is none."""
    return isinstance(heard, Judged) and {c.reason for c in heard.complaints} == {
        Reason.UNKNOWN_PLAYER
    }


def _gist(segment: Segment, cuts: _Cuts, ear: Ear) -> Order | Judged | None:
    """What the key terms say of a sentence that the grammar does not know."""
    return _judged(gist(segment, cuts, ear), segment)


def _judged(judged: Judged | None, segment: Segment) -> Order | Judged | None:
    if judged is None or judged.condition is None:
        return judged
    return Order(condition=judged.condition, span=segment.span)


def _voted(segment: Segment, cuts: _Cuts, ear: Ear) -> Order | Judged | None:
    """What all words speak for, of a sentence that has no gist either."""
    return _judged(voted(segment, max(cuts, key=len), ear), segment)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A way to read a sentence; `polite` when a question is a request, `waits` as of `Said`."""

    judged: Judged
    open: bool
    polite: bool
    waits: bool | None


def _readings(segment: Segment, cuts: _Cuts, ear: Ear) -> list[_Reading]:
    """All ways to read the sentence.

    Where one of them names players in full, a number or a stranger is not looked for in the names.
    """
    polite = ear.language.roles.polite
    found = [
        _Reading(
            judged=judge(said, segment, ear),
            open=said.wanted in _OPEN,
            polite=any(token.type in polite for token in tokens),
            waits=said.waits,
        )
        for words in cuts
        if len(words) <= MOST_ORDER_WORDS and not holds_courtesy(words, ear)
        for tokens in token_lists(words, segment.text, ear)
        if (said := parse(tokens, ear.language)) is not None
    ]
    if not found and ear.reads_printed:
        found.extend(_printed(segment, cuts, ear))
    stands = any(reading.judged.condition is not None for reading in found)
    return [
        reading
        for reading in found
        if not (stands and (reading.open or _has(reading.judged, Reason.UNKNOWN_PLAYER)))
    ]


def _printed(segment: Segment, cuts: _Cuts, ear: Ear) -> Iterator[_Reading]:
    """The sentence as an order in the form that mails print."""
    for words in cuts:
        said = printed_order(words, segment.text, ear)
        if said is not None:
            judged = judge(said, segment, ear)
            yield _Reading(judged=judged, open=False, polite=False, waits=None)


def _has(judged: Judged, reason: Reason) -> bool:
    """Whether a reading is refused for a reason; his own name on a list may be his signature too."""
    return any(complaint.reason is reason for complaint in judged.complaints)


def _heading(segment: Segment, words: Sequence[Word], ear: Ear) -> Heading | None:
    """`Round 4:` or `My order:` above an order."""
    if len(words) > _LONGEST_HEADING:
        return None
    for tokens in token_lists(words, segment.text, ear):
        closed = bool(tokens) and tokens[-1].value == ":"
        kinds = tuple(token.type for token in (tokens[:-1] if closed else tokens))
        if kinds in ear.language.roles.headings:
            return Heading(round=next(int(token) for token in tokens if token.isdigit()))
        if closed and kinds in ear.language.roles.plain_headings:
            return Heading(round=None)
    return None
