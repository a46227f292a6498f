import json

import pytest
from hypothesis import given

from pigpost.errors import LogBroken
from pigpost.events.canonical_json import LARGEST, canonical, parse
from tests.events.strategies import values


@given(values)
def test_a_value_is_spelled_in_one_way_and_read_back(value: object) -> None:
    assert parse(canonical(value)) == value
    assert canonical(parse(canonical(value))) == canonical(value)


def test_keys_are_sorted_and_nothing_is_spent_on_space() -> None:
    assert canonical({"b": [1, True, None], "a": {"d": "", "c": "ä"}}) == (
        '{"a":{"c":"ä","d":""},"b":[1,true,null]}'.encode()
    )


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        LARGEST + 1,
        -LARGEST - 1,
        "e\u0301",
        "\ud800",
        {1: "a"},
        {"ä": 1},
        {None: 1},
        b"bytes",
        {1, 2},
        object(),
        [1, [2, 3.5]],
    ],
)
def test_what_readers_might_take_differently_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"no canonical|ASCII"):
        canonical(value)


@pytest.mark.parametrize("body", [b"1.5", b"NaN", b"Infinity", b"1e3", b"", b"{", b"\xff", b'"a'])
def test_bytes_that_are_no_such_json_are_refused(body: bytes) -> None:
    with pytest.raises(LogBroken):
        parse(body)


def test_a_hundred_thousand_brackets_are_refused_at_once() -> None:
    with pytest.raises(LogBroken):
        parse(b"[" * 100_000 + b"]" * 100_000)
    assert json.loads(canonical(LARGEST)) == LARGEST
