"""The words by which a language tells talk about something else; a language without them has none."""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from pigpost.orders.language_parts import single


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkWords:
    """Single words, in sets.

    Talk holds one of the `topics` at least, or a harmless word that is not `common`; it holds no
    `danger` and none of the words of `orders`. Words of `away` are not said of the `writer`. It
    does not begin with one of `openings`. An "it" is the weather's, before words of `weather`, perhaps
    `slight` ones, and a topic. Numbers stand before what is `counted`, a word that points before
    those of `this`; a denial before what it `lacks`. Where it is `hoping`, others are `spoken_to`;
    where it is `thanking` it needs no topic. Words of `closing` are harmless above the writer's name.
    """

    topics: frozenset[str]
    common: frozenset[str]
    danger: frozenset[str]
    orders: frozenset[str]
    away: frozenset[str]
    writer: frozenset[str]
    openings: frozenset[str]
    weather: frozenset[str]
    it: frozenset[str]
    pointing: frozenset[str]
    denials: frozenset[str]
    slight: frozenset[str]
    spoken_to: frozenset[str]
    hoping: frozenset[str]
    thanking: frozenset[str]
    lacks: frozenset[str]
    closing: frozenset[str]
    counted: frozenset[str]
    this: frozenset[str]


@cache
def talk_words(tag: str) -> TalkWords | None:
    """The words of a language's talk, if it can be told."""
    file = files("pigpost.orders").joinpath("languages", tag, "gist.toml")
    if not file.is_file():
        return None
    table = tomllib.loads(file.read_text("utf-8"))["talk"]
    return TalkWords(**{field.name: single(table[field.name]) for field in fields(TalkWords)})
