"""Places of entries under one root: each proof is checked, shared steps only once."""

import hashlib
from collections.abc import Sequence


class Places:
    """Checks inclusion proofs (RFC 9162, 2.1.3.2) of leaves in ascending order.

    Neighbours share the upper part of their way to the root. Where a way meets the one that was
    proved last, hash and rest of the proof must be the same, and need no more hashing.
    """

    def __init__(self, *, size: int, root: str) -> None:
        self._size, self._root = size, root
        self._way: list[tuple[int, bytes, int]] = []
        self._proof: Sequence[str] = ()

    def holds(self, leaf: bytes, *, index: int, proof: Sequence[str]) -> bool:
        """Whether the proof (lower hex, lowest first) leads from that place to the root."""
        if not 0 <= index < self._size:
            return False
        way: list[tuple[int, bytes, int]] = []
        node, at, last, used = leaf, index, self._size - 1, 0
        while last:
            left = len(proof) - used
            if self._joins(len(way), at, node, proof, used):
                return self._keep(way + self._way[len(way) :], proof)
            way.append((at, node, left))
            if at & 1 or at < last:
                if not left:
                    return False
                node = _join(node, bytes.fromhex(proof[used]), swapped=bool(at & 1))
                used += 1
            at, last = at >> 1, last >> 1
        return used == len(proof) and node.hex() == self._root and self._keep(way, proof)

    def _joins(self, level: int, at: int, node: bytes, proof: Sequence[str], used: int) -> bool:
        if level >= len(self._way) or self._way[level][0] != at:
            return False
        _, known, left = self._way[level]
        return known == node and proof[used:] == self._proof[len(self._proof) - left :]

    def _keep(self, way: list[tuple[int, bytes, int]], proof: Sequence[str]) -> bool:
        self._way, self._proof = way, proof
        return True


def _join(node: bytes, sibling: bytes, *, swapped: bool) -> bytes:
    pair = sibling + node if swapped else node + sibling
    return hashlib.sha256(b"\x01" + pair).digest()
