"""The codec of `events.codec` with msgspec's JSON: the same events, the same bytes, sooner."""

import msgspec

from pigpost.errors import LogBroken
from pigpost.events import codec
from pigpost.events.record import Entry, Recorded
from pigpost.events.shapes import Shape
from pigpost.events.types import Event

_DUMPS = msgspec.json.Encoder(order="sorted").encode


def encode(event: Event) -> codec.Encoded:
    """As `codec.encode`."""
    return codec.encode(event, dumps=_DUMPS)


def decode(
    *, type: str, v: int, head: bytes, sealed: bytes | None, personal: bytes | None
) -> Event:
    """As `codec.decode`."""
    try:
        return codec.decode(
            type=type,
            v=v,
            head=head,
            sealed=sealed,
            personal=personal,
            loads=msgspec.json.decode,
            build=_build,
        )
    except msgspec.MsgspecError as error:
        raise LogBroken(f"{type} v{v} is not what it should be: {error}") from error


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


def _build(shape: Shape, values: codec.Values) -> Event:
    """Checks the keys, which msgspec leaves alone in dataclasses, and has it do the rest."""
    shape.check(values)
    event: Event = msgspec.convert(values, shape.cls)
    return event
