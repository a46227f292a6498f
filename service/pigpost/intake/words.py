"""Which words of a mail are read, and which orders stood where none is taken from."""

import re
from collections.abc import Collection, Sequence

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.intake.cut import folded
from pigpost.intake.envelope import Envelope
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player
from pigpost.outbox.message_ids import find_tokens

_MAX_LINES = 100
_MAX_LINE = 200
_NOT_HIS_WORDS = re.compile(r"\s*(?:\w{2,3}(?:\[\d+\])?:|order \S+ r\d+\b)|.*\[[^\]]*\]", re.IGNORECASE)
"""A subject that our mail or our order link wrote: an answer, or with the game's name."""


def words_of(envelope: Envelope, visible: str) -> str:
    """The visible text without order tokens; where it is blank, a subject that he wrote himself."""
    own_subject = "" if _NOT_HIS_WORDS.match(envelope.subject) else envelope.subject
    text = visible if visible.strip() else own_subject
    for token in find_tokens(text):
        text = re.sub(re.escape(token), "", text, flags=re.IGNORECASE)
    return text


def elided_orders(
    elided: str, *, players: Sequence[Player], me: Seat, known_lines: Collection[str] = ()
) -> tuple[Condition, ...]:
    """Orders that stand alone on a line that was cut off and is not ours: to tell, not to apply."""
    lines = [folded(line) for line in elided.split("\n")[:_MAX_LINES] if len(line) <= _MAX_LINE]
    found: dict[Condition, None] = {}
    for line in lines:
        if not line or line in known_lines: continue
        match read(line, players=players, me=me).items:
            case [Order(condition=condition)]:
                found[condition] = None
    return tuple(found)
