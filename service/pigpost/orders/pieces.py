"""Pieces of a mail that are heard as one sentence, and a way to take the whole mail apart so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pigpost.orders.ear import Ear
from pigpost.orders.judge import Judged
from pigpost.orders.reading import Command, Item, Order, Refusal
from pigpost.orders.segment import Segment
from pigpost.orders.sentence import (
    Heading,
    Heard,
    OrderAndWait,
    Unheard,
    hear_all,
    is_understood,
)
from pigpost.orders.text import Clean
from pigpost.orders.units import Unit, segment_between

_LONGEST_RUN = 4
"""Lines over which one sentence may be broken."""
_LONGEST_SENTENCE = 200
"""Characters of a sentence that is broken over lines."""
_IN_TURN = (Order, Command, Refusal)
"""What comes first of what stands in one place: an order that is provisional goes before its WAIT."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Units `first` to before `behind`, heard as one sentence."""

    first: int
    behind: int
    segment: Segment
    heard: Heard

    @property
    def understood(self) -> bool:
        """Whether nothing in it needs asking back."""
        return is_understood(self.heard)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """What hearing needs to know."""

    mail: Clean
    units: Sequence[Unit]
    ears: Sequence[Ear]

    def segment(self, first: int, behind: int) -> Segment:
        """The text of several units."""
        return segment_between(self.mail, self.units[first], self.units[behind - 1])

    def hear(self, first: int, behind: int) -> Piece:
        """Several units as one sentence; a command has a line to itself."""
        segment = self.segment(first, behind)
        heard = hear_all(segment, self.ears)
        asked = isinstance(heard, Command) or (isinstance(heard, Judged) and heard.commands)
        if behind - first > 1 and asked:
            heard = Unheard.NOT_UNDERSTOOD
        return Piece(first=first, behind=behind, segment=segment, heard=heard)

    def unheard(self, first: int) -> Piece:
        """A unit that nobody listens to any more."""
        segment = self.segment(first, first + 1)
        return Piece(first=first, behind=first + 1, segment=segment, heard=Unheard.NOT_UNDERSTOOD)

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


Way: TypeAlias = tuple[Piece, ...]


def order_of(piece: Piece) -> Order | None:
    """The order that a piece is, if it is one."""
    heard = piece.heard.order if isinstance(piece.heard, OrderAndWait) else piece.heard
    return heard if isinstance(heard, Order) else None


def orders_of(way: Way) -> list[Order]:
    """The orders of a way, in their order."""
    return [order for piece in way if (order := order_of(piece)) is not None]


def commands_of(way: Way) -> list[Command]:
    """The commands of a way, in their order."""
    heard = (p.heard.command if isinstance(p.heard, OrderAndWait) else p.heard for p in way)
    return [command for command in heard if isinstance(command, Command)]


def with_rounds(way: Way) -> list[Order]:
    """The orders, each with the round that is named in it or above it.

    One heading alone is for all orders that name no round, wherever it stands.
    """
    headings = {piece.heard.round for piece in way if isinstance(piece.heard, Heading)}
    heading = next(iter(headings)) if len(headings) == 1 else None
    found: list[Order] = []
    for piece in way:
        if isinstance(piece.heard, Heading):
            heading = piece.heard.round
        elif (order := order_of(piece)) is not None:
            named = order.round is not None or order.standing
            found.append(order if named else replace(order, round=heading))
    return found


def in_order(way: Way, *others: Item) -> tuple[Item, ...]:
    """The commands of a mail, each once, with its orders among them or its refusal behind them."""
    asked = {
        (command.word, *command.args.items()): command for command in reversed(commands_of(way))
    }
    placed: list[tuple[int, Item]] = [(one.span.start, one) for one in asked.values()]
    last = max((start for start, _ in placed), default=0)
    placed.extend((last if isinstance(item, Refusal) else item.span.start, item) for item in others)
    in_turn = sorted(placed, key=lambda one: (one[0], _IN_TURN.index(type(one[1]))))
    return tuple(item for _, item in in_turn)
