"""A mail that is not understood to its last word: what to ask back, and what is done all the same."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pigpost.games.conditions import Condition
from pigpost.orders.commands import HARMLESS
from pigpost.orders.diagnose import diagnose
from pigpost.orders.ear import Ear
from pigpost.orders.judge import Judged
from pigpost.orders.pieces import Listener, Piece, Way, commands_of, orders_of
from pigpost.orders.reading import CommandWord, Doubt, Item, Reason
from pigpost.orders.refusal import refusal, unclear, whole
from pigpost.orders.segment import Segment
from pigpost.orders.words import words_of

_MOST_DIAGNOSED = 3
_WAIT = CommandWord.WAIT
"""A lone "wait" beside what is not understood may be a part of that."""
_NO_ORDER = 2
"""The rank of a complaint about words that nobody would take for an order."""
_OPEN_REASONS = (Reason.UNCLEAR, Reason.NOTHING_FOUND)


def asked_back(listener: Listener, way: Way) -> tuple[Item, ...]:
    """What is not understood is asked back; commands beside it are carried out all the same.

    Unless it holds words that could take them back.
    """
    doubts = list(_doubts(listener, way))
    orders = tuple(order.condition for order in orders_of(way))
    segment, judged = min(doubts, key=lambda doubt: _rank(doubt[1]))
    commands = commands_of(way)
    taken_back = any(_takes_back(other, listener.ears) for other, _ in doubts)
    if commands and not orders and not taken_back and not judged.tries:
        return tuple(commands)
    if commands and taken_back and not judged.tries:
        judged = unclear(segment, Doubt.TAKEN_BACK)
    kept = [c for c in commands if c.word in HARMLESS or not (taken_back or c.word is _WAIT)]
    return (*kept, refusal(segment, _beside(judged, segment, orders), listener.ears[0]))


def _takes_back(segment: Segment, ears: Sequence[Ear]) -> bool:
    """Whether a sentence has a word that makes a command beside it doubtful."""
    return any(
        word.text in ear.language.roles.taking_back
        for ear in ears
        for word in words_of(segment.text, ear.language.spelling)
    )


def _doubts(listener: Listener, way: Way) -> Iterator[tuple[Segment, Judged]]:
    """What was not understood, each with what is wrong with it; lines that go on are one."""
    groups: list[list[Piece]] = []
    for piece in way:
        if piece.understood:
            continue
        goes_on = groups and groups[-1][-1].behind == piece.first
        if goes_on and piece.behind <= listener.goes_on_to(groups[-1][0].first):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    for group in groups[:_MOST_DIAGNOSED]:
        segment = listener.segment(group[0].first, group[-1].behind)
        alone = group[0].heard if len(group) == 1 else None
        yield segment, alone if isinstance(alone, Judged) else _diagnosed(segment, listener.ears)


def _diagnosed(segment: Segment, ears: Sequence[Ear]) -> Judged:
    """What is wrong with a sentence, in the language that can tell the most."""
    told = (diagnose(segment, words_of(segment.text, e.language.spelling), e) for e in ears)
    return min(
        told,
        key=lambda one: (_rank(one), one.complaints[0].reason is Reason.NOTHING_FOUND),
    )


def _rank(judged: Judged) -> int:
    """How much a complaint tells of an order: the lower, the more."""
    if not judged.tries:
        return _NO_ORDER
    return 1 if judged.complaints[0].reason in _OPEN_REASONS else 0


def _beside(judged: Judged, segment: Segment, orders: Sequence[Condition]) -> Judged:
    """What is wrong with a sentence that stands beside orders which are understood."""
    if not orders or _rank(judged) == 0:
        return replace(judged, suggestions=(*judged.suggestions, *orders))
    options = (*orders, *judged.suggestions)
    if set(judged.suggestions) - set(orders):
        return whole(segment, Reason.MORE_THAN_ONE_CONDITION, *options, rule="6.1")
    return unclear(segment, Doubt.NOT_UNDERSTOOD, *options)
