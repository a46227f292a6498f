"""Stored lines of the log as events in their places."""

from pigpost.adapters.sql.quick_codec import decode, kind_of, round_in
from pigpost.errors import LogBroken
from pigpost.events.record import Entry, Recorded
from pigpost.events.types import Event


class ReadBack(Recorded):
    """An event as the log holds it. Its bytes are read when it is looked at.

    `UnknownEvent` at once when it is of another release, `LogBroken` when its bytes can't be read.
    """

    __slots__ = ("_event", "_head", "_personal", "_sealed", "_v", "kind")

    # thousands are made for one look at a game, and what is frozen takes four times as long to make
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__

    def __init__(
        self,
        stream: str,
        pos: int,
        ver: int,
        leaf: str,
        type: str,
        v: int,
        head: bytes,
        sealed: bytes | None,
        personal: bytes | None,
    ) -> None:
        self.pos, self.stream, self.ver, self.leaf = pos, stream, ver, leaf  # type: ignore[misc]
        self.kind = kind_of(type, v)  # type: ignore[misc]
        self._v, self._head, self._sealed, self._personal = v, head, sealed, personal
        self._event: Event | None = None

    @property
    def event(self) -> Event:
        """What happened."""
        if self._event is None:
            self._event = self._read()
        return self._event

    @property
    def round(self) -> int | None:
        """Which round its head says it is about; nothing else of it is looked at."""
        if self._event is not None:
            return self._event.round
        try:
            return round_in(self._head)
        except LogBroken as fault:
            raise LogBroken(f"entry {self.pos}: {fault}") from fault

    def _read(self) -> Event:
        try:
            return decode(
                type=self.kind.__name__,
                v=self._v,
                head=self._head,
                sealed=self._sealed,
                personal=self._personal,
            )
        except LogBroken as fault:
            raise LogBroken(f"entry {self.pos}: {fault}") from fault


def opened(entry: Entry) -> Recorded:
    """The event in a stored line."""
    return ReadBack(
        entry.stream,
        entry.pos,
        entry.ver,
        entry.leaf,
        entry.type,
        entry.v,
        entry.head,
        None if entry.sealed is None else entry.sealed.body,
        None if entry.personal is None else entry.personal.body,
    )
