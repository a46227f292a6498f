"""Events as rows of the log's three tables, to be written at once."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pigpost.adapters.sql.decoding import ReadBack
from pigpost.adapters.sql.entries import Row, Statements
from pigpost.adapters.sql.quick_codec import encode
from pigpost.events.leaf import leaf_of, part_digest
from pigpost.events.record import Addition, Part, Recorded

_EVENT = """
    INSERT INTO event
        (pos, stream, ver, type, v, idem, head, sealed_digest, personal_digest, leaf)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SEALED = "INSERT INTO sealed (pos, salt, body) VALUES (?, ?, ?)"
_PERSONAL = "INSERT INTO personal (pos, salt, body) VALUES (?, ?, ?)"


@dataclass(slots=True)
class Rows:
    """What one append writes."""

    events: list[Row] = field(default_factory=list)
    sealed: list[Row] = field(default_factory=list)
    personal: list[Row] = field(default_factory=list)

    def add(
        self, addition: Addition, *, stream: str, ver: int, pos: int, salt: Callable[[], bytes]
    ) -> Recorded:
        """Notes an event at its place; what will be read back from there."""
        encoded = encode(addition.event)
        sealed = self._part(self.sealed, pos, encoded.sealed, salt)
        personal = self._part(self.personal, pos, encoded.personal, salt)
        leaf = leaf_of(
            stream=stream,
            ver=ver,
            type=encoded.type,
            v=encoded.v,
            head=encoded.head,
            sealed_digest=sealed,
            personal_digest=personal,
        ).hex()
        self.events.append(
            (
                pos,
                stream,
                ver,
                encoded.type,
                encoded.v,
                addition.idem,
                encoded.head,
                sealed,
                personal,
                leaf,
            )
        )
        return ReadBack(
            stream,
            pos,
            ver,
            leaf,
            encoded.type,
            encoded.v,
            encoded.head,
            encoded.sealed,
            encoded.personal,
        )

    def write(self, statements: Statements) -> None:
        """Inserts all of them."""
        statements.insert(_EVENT, self.events)
        statements.insert(_SEALED, self.sealed)
        statements.insert(_PERSONAL, self.personal)

    def _part(
        self, rows: list[Row], pos: int, body: bytes | None, salt: Callable[[], bytes]
    ) -> str:
        """Notes a part with a fresh salt; its digest."""
        if body is None:
            return part_digest(None)
        part = Part(salt=salt(), body=body)
        rows.append((pos, part.salt, part.body))
        return part_digest(part)
