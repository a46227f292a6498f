"""The codec of `events.codec` by msgspec: the same events and the same bytes, several times as fast.

It reads only lines of today's version whose keys are exactly those of today's shape. Everything
else goes to the codec itself, which knows what is missing, unknown or of another release.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from pigpost.events import codec
from pigpost.events.record import Entry, Recorded
from pigpost.events.shapes import Shape
from pigpost.events.types import Event

_PARTS = frozenset({"sealed", "personal"})
_DUMPS = msgspec.json.Encoder(order="sorted").encode
_LOADS = msgspec.json.Decoder(dict[str, Any]).decode


def encode(event: Event) -> codec.Encoded:
    """As `codec.encode`."""
    return codec.encode(event, dumps=_DUMPS)


def decode(
    *, type: str, v: int, head: bytes, sealed: bytes | None, personal: bytes | None
) -> Event:
    """As `codec.decode`."""
    keys = _KEYS.get((type, v))
    if keys is not None:
        try:
            event = keys.event(head, sealed, personal)
        except msgspec.MsgspecError:
            event = None  # the codec says why
        if event is not None:
            return event
    return codec.decode(type=type, v=v, head=head, sealed=sealed, personal=personal)


def opened(entry: Entry) -> Recorded:
    """The event in a stored line, with its place."""
    return Recorded(
        pos=entry.pos,
        stream=entry.stream,
        ver=entry.ver,
        leaf=entry.leaf,
        event=decode(
            type=entry.type,
            v=entry.v,
            head=entry.head,
            sealed=None if entry.sealed is None else entry.sealed.body,
            personal=None if entry.personal is None else entry.personal.body,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Keys:
    """The keys of a type's head and of its parts; None for a part that it does not have."""

    cls: Any
    head: frozenset[str]
    sealed: frozenset[str] | None
    personal: frozenset[str] | None

    @classmethod
    def of(cls, shape: Shape) -> "_Keys":
        parts = {n: shape.inner[n].names if n in shape.inner else None for n in _PARTS}
        return cls(cls=shape.cls, head=shape.names - _PARTS, **parts)

    def event(self, head: bytes, sealed: bytes | None, personal: bytes | None) -> Event | None:
        """The event, or None where a key is not as expected."""
        values = _LOADS(head)
        if values.keys() != self.head:
            return None
        if sealed is not None:
            values["sealed"] = part = _LOADS(sealed)
            if part.keys() != self.sealed:
                return None
        if personal is not None:
            values["personal"] = part = _LOADS(personal)
            if part.keys() != self.personal:
                return None
        event: Event = msgspec.convert(values, self.cls)
        return event


_KEYS = {
    (name, shape.cls.VERSION): _Keys.of(shape)
    for name, shape in codec.SHAPES.items()
    if not any(part.inner for part in shape.inner.values())  # msgspec checks no keys deeper down
}
