"""All sentences of a mail heard together: what the mail says as a whole, or what to ask back.

A sentence may be broken over lines, and a line may be a sentence without a full stop. So every
way to join lines is heard; only what all ways that can be understood agree on is the meaning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pigpost.games.conditions import Condition
from pigpost.orders.commands import HARMLESS
from pigpost.orders.courtesy import is_sign_off, is_signature
from pigpost.orders.judge import Judged
from pigpost.orders.names import Roster
from pigpost.orders.reading import Command, CommandWord, Item, Order, Reason, Refusal, State
from pigpost.orders.refusal import diagnose, refusal, whole
from pigpost.orders.segment import Segment
from pigpost.orders.sentence import Heading, Heard, Unheard, hear
from pigpost.orders.text import Clean
from pigpost.orders.units import Unit, segment_between
from pigpost.orders.words import words_of

_LONGEST_RUN = 4
"""Lines over which one sentence may be broken."""
_MOST_BROKEN = 8
"""Lines that may need others to be understood; with more the mail is asked back at once."""
_LONGEST_SENTENCE = 200
"""Characters of a sentence that is broken over lines."""
_MOST_DIAGNOSED = 3
_NO_ORDER = 2
"""The rank of a complaint about words that nobody would take for an order."""
_OPEN_REASONS = (Reason.UNCLEAR, Reason.NOTHING_FOUND)
_TAKING_BACK = frozenset(
    [
        "wait",
        "ignore",
        "disregard",
        "kidding",
        "joking",
        "joke",
        "scrap",
        "forget",
        "instead",
        "but",
        "unless",
        "if",
        "mistake",
    ]
)
"""Words that make a command on the line above doubtful."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Units `first` to before `behind`, heard as one sentence."""

    first: int
    behind: int
    segment: Segment
    heard: Heard

    @property
    def understood(self) -> bool:
        """Whether nothing in it needs asking back."""
        return not (isinstance(self.heard, Judged) or self.heard is Unheard.NOT_UNDERSTOOD)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listener:
    """What hearing needs to know."""

    mail: Clean
    units: Sequence[Unit]
    roster: Roster
    state: State

    def segment(self, first: int, behind: int) -> Segment:
        """The text of several units."""
        return segment_between(self.mail, self.units[first], self.units[behind - 1])

    def hear(self, first: int, behind: int) -> _Piece:
        """Several units as one sentence; a command has a line to itself."""
        segment = self.segment(first, behind)
        heard = hear(segment, self.roster, self.state)
        if behind - first > 1 and isinstance(heard, Command):
            heard = Unheard.NOT_UNDERSTOOD
        return _Piece(first=first, behind=behind, segment=segment, heard=heard)

    def goes_on_to(self, first: int) -> int:
        """Behind the last unit that a sentence beginning here can reach."""
        behind = first + 1
        while (
            behind < min(len(self.units), first + _LONGEST_RUN)
            and self.units[behind - 1].open
            and self.units[behind].end - self.units[first].start <= _LONGEST_SENTENCE
        ):
            behind += 1
        return behind


_Way: TypeAlias = tuple[_Piece, ...]


def listen(mail: Clean, units: Sequence[Unit], roster: Roster, state: State) -> tuple[Item, ...]:
    """What the units say together, in the order of the mail."""
    listener = _Listener(mail=mail, units=units, roster=roster, state=state)
    pieces = _pieces(listener)
    ways = _ways(pieces)
    if not ways:
        return _asked_back(listener, _best(pieces))
    return _agreed(ways[0]) if len(ways) == 1 else _disagreed(ways)


# --- hearing ----------------------------------------------------------------------------------


def _pieces(listener: _Listener) -> list[list[_Piece]]:
    """For each unit all pieces that begin with it, the shortest first."""
    alone = list(_alone(listener))
    if sum(not piece.understood for piece in alone) > _MOST_BROKEN:
        return [[piece] for piece in alone]
    return [
        [
            piece,
            *(
                run
                for behind in range(piece.first + 2, listener.goes_on_to(piece.first) + 1)
                if (run := listener.hear(piece.first, behind)).heard is not Unheard.NOT_UNDERSTOOD
            ),
        ]
        for piece in alone
    ]


def _alone(listener: _Listener) -> Iterator[_Piece]:
    """Each unit by itself; a name below "best wishes" is a signature."""
    signed = False
    for first in range(len(listener.units)):
        piece = _unsigned(listener.hear(first, first + 1), listener.roster, signed=signed)
        signed = is_sign_off(words_of(piece.segment.text)) or (
            signed and piece.heard is Unheard.COURTESY
        )
        yield piece


def _unsigned(piece: _Piece, roster: Roster, *, signed: bool) -> _Piece:
    """The writer's name on a line of its own is courtesy."""
    segment = piece.segment
    if piece.heard is not Unheard.NOT_UNDERSTOOD or not is_signature(
        words_of(segment.text), segment, roster, signed=signed
    ):
        return piece
    return _Piece(first=piece.first, behind=piece.behind, segment=segment, heard=Unheard.COURTESY)


def _ways(pieces: Sequence[Sequence[_Piece]]) -> list[_Way]:
    """For each meaning one way to understand all units, if there is any.

    An order over several lines that is understood but not acceptable is a meaning too.
    """
    ways: list[dict[object, _Way]] = [{} for _ in pieces]
    ways.append({None: ()})
    for first in reversed(range(len(pieces))):
        for piece in pieces[first]:
            if piece.understood or (isinstance(piece.heard, Judged) and piece.behind - first > 1):
                for rest in ways[piece.behind].values():
                    way = (piece, *rest)
                    ways[first].setdefault(_meaning(way), way)
    found = list(ways[0].values())
    return found if any(piece.understood for way in found for piece in way) else []


def _meaning(way: _Way) -> object:
    heard = [piece.heard for piece in way]
    return (
        frozenset(order.condition for order in heard if isinstance(order, Order)),
        frozenset(_rounds(way)),
        tuple((c.word, *c.args.items()) for c in heard if isinstance(c, Command)),
        any(isinstance(judged, Judged) for judged in heard),
    )


def _best(pieces: Sequence[Sequence[_Piece]]) -> _Way:
    """All units with as little as can be left that is not understood."""
    best: list[tuple[float, _Way]] = [(0, ())] * (len(pieces) + 1)
    for first in reversed(range(len(pieces))):
        options = [
            (_cost(piece) + best[piece.behind][0], (piece, *best[piece.behind][1]))
            for piece in pieces[first]
        ]
        best[first] = min(options, key=lambda option: option[0])
    return best[0][1]


def _cost(piece: _Piece) -> float:
    if piece.understood:
        return 0
    return 1 if isinstance(piece.heard, Judged) else 2


# --- all is understood --------------------------------------------------------------------------


def _agreed(way: _Way) -> tuple[Item, ...]:
    """The order and the commands, unless there are two orders."""
    orders = _orders(way)
    if {CommandWord.JOIN, CommandWord.DECLINE} <= {c.word for c in _commands(way)}:
        return (_refused(way, Reason.UNCLEAR, orders),)
    if orders and (len({o.condition for o in orders}) > 1 or len(_rounds(way)) > 1):
        several = len({order.condition for order in orders}) > 1
        reason = Reason.MORE_THAN_ONE_CONDITION if several else Reason.UNCLEAR
        return _in_order(way, _refused(way, reason, orders))
    if orders:
        round = next(iter(_rounds(way)), None)
        first = orders[0]
        order = Order(condition=first.condition, span=first.span, round=round)
        return _in_order(way, order)
    if any(isinstance(piece.heard, Judged) for piece in way):
        return _in_order(way, *_judged(way))
    items = _in_order(way)
    return items or (_refused(way, Reason.NOTHING_FOUND, ()),)


def _disagreed(ways: Sequence[_Way]) -> tuple[Item, ...]:
    """Lines joined in another way would be another order."""
    orders = [order for way in ways for order in _orders(way)]
    way = max(ways, key=lambda way: len(_orders(way)))
    return _in_order(way, _refused(way, Reason.UNCLEAR, orders))


def _judged(way: _Way) -> Iterator[Refusal]:
    for piece in way:
        if isinstance(piece.heard, Judged):
            yield refusal(piece.segment, piece.heard)
            return


def _orders(way: _Way) -> list[Order]:
    return [piece.heard for piece in way if isinstance(piece.heard, Order)]


def _commands(way: _Way) -> list[Command]:
    return [piece.heard for piece in way if isinstance(piece.heard, Command)]


def _rounds(way: _Way) -> set[int]:
    """The rounds that are named, in the orders or above them."""
    named = [p.heard.round for p in way if isinstance(p.heard, Order | Heading)]
    return {round for round in named if round is not None}


def _refused(way: _Way, reason: Reason, orders: Sequence[Order]) -> Refusal:
    """A refusal of the line with the last of the orders, else of the first line."""
    with_order = [piece.segment for piece in way if isinstance(piece.heard, Order)]
    segment = with_order[-1] if with_order else way[0].segment
    rule = "6.1" if reason is Reason.MORE_THAN_ONE_CONDITION else "6.2"
    conditions = (order.condition for order in orders)
    return refusal(segment, whole(segment, reason, *conditions, rule=rule))


def _in_order(way: _Way, *others: Item) -> tuple[Item, ...]:
    """The commands of a mail, with its order or refusal behind them."""
    commands = _commands(way)
    before = [c for c in commands if not others or not _starts_before(others[0], c)]
    return (*before, *others, *(c for c in commands if c not in before))


def _starts_before(item: Item, command: Command) -> bool:
    return isinstance(item, Order) and item.span.start < command.span.start


# --- something is not -------------------------------------------------------------------------


def _asked_back(listener: _Listener, way: _Way) -> tuple[Item, ...]:
    """What is not understood is asked back; commands beside it are carried out all the same.

    Unless it holds words that could take them back.
    """
    doubts = list(_doubts(listener, way))
    orders = tuple(order.condition for order in _orders(way))
    segment, judged = min(doubts, key=lambda doubt: _rank(doubt[1]))
    commands = _commands(way)
    taken_back = any(
        word.text in _TAKING_BACK for other, _ in doubts for word in words_of(other.text)
    )
    if commands and not orders and not taken_back and not judged.tries:
        return tuple(commands)
    if commands and taken_back and not judged.tries:
        judged = whole(segment, Reason.UNCLEAR)
    kept = [c for c in commands if c.word in HARMLESS or not taken_back]
    return (*kept, refusal(segment, _beside(judged, segment, orders)))


def _doubts(listener: _Listener, way: _Way) -> Iterator[tuple[Segment, Judged]]:
    """What was not understood, each with what is wrong with it; lines that go on are one."""
    groups: list[list[_Piece]] = []
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
        words = words_of(segment.text)
        yield (
            segment,
            alone if isinstance(alone, Judged) else diagnose(segment, words, listener.roster),
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
    return whole(segment, Reason.UNCLEAR, *options)
