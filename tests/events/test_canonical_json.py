import json
import unicodedata

import pytest
from hypothesis import given

from pigpost.errors import LogBroken
from pigpost.events.canonical_json import LARGEST, is_proper, parse, plain, proper, spelled
from tests.events.strategies import texts, values, values_with, written_texts


def canonical(value: object) -> bytes:
    return spelled(plain(value))


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


@given(texts)
def test_a_text_that_may_be_stored_is_left_alone(text: str) -> None:
    assert is_proper(text)
    assert proper(text) == text


@given(written_texts)
def test_any_text_becomes_one_that_may_be_stored(text: str) -> None:
    assert is_proper(proper(text))
    assert proper(proper(text)) == proper(text)
    shown = "".join("\ufffd" if unicodedata.category(c) == "Cs" else c for c in text)
    assert proper(text) == unicodedata.normalize("NFC", shown)


def test_each_lone_surrogate_is_shown_as_a_character_that_could_not_be_read() -> None:
    assert proper("Zoe\u0308 \udcff\ud800!") == "Zoë \ufffd\ufffd!"


@given(values_with(written_texts))
def test_a_value_of_any_texts_is_spelled_and_read_back_with_proper_ones(value: object) -> None:
    assert parse(canonical(value)) == plain(value)
    assert plain(plain(value)) == plain(value)


@pytest.mark.parametrize("body", [b"1.5", b"NaN", b"Infinity", b"1e3", b"", b"{", b"\xff", b'"a'])
def test_bytes_that_are_no_such_json_are_refused(body: bytes) -> None:
    with pytest.raises(LogBroken):
        parse(body)


def test_a_hundred_thousand_brackets_are_refused_at_once() -> None:
    with pytest.raises(LogBroken):
        parse(b"[" * 100_000 + b"]" * 100_000)
    assert json.loads(canonical(LARGEST)) == LARGEST
