"""A letter becomes a mail: both parts from the same value, headers, bytes."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

from pigpost.outbox.headers import (
    ACKNOWLEDGEMENTS,
    Answering,
    headers_of,
    reply_subject,
    round_of,
    why,
)
from pigpost.outbox.message_ids import bounce_key, find_tokens, message_id
from pigpost.outbox.mime import two_parts
from pigpost.outbox.one_click import one_click_url
from pigpost.outbox.our_addresses import return_path
from pigpost.outbox.render import render
from pigpost.ports import Composed, NewMail
from pigpost.results.letters import Letter

__all__ = ["Answering", "SiteFacts", "compose"]

_NO_GAME = "site"
"""Stands in Message-IDs for the game of a mail that is about none."""

_NO_SEAT = "x"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """Who sends: the domain of our addresses and Message-IDs, the site's name, where bounces go."""

    domain: str
    name: str
    return_path: str
    """With `{key}`, where bounces can name their mail (`our_addresses.bounce_pattern`)."""


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
    head = headers_of(
        letter,
        new,
        message_id=identity,
        domain=site.domain,
        subject=subject,
        now=now,
        answering=answering,
        one_click=one_click_url(letter.head.site_url, site_key=site_key, outbox_id=outbox_id),
    )
    body = two_parts(rendered.text, rendered.html, boundary=_boundary(identity))
    return Composed(
        message_id=identity,
        envelope_sender=_envelope_sender(letter, site, site_key, outbox_id),
        subject=_without_tokens(subject),
        text=rendered.text,
        message=head + body,
    )


def _envelope_sender(letter: Letter, site: SiteFacts, site_key: bytes, outbox_id: int) -> str:
    """Nobody for acknowledgements (RFC 3834), else an address that names the mail (VERP)."""
    if letter.KIND in ACKNOWLEDGEMENTS:
        return ""
    return return_path(site.return_path, bounce_key(site_key=site_key, outbox_id=outbox_id))


def _boundary(identity: str) -> str:
    """Fixed by the Message-ID, whose secret part keeps it from being written into a body."""
    return "=_" + hashlib.sha256(identity.encode()).hexdigest()[:32]


def _without_tokens(subject: str) -> str:
    """The subject as lists show it: order tokens are keys (formats 4)."""
    for token in find_tokens(subject):
        subject = re.sub(re.escape(token), "", subject, flags=re.IGNORECASE)
    return " ".join(subject.split())
