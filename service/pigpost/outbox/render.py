"""A letter becomes subject, text and HTML: one value, three templates of its kind.

The templates are `templates/mail/KIND/{subject.txt,body.txt,body.html}`; sentences that text and
HTML share stand once, in `words.txt` of the kind or of `_parts`, which is escaped for HTML only.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Complaint
from pigpost.outbox import layout, times
from pigpost.outbox.order_links import command_link, order_link
from pigpost.outbox.plain import fit, one_line, without_isolates
from pigpost.outbox.words import Catalogue, words
from pigpost.resources import templates
from pigpost.results import phrases, story, tables
from pigpost.results.highlights import highlights
from pigpost.results.letters import Due, Letter, Letterhead
from pigpost.results.meaning import meaning, short_meaning
from pigpost.results.result import ResultSheet, Why

_PREHEADER = 120
"""Characters of the first sentence that a list of mails shows beside the subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A letter in words. `text` ends its lines with LF and has 72 columns."""

    subject: str
    text: str
    html: str


def render(letter: Letter, *, site: str, reason: str) -> Rendered:
    """The letter for its reader; `reason` is why he gets it (`outbox.headers.Why`)."""
    tongue = words(letter.head.reader.language)
    letter = fit(letter)
    facts = {"letter": letter, "head": letter.head, "site": one_line(site), "reason": reason}
    facts |= _sayings(letter.head, tongue)

    def part(name: str, **more: str) -> str:
        environment = _environment(tongue, escaped=name.endswith(".html"))
        return environment.get_template(f"{letter.KIND}/{name}").render(facts, **more)

    subject = " ".join(without_isolates(part("subject.txt")).split())
    text = _tidy(part("body.txt"))
    html = part("body.html", subject=subject, preheader=_first_words(text))
    return Rendered(subject=subject, text=text, html=html)


@lru_cache(maxsize=16)
def _environment(tongue: Catalogue, *, escaped: bool) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates() / "mail"),
        autoescape=escaped,  # noqa: S701 - plain text has nothing to escape
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(tongue, newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= {
        "para": layout.paragraph,
        "facts": layout.facts,
        "table": layout.table,
    }
    return environment


def _sayings(head: Letterhead, tongue: Catalogue) -> dict[str, Any]:
    """What templates can say about the values of a letter, in the reader's language and zone."""
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
        "examples": partial(_examples, head.names, head.reader.seat),
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


def _examples(names: Mapping[Seat, str], own: Seat | None) -> list[Condition]:
    """An order of each kind that the reader could send."""
    other = next((frozenset((seat,)) for seat in sorted(names) if seat != own), None)
    naming: list[Condition] = [] if other is None else [When(other), After(other)]
    return [Throws(4), Turn(20), Total(60), OnlyLeft(), *naming]


def _tidy(text: str) -> str:
    """No spaces at the ends of lines, no two empty lines in a row, one line end at the end."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    kept = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    return "\n".join(kept) + "\n"


def _first_words(text: str) -> str:
    first = " ".join(text.partition("\n\n")[0].split())
    return first if len(first) <= _PREHEADER else first[:_PREHEADER].rpartition(" ")[0] + " ..."
