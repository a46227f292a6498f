"""What a text says by all its words together, in whatever order they stand.

Tried on what has no gist. Each word speaks for one thing, or changes nothing; where all speak for the same
order, that is the order (docs/decisions/0029).
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pigpost.orders.ear import Ear
from pigpost.orders.gist import as_said, readings
from pigpost.orders.gist_frames import whole
from pigpost.orders.gist_terms import MOST_WAYS, Terms, terms_of
from pigpost.orders.gist_words import GistWords, with_further
from pigpost.orders.judge import Judged, judge
from pigpost.orders.said import Said, Wanted
from pigpost.orders.segment import Segment
from pigpost.orders.words import Word

_FILE = "votes.toml"
_NAMING = (Wanted.WHEN, Wanted.AFTER)
_COUNTING = (Wanted.THROWS, Wanted.TURN, Wanted.TOTAL)
_STOP = "."
_BRACKETS = ("(", ")")
_MOST_WORDS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What signs say together: `only` these, with all that it `needs` and nothing that it `bars`."""

    wanted: Wanted
    only: frozenset[str]
    needs: Sequence[re.Pattern[str]]
    bars: Sequence[re.Pattern[str]]

    def is_said(self, row: str) -> bool:
        """Whether a row of signs says this."""
        return (
            self.only.issuperset(row)
            and all(need.search(row) for need in self.needs)
            and not any(bar.search(row) for bar in self.bars)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """The words of a language with their signs, and what they can say together."""

    words: GistWords
    kinds: Sequence[Kind]


@cache
def votes_of(tag: str) -> Votes | None:
    """The votes of a language's words; None if it has none."""
    file = files("pigpost.orders").joinpath("languages", tag, _FILE)
    if not file.is_file():
        return None
    table = tomllib.loads(file.read_text("utf-8"))
    words = with_further(
        tag, terms=table["terms"], instead=table["instead"], nothing=table["nothing"]
    )
    shapes = table["shapes"]
    return Votes(
        words=words,
        kinds=[
            Kind(
                wanted=Wanted(kind["wanted"]),
                only=frozenset(kind["only"]),
                needs=[re.compile(whole(need, shapes)) for need in kind["needs"]],
                bars=[re.compile(whole(bar, shapes)) for bar in kind["bars"]],
            )
            for kind in table["kinds"]
        ],
    )


def voted(segment: Segment, words: Sequence[Word], ear: Ear) -> Judged | None:
    """The one order that all words speak for, held against the rules."""
    votes = votes_of(ear.language.tag)
    if votes is None or not words or len(words) > _MOST_WORDS or segment.asks or _hides(words):
        return None
    terms = terms_of(list(_stopped(words)), segment, ear, votes.words)
    if terms is None or terms.ways > MOST_WAYS:
        return None
    said = list(_said(terms, votes.kinds))
    if not said or any(one != said[0] for one in said):
        return None
    return judge(said[0], segment, ear)


def _stopped(words: Sequence[Word]) -> Iterator[Word]:
    """The words, with a full stop behind a number as a word of its own (`Score this turn: 23.`)."""
    for word in words:
        if word.text[:-1].isdigit() and word.text.endswith(_STOP):
            place = word.end - len(_STOP)
            yield Word(word.text.removesuffix(_STOP), word.start, place, word.glued)
            yield Word(_STOP, place, word.end, glued=True)
        else:
            yield word


def _hides(words: Sequence[Word]) -> bool:
    """Whether something stands in brackets: it may be meant or not."""
    return any(word.text in _BRACKETS for word in words)


def _said(terms: Terms, kinds: Sequence[Kind]) -> Iterator[Said]:
    numbers = sum(term.amount is not None for term in terms.terms)
    names = [term.names for term in terms.terms if term.names]
    for signs in readings(terms):
        row = "".join(signs)
        for kind in kinds:
            fits = numbers == (kind.wanted in _COUNTING) and len(names) == (kind.wanted in _NAMING)
            if fits and kind.is_said(row):
                yield as_said(kind.wanted, signs, terms)
