"""A mail as it comes in piece by piece: kept whole up to the limit, beyond it as its headers alone."""

import re

_HEADER_END = re.compile(rb"\r?\n\r?\n")


class Incoming:
    """Takes any number of bytes and keeps no more than the limit and one piece."""

    def __init__(self, limit_bytes: int) -> None:
        self.size = 0
        """Of all that came, kept or not."""
        self._limit = limit_bytes
        self._kept = bytearray()
        self._complete = True

    def add(self, piece: bytes) -> None:
        """The next piece, however long."""
        self.size += len(piece)
        if not self._complete:
            return
        self._kept += piece
        if self.size > self._limit:
            self._complete = False
            del self._kept[_end_of_headers(self._kept, self._limit) :]

    @property
    def complete(self) -> bool:
        """Whether all of it was kept."""
        return self._complete

    @property
    def raw(self) -> bytes:
        """What was kept."""
        return bytes(self._kept)


def _end_of_headers(kept: bytearray, limit: int) -> int:
    """The blank line is theirs; headers that alone are beyond the limit are cut there."""
    found = _HEADER_END.search(kept, 0, limit)
    return limit if found is None else found.end()
