"""The words and shapes that a language's gists are made of; a language without them has none."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from pigpost.orders.gist_frames import Saying, framed, saying, whole
from pigpost.orders.language import language
from pigpost.orders.language_parts import Phrase, Phrases, Toml, single
from pigpost.orders.misspelled import slips

_FILES = ("gist.toml", "frames.toml", "verbs.toml")
_NONE = "-"
"""A form that a verb does not have."""
_SPACE = "%"


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Words that change nothing and are known by how they are built."""

    adverbs: re.Pattern[str]
    qualities: re.Pattern[str]
    never: frozenset[str]

    def is_adverb(self, word: str) -> bool:
        """Whether a word tells how something is done: `gracefully`."""
        return word not in self.never and self.adverbs.fullmatch(word) is not None

    def is_quality(self, word: str) -> bool:
        """Whether a word tells how something is: `glorious`."""
        return word not in self.never and self.qualities.fullmatch(word) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class GistWords:
    """The terms of a language, each with the signs it can be, and what orders of signs say.

    `noise` is dropped wherever it stands, `trimmings` behind that; `requests` make a question one,
    `pleading` only beside a "please". `joining` stands between the names of a list, `qualities` behind
    a number or one of `articles`, `reasons` before why an order is given. `slips` are misspelled words.
    """

    noise: frozenset[str]
    joining: frozenset[str]
    qualities: frozenset[str]
    articles: frozenset[str]
    reasons: frozenset[str]
    built: Built
    terms: Mapping[Phrase, tuple[str, ...]]
    trimmings: frozenset[Phrase]
    requests: frozenset[Phrase]
    pleading: frozenset[Phrase]
    phrases: frozenset[Phrase]
    longest: Mapping[str, int]
    vocabulary: frozenset[str]
    slips: Mapping[str, str]
    sayings: tuple[Saying, ...]
    closing: re.Pattern[str]
    """What says once more that all is over then, of an order that stands beside it."""


@cache
def gist_words(tag: str) -> GistWords | None:
    """The gist of a language's sentences, if it can be told."""
    folder = files("pigpost.orders").joinpath("languages", tag)
    if not folder.joinpath(_FILES[0]).is_file():
        return None
    table, frames, verbs = (tomllib.loads(folder.joinpath(f).read_text("utf-8")) for f in _FILES)
    noise, slight = single(table["noise"]), single(frames["slight"])
    reader = Phrases(spelling=language(tag).spelling, noise=noise, sets=table["sets"])
    terms = _terms((sign, reader.bare(words)) for sign, words in table["terms"].items())
    further = ((sign, _strict(reader, words, slight)) for sign, words in frames["terms"].items())
    inflected = ((sign, _strict(reader, words, slight)) for sign, words in _verbs(verbs))
    for way, signs in _terms((*further, *inflected)).items():
        terms[way] = tuple(dict.fromkeys((*terms.get(way, ()), *signs)))
    trimmings = frozenset(
        (*reader.bare(table["trimmings"]), *_strict(reader, frames["trimmings"], slight))
    )
    requests = frozenset(reader.bare(table["requests"]))
    pleading = frozenset(reader.bare(frames["pleading"]))
    for way in trimmings & terms.keys():
        terms[way] = (*terms[way], "")
    ways = frozenset((*terms, *trimmings, *requests, *pleading))
    vocabulary = frozenset(word for way in ways for word in way) | noise
    shapes = table["shapes"] | frames["shapes"]
    rows = (saying(entry["wanted"], entry, entry["shapes"], shapes) for entry in table["said"])
    built = verbs["built"]
    return GistWords(
        noise=noise,
        joining=single(table["joining"]),
        qualities=single(table["qualities"]) | single(frames["qualities"]),
        articles=single(table["articles"]),
        reasons=single(table["reasons"]),
        built=Built(
            adverbs=re.compile(built["adverbs"]),
            qualities=re.compile(built["qualities"]),
            never=single(built["never"]),
        ),
        terms=terms,
        trimmings=trimmings,
        requests=requests,
        pleading=pleading,
        phrases=ways,
        longest=_longest(ways),
        vocabulary=vocabulary,
        slips=_slips(tag, verbs["misspelled"], vocabulary),
        sayings=(*rows, *framed(frames, shapes)),
        closing=re.compile("|".join(whole(shape, shapes) for shape in frames["closing"])),
    )


def with_further(
    tag: str, *, terms: Mapping[str, str], instead: Mapping[str, str], nothing: str
) -> GistWords:
    """The gist's words of a language that has them, with further signs and words that change nothing.

    The words of `instead` have these signs and no others.
    """
    known = gist_words(tag)
    if known is None:
        raise LookupError(f"{tag} has no gist")
    reader = Phrases(spelling=language(tag).spelling, noise=known.noise, sets={})
    further = dict(known.terms)
    for way, signs in _terms((sign, reader.whole(words)) for sign, words in terms.items()).items():
        further[way] = tuple(dict.fromkeys((*further.get(way, ()), *signs)))
    for only, words in instead.items():
        further.update(dict.fromkeys(reader.whole(words), tuple(only)))
    trimmings = known.trimmings | {*reader.whole(nothing)}
    phrases = known.phrases | further.keys() | trimmings
    return replace(
        known,
        terms={
            way: signs if way not in trimmings or "" in signs else (*signs, "")
            for way, signs in further.items()
        },
        trimmings=trimmings,
        phrases=phrases,
        longest=_longest(phrases),
        vocabulary=frozenset(word for way in phrases for word in way) | known.noise,
    )


def _longest(ways: Iterable[Phrase]) -> Mapping[str, int]:
    """How many words the longest phrase has that begins with a word."""
    longest: dict[str, int] = {}
    for way in ways:
        longest[way[0]] = max(longest.get(way[0], 0), len(way))
    return longest


def _terms(patterns: Iterable[tuple[str, Iterable[Phrase]]]) -> dict[Phrase, tuple[str, ...]]:
    """Every phrase with the signs that it can be."""
    terms: dict[Phrase, tuple[str, ...]] = {}
    for sign, ways in patterns:
        for way in set(ways):
            terms[way] = (*terms.get(way, ()), sign)
    return terms


def _strict(reader: Phrases, pattern: str, slight: frozenset[str]) -> set[Phrase]:
    """Phrases as they are; without their noise only where that leaves no doubt of them."""
    ways: set[Phrase] = set()
    for way in reader.whole(pattern):
        ways.add(way)
        if set(way) & reader.noise <= slight:
            bare = tuple(word for word in way if word not in reader.noise)
            if len(bare) > 1:
                ways.add(bare)
    return ways - {()}


def _verbs(table: Toml) -> Iterator[tuple[str, str]]:
    """The signs of verbs in all their forms, each with what stands behind it."""
    for verb in table["verbs"]:
        for line in verb["forms"].strip().splitlines():
            for sign, form in zip(verb["signs"], line.split(), strict=True):
                if form != _NONE:
                    yield sign, f"{form.replace(_SPACE, ' ')} ({verb['with']})"


def _slips(tag: str, table: Toml, vocabulary: frozenset[str]) -> Mapping[str, str]:
    """Misspelled words that are no other word, and what they are."""
    known = language(tag)
    others = (
        vocabulary
        | known.lexicon.vocabulary
        | known.numbers.vocabulary
        | known.courtesies.courteous
        | known.courtesies.harmless
        | single(table["never"])
    )
    return slips(single(table["words"]), others)
