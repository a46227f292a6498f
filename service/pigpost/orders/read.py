"""The reader: the visible text of a mail in, everything it says out (rule 6).

Every sentence must be understood to its last word, be it an order, a command or courtesy.
One that is not makes the mail ask back: nothing is guessed, and no part of a sentence counts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.games.kinds import Seat
from pigpost.orders.commands import TELLING
from pigpost.orders.listen import listen
from pigpost.orders.names import Roster, roster
from pigpost.orders.reading import (
    Command,
    Item,
    Order,
    Player,
    Reading,
    Reason,
    Refusal,
    State,
)
from pigpost.orders.refusal import refusal, whole
from pigpost.orders.segment import segment_of
from pigpost.orders.sentence import hear
from pigpost.orders.text import Clean, clean
from pigpost.orders.units import segment_between, units_of

MOST_LINES = 40
MOST_CHARACTERS = 4_000
MOST_SENTENCES = 60
"""A longer text is refused as a whole: an order in it could get lost among the words."""

_QUOTED_LINE = re.compile(r"(?m)^(?=[ \t]*[>|])")
_QUOTE = re.compile(r"(?:^|\n)[>|]")
_SIGNATURE = re.compile(r"(?:^|\n)(?:--+|__+)(?=\n|$)")
_LINE_START = re.compile(r"(?:^|\n)(?=[^\n])")
_TELLING = re.compile(r"(gm|protest)\b[ :,.!-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part of a mail, with who reads it for whom."""

    mail: Clean
    start: int
    end: int
    roster: Roster
    state: State


def read(
    text: str,
    *,
    players: Sequence[Player],
    me: Seat | None,
    state: State = State.PLAYING,
) -> Reading:
    """Everything that the visible part of a mail says; quotes and signatures in it never count."""
    own = _QUOTED_LINE.split(text, maxsplit=1)[0]
    mail = clean(own[: 2 * MOST_CHARACTERS])
    part = _Part(
        mail=mail, start=0, end=_end_of_words(mail), roster=roster(players, me), state=state
    )
    told = _told(part)
    if _is_too_long(part, own):
        return Reading(items=_too_long(part, own, told))
    return Reading(items=_items(part) if told is None else _with_told(part, told))


# --- what counts ------------------------------------------------------------------------------


def _end_of_words(mail: Clean) -> int:
    """Where the writer's own words end: at the first quoted line or signature mark."""
    found = (pattern.search(mail.folded) for pattern in (_QUOTE, _SIGNATURE))
    return min((match.start() for match in found if match), default=len(mail.folded))


def _is_too_long(part: _Part, own: str) -> bool:
    cut_short = part.end == len(part.mail.folded) and len(own) > 2 * MOST_CHARACTERS
    lines = [line for line in part.mail.folded[: part.end].split("\n") if line]
    return cut_short or part.end > MOST_CHARACTERS or len(lines) > MOST_LINES


def _too_long(part: _Part, own: str, told: re.Match[str] | None) -> tuple[Item, ...]:
    """Words for the game master may be long; anything else is asked back, all of it."""
    mail = part.mail
    if told is None or mail.folded[: told.start()].strip():
        return (_whole(part, Reason.UNCLEAR),)
    begin = mail.starts[_place(mail, told.end())] if told.end() < len(mail.folded) else len(own)
    return (_telling(part, told, own[begin:].strip(), part.end),)


def _items(part: _Part) -> tuple[Item, ...]:
    units = list(units_of(part.mail, part.start, part.end, part.roster))
    if not units or len(units) > MOST_SENTENCES:
        return (_whole(part, Reason.UNCLEAR if units else Reason.NOTHING_FOUND),)
    return listen(part.mail, units, part.roster, part.state)


def _whole(part: _Part, reason: Reason) -> Refusal:
    """A refusal of the whole text, which shows its first line."""
    folded = part.mail.folded
    start = len(folded) - len(folded.lstrip())
    line = folded[start : part.end].split("\n", 1)[0]
    segment = segment_of(part.mail, start, start + len(line))
    return refusal(segment, whole(segment, reason))


# --- GM and PROTEST: words for the game master ----------------------------------------------------


def _told(part: _Part) -> re.Match[str] | None:
    """The first line that begins with GM or PROTEST."""
    folded = part.mail.folded
    lines = (match.end() for match in _LINE_START.finditer(folded, 0, part.end))
    return next((m for at in lines if (m := _TELLING.match(folded, at, part.end))), None)


def _telling(part: _Part, told: re.Match[str], words: str, end: int) -> Command:
    span = segment_of(part.mail, told.start(), end).span
    return Command(word=TELLING[told[1]], span=span, args={"text": words} if words else {})


def _with_told(part: _Part, told: re.Match[str]) -> tuple[Item, ...]:
    """The paragraph of the command is its text; what follows is read if all of it can be."""
    mail = part.mail
    before = _read_part(part, 0, told.start())
    gap = mail.folded.find("\n\n", told.end(), part.end)
    split = part.end if gap < 0 else gap
    after = _read_part(part, split, part.end)
    if not after or any(isinstance(item, Refusal) for item in after):
        split, after = part.end, ()
    words = mail.shown[_place(mail, told.end()) : _place(mail, split)].strip()
    items = (*before, _telling(part, told, words, split), *after)
    if any(not isinstance(item, Command) for item in items):
        return items
    return (*items, *_orders_among(part, told.end(), split))


def _read_part(part: _Part, start: int, end: int) -> tuple[Item, ...]:
    """The orders and commands of a part, and what may have been meant for an order."""
    if not part.mail.folded[start:end].strip():
        return ()
    items = _items(
        _Part(mail=part.mail, start=start, end=end, roster=part.roster, state=part.state)
    )
    return tuple(item for item in items if not (isinstance(item, Refusal) and _is_talk(item)))


def _is_talk(refused: Refusal) -> bool:
    """Whether words that are no order need not be asked about beside a command."""
    open_ = refused.reason in (Reason.NOTHING_FOUND, Reason.UNCLEAR)
    return open_ and not refused.suggestions


def _orders_among(part: _Part, start: int, end: int) -> tuple[Refusal, ...]:
    """A line for the game master that would be an order by itself is not used, but asked about."""
    for unit in units_of(part.mail, start, end, part.roster):
        segment = segment_between(part.mail, unit, unit)
        heard = hear(segment, part.roster, part.state)
        if isinstance(heard, Order):
            return (refusal(segment, whole(segment, Reason.UNCLEAR, heard.condition)),)
    return ()


def _place(mail: Clean, index: int) -> int:
    return mail.places[index] if index < len(mail.places) else len(mail.shown)
