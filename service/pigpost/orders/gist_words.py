"""The words and shapes that a language's gists are made of; a language without them has none."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pigpost.orders.language import language
from pigpost.orders.language_parts import Phrase, Phrases, Toml, single
from pigpost.orders.said import Wanted

_FRAGMENT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What is said by certain signs in a certain order; those `beside` them change nothing."""

    wanted: Wanted
    beside: frozenset[str]
    shape: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GistWords:
    """The terms of a language, each with the signs it can be, and what orders of signs say.

    `noise` is dropped wherever it stands, `trimmings` behind that; `requests` make a question one.
    `joining` stands between the names of a list, `qualities` behind a number, `reasons` before why
    an order is given.
    """

    noise: frozenset[str]
    joining: frozenset[str]
    qualities: frozenset[str]
    reasons: frozenset[str]
    terms: Mapping[Phrase, tuple[str, ...]]
    trimmings: frozenset[Phrase]
    requests: frozenset[Phrase]
    longest: Mapping[str, int]
    vocabulary: frozenset[str]
    sayings: tuple[Saying, ...]


@cache
def gist_words(tag: str) -> GistWords | None:
    """The gist of a language's sentences, if it can be told."""
    file = files("pigpost.orders").joinpath("languages", tag, "gist.toml")
    if not file.is_file():
        return None
    table = tomllib.loads(file.read_text("utf-8"))
    noise = single(table["noise"])
    reader = Phrases(spelling=language(tag).spelling, noise=noise, sets=table["sets"])
    terms: dict[Phrase, tuple[str, ...]] = {}
    for sign, pattern in table["terms"].items():
        for way in set(reader.bare(pattern)):
            terms[way] = (*terms.get(way, ()), sign)
    trimmings = frozenset(reader.bare(table["trimmings"]))
    requests = frozenset(reader.bare(table["requests"]))
    for way in trimmings & terms.keys():
        terms[way] = (*terms[way], "")
    longest: dict[str, int] = {}
    for way in (*terms, *trimmings, *requests):
        longest[way[0]] = max(longest.get(way[0], 0), len(way))
    return GistWords(
        noise=noise,
        joining=single(table["joining"]),
        qualities=single(table["qualities"]),
        reasons=single(table["reasons"]),
        terms=terms,
        trimmings=trimmings,
        requests=requests,
        longest=longest,
        vocabulary=frozenset(w for way in (*terms, *trimmings, *requests) for w in way) | noise,
        sayings=tuple(_saying(entry, table["shapes"]) for entry in table["said"]),
    )


def _saying(entry: Toml, fragments: Mapping[str, str]) -> Saying:
    shapes = "|".join(_whole(shape, fragments) for shape in entry["shapes"])
    return Saying(
        wanted=Wanted(entry["wanted"]),
        beside=frozenset(entry["beside"]),
        shape=re.compile(shapes),
    )


def _whole(shape: str, fragments: Mapping[str, str]) -> str:
    """A shape with its fragments, and theirs, put in."""
    while (found := _FRAGMENT.search(shape)) is not None:
        shape = shape.replace(found[0], fragments[found[1]])
    return shape
