"""A sentence of a mail, or a part that could be one, with the way back to the mail's text."""

from dataclasses import dataclass

from pigpost.orders.reading import Span
from pigpost.orders.text import Clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Folded `text` on one line, the same part as it is `line` for people, and where it came from.

    `asks` tells that it ends in a question mark, `whole_lines` that it begins and ends with a line.
    """

    text: str
    line: str
    places: tuple[int, ...]
    span: Span
    asks: bool = False
    whole_lines: bool = True

    def span_in_line(self, start: int, end: int) -> Span:
        """The part of `line` that shows a part of `text`."""
        if start >= end:
            return Span(start=0, end=len(self.line))
        return Span(start=self.places[start], end=self.places[end - 1] + 1)

    def written(self, start: int, end: int) -> str:
        """A part of `text` as its writer spelled it."""
        span = self.span_in_line(start, end)
        return self.line[span.start : span.end]


def segment_of(
    mail: Clean, start: int, end: int, *, asks: bool = False, whole_lines: bool = True
) -> Segment:
    """The part of a mail between two places of its folded text, line breaks made spaces."""
    if start >= end:
        return Segment(text="", line="", places=(), span=Span(start=0, end=0), asks=asks)
    first, last = mail.places[start], mail.places[end - 1] + 1
    return Segment(
        text=mail.folded[start:end].replace("\n", " "),
        line=mail.shown[first:last].replace("\n", " "),
        places=tuple(place - first for place in mail.places[start:end]),
        span=Span(start=mail.starts[first], end=mail.ends[last - 1]),
        asks=asks,
        whole_lines=whole_lines,
    )
