"""Makes a letter's texts fit to be printed: one line each, nothing that turns a line around.

What people wrote is data. A line break in a name would start a line of ours, and a character that
changes the direction of writing would make a line say something else.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar

from pigpost.games.record import OwnRecord, RowRecord, SharedRecord

Value = TypeVar("Value")

_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CONTROL = frozenset(("Cc", "Cs", "Zl", "Zp"))
_RIGHT_TO_LEFT = frozenset(("R", "AL"))
_FIRST_STRONG, _END = "\u2068", "\u2069"
_ISOLATES = str.maketrans(dict.fromkeys((_FIRST_STRONG, _END), ""))

_NAMES = frozenset(("name", "names", "who"))
"""Fields that hold people's names."""


def one_line(text: str) -> str:
    r"""The text with a space for each character that has no place in a line; length is kept.

    >>> one_line("Ted\r\nBcc: x")
    'Ted  Bcc: x'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c in _TURNING or unicodedata.category(c) in _CONTROL else c for c in text)


def isolated(name: str) -> str:
    """A name written from right to left keeps its direction to itself (UAX 9, isolates)."""
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name):
        return f"{_FIRST_STRONG}{name}{_END}"
    return name


def without_isolates(text: str) -> str:
    """The text as a machine may read it: headers and links."""
    return text if text.isascii() else text.translate(_ISOLATES)


def fit(letter: Value) -> Value:
    """The letter with every text in it made fit."""
    fitted: Value = _fit(letter, is_name=False)
    return fitted


def _fit(value: Any, *, is_name: bool) -> Any:  # noqa: ANN401 - a letter holds values of any kind
    """The value itself where all in it is fit, as nearly all is: copies take their time."""
    if isinstance(value, str):
        return isolated(one_line(value)) if is_name else one_line(value)
    if names := _fields(type(value)):  # type: ignore[arg-type]  # a type can be hashed
        changed = {}
        for name in names:
            before = getattr(value, name)
            after = _fit(before, is_name=name in _NAMES)
            if after is not before:
                changed[name] = after
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple):
        items = [_fit(item, is_name=is_name) for item in value]
        return value if all(map(is_, items, value)) else tuple(items)
    if isinstance(value, Mapping):
        return {key: _fit(item, is_name=is_name) for key, item in value.items()}
    return value


@cache
def _fields(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - any type
    """What of a dataclass is looked at; nothing of a record, in which nobody has written."""
    if kind in (SharedRecord, RowRecord, OwnRecord) or not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind))
