"""Which words of a mail are read, and which orders stood among those that are not."""

import re
from collections.abc import Collection, Iterable

from pigpost.games.conditions import Condition
from pigpost.intake import quote_marks
from pigpost.intake.cut import folded, is_mark, only_signed
from pigpost.intake.envelope import Envelope
from pigpost.intake.known import Reader
from pigpost.orders.reading import Order
from pigpost.outbox.message_ids import find_tokens

_MOST_LINES = 40
_LONGEST_LINE = 100
"""Reading takes its time: so many lines are looked into, no longer ones."""

_NOT_HIS_SUBJECT = re.compile(
    rf"\s*(?:{'|'.join(quote_marks.ANSWERED)})\b\W{{0,3}}\d{{0,3}}\W?"
    rf"[{''.join(quote_marks.COLONS)}]|\s*order\s+\S+\s+r\d+\b|.*\[.*\]",
    re.IGNORECASE,
)
"""A subject that an answer brings along, or that an order link wrote."""


def words_of(envelope: Envelope, visible: str) -> str:
    """The visible text without order tokens; else, above no more than a signature, his own subject."""
    his = only_signed(envelope.text) and not _NOT_HIS_SUBJECT.match(envelope.subject)
    text = visible if visible.strip() or not his else envelope.subject
    for token in set(find_tokens(text)):
        text = re.sub(re.escape(token), "", text, flags=re.IGNORECASE)
    return text


def elided_orders(
    elided: str, *, read: Reader, known_lines: Collection[str] = ()
) -> tuple[Condition, ...]:
    """Orders that fill a line which was cut off and is not ours: to tell of, never to apply.

    Lines without a quote sign go first: the answer of who writes below or between quotes.
    """
    words = [line for line in elided.split("\n") if not is_mark(folded(line))]
    lines = sorted(words, key=lambda line: line.lstrip().startswith((">", "|")))
    found = _orders_by_line(lines, read=read, known_lines=known_lines)
    return tuple(dict.fromkeys(found.values()))


def without_orders(text: str, *, read: Reader) -> str:
    """Words for the GM; a line that is an order by itself is sealed from him like any other."""
    lines = text.split("\n")
    orders = _orders_by_line(lines, read=read)
    return "\n".join("(an order)" if folded(line) in orders else line for line in lines)


def _orders_by_line(
    lines: Iterable[str], *, read: Reader, known_lines: Collection[str] = ()
) -> dict[str, Condition]:
    """Which of the first so many short lines, folded, are an order and nothing else."""
    short = dict.fromkeys(folded(line) for line in lines if len(line) <= _LONGEST_LINE)
    worth_reading = [line for line in short if line and line not in known_lines]
    found: dict[str, Condition] = {}
    for line in worth_reading[:_MOST_LINES]:
        match read(line).items:
            case [Order(condition=condition)]:
                found[line] = condition
    return found
