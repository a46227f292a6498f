"""Mail that is handed to us, by LMTP or by a pipe: once this returns it is stored, and only then.

It is stored as the polls do it, and read by them: a mail that comes by two ways is one (decision 23).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.config import Settings
from pigpost.intake.arrival import arrival
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.incoming import Incoming
from pigpost.outbox.our_addresses import bounce_pattern
from pigpost.ports import ArrivedMail, Fetched, Services

DELIVERED = 0
"""Stands for UIDVALIDITY, which is never zero on a server (RFC 3501)."""

_ABOVE_ALL_UIDS = 2**32
"""UIDs are smaller (RFC 3501): arrival and number together tell mails apart, whatever way they came."""

_LONGEST_ADDRESS = 1_000
_NOBODY = "MAILER-DAEMON"
"""How Postfix spells the null sender in the arguments of a pipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A mail with its envelope. `sender` is empty for mail that wants no answer, None if not told.

    `recipients` may be empty: then the mail's own headers have to do.
    """

    mail: Incoming
    sender: str | None
    recipients: Sequence[str] = ()


def deliver(services: Services, delivery: Delivery) -> ArrivedMail:
    """Stores a mail. Any exception means that it is not, and must be handed over again.

    The number is taken before the clock is read: whoever waits for the deliveries under way has then
    seen every mail that arrived before.
    """
    envelope, mail = _envelope(delivery), delivery.mail
    raw = envelope + mail.raw
    with services.store.writing() as tx:
        number = tx.doors.next_number(services.mailbox)
        now = services.clock.now()
        own_servers = services.settings.mail.own_servers
        fetched = Fetched(
            uid=_ABOVE_ALL_UIDS + number,
            arrived_at=arrival(mail.raw, own_servers=own_servers, now=now),
            size=len(envelope) + mail.size,
            raw=raw,
            complete=mail.complete,
        )
        sha256 = content_hash(raw)
        return tx.mails.store(services.mailbox, DELIVERED, fetched, sha256=sha256, now=now)


def is_ours(settings: Settings, address: str) -> bool:
    """Whether mail to the address is for us: the domain of the games, or that of bounces."""
    domains = (settings.domain, bounce_pattern(settings.mail).rpartition("@")[2])
    _, at, domain = address.rpartition("@")
    return bool(at) and domain.lower() in [ours.lower() for ours in domains]


def _envelope(delivery: Delivery) -> bytes:
    """Return-Path and Delivered-To, above whatever the writer claims there himself (RFC 5321, 4.4).

    No Received: whose server wrote an Authentication-Results header is told by what stands above.
    """
    lines = [f"Delivered-To: {_plain(each)}\r\n" for each in dict.fromkeys(delivery.recipients)]
    if delivery.sender is not None:
        sender = "" if delivery.sender == _NOBODY else _plain(delivery.sender)
        lines.insert(0, f"Return-Path: <{sender}>\r\n")
    return "".join(lines).encode("utf-8", "surrogateescape")


def _plain(address: str) -> str:
    """On one line, without angle brackets."""
    shown = "".join(c for c in address if c.isprintable() or "\udc80" <= c <= "\udcff")
    return shown.strip("<> ")[:_LONGEST_ADDRESS]
