"""The document in a file for `pigpost adjudicate`: bytes in, JSON values out, faults in plain words."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pigpost.cli.adjudicate_limits import MOST_BYTES, check_bytes
from pigpost.cli.adjudicate_shapes import Malformed, shown

_STANDARD_INPUT = "-"
_LONGEST_NUMBER = 100
"""Digits of a whole number that are read: no rule knows one that has more."""


def document_in(file: str) -> object:
    """What stands in the file (`-` is standard input); `Malformed` if it can't be read."""
    content = _content(file)
    check_bytes(content)
    return parsed(content)


def _content(file: str) -> bytes:
    """As much of it as shows that it is too large."""
    if file == _STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        with Path(file).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as trouble:
        message = f"{click.format_filename(file)} can't be read: {_why(trouble)}"
        raise Malformed(message, code="unreadable_file") from trouble


def _why(trouble: OSError) -> str:
    match trouble:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "you have no right to"
    return (trouble.strerror or "it does not answer").lower()


def parsed(content: bytes) -> object:
    """The JSON document, with neither a name given twice in one object nor numbers that are none."""
    try:
        return json.loads(
            content, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole_number
        )
    except json.JSONDecodeError as fault:
        what = _at(fault) if content.strip() else "it is empty"
        raise Malformed(f"the file is no JSON: {what}", code="not_json") from fault
    except UnicodeDecodeError as fault:
        where = f"byte {fault.start + 1}"
        message = f"the file is no text in UTF-8 ({where}); save it as UTF-8"
        raise Malformed(message, code="not_json") from fault
    except RecursionError as fault:
        message = "the file holds lists or objects within one another, too many deep"
        raise Malformed(message, code="not_json") from fault


def _at(fault: json.JSONDecodeError) -> str:
    what = fault.msg[:1].lower() + fault.msg[1:].replace("'", '"')
    return f"line {fault.lineno}, column {fault.colno}: {what}"


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise Malformed(f"{shown(name)} stands twice in one object", code="duplicate_key")
        fields[name] = value
    return fields


def _whole_number(digits: str) -> int:
    """The number; of one without end its beginning, which is as far from all that is allowed."""
    return int(digits[:_LONGEST_NUMBER])


def _no_number(literal: str) -> object:
    raise Malformed(f"{literal} is no number of JSON", code="not_json")
