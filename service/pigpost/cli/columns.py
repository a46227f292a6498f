"""Words on a terminal: tables as wide as they must be, long lines broken, things counted."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

WIDEST = 36
"""Of a cell that can be broken."""

_BETWEEN = "  "
_BREAKS = re.compile(r"(?<=,) | (?=\()")
_WIDE = frozenset("WF")
_WITHOUT_WIDTH = frozenset(("Mn", "Me", "Cf"))


def width(text: str) -> int:
    r"""The columns of a terminal that a text takes.

    >>> [width(name) for name in ("Zoe", "李雷", "Zoe\u0308")]
    [3, 4, 3]
    """
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def padded(text: str, columns: int) -> str:
    """The text with spaces behind it, up to so many columns."""
    return text + " " * (columns - width(text))


def table(rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; a cell that is too wide goes on below, broken between its parts."""
    cells = [[broken(cell) for cell in row] for row in rows]
    widths = [
        max(width(line) for cell in column for line in cell) for column in zip(*cells, strict=True)
    ]
    return [
        _BETWEEN.join(map(padded, line, widths)).rstrip()
        for row in cells
        for line in zip_longest(*row, fillvalue="")
    ]


def broken(text: str, *, widest: int = WIDEST) -> list[str]:
    """A text on as many lines as it needs: broken after commas and before brackets, else at spaces.

    >>> broken("WHEN Bill Sykes, Ann Lee", widest=16)
    ['WHEN Bill Sykes,', 'Ann Lee']
    """
    if width(text) <= widest:
        return [text]
    lines: list[str] = []
    for part in _parts(text, widest):
        if lines and width(lines[-1]) + 1 + width(part) <= widest:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def counted(number: int, one: str, several: str) -> str:
    """A number of things.

    >>> counted(1, "entry", "entries")
    '1 entry'
    """
    return f"{number} {one if number == 1 else several}"


def _parts(text: str, widest: int) -> Iterator[str]:
    for part in _BREAKS.split(text):
        yield from [part] if width(part) <= widest else part.split(" ")


def _columns_of(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
