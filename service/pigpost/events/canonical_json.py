"""Canonical JSON (formats 1): the one spelling of a value, so that its bytes can be digested."""

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import NoReturn

from pigpost.errors import LogBroken

LARGEST = 2**53 - 1
"""Beyond this, readers whose only number is a double would see another one."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def spelled(checked: object) -> bytes:
    """The bytes of a value that is known to have a canonical spelling.

    >>> spelled({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    return _ENCODER.encode(checked).encode()


def plain(value: object) -> object:
    """The value in dicts and lists, its texts `proper`; `ValueError` for what can't be spelled."""
    match value:
        case None | bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case str():
            return proper(value)
        case list() | tuple():
            return [plain(item) for item in value]
        case Mapping():
            return {checked_key(key): plain(item) for key, item in value.items()}
    raise ValueError(f"no canonical JSON for {value!r}")


def proper(text: str) -> str:
    r"""A text as it may be stored: NFC, and U+FFFD for each lone surrogate.

    People write what they like, and no mail may stop the log: texts are mended where they are
    written, here and nowhere else. What is read must be proper already.

    >>> proper("e\u0301 \udc80") == "é \ufffd"
    True
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _LONE_SURROGATE.sub("\ufffd", text))


def parse(body: bytes) -> object:
    """The value behind stored bytes; `LogBroken` when they are no JSON, or JSON with fractions."""
    try:
        value: object = _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        raise LogBroken(f"not the JSON of an event: {error}") from error
    return value


def is_proper(text: str) -> bool:
    """Whether a text may stand in stored bytes."""
    return text.isascii() or (
        unicodedata.is_normalized("NFC", text) and not _LONE_SURROGATE.search(text)
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
