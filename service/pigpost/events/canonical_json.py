"""Canonical JSON (formats 1): the one spelling of a value, so that its bytes can be digested."""

import json
import unicodedata
from collections.abc import Mapping
from typing import NoReturn

from pigpost.errors import LogBroken

LARGEST = 2**53 - 1
"""Beyond this, readers whose only number is a double would see another one."""


def canonical(value: object) -> bytes:
    """The bytes of a value made of None, bool, int, str, list, tuple and mapping.

    `ValueError` for anything that has no canonical spelling.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    return spelled(plain(value))


def spelled(checked: object) -> bytes:
    """The bytes of a value that is known to have a canonical spelling."""
    return _ENCODER.encode(checked).encode()


def plain(value: object) -> object:
    """The value in dicts and lists; `ValueError` for what has no canonical spelling."""
    match value:
        case None | bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case str() if is_proper(value):
            return value
        case list() | tuple():
            return [plain(item) for item in value]
        case Mapping():
            return {checked_key(key): plain(item) for key, item in value.items()}
    raise ValueError(f"no canonical JSON for {value!r}")


def parse(body: bytes) -> object:
    """The value behind stored bytes; `LogBroken` when they are no JSON, or JSON with fractions."""
    try:
        value: object = _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        raise LogBroken(f"not the JSON of an event: {error}") from error
    return value


def is_proper(text: str) -> bool:
    """Whether a string may be stored: NFC, without lone surrogates."""
    if text.isascii():
        return True
    return unicodedata.is_normalized("NFC", text) and not any(
        "\ud800" <= character <= "\udfff" for character in text
    )


def checked_key(key: object) -> str:
    """A key as it may be stored; `ValueError` for any other."""
    if isinstance(key, str) and key.isascii():
        return key
    raise ValueError(f"a key must be an ASCII string, not {key!r}")


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number} is no whole number")


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_DECODER = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)
