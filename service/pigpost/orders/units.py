"""The visible text cut into sentences and lines, the units that are heard one by one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pigpost.orders.courtesy import without_smileys
from pigpost.orders.ear import Ear
from pigpost.orders.segment import Segment, segment_of
from pigpost.orders.text import Clean

_LINE = re.compile(r"[^\n]+")
_BULLET = re.compile(r"[*•·‣] |- (?=[^\W\d_])")
_WRAPPING = '"*_ '


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A sentence, or a line of one: `open` when the next unit may go on with it."""

    start: int
    end: int
    open: bool
    asks: bool
    begins_line: bool
    ends_line: bool


def units_of(mail: Clean, start: int, end: int, ear: Ear) -> Iterator[Unit]:
    """The lines between two places, cut after each full stop that is not inside a name."""
    dotted = [name for name in ear.roster.forms if any(sign in name for sign in ".!?;")]
    stops = ear.language.spelling.stop
    for line in _LINE.finditer(mail.folded, start, end):
        names = [
            match.span()
            for name in dotted
            for match in re.compile(re.escape(name)).finditer(mail.folded, *line.span())
        ]
        goes_on = line.end() < end and mail.folded[line.end() : line.end() + 2] != "\n\n"
        yield from _units_in(mail.folded, line.span(), names, stops, goes_on=goes_on)


def segment_between(mail: Clean, first: Unit, last: Unit) -> Segment:
    """The sentence from one unit to another."""
    return segment_of(
        mail,
        first.start,
        last.end,
        asks=last.asks,
        whole_lines=first.begins_line and last.ends_line,
    )


def _units_in(
    text: str,
    line: tuple[int, int],
    names: Sequence[tuple[int, int]],
    stops: re.Pattern[str],
    *,
    goes_on: bool,
) -> Iterator[Unit]:
    begin, last = _unquoted(text, *line)
    at = begin
    for stop in stops.finditer(text, begin, last):
        if any(a <= stop.start() < b for a, b in names):
            continue
        start, end = _bared(text, at, stop.start())
        if start < end:
            yield Unit(
                start=start,
                end=end,
                open=False,
                asks="?" in stop[0],
                begins_line=at == begin,
                ends_line=stop.end() == last,
            )
        at = stop.end()
    start, end = _bared(text, at, last)
    if start < end:
        begins = at == begin
        yield Unit(
            start=start, end=end, open=goes_on, asks=False, begins_line=begins, ends_line=True
        )


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """A line without the single quotation marks around all of it, full stop and all."""
    said = text[start:end].strip()
    if len(said) < len("'0'") or not said[0] == said[-1] == "'":
        return start, end
    return text.index("'", start) + 1, text.rindex("'", start, end)


def _bared(text: str, start: int, end: int) -> tuple[int, int]:
    """A sentence without the spaces, quotation marks, bullets and smileys around it."""
    start = _unwrapped(text, start, end)
    if (bullet := _BULLET.match(text, start, end)) is not None:
        start = _unwrapped(text, bullet.end(), end)
    end = start + without_smileys(text[start:end])
    while start < end and text[end - 1] in _WRAPPING:
        end -= 1
    if end - start > 1 and text[start] == text[end - 1] == "'":
        return start + 1, end - 1
    return start, end


def _unwrapped(text: str, start: int, end: int) -> int:
    while start < end and text[start] in _WRAPPING:
        start += 1
    return start
