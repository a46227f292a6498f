"""Values of pages as JSON."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import pytest

from pigpost.games.kinds import Kind
from pigpost.web.as_json import as_json


@dataclass(frozen=True)
class Line:
    name: str
    at: datetime
    kind: Kind
    scores: dict[str, int]
    out: tuple[str, ...]
    note: str | None = None


def test_a_value_becomes_an_object() -> None:
    at = datetime(2027, 3, 5, 22, 0, tzinfo=timezone(timedelta(hours=2)))
    line = Line(
        name="\u2068\u05de\u05e8\u05d9\u05dd\u2069",
        at=at,
        kind=Kind.POSTAL_PIGS,
        scores={"p1": 41},
        out=("Bill",),
    )
    assert as_json(line) == {
        "name": "\u05de\u05e8\u05d9\u05dd",
        "at": "2027-03-05T20:00:00.000000Z",
        "kind": "postal_pigs",
        "scores": {"p1": 41},
        "out": ["Bill"],
        "note": None,
    }


@pytest.mark.parametrize("value", [b"seed", {1, 2}, 0.5, Line, object()])
def test_what_no_page_holds_is_a_fault(value: object) -> None:
    with pytest.raises(TypeError, match="has no place on a page"):
        as_json(value)
