"""A mail that is understood: its orders and commands, unless they are against each other."""

from collections.abc import Iterator, Sequence

from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.judge import Judged
from pigpost.orders.pieces import (
    Listener,
    Way,
    commands_of,
    in_order,
    order_of,
    orders_of,
    with_rounds,
)
from pigpost.orders.reading import Command, CommandWord, Doubt, Item, Order, Reason, Refusal
from pigpost.orders.refusal import refusal, unclear, whole
from pigpost.orders.sentence import Heading

_FINAL = frozenset({CommandWord.RESIGN, CommandWord.DECLINE, CommandWord.CLEAR, CommandWord.NOT_ME})
"""Commands beside which a "wait" may well mean them."""


def agreed(  # noqa: PLR0911 - a way out for each contradiction
    listener: Listener, way: Way
) -> tuple[Item, ...]:
    """The orders and the commands, unless they are against each other."""
    orders, commands = orders_of(way), {command.word for command in commands_of(way)}
    if {CommandWord.JOIN, CommandWord.DECLINE} <= commands or _clears_order(way):
        return (_refused(listener, way, Reason.UNCLEAR, orders),)
    if CommandWord.WAIT in commands and commands & _FINAL:
        return (_refused(listener, way, Reason.UNCLEAR, orders),)
    if _heads_nothing(way):
        return in_order(way, _refused(listener, way, Reason.UNCLEAR, orders))
    chosen = _chosen(with_rounds(way))
    if chosen is None:
        reason = Reason.MORE_THAN_ONE_CONDITION
        return in_order(way, _refused(listener, way, reason, orders))
    if orders:
        return in_order(way, *chosen)
    if any(isinstance(piece.heard, Judged) for piece in way):
        return in_order(way, *_judged(listener, way))
    items = in_order(way)
    return items or (_refused(listener, way, Reason.NOTHING_FOUND, ()),)


def disagreed(listener: Listener, ways: Sequence[Way]) -> tuple[Item, ...]:
    """Lines joined in another way would be another order."""
    same = _same_but_for_a_heading(ways)
    if same is not None:
        return agreed(listener, same)
    orders = [order for way in ways for order in orders_of(way)]
    way = max(ways, key=lambda way: len(orders_of(way)))
    return in_order(way, _refused(listener, way, Reason.UNCLEAR, orders))


def _same_but_for_a_heading(ways: Sequence[Way]) -> Way | None:
    """The way with the command, where "my order" above an order is a command or that order's heading.

    The orders are the same in both, and to be shown them as well does no harm.
    """
    meanings = {
        (
            frozenset((o.condition, o.round, o.standing) for o in with_rounds(way)),
            tuple(
                (c.word, *c.args.items())
                for c in commands_of(way)
                if c.word is not CommandWord.SHOW_ORDER
            ),
            any(isinstance(piece.heard, Judged) for piece in way),
        )
        for way in ways
    }
    return max(ways, key=lambda way: len(commands_of(way))) if len(meanings) == 1 else None


def _judged(listener: Listener, way: Way) -> Iterator[Refusal]:
    for piece in way:
        if isinstance(piece.heard, Judged):
            yield refusal(piece.segment, piece.heard, listener.ears[0])
            return


def _clears_order(way: Way) -> bool:
    """Whether a "delete it" stands below an order: CLEAR itself is about those of earlier mails."""
    clears = [
        number
        for number, piece in enumerate(way)
        if isinstance(piece.heard, Command)
        and piece.heard.word is CommandWord.CLEAR
        and piece.segment.text != ALL_COMMANDS[CommandWord.CLEAR].casefold()
    ]
    return any(order_of(piece) is not None for piece in way[: clears[-1]]) if clears else False


def _heads_nothing(way: Way) -> bool:
    """Whether a heading names a round that no order is for."""
    headed = {piece.heard.round for piece in way if isinstance(piece.heard, Heading)}
    ordered = with_rounds(way)
    return bool(ordered) and not headed <= {None, *(order.round for order in ordered)}


def _chosen(orders: Sequence[Order]) -> list[Order] | None:
    """One order for each round and perhaps a standing one; None when two may be for the same.

    An order without a round stands above those with one: below, it may go on from them.
    """
    chosen: dict[tuple[int | None, bool], Order] = {}
    named = [order for order in orders if order.round is not None]
    for order in orders:
        known = chosen.setdefault((order.round, order.standing), order)
        if known.condition != order.condition:
            return None
    plain = chosen.get((None, False))
    if plain is not None and named and all(o.condition == plain.condition for o in named):
        del chosen[None, False]
    elif plain is not None and named and orders.index(plain) > orders.index(named[0]):
        return None
    return list(chosen.values())


def _refused(listener: Listener, way: Way, reason: Reason, orders: Sequence[Order]) -> Refusal:
    """A refusal of the line with the last of the orders, else of the first line."""
    with_order = [piece.segment for piece in way if order_of(piece) is not None]
    segment = with_order[-1] if with_order else way[0].segment
    conditions = tuple(order.condition for order in orders)
    ear = listener.ears[0]
    if reason is Reason.UNCLEAR:
        return refusal(segment, unclear(segment, Doubt.TWO_READINGS, *conditions), ear)
    rule = "6.1" if reason is Reason.MORE_THAN_ONE_CONDITION else "6.2"
    return refusal(segment, whole(segment, reason, *conditions, rule=rule), ear)
