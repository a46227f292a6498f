"""Writes docs/events.md from the code: `python ops/events_doc.py`."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from inspect import getdoc
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from pigpost.events.codec import SHAPES
from pigpost.events.shapes import Shape
from pigpost.events.types import Happened

FILE = Path(__file__).parent.parent / "docs" / "events.md"
PARTS = ("sealed", "personal")
PLAIN: dict[object, str] = {
    str: "text",
    int: "number",
    bool: "flag",
    datetime: "time",
    Any: "anything",
}

BEGINNING = """\
# Events

Everything that ever happened in a game, as it stands in the log. This page is written by
`python ops/events_doc.py` from `service/pigpost/events/types.py`; a test keeps it current.

An event has a *head*, public from the start, and up to two parts that are kept apart from it:
*sealed* is opened to all when the round is thrown and kept for ever; *personal* can be erased,
and every proof still holds. Times are UTC. Fields with a `?` may be null.

Every head has: `at`, when it was recorded; `by`, by whom (`p1`.., `gm`, `deputy`,
`ombudsman`, `service`); `round`, the number of the round it is about, or null.

To add a type: a class in `events/types.py` and in its list `Event`, a line in
`tests/events/golden.json`, a case in `replay/fold.py`, and this page again.
"""


def catalogue() -> str:
    """The page."""
    sections = (_section(name, shape) for name, shape in SHAPES.items())
    return "\n".join([BEGINNING, *sections])


def _section(name: str, shape: Shape) -> str:
    lines = [f"## {name}, version {shape.cls.VERSION}", "", _words(shape.cls), ""]
    lines += _fields("head", shape.cls)
    for part in PARTS:
        if part in shape.inner:
            lines += _fields(part, shape.inner[part].cls)
    return "\n".join([*lines, ""])


def _fields(part: str, cls: type) -> Iterator[str]:
    own = {"VERSION", *PARTS, *(f.name for f in fields(Happened))}
    if named := _named(cls, own if issubclass(cls, Happened) else ()):
        yield f"- {part}: {named}"
    if not issubclass(cls, Happened):
        yield f"  ({_words(cls)})"


def _named(cls: type, left_out: Container[str] = ()) -> str:
    types = get_type_hints(cls)
    return ", ".join(f"`{n}` {_kind(k)}" for n, k in types.items() if n not in left_out)


def _kind(kind: object) -> str:
    """The type as a reader of JSON would say it."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and is_dataclass(kind):
        return f"({_named(kind)})"
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple:
        return f"list of {_kind(arguments[0])}"
    if origin is Mapping:
        return f"object of {_kind(arguments[1])}"
    return f"{_kind(arguments[0])}?"


def _words(cls: type) -> str:
    return re.sub(r"\s*\n\s*", " ", getdoc(cls) or "")


if __name__ == "__main__":
    FILE.write_text(catalogue(), "utf-8")
