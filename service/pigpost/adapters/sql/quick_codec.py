"""The codec of `events.codec` by msgspec: the same events and the same bytes, several times as fast.

It reads only lines of today's version whose keys are exactly those of today's shape. Everything
else goes to the codec itself, which knows what is missing, unknown or of another release.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeAlias, get_type_hints

import msgspec

from pigpost.errors import LogBroken
from pigpost.events import codec
from pigpost.events.shapes import Shape
from pigpost.events.types import Event

_Read: TypeAlias = Callable[[bytes], dict[str, Any]]

_PARTS = frozenset({"sealed", "personal"})
_ANY_KEYS: Any = Mapping[str, Any]
_DUMPS = msgspec.json.Encoder(order="sorted").encode
_LOADS = msgspec.json.Decoder().decode


def encode(event: Event) -> codec.Encoded:
    """As `codec.encode`."""
    return codec.encode(event, dumps=_DUMPS)


def decode(
    *, type: str, v: int, head: bytes, sealed: bytes | None, personal: bytes | None
) -> Event:
    """As `codec.decode`; an object of any keys is a `StoredObject`."""
    try:
        return _READERS[type, v].event(head, sealed, personal)
    except (msgspec.MsgspecError, RecursionError, KeyError):
        return codec.decode(type=type, v=v, head=head, sealed=sealed, personal=personal)


def kind_of(type: str, v: int) -> type[Event]:
    """As `codec.kind_of`."""
    try:
        return _READERS[type, v].cls
    except KeyError:
        return codec.kind_of(type, v)


def round_in(head: bytes) -> int | None:
    """The round that a head names, and nothing else of it; `LogBroken` where it can't be read."""
    try:
        return _ROUND(head).round
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise LogBroken(f"a head that can't be read: {fault}") from fault


class _Round(msgspec.Struct):
    """What of a head has to be known of every order."""

    round: int | None


_ROUND = msgspec.json.Decoder(_Round).decode


class StoredObject(Mapping[str, Any]):
    """A JSON object of any keys. A value is parsed when it is asked for; `LogBroken` if it can't be.

    Results are most of what is stored of a long game, and a fold asks for two values of each.
    """

    __slots__ = ("_raw",)

    def __init__(self, raw: dict[str, msgspec.Raw]) -> None:
        self._raw = raw

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - whatever is stored there
        try:
            return _LOADS(self._raw[key])
        except msgspec.MsgspecError as error:
            raise LogBroken(f"not the JSON of an event: {error}") from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __repr__(self) -> str:
        return repr(dict(self))


class _Reader:
    """Reads the lines of one type."""

    def __init__(self, shape: Shape) -> None:
        self.cls = shape.cls
        self._head = _reading(shape.cls)
        self._parts = {name: (part.cls, _reading(part.cls)) for name, part in shape.inner.items()}

    def event(self, head: bytes, sealed: bytes | None, personal: bytes | None) -> Event:
        """The event; `msgspec.MsgspecError` or `KeyError` where a key or value is not as expected."""
        values = self._head(head)
        if sealed is not None:
            cls, read = self._parts["sealed"]
            values["sealed"] = cls(**read(sealed))
        if personal is not None:
            cls, read = self._parts["personal"]
            values["personal"] = cls(**read(personal))
        event: Event = self.cls(**values)
        return event


def _reading(cls: type) -> _Read:
    """What makes the values of a dataclass, without its parts, out of an object with just its keys."""
    hints = get_type_hints(cls)
    types = {f.name: hints[f.name] for f in fields(cls) if f.name not in _PARTS}
    free = [name for name, kind in types.items() if kind == _ANY_KEYS]
    types |= dict.fromkeys(free, dict[str, msgspec.Raw])
    twin = msgspec.defstruct(cls.__name__, [*types.items()], forbid_unknown_fields=True)
    load, values_of = msgspec.json.Decoder(twin).decode, msgspec.structs.asdict

    def read(body: bytes) -> dict[str, Any]:
        values = values_of(load(body))
        for name in free:
            values[name] = StoredObject(values[name])
        return values

    return read


_READERS = {
    (name, shape.cls.VERSION): _Reader(shape)
    for name, shape in codec.SHAPES.items()
    if not any(part.inner for part in shape.inner.values())  # a twin checks no keys deeper down
}
