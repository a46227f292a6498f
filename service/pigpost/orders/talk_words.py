"""The words by which a language tells talk about something else; a language without them has none."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pigpost.orders.language import language
from pigpost.orders.language_parts import Phrase, Phrases, single


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkWords:
    """Single words in sets, and phrases; `talk.toml` of a language tells of each."""

    topics: frozenset[str]
    common: frozenset[str]
    danger: frozenset[str]
    touching: frozenset[str]
    endings: frozenset[str]
    mild: frozenset[str]
    orders: frozenset[str]
    told: frozenset[str]
    past: frozenset[str]
    timing: frozenset[str]
    dated: frozenset[str]
    away: frozenset[str]
    whither: frozenset[str]
    writer: frozenset[str]
    openings: frozenset[str]
    weather: frozenset[str]
    it: frozenset[str]
    pointing: frozenset[str]
    denials: frozenset[str]
    denied: frozenset[str]
    lacking: frozenset[str]
    slight: frozenset[str]
    spoken_to: frozenset[str]
    hoping: frozenset[str]
    thanking: frozenset[str]
    lacks: frozenset[str]
    closing: frozenset[str]
    counted: frozenset[str]
    aged: frozenset[str]
    this: frozenset[str]
    joining: frozenset[str]
    turning: frozenset[str]
    adding: frozenset[str]
    leading: frozenset[str]
    subjects: frozenset[str]
    owners: frozenset[str]
    verbs: frozenset[str]
    helping: frozenset[str]
    little: frozenset[str]
    conditions: frozenset[str]
    laughs: frozenset[str]
    asking: frozenset[str]
    leaving: frozenset[str]
    beginnings: frozenset[Phrase]
    idioms: frozenset[Phrase]
    heads: frozenset[Phrase]
    perils: frozenset[Phrase]
    wishes: frozenset[Phrase]
    reasons: Mapping[frozenset[str], frozenset[str]]
    longest: int


_PHRASES = ("beginnings", "idioms", "heads", "perils", "wishes")


@cache
def talk_words(tag: str) -> TalkWords | None:
    """The words of a language's talk, if it can be told."""
    file = files("pigpost.orders").joinpath("languages", tag, "talk.toml")
    if not file.is_file():
        return None
    table = tomllib.loads(file.read_text("utf-8"))
    sets = table.pop("sets")
    reasons = {
        frozenset(words.split("-")): single(pattern)
        for words, pattern in table.pop("reasons").items()
    }
    reader = Phrases(spelling=language(tag).spelling, noise=frozenset(), sets=sets)
    phrases = {name: frozenset(reader.whole(table.pop(name))) for name in _PHRASES}
    words: dict[str, Any] = {name: single(pattern) for name, pattern in table.items()} | phrases
    return TalkWords(
        **words,
        reasons=reasons,
        longest=max(map(len, phrases["idioms"] | phrases["heads"] | phrases["perils"])),
    )
