"""A letter becomes a mail: both parts from the same value, headers, bytes."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

from pigpost.outbox.headers import (
    ACKNOWLEDGEMENTS,
    POLICY,
    Answering,
    reply_subject,
    round_of,
    set_headers,
    why,
)
from pigpost.outbox.message_ids import bounce_key, find_tokens, message_id
from pigpost.outbox.render import render
from pigpost.ports import Composed, NewMail
from pigpost.results.letters import Letter

__all__ = ["Answering", "SiteFacts", "compose"]

_SANE_LINE = 120
"""Longer lines go out as quoted-printable: no server breaks those."""

_NO_GAME = "site"
"""Stands in Message-IDs for the game of a mail that is about none."""

_NO_SEAT = "x"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """Who sends: the domain of our addresses and Message-IDs, the site's name."""

    domain: str
    name: str


def compose(
    letter: Letter,
    *,
    new: NewMail,
    outbox_id: int,
    site_key: bytes,
    site: SiteFacts,
    now: datetime,
    answering: Answering | None,
) -> Composed:
    """The mail for an outbox row: the same letter, row and instant give the same bytes."""
    rendered = render(letter, site=site.name, reason=why(letter))
    identity = message_id(
        site_key=site_key,
        domain=site.domain,
        game=new.game or _NO_GAME,
        round=round_of(letter),
        kind=new.kind,
        person=new.person or "",
        seat=new.seat or _NO_SEAT,
        outbox_id=outbox_id,
    )
    subject = reply_subject(answering, rendered.subject)
    message = EmailMessage(policy=POLICY)
    set_headers(
        message,
        letter,
        new,
        message_id=identity,
        domain=site.domain,
        subject=subject,
        answering=answering,
    )
    message["Date"] = now
    _set_parts(message, rendered.text, rendered.html, boundary=_boundary(identity))
    return Composed(
        message_id=identity,
        envelope_sender=_envelope_sender(letter, site.domain, site_key, outbox_id),
        subject=_without_tokens(subject),
        text=rendered.text,
        message=message.as_bytes(),
    )


def _envelope_sender(letter: Letter, domain: str, site_key: bytes, outbox_id: int) -> str:
    """Nobody for acknowledgements (RFC 3834), else an address that names the mail (VERP)."""
    if letter.KIND in ACKNOWLEDGEMENTS:
        return ""
    return f"b+{bounce_key(site_key=site_key, outbox_id=outbox_id)}@{domain}"


def _set_parts(message: EmailMessage, text: str, html: str, *, boundary: str) -> None:
    message.set_content(text, cte=_encoding(text))
    message.add_alternative(html, subtype="html", cte=_encoding(html))
    message.set_boundary(boundary)


def _encoding(body: str) -> str:
    sane = body.isascii() and all(len(line) <= _SANE_LINE for line in body.split("\n"))
    return "7bit" if sane else "quoted-printable"


def _boundary(identity: str) -> str:
    """Fixed by the Message-ID, whose secret part keeps it from being written into a body."""
    return "=_" + hashlib.sha256(identity.encode()).hexdigest()[:32]


def _without_tokens(subject: str) -> str:
    """The subject as lists show it: order tokens are keys (formats 4)."""
    for token in find_tokens(subject):
        subject = re.sub(re.escape(token), "", subject, flags=re.IGNORECASE)
    return " ".join(subject.split())
