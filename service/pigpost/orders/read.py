"""The reader: the visible text of a mail in, everything it says out (rule 6).

Every sentence must be understood to its last word, be it an order, a command or courtesy.
One that is not makes the mail ask back: nothing is guessed, and no part of a sentence counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pigpost.games.kinds import MOST_DICE, Form, Kind, Seat
from pigpost.orders.blocks import Block, Press, Told, Words, blocks
from pigpost.orders.ear import Ear
from pigpost.orders.language import DEFAULT, language
from pigpost.orders.listen import listen
from pigpost.orders.names import roster
from pigpost.orders.reading import (
    Command,
    Doubt,
    Item,
    Order,
    Player,
    Reading,
    Reason,
    Refusal,
    State,
)
from pigpost.orders.refusal import refusal, unclear, whole
from pigpost.orders.segment import segment_of
from pigpost.orders.sentence import OrderAndWait, hear_all
from pigpost.orders.tell_press import tell_press
from pigpost.orders.text import Clean, clean
from pigpost.orders.units import Unit, segment_between, units_of

MOST_LINES = 40
MOST_CHARACTERS = 4_000
MOST_SENTENCES = 60
"""A longer text is refused as a whole: an order in it could get lost among the words."""

_QUOTED_LINE = re.compile(r"(?m)^(?=[ \t]*[>|])")
_QUOTE = re.compile(r"(?:^|\n)[>|]")
_ATTRIBUTION = re.compile(
    r"(?:^|\n)(?:on [^\n]{4,90}\d[^\n]{0,90}(?:\n[^\n]{0,90}){0,2}?\bwrote ?:(?=\n|$)"
    r"|-+ ?(?:original|forwarded) message ?-+|from: [^\n]+\n(?:sent|date|to): )"
)
"""The line above what an answer quotes: `On Mon, 1 March 2027 Alison wrote:`."""
_SIGNATURE = re.compile(r"(?:^|\n)(?:--+|__+)(?=\n|$)")


def read(
    text: str,
    *,
    players: Sequence[Player],
    me: Seat | None,
    state: State = State.PLAYING,
    kind: Kind = Kind.POSTAL_PIGS,
    form: Form | None = None,
    max_dice: int = MOST_DICE,
    languages: Sequence[str] = (DEFAULT,),
) -> Reading:
    """Everything that the visible part of a mail says; quotes and signatures in it never count.

    `form` is the usual one of the game unless it is given. A text is read in each of the languages;
    one that is not known is English.
    """
    known = {spoken.tag: spoken for spoken in map(language, languages or (DEFAULT,))}
    ears = [
        Ear(
            language=spoken,
            roster=roster(tuple(players), me, spoken.name_forms),
            state=state,
            kind=kind,
            form=form or kind.forms[0],
            max_dice=max_dice,
            reads_printed=not any(other.canonical for other in known.values()),
        )
        for spoken in known.values()
    ]
    own = _QUOTED_LINE.split(text, maxsplit=1)[0]
    return Reading(items=_Mail(own=own, mail=clean(own[: 2 * MOST_CHARACTERS]), ears=ears).items())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mail:
    """A mail's own words, as they came and cleaned, and who hears them."""

    own: str
    mail: Clean
    ears: Sequence[Ear]

    def items(self) -> tuple[Item, ...]:
        """All that is said: press and words for the game master, orders and commands."""
        end = self._end_of_words()
        parts = list(blocks(self.mail, end, self.ears))
        if self._is_too_long(parts, end):
            return (self._too_long(parts),)
        taken = [self._without_orders_below(part) for part in parts]
        told = [
            (self.mail.starts[self.mail.places[part.start]], self._taken_along(part))
            for part, _ in taken
            if not isinstance(part, Words)
        ]
        units = [
            unit
            for part, below in taken
            for words in ((part, below) if isinstance(part, Words) else (below,))
            if words is not None
            for unit in self._units(words)
        ]
        heard = self._heard(units) if units or not told else ()
        if not told:
            return heard
        items = _merged(told, [item for item in heard if not self._is_talk(item, parts)])
        if any(isinstance(item, Order | Refusal) for item in items):
            return items
        return (*items, *self._orders_among([part for part, _ in taken]))

    # --- what counts --------------------------------------------------------------------------

    def _end_of_words(self) -> int:
        """Where the writer's own words end: at a quote, the line above it, or a signature mark."""
        folded = self.mail.folded
        found = (pattern.search(folded) for pattern in (_QUOTE, _ATTRIBUTION, _SIGNATURE))
        return min((match.start() for match in found if match), default=len(folded))

    def _is_too_long(self, parts: Sequence[Block], end: int) -> bool:
        cut_short = end == len(self.mail.folded) and len(self.own) > 2 * MOST_CHARACTERS
        words = [self.mail.folded[p.start : p.end] for p in parts if isinstance(p, Words)]
        lines = [line for part in words for line in part.split("\n") if line]
        return cut_short or sum(map(len, words)) > MOST_CHARACTERS or len(lines) > MOST_LINES

    def _too_long(self, parts: Sequence[Block]) -> Item:
        """Words for the game master may be long; anything else is asked back, all of it."""
        told = next(
            (part for part in parts if self.mail.folded[part.start : part.end].strip()), None
        )
        if not isinstance(told, Told):
            return self._whole(unclear_because=Doubt.TOO_LONG)
        mail = self.mail
        begin = mail.starts[_place(mail, told.words)] if told.words < len(mail.folded) else None
        words = "" if begin is None else self.own[begin:].strip()
        span = segment_of(mail, told.start, told.end).span
        return Command(word=told.word, span=span, args={"text": words} if words else {})

    def _units(self, part: Words) -> Iterator[Unit]:
        return units_of(self.mail, part.start, part.end, self.ears[0])

    def _heard(self, units: Sequence[Unit]) -> tuple[Item, ...]:
        if not units:
            return (self._whole(),)
        if len(units) > MOST_SENTENCES:
            return (self._whole(unclear_because=Doubt.TOO_LONG),)
        return listen(self.mail, units, self.ears)

    def _whole(self, *, unclear_because: Doubt | None = None) -> Refusal:
        """A refusal of the whole text, which shows its first line."""
        folded = self.mail.folded
        start = len(folded) - len(folded.lstrip())
        line = folded[start : self._end_of_words()].split("\n", 1)[0]
        segment = segment_of(self.mail, start, start + len(line))
        if unclear_because is None:
            return refusal(segment, whole(segment, Reason.NOTHING_FOUND), self.ears[0])
        return refusal(segment, unclear(segment, unclear_because), self.ears[0])

    # --- words that are taken along -----------------------------------------------------------

    def _without_orders_below(self, part: Block) -> tuple[Block, Words | None]:
        """Words for the game master end with their paragraph if all that follows can be read."""
        if not isinstance(part, Told):
            return part, None
        gap = self.mail.folded.find("\n\n", part.words, part.end)
        below = None if gap < 0 else Words(start=gap, end=part.end)
        if below is None or not self._is_read(list(self._units(below))):
            return part, None
        return replace(part, end=gap), below

    def _is_read(self, units: Sequence[Unit]) -> bool:
        return bool(units) and not any(isinstance(item, Refusal) for item in self._heard(units))

    def _taken_along(self, part: Told | Press) -> Item:
        if isinstance(part, Press):
            return tell_press(self.mail, part)
        mail = self.mail
        words = mail.shown[_place(mail, part.words) : _place(mail, part.end)].strip()
        span = segment_of(mail, part.start, part.end).span
        return Command(word=part.word, span=span, args={"text": words} if words else {})

    def _is_talk(self, item: Item, parts: Sequence[Block]) -> bool:
        """Whether words that are no order need not be asked about beside others."""
        if not isinstance(item, Refusal):
            return False
        vague = any(isinstance(part, Told) for part in parts) and item.reason is Reason.UNCLEAR
        empty = item.reason is Reason.NOTHING_FOUND or vague
        return empty and not item.suggestions and not item.commands

    def _orders_among(self, parts: Sequence[Block]) -> tuple[Refusal, ...]:
        """A line that would be an order by itself is not used where it stands, but asked about.

        In press only in a paragraph of its own below a block that no line ends.
        """
        for part in parts:
            for unit in self._doubtful(part):
                segment = segment_between(self.mail, unit, unit)
                heard = hear_all(segment, self.ears)
                order = heard.order if isinstance(heard, OrderAndWait) else heard
                if isinstance(order, Order):
                    asked = unclear(segment, Doubt.TWO_READINGS, order.condition)
                    return (refusal(segment, asked, self.ears[0]),)
        return ()

    def _doubtful(self, part: Block) -> Iterator[Unit]:
        if isinstance(part, Told):
            yield from self._units(Words(start=part.words, end=part.end))
        if isinstance(part, Press) and not part.closed:
            gap = self.mail.folded.find("\n\n", part.names, part.end)
            yield from () if gap < 0 else self._units(Words(start=gap, end=part.end))


def _merged(told: Sequence[tuple[int, Item]], heard: Sequence[Item]) -> tuple[Item, ...]:
    """All items in the order of the mail; a refusal of its sentences comes last."""
    last = max(at for at, _ in told)
    placed = [*told]
    for item in heard:
        last = max(last, item.span.start) if not isinstance(item, Refusal) else last
        placed.append((last if isinstance(item, Refusal) else item.span.start, item))
    return tuple(item for _, item in sorted(placed, key=lambda one: one[0]))


def _place(mail: Clean, index: int) -> int:
    return mail.places[index] if index < len(mail.places) else len(mail.shown)
