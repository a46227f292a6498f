"""A page's value as JSON: the same facts, with seats as `p3` and times as in the log (formats 1)."""

import dataclasses
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pigpost.outbox.plain import without_isolates


def as_json(value: object) -> Any:  # noqa: ANN401  # JSON is any of its six kinds
    """Dataclasses become objects, tuples lists, times `YYYY-MM-DDTHH:MM:SS.ffffffZ`.

    `TypeError` for anything else: a value that has no place on a page must not slip onto one.
    """
    match value:
        case None | bool() | int():
            return value
        case str():
            return without_isolates(value)
        case datetime():
            return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        case tuple() | list():
            return [as_json(item) for item in value]
        case Mapping():
            return {str(key): as_json(item) for key, item in value.items()}
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = dataclasses.fields(value)
            return {field.name: as_json(getattr(value, field.name)) for field in fields}
    raise TypeError(f"{type(value).__name__} has no place on a page")
