"""How each dataclass of the catalogue looks as JSON: worked out once from the types of its fields."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from pigpost.errors import LogBroken
from pigpost.events import instants
from pigpost.events.canonical_json import LARGEST, checked_key, is_proper, plain, proper

Convert: TypeAlias = Callable[[Any], Any]

_ALWAYS = frozenset({"at", "by", "round"})
"""Stand in every head, also where the class has a default (formats 2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the JSON of a dataclass must and may have, and how its values are converted."""

    cls: type[Any]
    names: frozenset[str]
    required: frozenset[str]
    inner: "Mapping[str, Shape]"
    readers: Mapping[str, Convert]
    writers: Mapping[str, Convert]

    def read(self, values: object) -> Any:  # noqa: ANN401 - an instance of `cls`
        """The dataclass behind JSON values; `LogBroken` when they do not fit."""
        if not isinstance(values, dict):
            raise LogBroken(f"{values!r} is no {self.cls.__name__}")
        self._check_keys(values)
        return self.cls(**{name: self.readers[name](value) for name, value in values.items()})

    def write(self, value: object) -> dict[str, Any]:
        """The JSON values of a dataclass, defaults included and texts `proper`.

        `LogBroken` or `ValueError` for other values that can't be stored.
        """
        return {name: write(getattr(value, name)) for name, write in self.writers.items()}

    def _check_keys(self, values: dict[str, Any]) -> None:
        keys = values.keys()
        if keys != self.names and not self.required <= keys <= self.names:
            off = sorted((self.required - keys) | (keys - self.names))
            raise LogBroken(f"missing or unknown in {self.cls.__name__}: {', '.join(off)}")


@cache
def shape_of(cls: type) -> Shape:
    """The shape of a dataclass."""
    types = get_type_hints(cls)
    own = fields(cls)
    optional = {f.name for f in own if f.default is not MISSING} - _ALWAYS
    names = frozenset(f.name for f in own)
    return Shape(
        cls=cls,
        names=names,
        required=names - optional,
        inner={f.name: inner for f in own if (inner := _inner(types[f.name])) is not None},
        readers={f.name: _reader(types[f.name]) for f in own},
        writers={f.name: _writer(types[f.name]) for f in own},
    )


def _inner(kind: object) -> Shape | None:
    """The shape of the dataclass in a field, be it optional or several."""
    inner = next((k for k in get_args(kind) if is_dataclass(k) and isinstance(k, type)), None)
    return None if inner is None else shape_of(inner)


def _reader(kind: object) -> Convert:
    if kind in _READ:
        return _READ[kind]
    if is_dataclass(kind) and isinstance(kind, type):
        return shape_of(kind).read
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _or_none(_reader(_but_none(arguments)))
    if origin is tuple:
        return _items(_reader(arguments[0]))
    if origin is Mapping:
        return _entries(_reader(arguments[1]))
    raise TypeError(f"no JSON is agreed for {kind}")


def _writer(kind: object) -> Convert:
    if kind in _WRITTEN:
        return _WRITTEN[kind]
    if is_dataclass(kind) and isinstance(kind, type):
        return shape_of(kind).write
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _or_none(_writer(_but_none(arguments)))
    write = _writer(arguments[-1] if origin is Mapping else arguments[0])
    if origin is tuple:
        return lambda values: [write(value) for value in values]
    return lambda values: {checked_key(key): write(value) for key, value in values.items()}


def _but_none(kinds: tuple[object, ...]) -> object:
    (kind,) = (k for k in kinds if k is not NoneType)
    return kind


def _or_none(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _items(read: Convert) -> Convert:
    def items(values: object) -> tuple[Any, ...]:
        if not isinstance(values, list):
            raise LogBroken(f"{values!r} is no list")
        return tuple(map(read, values))

    return items


def _entries(read: Convert) -> Convert:
    def entries(values: object) -> dict[str, Any]:
        if not isinstance(values, dict):
            raise LogBroken(f"{values!r} is no object")
        return {key: read(value) for key, value in values.items()}

    return entries


def _text(value: object) -> str:
    if not (isinstance(value, str) and is_proper(value)):
        raise LogBroken(f"{value!r} is no text in NFC")
    return value


def _written_text(value: object) -> str:
    if not isinstance(value, str):
        raise LogBroken(f"{value!r} is no text")
    return proper(value)


def _number(value: object) -> int:
    if type(value) is not int or not -LARGEST <= value <= LARGEST:
        raise LogBroken(f"{value!r} is no whole number that everybody can read")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise LogBroken(f"{value!r} is neither true nor false")
    return value


_READ: Mapping[object, Convert] = {
    str: _text,
    int: _number,
    bool: _flag,
    datetime: instants.read,
    Any: lambda value: value,
}
_WRITTEN: Mapping[object, Convert] = {
    **_READ,
    str: _written_text,
    datetime: instants.written,
    Any: plain,
}
