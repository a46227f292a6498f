"""What a person wrote, without quotes and signatures. Line by line, in linear time, failing closed.

From the first sign of a quote on nothing counts, whatever stands below: it is reported, not applied.
An order that was cut off is asked back; one that was quoted and applied would be a wrong throw.
"""

# ruff: noqa: RUF001 - quote signs and dashes as programs write them

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from pigpost.intake import quote_marks

_WINDOW = 4
"""Lines, blank ones not counted, over which a line that tells of a quote may be wrapped."""

_TELLING_WORDS = 5
"""A line of ours with as many words is no chance: a quote begins there, marked or not."""

_QUOTED = re.compile(r"\s*(?:[A-Za-z]{0,3}[>|]|[»›＞]|&gt;)")
_RULE = re.compile(r"\s*(?:[-–—_=]{2}|[*~#+]{5})")
_SIGNED = tuple(quote_marks.SENT_FROM + quote_marks.FORWARDED)
_BEFORE_WORDS = "\"'*_<([{-–•· "

_WROTE = re.compile("|".join(map(re.escape, quote_marks.WROTE)))
_OPENER = re.compile(rf"\W{{0,3}}(?:{'|'.join(map(re.escape, quote_marks.OPENERS))})(?:\b|(?=\d))")
_DAY_FIRST = re.compile(r"\W{0,3}(?:[^\W\d]{2,12}[.,]{0,2} )?\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOCK = re.compile(r"\d[:.h]\d\d")
_STRICT_CLOCK = re.compile(r"\d:\d\d")
_ADDRESS = re.compile(r"[^\s@]@[\w-]{1,64}\.\w|mailto:")

_FROM = frozenset(quote_marks.FROM)
_HEADERS = _FROM | frozenset(quote_marks.OTHER_HEADERS)
_HEADER = re.compile(r"[\W_]{0,3}([^\W_][^:：]{0,24}?)[\s*_]*[:：]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A text in two: what counts, and what was quoted, signed, forwarded, or ours."""

    visible: str
    elided: str


def cut(text: str, *, known_lines: Collection[str] = ()) -> Cut:
    """Parts what a person wrote from the rest. `known_lines` are what `lines_of` made of our mails."""
    lines = text.split("\n")
    visible: list[str] = []
    elided: list[str] = []
    for at, line in enumerate(lines):
        known = bool(known_lines) and folded(line) in known_lines
        if _quote_begins(lines, at) or (known and len(line.split()) >= _TELLING_WORDS):
            elided += lines[at:]
            break
        (elided if known else visible).append(line)
    return Cut(visible="\n".join(visible).strip(), elided="\n".join(elided).strip("\n"))


def lines_of(texts: Iterable[str]) -> frozenset[str]:
    """Lines of mails of ours by which a quote of them is known. One word alone says nothing.

    Nor does what is quoted in them: its mark makes it known, and its words are another player's, who
    must not be able to make an order count for nothing by writing it first.
    """
    lines = (line for text in texts for line in text.split("\n") if not _QUOTED.match(line))
    return frozenset(line for line in map(folded, lines) if " " in line)


def folded(line: str) -> str:
    """A line without quote signs, and without differences of case and space."""
    return " ".join(line.lstrip(">| ").split()).casefold()


def only_signed(text: str) -> bool:
    """Whether a text is blank, or begins with a signature: nothing is quoted or answered in it."""
    first = _lowered(text.strip().partition("\n")[0]).lstrip(_BEFORE_WORDS)
    return not first or first.startswith(quote_marks.SENT_FROM)


def is_mark(line: str) -> bool:
    """Whether the line, alone, only tells of a quote, a header or a signature, and is nobody's words."""
    lowered = _lowered(line)
    return bool(
        _RULE.match(lowered)
        or lowered.lstrip(_BEFORE_WORDS).startswith(_SIGNED)
        or _tells_of_quote(lowered)
        or _header_name(lowered)
    )


def _quote_begins(lines: list[str], at: int) -> bool:
    line = _lowered(lines[at])
    return bool(line) and bool(
        _QUOTED.match(line)
        or _RULE.match(line)
        or line.lstrip(_BEFORE_WORDS).startswith(_SIGNED)
        or _tells_of_quote(line)
        or _tells_in_window(line, lines, at)
        or _header_block(line, lines, at)
    )


def _lowered(line: str) -> str:
    """In lower case; the dot of a Turkish capital I stays no letter of its own."""
    return line.strip().lower().replace("i\u0307", "i")


def _tells_of_quote(line: str) -> bool:
    """`On 3 Apr 2012, at 4:19 PM, Bob wrote:` and its like, on one line."""
    wrote, address = _WROTE.search(line), _ADDRESS.search(line)
    dated = _YEAR.search(line) or _CLOCK.search(line)
    if (wrote or address) and (dated or line.endswith((*quote_marks.COLONS, ":*"))):
        return True
    if (wrote and address) or line.endswith("<"):
        return True
    clock = _CLOCK if _OPENER.match(line) else _STRICT_CLOCK
    begins = _OPENER.match(line) or _DAY_FIRST.match(line)
    return bool(begins and _YEAR.search(line) and clock.search(line))


def _tells_in_window(line: str, lines: list[str], at: int) -> bool:
    """The same, wrapped by a mail program: it begins like one and the verb's colon follows soon."""
    if not (_OPENER.match(line) and (_YEAR.search(line) or _CLOCK.search(line))):
        return False
    wrapped = line
    for more in _next_lines(lines, at):
        wrapped = f"{wrapped} {more}"
        if more.endswith(quote_marks.COLONS) and (
            _WROTE.search(wrapped) or _ADDRESS.search(wrapped)
        ):
            return True
    return False


def _header_block(line: str, lines: list[str], at: int) -> bool:
    """The header of a mail that hangs below: two of its lines, or From with an address."""
    name = _header_name(line)
    if name is None:
        return False
    if name in _FROM and _ADDRESS.search(line):
        return True
    return any(_header_name(more) not in (None, name) for more in _next_lines(lines, at))


def _header_name(line: str) -> str | None:
    found = _HEADER.match(line)
    return found[1] if found and found[1] in _HEADERS else None


def _next_lines(lines: list[str], at: int) -> Iterator[str]:
    """The lines of the window that follow, blank ones passed over."""
    following = (_lowered(line) for line in lines[at + 1 : at + 2 * _WINDOW])
    return islice(filter(None, following), _WINDOW - 1)
