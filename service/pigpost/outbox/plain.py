"""Makes a letter's texts fit to be printed: one line each, nothing that turns a line around.

What people wrote is data. A line break in a name would start a line of ours, and a character that
changes the direction of writing would make a line say something else.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
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
    return text.translate(_ISOLATES)


def fit(letter: Value) -> Value:
    """The letter with every text in it made fit."""
    fitted: Value = _fit(letter, is_name=False)
    return fitted


def _fit(value: Any, *, is_name: bool) -> Any:  # noqa: ANN401 - a letter holds values of any kind
    match value:
        case str():
            return isolated(one_line(value)) if is_name else one_line(value)
        case tuple():
            return tuple(_fit(item, is_name=is_name) for item in value)
        case Mapping():
            return {key: _fit(item, is_name=is_name) for key, item in value.items()}
        case SharedRecord() | RowRecord() | OwnRecord():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(
                value,
                **{
                    field.name: _fit(getattr(value, field.name), is_name=field.name in _NAMES)
                    for field in fields(value)
                },
            )
    return value
