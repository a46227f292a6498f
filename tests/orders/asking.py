"""How the tests of the reader ask it."""

from collections.abc import Sequence

from pigpost.games.conditions import Condition
from pigpost.games.kinds import MOST_DICE, Form, Kind, Seat
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Item, Order, Player, Refusal, State

NAMES = ("Bill", "Karen", "Ted", "Geoff", "Jim")
BILL, KAREN, TED, GEOFF, JIM = (Seat(number) for number in range(1, 6))


def players(names: Sequence[str] = NAMES, out: Sequence[str] = ()) -> list[Player]:
    return [Player(seat=Seat(n), name=name, out=name in out) for n, name in enumerate(names, 1)]


def items(
    text: str,
    *,
    names: Sequence[str] = NAMES,
    me: Seat | None = KAREN,
    out: Sequence[str] = (),
    state: State = State.PLAYING,
    kind: Kind = Kind.POSTAL_PIGS,
    form: Form | None = None,
    max_dice: int = MOST_DICE,
    languages: Sequence[str] = ("en",),
) -> tuple[Item, ...]:
    """Everything a text says, by default one of Karen's."""
    return read(
        text,
        players=players(names, out),
        me=me,
        state=state,
        kind=kind,
        form=form,
        max_dice=max_dice,
        languages=languages,
    ).items


def order(
    text: str,
    *,
    names: Sequence[str] = NAMES,
    me: Seat = KAREN,
    kind: Kind = Kind.POSTAL_PIGS,
    form: Form | None = None,
) -> Order:
    """The order that a text is, and nothing else."""
    (item,) = items(text, names=names, me=me, kind=kind, form=form)
    assert isinstance(item, Order), item
    return item


def condition(text: str, *, names: Sequence[str] = NAMES, me: Seat = KAREN) -> Condition:
    return order(text, names=names, me=me).condition


def refusal(
    text: str,
    *,
    names: Sequence[str] = NAMES,
    me: Seat | None = KAREN,
    out: Sequence[str] = (),
    state: State = State.PLAYING,
    kind: Kind = Kind.POSTAL_PIGS,
    form: Form | None = None,
    max_dice: int = MOST_DICE,
) -> Refusal:
    """The refusal that a text gets, and nothing else."""
    (item,) = items(
        text, names=names, me=me, out=out, state=state, kind=kind, form=form, max_dice=max_dice
    )
    assert isinstance(item, Refusal), item
    return item


def command(text: str, *, me: Seat | None = KAREN, state: State = State.PLAYING) -> Command:
    (item,) = items(text, me=me, state=state)
    assert isinstance(item, Command), item
    return item


def marked(refused: Refusal) -> list[str]:
    """The parts of the line that the complaints are about."""
    return [refused.line[c.span.start : c.span.end] for c in refused.complaints]
