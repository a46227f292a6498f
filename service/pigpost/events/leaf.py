"""An entry's digests and its leaf (formats 2)."""

import hashlib

from pigpost.events.record import NO_DIGEST, Part


def part_digest(part: Part | None) -> str:
    """What the head binds of a detached part: nothing can be guessed from it without the salt."""
    return NO_DIGEST if part is None else hashlib.sha256(part.salt + part.body).hexdigest()


def leaf_of(
    *,
    stream: str,
    ver: int,
    type: str,
    v: int,
    head: bytes,
    sealed_digest: str,
    personal_digest: str,
) -> bytes:
    """The hash that stands for an entry in the Merkle tree."""
    before = f"{stream}\n{ver}\n{type}\n{v}\n".encode()
    after = f"\n{sealed_digest}\n{personal_digest}".encode()
    return hashlib.sha256(b"\x00" + before + head + after).digest()
