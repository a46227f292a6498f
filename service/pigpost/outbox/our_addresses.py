"""Which addresses are ours: those of the games, and those that bounces are sent back to (VERP)."""

import re
from collections.abc import Iterable, Iterator

from pigpost.config import Mail
from pigpost.outbox.message_ids import find_tokens

_ANY_GAME, _ANY_KEY = "{game}", "{key}"
_KEY = r"(?P<key>(?P<outbox_id>\d{1,15})-[0-9a-z]{16})"


def bounce_pattern(mail: Mail) -> str:
    """The return path of a mail, with `{key}` for the part that names it; decision 21.

    >>> [bounce_pattern(Mail(address=a)) for a in ("{game}@pigs.example", "pigs+{game}@host.example")]
    ['b+{key}@pigs.example', 'pigs+b-{key}@host.example']
    >>> bounce_pattern(Mail(address="pigs@host.example"))
    'pigs@host.example'
    """
    if mail.bounce_address:
        return mail.bounce_address
    local, _, domain = mail.address.rpartition("@")
    if local == _ANY_GAME:
        return f"b+{_ANY_KEY}@{domain}"
    return mail.address.replace(_ANY_GAME, f"b-{_ANY_KEY}")


def return_path(pattern: str, key: str) -> str:
    """The envelope sender of the mail with that key."""
    return pattern.replace(_ANY_KEY, key)


def bounce_keys(pattern: str, recipients: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Row and whole key that the recipients of a mail name; nothing is proven by it yet."""
    if _ANY_KEY in pattern:
        written = re.escape(pattern).replace(re.escape(_ANY_KEY), _KEY)
        for recipient in recipients:
            if found := re.fullmatch(written, recipient, re.IGNORECASE):
                yield int(found["outbox_id"]), found["key"].lower()


def is_key(name: str) -> bool:
    """Whether what stands for a game in an address is none: an order token, or a bounce's key."""
    return bool(find_tokens(name) or re.fullmatch(rf"(?:b-)?{_KEY}", name, re.IGNORECASE))


def is_games_mailbox(pattern: str, address: str) -> bool:
    """Whether it is the mailbox of the games, whatever follows its plus.

    Where all names of a domain are games', players may have theirs there too: then nothing can be
    told from the pattern.
    """
    local, _, domain = pattern.rpartition("@")
    local = local.removesuffix(f"+{_ANY_GAME}")
    if local == _ANY_GAME:
        return False
    ours = re.escape(local).replace(re.escape(_ANY_GAME), "[a-z0-9-]+")
    return bool(re.fullmatch(rf"{ours}(?:\+[^@]*)?@{re.escape(domain)}", address, re.IGNORECASE))


def game_named(pattern: str, address: str) -> str | None:
    """The game that an address would be of, be there such a game or not."""
    written = re.escape(pattern).replace(re.escape(_ANY_GAME), "(?P<game>[a-z0-9-]{1,64})")
    found = re.fullmatch(written, address, re.IGNORECASE)
    return found["game"].lower() if found and _ANY_GAME in pattern else None
