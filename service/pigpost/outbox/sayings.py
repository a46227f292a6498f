"""What the templates of mails can say about the values of a letter."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from babel.numbers import format_decimal

from pigpost.games.conditions import Condition
from pigpost.games.kinds import HIGHEST_NUMBER, Form, Kind, Piggyback, Seat, Settings
from pigpost.games.settings import game_settings
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Complaint
from pigpost.outbox import figures, layout, times
from pigpost.outbox.examples import examples
from pigpost.outbox.order_links import command_link, order_link
from pigpost.outbox.words import Catalogue
from pigpost.results import phrases, story, story_own, tables, turns
from pigpost.results.highlights import highlights
from pigpost.results.letters import Due, Letter, Letterhead
from pigpost.results.meaning import meaning, short_meaning
from pigpost.results.result import ResultSheet, Why

_ANY_GAME = game_settings(Kind.POSTAL_PIGS)
"""What a mail about no game in particular speaks of."""


def sayings(letter: Letter, tongue: Catalogue) -> dict[str, Any]:
    """Names of the templates' context and what they stand for, in the reader's words and zone."""
    head = letter.head
    settings = head.settings or _ANY_GAME
    spelled = _Orders(head=head, form=settings.form, words=tongue)
    return {
        "lang": tongue.tag,
        "base": head.site_url.rstrip("/"),
        **_game(settings, tongue),
        "instant": partial(times.instant, timezone=head.reader.timezone, words=tongue),
        "day": partial(times.day, words=tongue),
        "date": partial(times.calendar_day, words=tongue),
        "percent": partial(figures.percent, words=tongue),
        "decimal": partial(figures.decimal, words=tongue),
        "lateness": partial(times.lateness, words=tongue),
        "time_left": partial(_time_left, words=tongue),
        "order": spelled.order,
        "orders": spelled.orders,
        "meanings": spelled.meanings,
        "meaning": spelled.meaning,
        "short_meaning": spelled.short_meaning,
        "examples": partial(examples, head, settings),
        "order_link": partial(order_link, head),
        "command_link": partial(command_link, head),
        "spans_of": _spans,
        "carets": layout.carets,
        "pieces": layout.pieces,
        "whole": partial(format_decimal, locale=tongue.locale),
        "highest_number": HIGHEST_NUMBER,
        "bounded": tables.bounded,
        "around": partial(tables.around, seat=head.reader.seat),
        "sums": _sums,
        "most_players": tables.MOST_PLAYERS,
        "called_by_seat": spelled.called,
        "called_to": spelled.called_all,
        "is_out": head.reader.seat in head.out,
        "own_turn": partial(_own_turn, seat=head.reader.seat),
        "line_of": partial(_line_of, seat=head.reader.seat),
        "highlights": highlights,
        **_with_words(
            tongue,
            called=phrases.called,
            listed=phrases.listed,
            either=phrases.either,
            points=phrases.points,
            shown=phrases.shown,
            story=story.story,
            verdict=story.verdict,
            your_line=story.your_line,
            order_of_play=story_own.order_of_play,
            held_because=phrases.held_because,
            absent_from=story.absent_from,
            throw_table=tables.throw_table,
            turn_table=turns.turn_table,
            dice_row=turns.dice_row,
            why_table=tables.why_table,
            thrown_again=tables.thrown_again,
            progress=tables.progress,
        ),
    }


def _game(settings: Settings, words: Catalogue) -> dict[str, Any]:
    """What is played, for sentences that hang on it."""
    return {
        "settings": settings,
        "kind": settings.kind,
        "form": settings.form,
        "own": settings.form is not Form.SHARED,
        "hog": settings.kind is Kind.HOG,
        "pigs": settings.kind.has_pigs,
        "eliminates": settings.kind.has_pigs and settings.piggyback is Piggyback.ELIMINATE,
        "game_name": phrases.game_name(settings.kind, words),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Orders:
    """Orders as a mail prints them: written with bare names, explained with labelled ones."""

    head: Letterhead
    form: Form
    words: Catalogue

    @property
    def _shown(self) -> Mapping[Seat, str]:
        bots = self.head.bots
        return {
            seat: phrases.called(name, self.words, bot=seat in bots)
            for seat, name in self.head.names.items()
        }

    def called(self, seat: Seat) -> str:
        return self._shown[seat]

    def called_all(self, seats: Sequence[Seat]) -> list[str]:
        return [self.called(seat) for seat in seats]

    def order(self, condition: Condition) -> str:
        return in_words(condition, self.head.names)

    def orders(self, conditions: Sequence[Condition]) -> str:
        return phrases.listed([self.order(condition) for condition in conditions], self.words)

    def meaning(self, condition: Condition) -> str:
        return meaning(condition, self._shown, self.words, form=self.form)

    def short_meaning(self, condition: Condition) -> str:
        return short_meaning(condition, self._shown, self.words, form=self.form)

    def meanings(self, conditions: Sequence[Condition]) -> list[tuple[str, str]]:
        return [(self.order(c), self.short_meaning(c)) for c in conditions]


def _with_words(tongue: Catalogue, **functions: Callable[..., Any]) -> dict[str, Any]:
    return {name: partial(function, words=tongue) for name, function in functions.items()}


def _time_left(due: Due, *, words: Catalogue) -> str | None:
    """How long orders are still taken, or None once the deadline has passed."""
    seconds = (due.deadline - due.now).total_seconds()
    return times.length(seconds, words) if seconds > 0 else None


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


def _own_turn(rows: Sequence[turns.TurnRow], seat: Seat | None) -> turns.TurnRow | None:
    """The reader's own turn."""
    return next((row for row in rows if row.seat == seat), None)
