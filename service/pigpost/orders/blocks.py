"""A mail taken apart before it is read: press, words for the game master, and the rest.

Nothing in press or in words for the game master is ever an order.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pigpost.orders.ear import Ear
from pigpost.orders.reading import CommandWord
from pigpost.orders.text import Clean

_LINE = re.compile(r"[^\n]*")
_BEHIND = re.compile(r"(?![^\W_])[ :,.!-]*")
_BEHIND_ALONE = re.compile(r"[ :.!-]*(?=\n|$)|[ ]*:[ ]*")
_AROUND = " .:!*_-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A part that is read, of the mail's folded text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Words that a command takes along, from `words` to `end`; the command begins at `start`."""

    word: CommandWord
    start: int
    words: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A press block: the names begin at `names`, the block goes to `end`.

    `to_all` needs no names, `alone` says none. Its text ends at `text_end`; `closed` tells whether
    a line says so.
    """

    ear: Ear
    start: int
    names: int
    text_end: int
    end: int
    to_all: bool
    alone: bool
    closed: bool


Block: TypeAlias = Words | Told | Press


def blocks(mail: Clean, end: int, ears: Sequence[Ear]) -> Iterator[Block]:
    """The parts of a mail's folded text, in their order, up to a line that ends the reading."""
    text = mail.folded
    at = begin = 0
    while at < end:
        stop = _line_end(text, at, end)
        opened = _told(mail, at, stop, end, ears) or _press(mail, at, stop, end, ears)
        if opened is not None or _stops(mail, at, stop, end, ears):
            if begin < at:
                yield Words(start=begin, end=at)
            if opened is None:
                return
            yield opened
            begin = at = opened.end
        else:
            at = stop + 1
    if begin < end:
        yield Words(start=begin, end=end)


def _line_end(text: str, at: int, end: int) -> int:
    match = _LINE.match(text, at, end)
    return end if match is None else match.end()


def _bare(text: str, start: int, stop: int) -> str:
    return text[start:stop].strip(_AROUND)


# --- the end of reading -----------------------------------------------------------------------


def _stops(mail: Clean, start: int, stop: int, end: int, ears: Sequence[Ear]) -> bool:
    """A line that says no more than `END`; in small letters it may be a word of a broken sentence."""
    line = _bare(mail.folded, start, stop)
    spoken = [ear.language for ear in ears if line in ear.language.press.stops]
    if not spoken or not any(line in language.lexicon.vocabulary for language in spoken):
        return bool(spoken)
    written = mail.shown[mail.places[start] : mail.places[stop - 1] + 1]
    goes_on = stop + 1 < end and mail.folded[stop + 1] != "\n"
    return written.isupper() or not goes_on


# --- words for the game master ----------------------------------------------------------------


def _told(mail: Clean, start: int, stop: int, end: int, ears: Sequence[Ear]) -> Told | None:
    """A line that begins with GM, PROTEST or APPEAL, and all below it to the next block."""
    text = mail.folded
    openings = {way: word for ear in ears for way, word in ear.language.commands.told.items()}
    for opening in sorted(openings, key=len, reverse=True):
        if not text.startswith(opening, start, stop):
            continue
        behind = _BEHIND.match(text, start + len(opening), stop)
        if behind is not None:
            return Told(
                word=openings[opening],
                start=start,
                words=behind.end(),
                end=_until_block(mail, stop, end, ears),
            )
    return None


def _until_block(mail: Clean, at: int, end: int, ears: Sequence[Ear]) -> int:
    while at + 1 < end:
        at += 1
        stop = _line_end(mail.folded, at, end)
        if _press(mail, at, stop, end, ears) or _stops(mail, at, stop, end, ears):
            return at
        at = stop
    return end


# --- press ------------------------------------------------------------------------------------


def _press(mail: Clean, start: int, stop: int, end: int, ears: Sequence[Ear]) -> Press | None:
    """A line that begins with `PRESS TO`, `BROADCAST`, or is no more than `PRESS`."""
    for ear in ears:
        words = ear.language.press
        for openings, to_all, alone in (
            (words.to, False, False),
            (words.to_all, True, False),
            (words.alone, False, True),
        ):
            names = _behind(mail.folded, start, stop, openings, alone=alone)
            if names is not None:
                text_end, block_end = _end_of_press(mail.folded, stop, end, ears)
                return Press(
                    ear=ear,
                    start=start,
                    names=names,
                    text_end=text_end,
                    end=block_end,
                    to_all=to_all,
                    alone=alone,
                    closed=text_end < block_end,
                )
    return None


def _behind(
    text: str, start: int, stop: int, openings: frozenset[str], *, alone: bool
) -> int | None:
    """Where what follows the longest opening begins, if the line has one."""
    pattern = _BEHIND_ALONE if alone else _BEHIND
    ends = [
        behind.end()
        for opening in openings
        if text.startswith(opening, start, stop)
        and (behind := pattern.match(text, start + len(opening), stop)) is not None
    ]
    return max(ends, default=None)


def _end_of_press(text: str, at: int, end: int, ears: Sequence[Ear]) -> tuple[int, int]:
    """Where the text of a block ends, and where the block does, behind the line that says so."""
    ends = frozenset().union(*(ear.language.press.ends for ear in ears))
    while at + 1 < end:
        start = at + 1
        at = _line_end(text, start, end)
        if _bare(text, start, at) in ends:
            return start - 1, min(at + 1, end)
    return end, end
