"""What the templates of mails can say about the values of a letter."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Complaint
from pigpost.outbox import layout, times
from pigpost.outbox.order_links import command_link, order_link
from pigpost.outbox.words import Catalogue
from pigpost.replay.state import SeatStatus
from pigpost.results import phrases, story, tables
from pigpost.results.highlights import highlights
from pigpost.results.letters import Due, Letter, NmrWarning, Opening, Reminder, Result, Status
from pigpost.results.meaning import meaning, short_meaning
from pigpost.results.result import ResultSheet, Why


def sayings(letter: Letter, tongue: Catalogue) -> dict[str, Any]:
    """Names of the templates' context and what they stand for, in the reader's words and zone."""
    head = letter.head
    return {
        "lang": tongue.tag,
        "base": head.site_url.rstrip("/"),
        "instant": partial(times.instant, timezone=head.reader.timezone, words=tongue),
        "day": partial(times.day, words=tongue),
        "lateness": partial(times.lateness, words=tongue),
        "time_left": partial(_time_left, words=tongue),
        "order": partial(in_words, names=head.names),
        "orders": partial(_orders, head.names, tongue),
        "meanings": partial(_meanings, head.names, tongue),
        "meaning": partial(meaning, names=head.names, words=tongue),
        "short_meaning": partial(short_meaning, names=head.names, words=tongue),
        "examples": partial(_examples, letter),
        "order_link": partial(order_link, head),
        "command_link": partial(command_link, head),
        "spans_of": _spans,
        "carets": layout.carets,
        "pieces": layout.pieces,
        "bounded": tables.bounded,
        "around": partial(tables.around, seat=head.reader.seat),
        "sums": _sums,
        "progress": tables.progress,
        "line_of": partial(_line_of, seat=head.reader.seat),
        "highlights": highlights,
        **_with_words(
            tongue,
            listed=phrases.listed,
            either=phrases.either,
            points=phrases.points,
            shown=phrases.shown,
            story=story.story,
            verdict=story.verdict,
            your_line=story.your_line,
            held_because=phrases.held_because,
            absent_from=story.absent_from,
            throw_table=tables.throw_table,
            why_table=tables.why_table,
            thrown_again=tables.thrown_again,
        ),
    }


def _with_words(tongue: Catalogue, **functions: Callable[..., Any]) -> dict[str, Any]:
    return {name: partial(function, words=tongue) for name, function in functions.items()}


def _time_left(due: Due, *, words: Catalogue) -> str | None:
    """How long orders are still taken, or None once the deadline has passed."""
    seconds = (due.deadline - due.now).total_seconds()
    return times.length(seconds, words) if seconds > 0 else None


def _orders(names: Mapping[Seat, str], words: Catalogue, conditions: Sequence[Condition]) -> str:
    return phrases.listed([in_words(condition, names) for condition in conditions], words)


def _meanings(
    names: Mapping[Seat, str], words: Catalogue, conditions: Sequence[Condition]
) -> list[tuple[str, str]]:
    return [(in_words(c, names), short_meaning(c, names, words)) for c in conditions]


def _spans(complaints: Sequence[Complaint]) -> list[tuple[int, int]]:
    return [(complaint.span.start, complaint.span.end) for complaint in complaints]


def _sums(rows: Sequence[tables.WhyRow]) -> list[tuple[str, str, str, str]]:
    """Name, order, `41 + 18 = 59` with the numbers below each other, and why."""
    before = _digits(row.before for row in rows)
    change = _digits(row.change for row in rows)
    after = _digits(row.after for row in rows)

    def total(row: tables.WhyRow) -> str:
        sign = "-" if row.change < 0 else "+"
        added = f"{row.before:>{before}} {sign} {abs(row.change):>{change}}"
        return f"{added} = {row.after:>{after}}"

    return [(row.name, row.order, total(row), row.why) for row in rows]


def _digits(numbers: Iterable[int]) -> int:
    return max((len(str(abs(number))) for number in numbers), default=0)


def _line_of(sheet: ResultSheet, seat: Seat | None) -> Why | None:
    """The reader's own line."""
    return next((line for line in sheet.why if line.seat == seat), None)


def _examples(letter: Letter) -> list[Condition]:
    """An order of each kind that the reader could send."""
    other = next((frozenset((seat,)) for seat in _others(letter)), None)
    naming: list[Condition] = [] if other is None else [When(other), After(other)]
    return [Throws(4), Turn(20), Total(60), OnlyLeft(), *naming]


def _others(letter: Letter) -> list[Seat]:
    """Whom the reader's order could name, as far as the letter tells."""
    match letter:
        case Opening(scores=scores) | Reminder(scores=scores) | Status(scores=scores):
            known = [line.seat for line in scores if line.status == SeatStatus.PLAYING]
        case Result(sheet=sheet) | NmrWarning(sheet=sheet):
            known = [line.seat for line in sheet.why if not line.eliminated]
        case _:
            known = list(letter.head.names)
    return [seat for seat in sorted(known) if seat != letter.head.reader.seat]
