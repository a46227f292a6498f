"""The orders of a thrown round: as read, as mailed, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pigpost.events.receipt import receipt_code
from pigpost.events.record import Recorded
from pigpost.events.types import OrderAccepted
from pigpost.games.kinds import seat_label
from pigpost.outbox.plain import one_line
from pigpost.replay.state import ThrownRound
from pigpost.results.result import ResultSheet
from pigpost.results.tables import WhyRow, why_table
from pigpost.results.words import Words
from pigpost.web.withheld import withhold


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One player's order, what became of it, and where it came from.

    `source` is `order:<pos>`, `default:<reason>` or `ruling:<number>`. `mailed` are the words as
    mailed, None for a default, for an order put by hand and for words that were erased. A `standing`
    order was meant for every round without another.
    """

    seat: str
    name: str
    bot: bool
    order: str
    why: str
    before: int
    change: int
    after: int
    source: str
    standing: bool
    entry: int | None
    receipt: str | None
    mailed: str | None
    ruling: int | None = None
    """The ruling that lets it count."""


def order_lines(
    sheet: ResultSheet, thrown: ThrownRound, recorded: Sequence[Recorded], words: Words
) -> tuple[OrderLine, ...]:
    """One line a participant, the best new score first."""
    sources = thrown.event.sources
    places = {_place(source) for source in sources.values()}
    entries = {entry.pos: entry for entry in recorded if entry.pos in places}
    return tuple(
        _order(sheet, row, sources[seat_label(row.seat)], entries)
        for row in why_table(sheet, words)
    )


def _order(
    sheet: ResultSheet, row: WhyRow, source: str, recorded: Mapping[int, Recorded]
) -> OrderLine:
    """A row of the why table with the mail it came from."""
    entry = recorded.get(_place(source))
    return OrderLine(
        seat=seat_label(row.seat),
        name=sheet.names[row.seat],
        bot=row.seat in sheet.bots,
        order=row.order,
        why=row.why,
        before=row.before,
        change=row.change,
        after=row.after,
        source=source,
        standing=entry is not None and entry.event.round is None,
        entry=entry.pos if entry else None,
        receipt=receipt_code(entry.leaf) if entry else None,
        mailed=_mailed(entry) if entry else None,
        ruling=_number(source, "ruling"),
    )


def _place(source: str) -> int:
    """The entry of an order; 0, where no entry is, for a default."""
    return _number(source, "order") or 0


def _number(source: str, kind: str) -> int | None:
    """The number in a source of that kind."""
    name, _, number = source.partition(":")
    return int(number) if name == kind else None


def _mailed(entry: Recorded) -> str | None:
    event = entry.event
    if not isinstance(event, OrderAccepted) or event.personal is None:
        return None
    return withhold(one_line(event.personal.words))
