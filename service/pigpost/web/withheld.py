"""Words as mailed, without what is nobody else's business: mail addresses and order tokens."""

import re

from pigpost.outbox.message_ids import find_tokens

_PIECE = re.compile(r"[^\s<>()\[\],;:\"]+")
_GONE = "[\u2026]"


def withhold(words: str) -> str:
    """The same words with every address, Message-ID and token blotted out.

    >>> withhold("THROWS 4, answer to <bill@hill.example>")
    'THROWS 4, answer to <[…]>'
    """
    for token in find_tokens(words):
        words = re.sub(re.escape(token), _GONE, words, flags=re.IGNORECASE)
    return _PIECE.sub(_shown, words)


def _shown(piece: re.Match[str]) -> str:
    """Any word with an @ beside something: rather one too many than one too few."""
    return _GONE if "@" in piece[0] and piece[0].strip("@") else piece[0]
