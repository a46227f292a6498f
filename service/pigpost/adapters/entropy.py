"""The machine's chance, and one that can be repeated for demonstrations."""

import hashlib
import secrets
from itertools import count

_SEED_BYTES, _SALT_BYTES = 32, 16


class SystemEntropy:
    """As `ports.Entropy`."""

    def seed(self) -> bytes:
        """As `ports.Entropy.seed`."""
        return secrets.token_bytes(_SEED_BYTES)

    def salt(self) -> bytes:
        """As `ports.Entropy.salt`."""
        return secrets.token_bytes(_SALT_BYTES)


class SeededEntropy:
    """The same seeds and salts each time: whoever knows the text can foretell every throw.

    Seeds are counted apart from salts, of which each mail takes some.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._seeds, self._salts = count(1), count(1)

    def seed(self) -> bytes:
        """As `ports.Entropy.seed`, but foreseeable."""
        return self._made("seed", next(self._seeds))

    def salt(self) -> bytes:
        """As `ports.Entropy.salt`, but foreseeable."""
        return self._made("salt", next(self._salts))[:_SALT_BYTES]

    def _made(self, what: str, number: int) -> bytes:
        return hashlib.sha256(f"{self._text}\n{what}\n{number}".encode()).digest()
