"""Links that write the answer: one tap opens a mail with the order or command in it."""

from urllib.parse import quote

from pigpost.games.conditions import Condition
from pigpost.orders.canonical import in_words
from pigpost.outbox.plain import without_isolates
from pigpost.results.letters import Letterhead

LONGEST = 200
"""Longer links are cut by old clients; better none."""


def order_link(head: Letterhead, condition: Condition, round: int | None) -> str | None:
    """A mail with that order, its round and the reader's token, or None when it gets too long."""
    order = without_isolates(in_words(condition, head.names))
    number = "" if round is None else f" r{round}"
    return _link(head, f"Order {head.game}{number}", order)


def command_link(head: Letterhead, command: str) -> str | None:
    """A mail with that command."""
    return _link(head, f"[{head.game}]", command)


def _link(head: Letterhead, subject: str, body: str) -> str | None:
    address = quote(head.address, safe="@")
    subject = quote(f"{subject} {head.token}".rstrip(), safe="")
    link = f"mailto:{address}?subject={subject}&body={quote(body, safe='')}"
    return link if len(link) < LONGEST else None
