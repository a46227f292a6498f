"""What the values of a file for `pigpost adjudicate` must look like before they mean anything."""

import json
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import islice
from math import isfinite
from typing import Any

_LONGEST_SHOWN = 40
"""Characters of a text or a number."""
_MOST_SHOWN = 4
"""Values of a list or an object."""


class Malformed(ValueError):
    """The file is not what the command reads. `code` is a stable word; `rule` may be None."""

    def __init__(self, message: str, *, code: str = "malformed", rule: str | None = None) -> None:
        super().__init__(message)
        self.code, self.rule = code, rule


def an_object(value: object, what: str, *, rule: str | None = None) -> dict[str, Any]:
    """The value, if it is a JSON object."""
    if not isinstance(value, dict):
        raise Malformed(f"{what} is an object, {_but(value)}", rule=rule)
    return value


def a_list(value: object, what: str, *, rule: str | None = None) -> list[Any]:
    """The value, if it is a JSON list."""
    if not isinstance(value, list):
        raise Malformed(f"{what} is a list, {_but(value)}", rule=rule)
    return value


def _but(value: object) -> str:
    return "but there is none" if value is None else f"not {shown(value)}"


def a_whole_number(value: object) -> bool:
    """Whether it was written as a whole number: 5, but neither 5.0 nor true."""
    return isinstance(value, int) and not isinstance(value, bool)


def only(
    fields: dict[str, Any], known: AbstractSet[str], what: str, *, rule: str | None = None
) -> None:
    """`Malformed` if there is a field that nothing reads: it may be a known one, misspelled."""
    if unknown := sorted(fields.keys() - known):
        message = f"{what} has no field {shown(unknown[0])}; it has {', '.join(sorted(known))}"
        raise Malformed(message, code="unknown_field", rule=rule)


def shown(value: object) -> str:
    """A value in JSON's own words, cut short, on one line that runs straight.

    >>> shown({"n": None, "sure": True, "players": ["Bill"]})
    '{"n": null, "sure": true, "players": [...]}'
    """
    match value:
        case str():
            return _quoted(value)
        case dict():
            pairs = (f"{_quoted(name)}: {_inner(each)}" for name, each in value.items())
            return f"{{{_first(pairs)}}}"
        case list():
            return f"[{_first(map(_inner, value))}]"
        case float() if not isfinite(value):
            return "a number too large"
    return _cut(json.dumps(value))


def _inner(value: object) -> str:
    """A value within another, whose own values are left out: it is seen what is meant."""
    match value:
        case dict() if value:
            return "{...}"
        case list() if value:
            return "[...]"
    return shown(value)


def _quoted(text: str) -> str:
    short = _cut(text)
    return json.dumps(short, ensure_ascii=not short.isprintable())


def _first(values: Iterable[str]) -> str:
    few = list(islice(values, _MOST_SHOWN + 1))
    return ", ".join(few if len(few) <= _MOST_SHOWN else [*few[:_MOST_SHOWN], "..."])


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."
