"""The Merkle tree over all leaves of the log (RFC 6962, section 2.1)."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

_DIGEST = 32


@dataclass(frozen=True, slots=True)
class Frontier:
    """A tree that can only grow: its size, and the roots of its complete subtrees, largest first.

    `nodes` are the roots one after the other, as stored; `ValueError` when they are not as many as
    the size has one-bits.
    """

    size: int = 0
    nodes: bytes = b""

    def __post_init__(self) -> None:
        if len(self.nodes) != self.size.bit_count() * _DIGEST:
            raise ValueError(f"{len(self.nodes)} bytes are no frontier of a tree of {self.size}")

    def append(self, leaf: bytes) -> "Frontier":
        """The tree with one more leaf."""
        node, kept, size = leaf, len(self.nodes), self.size
        while size & 1:
            node = _join(self.nodes[kept - _DIGEST : kept], node)
            kept, size = kept - _DIGEST, size >> 1
        return Frontier(self.size + 1, self.nodes[:kept] + node)

    @property
    def root(self) -> bytes:
        """The hash over all leaves; SHA-256 of nothing while there are none."""
        if not self.nodes:
            return hashlib.sha256().digest()
        root = self.nodes[-_DIGEST:]
        for end in range(len(self.nodes) - _DIGEST, 0, -_DIGEST):
            root = _join(self.nodes[end - _DIGEST : end], root)
        return root


class Tree:
    """All leaves with every level above them, for proofs."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self._levels = [list(leaves)]
        while len(self._levels[-1]) > 1:
            self._levels.append(_level_above(self._levels[-1]))

    @property
    def root(self) -> bytes:
        """As `Frontier.root`."""
        return self._levels[-1][0] if self._levels[0] else hashlib.sha256().digest()

    def proof(self, index: int) -> list[bytes]:
        """The hashes that lead from the leaf at `index` (0-based) to the root, lowest first."""
        if not 0 <= index < len(self._levels[0]):
            raise IndexError(f"there is no leaf {index}")
        path = []
        for level in self._levels:
            sibling = index ^ 1
            if sibling < len(level):
                path.append(level[sibling])
            index >>= 1
        return path


def proves(leaf: bytes, *, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows the leaf at `index` in the tree of that size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last = leaf, size - 1
    rest = list(reversed(proof))
    while last:
        if index & 1 or index < last:
            if not rest:
                return False
            sibling = rest.pop()
            node = _join(sibling, node) if index & 1 else _join(node, sibling)
        index, last = index >> 1, last >> 1
    return not rest and node == root


def _join(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _level_above(level: list[bytes]) -> list[bytes]:
    """Pairs joined; a last node without a partner moves up as it is."""
    pairs = zip(level[::2], level[1::2], strict=False)
    above = [_join(left, right) for left, right in pairs]
    return above + level[-1:] if len(level) % 2 else above
