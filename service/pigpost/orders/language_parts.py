"""The files of a language read into its parts; `languages/README.md` tells what is in them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from pigpost.orders.courtesies import Courtesies
from pigpost.orders.dates import Dates
from pigpost.orders.lexicon import Lexicon, lexicon
from pigpost.orders.names import NameForm, fold
from pigpost.orders.numbers import Numbers, Suffix
from pigpost.orders.patterns import expand
from pigpost.orders.roles import Roles
from pigpost.orders.slots import SLOT
from pigpost.orders.words import Spelling, spelling, words_of

Toml: TypeAlias = Mapping[str, Any]
Phrase: TypeAlias = tuple[str, ...]

_SLOTS = re.compile(f"({SLOT.pattern})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Patterns become phrases, word by word as the reader sees them."""

    spelling: Spelling
    noise: frozenset[str]
    sets: Mapping[str, str]

    def whole(self, pattern: str, sets: Mapping[str, str] | None = None) -> tuple[Phrase, ...]:
        """All words, the noise too; gaps such as `<game>` are one."""
        known = (sets or self.sets) if "{" in pattern else {}
        ways = expand(folded(pattern), {name: folded(known[name]) for name in known})
        return tuple(map(self._words, ways))

    def _words(self, way: str) -> Phrase:
        """A gap may stand among the words; of letters and spaces nothing is to be told apart."""
        words = way.split()
        if all(map(str.isalpha, words)) and self.spelling.bare.keys().isdisjoint(words):
            return tuple(words)
        return tuple(self._told_apart(way))

    def _told_apart(self, way: str) -> Iterator[str]:
        for part in _SLOTS.split(way):
            if SLOT.fullmatch(part):
                yield part
            else:
                yield from (word.text for word in words_of(part, self.spelling))

    def bare(self, pattern: str) -> tuple[Phrase, ...]:
        """Without the words that are dropped wherever they stand."""
        ways = (tuple(w for w in way if w not in self.noise) for way in self.whole(pattern))
        return tuple(way for way in ways if way)


def folded(pattern: str) -> str:
    """A pattern without case and accents."""
    return "\n".join(fold(line) for line in pattern.splitlines())


def single(pattern: str) -> frozenset[str]:
    """The single words that a pattern stands for."""
    return frozenset(filter(None, expand(folded(pattern))))


def noise_of(words: Toml) -> frozenset[str]:
    """The words that change nothing wherever they stand."""
    return single(words["noise"]) | single(words["polite"])


def spelling_of(table: Toml, numbers: Toml) -> Spelling:
    """How words are written together."""
    return spelling(
        suffixes=[suffix["written"] for suffix in numbers.get("suffixes", ())],
        contractions=table.get("contractions", ()),
        bare=table.get("bare", {}),
        units=single(table.get("units", "")),
        stop=table["stop"],
    )


def lexicon_of(words: Toml, reader: Phrases) -> Lexicon:
    """What stands for which terminal."""
    return lexicon(
        polite=single(words["polite"]),
        noise=reader.noise,
        phrases={name: reader.bare(pattern) for name, pattern in words["phrases"].items()},
        behind={
            (entry["word"], last): entry["terminal"]
            for entry in words["spelling"].get("behind", ())
            for last in entry["after"]
        },
    )


def numbers_of(table: Toml, reader: Phrases) -> Numbers:
    """The numbers, also those of tens and ones."""
    words: dict[Phrase, tuple[str, int]] = {}
    for group in table["words"]:
        for pattern, value in group["values"].items():
            words |= dict.fromkeys(reader.whole(pattern), (group["terminal"], value))
    for group in table.get("joined", ()):
        for first, tens in group["first"].items():
            for second, ones in group["second"].items():
                for between in group["between"]:
                    (way,) = reader.whole(f"{first}{between}{second}")
                    words[way] = (group["terminal"], tens + ones)
    longest: dict[str, int] = {}
    for way in words:
        longest[way[0]] = max(longest.get(way[0], 0), len(way))
    return Numbers(
        words=words,
        longest=longest,
        suffixes=tuple(
            Suffix(
                written=fold(suffix["written"]),
                terminal=suffix["terminal"],
                behind=re.compile(suffix.get("behind", "")),
            )
            for suffix in table.get("suffixes", ())
        ),
        one=fold(table["one"]),
        articles=single(table.get("articles", "")),
        and_=single(table["and"]),
        parts=single(table.get("parts", "")),
        point=single(table.get("point", "")),
        signs=single(table.get("signs", "")),
        ranges=single(table.get("ranges", "-")),
        vocabulary=frozenset(word for way in words for word in way),
    )


def name_forms_of(words: Toml) -> tuple[NameForm, ...]:
    """The forms of names, with the terminal of each."""
    return tuple(
        NameForm(
            terminal=form["terminal"],
            rules=tuple((re.compile(pattern), new) for pattern, new in form["rules"]),
        )
        for form in words.get("name_forms", ())
    )


def dates_of(table: Toml, until: str) -> Dates:
    """The words of days; `until` are those that stand between two days in every language."""
    return Dates(
        months={
            name: month
            for month, names in enumerate(table["months"], start=1)
            for name in expand(folded(names))
        },
        fillers=single(table["fillers"]),
        until=single(table["until"]) | single(until),
        vague=single(table["vague"]),
        numeric=tuple(re.compile(pattern) for pattern in table.get("numeric", ())),
    )


def courtesies_of(table: Toml, reader: Phrases) -> Courtesies:
    """What may stand around an order."""
    greetings, openings, closings = (
        frozenset(reader.bare(table[name])) for name in ("greetings", "openings", "closings")
    )
    courteous = {word for way in greetings | openings | closings for word in way}
    return Courtesies(
        greetings=greetings,
        openings=openings,
        leads=frozenset(reader.bare(table.get("leads", ""))),
        closings=closings,
        small_talk_openings=frozenset(reader.bare(table["small_talk_openings"])),
        to_players=frozenset(reader.bare(table.get("to_players", ""))),
        questions=frozenset(reader.bare(table.get("questions", ""))),
        it=frozenset(reader.bare(table.get("it", ""))),
        hopes=frozenset(reader.bare(table.get("hopes", ""))),
        hoped=single(table.get("hoped", "")),
        about_it=single(table.get("about_it", "")),
        joins=frozenset(reader.bare(table.get("joins", ""))),
        harmless=single(table["harmless"]),
        linking=single(table.get("linking", "")),
        introductions=frozenset(reader.bare(table["introductions"])),
        vocatives=frozenset(reader.bare(table.get("vocatives", ""))),
        here=single(table.get("here", "")),
        signatures=tuple(re.compile(pattern) for pattern in table["signatures"]),
        courteous=frozenset(w for w in courteous if w[-1].isalpha())
        - single(table.get("ordinary", "")),
        first_of_openings=frozenset(way[0] for way in openings | greetings)
        | frozenset(way[0] for way in reader.bare(table.get("leads", "")))
        | reader.noise,
        first_of_closings=frozenset(way[0] for way in closings) | reader.noise,
    )


def roles_of(table: Toml) -> Roles:
    """Which terminals do what; a role that a language does not have is empty."""
    phrases = {"headings", "plain_headings"}
    sets = {
        field.name: frozenset(table.get(field.name, "").split())
        for field in fields(Roles)
        if field.name not in phrases | {"taking_back"}
    }
    return Roles(
        **sets,
        headings=_sequences(table["headings"]),
        plain_headings=_sequences(table["plain_headings"]),
        taking_back=single(table["taking_back"]),
    )


def _sequences(lines: Iterable[str]) -> frozenset[Phrase]:
    return frozenset(tuple(line.split()) for line in lines)
