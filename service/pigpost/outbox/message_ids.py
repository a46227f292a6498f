"""Message-IDs that prove whose mailbox a reply comes from, and order tokens (formats 4).

Both are keys: they appear in mails to their owner and nowhere else.
"""

import hashlib
import hmac
import re
from dataclasses import dataclass

from pigpost.events import crockford

_PROOF_SYMBOLS = 16
"""16 symbols of 5 bits: the 80 bits of formats 4."""

_OURS = re.compile(
    r"<(?P<game>[a-z0-9-]{1,64})\.(?:r(?P<round>\d{1,6})\.)?(?P<kind>[a-z_]{1,20})"
    r"\.(?P<seat>p\d{1,4}|gm|x)\.(?P<outbox_id>\d{1,15})\.(?P<proof>[0-9a-z]{16})@[^<>@\s]{1,255}>"
)
_OF_A_ROW = re.compile(r"(?<![0-9A-Za-z])\d{1,15}-([0-9a-z]{16})(?![0-9A-Za-z])", re.IGNORECASE)
_TOKEN = re.compile(r"(?<![0-9A-Za-z])t-([0-9a-z]{16})(?![0-9A-Za-z])", re.IGNORECASE)


_OF_GM = re.compile(
    r"(?:^|>)[ \t]*([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})[ \t]*(?:$|\r|<)", re.MULTILINE
)
"""A one-time code of the GM stands on a line, or in an element, of its own."""

_LOGIN = re.compile(r"/desk/login/([0-9A-Za-z_-]{20,100})")
_MAY_HOLD_A_KEY = re.compile(r"[0-9A-Za-z_-]{9,}")
_MOST_CHARACTERS = 50_000_000
"""Characters that are looked at in a text for all its keys together: that takes about a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OurMessageId:
    """A Message-ID of ours as found in a reply; nothing is proven until the proof was compared."""

    game: str
    kind: str
    seat: str
    outbox_id: int
    proof: str


def message_id(
    *,
    site_key: bytes,
    domain: str,
    game: str,
    round: int | None,
    kind: str,
    person: str,
    seat: str,
    outbox_id: int,
) -> str:
    """The deterministic Message-ID of a mail, angle brackets included. `seat`: `p2`, `gm` or `x`."""
    proof = mailbox_proof(
        site_key=site_key, game=game, person=person, seat=seat, kind=kind, outbox_id=outbox_id
    )
    where = f"{game}.r{round}" if round is not None else game
    return f"<{where}.{kind}.{seat}.{outbox_id}.{proof}@{domain}>"


def mailbox_proof(
    *, site_key: bytes, game: str, person: str, seat: str, kind: str, outbox_id: int
) -> str:
    """What only the mailbox of that person can know of that mail."""
    lines = ("pigpost/proof/v1", game, person, seat, kind, str(outbox_id))
    return keyed(site_key, lines)


def order_token(*, site_key: bytes, game: str, person: str, seat: str, round: int | None) -> str:
    """The person's own token for a round of a game, as `t-` and 16 symbols. None: before the first."""
    number = "-" if round is None else str(round)
    return "t-" + keyed(site_key, ("pigpost/token/v1", game, person, seat, number))


def bounce_key(*, site_key: bytes, outbox_id: int) -> str:
    """The part of the envelope sender that names the mail a bounce is about (VERP)."""
    return f"{outbox_id}-" + keyed(site_key, ("pigpost/verp/v1", str(outbox_id)))


def root_id(*, game: str, domain: str) -> str:
    """The root of a game's thread: never sent, proves nothing."""
    return f"<{game}@{domain}>"


def find_ours(header: str) -> list[OurMessageId]:
    """Every Message-ID of our shape in an In-Reply-To or References header, in its order."""
    return [
        OurMessageId(
            game=m["game"],
            kind=m["kind"],
            seat=m["seat"],
            outbox_id=int(m["outbox_id"]),
            proof=m["proof"],
        )
        for m in _OURS.finditer(header[:65_536])
    ]


def find_tokens(text: str) -> list[str]:
    """Every order token in a text, in lower case."""
    return ["t-" + m[1].lower() for m in _TOKEN.finditer(text)]


def without_keys(text: str) -> str:
    """The text with stars for what is a key: in Message-IDs, tokens, addresses for bounces, logins, codes.

    >>> without_keys("returned to pigs+b-12-0123456789abcdef@pigs.example")
    'returned to pigs+b-12-****************@pigs.example'
    """
    keys = {match["proof"] for match in _OURS.finditer(text)}
    keys |= {token.removeprefix("t-") for token in find_tokens(text)}
    keys |= {match[1] for match in _OF_A_ROW.finditer(text)}
    keys |= {match[1] for pattern in (_LOGIN, _OF_GM) for match in pattern.finditer(text)}
    if len(keys) * len(text) > _MOST_CHARACTERS:  # more than ever stood in a mail of ours
        return _MAY_HOLD_A_KEY.sub(lambda word: "*" * len(word[0]), text)
    for key in keys:
        text = re.sub(re.escape(key), "*" * len(key), text, flags=re.IGNORECASE)
    return text


def same(left: str, right: str) -> bool:
    """Compares two keyed texts in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())


def keyed(site_key: bytes, lines: tuple[str, ...]) -> str:
    """80 bits that only the site key gives for these lines; the first says what they are for."""
    text = "".join(line + "\n" for line in lines)
    digest = hmac.new(site_key, text.encode(), hashlib.sha256).digest()
    return crockford.encode(int.from_bytes(digest[:10]), _PROOF_SYMBOLS).lower()
