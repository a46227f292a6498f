"""Plain text on 72 columns: paragraphs, facts, tables, and marks under a line.

Wide characters count as two columns and combining ones as none (UAX 11), here and nowhere else.
Tables are indented: some clients join single lines of running text, but not indented ones.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LINE = 72
INDENT = "   "
_GAP = "  "
_BREAKS = re.compile(r" (?![A-Z]{2})")
_NARROWEST = 20
"""The last column of a table is wrapped within no less than this."""
_MOST_CHUNKS = 4


def width(text: str) -> int:
    """Columns that the text takes.

    >>> width("Ted"), width("\u732a")
    (3, 2)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text filled up with spaces; a longer one is left as it is."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def paragraph(text: str, *, first: str = "", rest: str = "") -> str:
    """Running text wrapped at 72 columns, with what stands before its first and other lines.

    >>> paragraph("So many  words.", first=" 1. ", rest="    ")
    ' 1. So many words.'
    """
    lines: list[str] = []
    columns = len if text.isascii() else width
    line, used, bare = first, width(first), True
    for piece in _pieces(text, LINE - width(rest)):
        taken = columns(piece)
        if not bare and used + 1 + taken > LINE:
            lines.append(line)
            line, used, bare = rest, width(rest), True
        line += piece if bare else f" {piece}"
        used += taken if bare else 1 + taken
        bare = bare and not piece
    return "\n".join([*lines, line])


def _pieces(text: str, room: int) -> Iterator[str]:
    """What goes on one line: words, each with the words in capitals that follow it.

    So no line of running text begins with a command, as an answer would.
    """
    columns = len if text.isascii() else width
    for piece in _BREAKS.split(" ".join(text.split())):
        if columns(piece) <= room:
            yield piece
        else:
            yield from _parts(piece, room)


def _parts(piece: str, room: int) -> Iterator[str]:
    """Its words, cut where one alone is too long for a line; addresses stay whole."""
    for word in piece.split():
        rest = word
        while width(rest) > room and "://" not in rest:
            head = _head(rest, room)
            yield head
            rest = rest[len(head) :]
        yield rest


def _head(text: str, room: int) -> str:
    """As much of the text as fits; one character at least."""
    used = 0
    for place, character in enumerate(text):
        used += _columns(character)
        if used > room and place:
            return text[:place]
    return text


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Labels with what they say, one below the other."""
    label = max((width(name) for name, _ in pairs), default=0)
    rest = INDENT + " " * label + _GAP
    return "\n".join(
        paragraph(value, first=f"{INDENT}{padded(name, label)}{_GAP}", rest=rest)
        for name, value in pairs
    )


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows of cells in columns, those in `right` flush right; as text where they are too wide."""
    if not rows:
        return ""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    room = LINE - width(INDENT) - sum(columns + width(_GAP) for columns in widths[:-1])
    if min(widths[-1], _NARROWEST) > room:
        return "\n".join(map(_as_text, rows))
    return "\n".join(_row(row, widths, right) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    cells = [
        padded(cell, columns, right=place in right)
        for place, (cell, columns) in enumerate(zip(row[:-1], widths, strict=False))
    ]
    before = INDENT + "".join(cell + _GAP for cell in cells)
    last = padded(row[-1], widths[-1], right=True) if len(row) - 1 in right else row[-1]
    if width(before) + width(last) <= LINE:
        return (before + last).rstrip()
    return paragraph(last, first=before, rest=" " * width(before)).rstrip()


def _as_text(row: Sequence[str]) -> str:
    """The row as running text: no cell has a line to itself, for an order alone would be one."""
    first, *others = [cell for cell in row if cell.strip()] or [""]
    text = f"{first}: {', '.join(others)}" if others else first
    return paragraph(text, first=INDENT, rest=INDENT * 2)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line, marked or not."""

    text: str
    marked: bool


def pieces(line: str, spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """The line in parts, in order.

    >>> pieces("after Bil", [(6, 9)])
    [Piece(text='after ', marked=False), Piece(text='Bil', marked=True)]
    """
    marks = _marks(spans)
    parts: list[Piece] = []
    for place, character in enumerate(line):
        marked = place in marks
        if parts and parts[-1].marked is marked:
            parts[-1] = Piece(parts[-1].text + character, marked)
        else:
            parts.append(Piece(character, marked))
    return parts


def carets(line: str, spans: Sequence[tuple[int, int]], *, before: str) -> str:
    """The line with carets under the marked characters; of a long line the parts that have any.

    It stands in quotation marks behind a word of ours: who sends the same line again must not be
    taken for quoting this mail, nor may this line be taken for an order.
    """
    marks = _marks(spans)
    shown: list[str] = []
    lead = f"{INDENT}{before} "
    room = LINE - width(lead) - 2
    for start, chunk in _chunks(line, room):
        below = "".join(
            ("^" if start + place in marks else " ") * _columns(character)
            for place, character in enumerate(chunk + " ")
        ).rstrip()
        if below or not marks:
            shown.append(f'{lead}"{chunk}"')
            lead = " " * width(lead)
            shown += [f"{lead} {below}"] if below else []
    return "\n".join(shown[: 2 * _MOST_CHUNKS])


def _chunks(line: str, room: int) -> Iterator[tuple[int, str]]:
    start = 0
    while start < len(line):
        chunk = _head(line[start:], room)
        yield start, chunk
        start += len(chunk)


def _marks(spans: Sequence[tuple[int, int]]) -> set[int]:
    """Places that are marked; an empty span marks the place where something is missing."""
    return {place for start, end in spans for place in range(start, max(end, start + 1))}
