"""Events to canonical bytes and back (formats 1, 2).

Only the standard library, for the offline verifier. An adapter that has quicker JSON may pass its
`dumps`, and may build events that it is sure of without asking here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from pigpost.errors import LogBroken, UnknownEvent
from pigpost.events.canonical_json import parse, spelled
from pigpost.events.shapes import Shape, shape_of
from pigpost.events.types import Event

Values: TypeAlias = dict[str, Any]
Dumps: TypeAlias = Callable[[object], bytes]

SHAPES: dict[str, Shape] = {cls.__name__: shape_of(cls) for cls in get_args(Event)}
"""The catalogue by name."""

UPCASTERS: dict[tuple[str, int], Callable[[Values], Values]] = {}
"""(type, v) -> what makes the values of version v + 1 out of those of v; pure, on reading only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """The bytes of an event, before it has a place and its parts have salts."""

    type: str
    v: int
    head: bytes
    sealed: bytes | None
    personal: bytes | None


def encode(event: Event, *, dumps: Dumps = spelled) -> Encoded:
    """The canonical bytes, texts made proper; `ValueError` for what else may not be stored."""
    name = type(event).__name__
    try:
        values = SHAPES[name].write(event)
    except LogBroken as fault:
        raise ValueError(f"{name} can't be stored: {fault}") from fault
    sealed, personal = values.pop("sealed", None), values.pop("personal", None)
    return Encoded(
        type=name,
        v=event.VERSION,
        head=dumps(values),
        sealed=None if sealed is None else dumps(sealed),
        personal=None if personal is None else dumps(personal),
    )


def decode(
    *,
    type: str,
    v: int,
    head: bytes,
    sealed: bytes | None = None,
    personal: bytes | None = None,
) -> Event:
    """The event behind stored bytes; a part that is None stays unknown.

    `UnknownEvent` for a type or version of another release, `LogBroken` for bytes that do not fit.
    """
    shape = _shape(type, v)
    try:
        values = _object(parse(head))
        if sealed is not None:
            _attach(values, "sealed", parse(sealed))
        if personal is not None:
            _attach(values, "personal", parse(personal))
        event: Event = shape.read(_upcast(type, v, values, to=shape.cls.VERSION))
    except LogBroken as fault:
        raise LogBroken(f"{type} v{v}: {fault}") from fault
    return event


def kind_of(type: str, v: int) -> type[Event]:
    """The class of a stored event; `UnknownEvent` for a type or version of another release."""
    return _shape(type, v).cls


def _shape(type: str, v: int) -> Shape:
    """The shape that a stored version is brought up to."""
    shape = SHAPES.get(type)
    if shape is None or not (v == shape.cls.VERSION or (type, v) in UPCASTERS):
        raise UnknownEvent(f"this release does not know {type} v{v}")
    return shape


def _upcast(type: str, v: int, values: Values, *, to: int) -> Values:
    for version in range(v, to):
        values = UPCASTERS[type, version](values)
    return values


def _object(value: object) -> Values:
    if not isinstance(value, dict):
        raise LogBroken(f"{value!r} is no object")
    return value


def _attach(values: Values, name: str, part: object) -> None:
    if name in values:
        raise LogBroken(f"the head shows what belongs in {name}")
    values[name] = part
