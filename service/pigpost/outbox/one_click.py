"""One-click unsubscribing (RFC 8058): an address that is a key, known to the mail's reader alone."""

import re

from pigpost.outbox.message_ids import keyed, same
from pigpost.ports import OutgoingMail, SiteKeys

PATH = "/unsubscribe/"
POST = "List-Unsubscribe=One-Click"
"""What a mail client sends there, as the header says."""

_TOKEN = re.compile(r"(?P<outbox_id>\d{1,15})-[0-9a-z]{16}")


def one_click_url(site_url: str, *, site_key: bytes, outbox_id: int) -> str | None:
    """Where a mail is unsubscribed from; None where the site has no https, which RFC 8058 wants."""
    if not site_url.startswith("https://"):
        return None
    return site_url.rstrip("/") + PATH + unsubscribe_token(site_key=site_key, outbox_id=outbox_id)


def unsubscribe_token(*, site_key: bytes, outbox_id: int) -> str:
    """The key that stops what the reader of a mail can do without."""
    return f"{outbox_id}-" + keyed(site_key, ("pigpost/unsubscribe/v1", str(outbox_id)))


def row_named(token: str) -> int | None:
    """The row of the outbox that a token names; nothing is proven by it yet."""
    found = _TOKEN.fullmatch(token)
    return int(found["outbox_id"]) if found else None


def is_right(token: str, mail: OutgoingMail, keys: SiteKeys) -> bool:
    """Whether the token is that of the mail, compared in constant time."""
    site_key = keys.site_key(mail.key_id)
    return site_key is not None and same(
        token, unsubscribe_token(site_key=site_key, outbox_id=mail.id)
    )
