"""Any event that could be recorded."""

import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from pigpost.events.canonical_json import LARGEST
from pigpost.events.types import Event

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).map(
    lambda text: unicodedata.normalize("NFC", text)
)
written_texts = st.text(
    st.characters() | st.characters(categories=["Cs"]) | st.sampled_from("eo\u0308\u0323\u0345"),
    max_size=20,
)
"""What a program may take a person's words for: with lone surrogates and loose accents."""
numbers = st.integers(-LARGEST, LARGEST)
instants = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)).map(  # noqa: DTZ001
    lambda at: at.replace(tzinfo=UTC)
)
keys = st.text(st.characters(max_codepoint=126), max_size=8)


def values_with(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        st.none() | st.booleans() | numbers | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=8,
    )


values = values_with(texts)
_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: numbers,
    bool: st.booleans(),
    datetime: instants,
    NoneType: st.none(),
}


def events(texts: st.SearchStrategy[str] = texts) -> st.SearchStrategy[Event]:
    plain = {**_PLAIN, str: texts, Any: values_with(texts)}
    return st.one_of([_of(cls, plain) for cls in get_args(Event)])


def _of(kind: Any, plain: Mapping[Any, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    if kind in plain:
        return plain[kind]
    if is_dataclass(kind):
        types = get_type_hints(kind)
        return st.builds(kind, **{f.name: _of(types[f.name], plain) for f in fields(kind)})
    arguments = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return st.one_of([_of(argument, plain) for argument in arguments])
    if get_origin(kind) is tuple:
        return st.lists(_of(arguments[0], plain), max_size=3).map(tuple)
    assert get_origin(kind) is Mapping
    return st.dictionaries(keys, _of(arguments[1], plain), max_size=3)
