"""Whether our mails reach a player, for his eyes: a server that takes them may still lose them."""

import re

from pigpost.ports import Transaction
from pigpost.results.letters import Delivered

_STATUS = re.compile(r"(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)")


def delivered(tx: Transaction, *, person: str, game: str) -> Delivered | None:
    """When a mail was accepted last, and when one came back; of its server's words the status alone.

    Whoever runs that server could write an order into the others, which we would then have sent.
    """
    last = tx.outbox.delivery_to(person, game)
    if last.accepted_at is None and last.bounced_at is None:
        return None
    status = _STATUS.search(last.bounce_words or "")
    return Delivered(
        accepted_at=last.accepted_at,
        bounced_at=last.bounced_at,
        status=status[0] if status else "",
    )
