"""Which player a name means, and which names a new player can have (rule 6.3)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pigpost.games.kinds import Seat
from pigpost.orders.reading import Player
from pigpost.orders.text import fold_character

LONGEST_NAME = 40
NAME = "NAME"
"""The terminal of a name as it is; a language may have others, for names with an ending."""

_BEGINNING = re.compile(r"[^\W_]+|.")
_NICKNAME = re.compile(r"""["(]([^"()]+)[")]""")
_LETTERS = re.compile(r"[^\W\d_]+")
_BREAKS = frozenset({"Cc", "Zl", "Zp"})
_UNKNOWN = frozenset({"Cs", "Cn", "Co"})
"""Characters that have no meaning, or one that only some computers know."""
_TURNS = frozenset(
    map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
"""Signs that turn the direction of writing, and so of the whole line that a name stands in."""


def fold(name: str) -> str:
    """What is left of a name without case, accents and odd spaces: equal folds, equal names.

    >>> fold("  Zoë  O'BRIEN ")
    "zoe o'brien"
    """
    return " ".join("".join(map(fold_character, name)).split())


def same_name(one: str, other: str) -> bool:
    """Whether two names differ by nothing but case, accents and spaces (rule 6.3)."""
    return fold(one) == fold(other)


def name_problem(name: str) -> str | None:
    """Why nobody can be called so, as a sentence, or None (rule 6.3)."""
    length = len(unicodedata.normalize("NFC", name))
    if not 1 <= length <= LONGEST_NAME:
        return f"A name has 1 to {LONGEST_NAME} characters, this one has {length}."
    if "," in name:
        return "A name has no comma: commas separate the names of an order."
    for character in name:
        if problem := _character_problem(character):
            return problem
    if not any(character.isalnum() for character in fold(name)):
        return "A name has at least one letter or digit."
    return None


def _character_problem(character: str) -> str | None:
    """Why no name can hold this character."""
    category = unicodedata.category(character)
    if category in _BREAKS:
        return "A name has no line breaks or control characters."
    if category in _UNKNOWN:
        return (
            f"A name has no characters that only some computers can show (U+{ord(character):04X})."
        )
    if character in _TURNS:
        return f"A name has no signs that turn the direction of writing (U+{ord(character):04X})."
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameForm:
    """A form in which names stand, by its terminal: every rule that fits a name makes one."""

    terminal: str
    rules: tuple[tuple[re.Pattern[str], str], ...]

    def of(self, name: str) -> Iterator[str]:
        """The forms of a folded name."""
        for pattern, new in self.rules:
            if pattern.search(name):
                yield pattern.sub(new, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The players as the reader looks them up: by full name, else by the first words of one.

    `forms` are all spellings of a name with their terminals; `words` is every word of a name.
    """

    me: Seat | None
    players: tuple[Player, ...]
    by_name: Mapping[str, tuple[Seat, ...]]
    forms: Mapping[str, Mapping[str, tuple[Seat, ...]]]
    by_beginning: Mapping[str, tuple[str, ...]]
    words: frozenset[str]

    def spelled(self, seat: Seat) -> str:
        """The name of a seat as its player spells it."""
        return next(player.name for player in self.players if player.seat == seat)

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody who can be named in an order of mine."""
        return tuple(p.seat for p in self.players if p.seat != self.me and not p.out)

    def seats(self, terminal: str, text: str) -> tuple[Seat, ...]:
        """Whom a name of this form can mean."""
        return self.forms.get(text, {}).get(terminal, ())

    def names_at(self, text: str, start: int) -> Iterator[tuple[str, str]]:
        """Every name, whole or shortened, that folded text holds at a place, with its terminal."""
        for name in self.by_beginning.get(_beginning(text, start), ()):
            if text.startswith(name, start) and _ends_word(text, start + len(name)):
                for terminal in self.forms[name]:
                    yield name, terminal


@lru_cache(maxsize=256)
def roster(
    players: tuple[Player, ...], me: Seat | None, name_forms: tuple[NameForm, ...] = ()
) -> Roster:
    """The players of a game; a name written in full wins over longer ones that begin with it."""
    return replace(_everybody(players, name_forms), me=me)


@lru_cache(maxsize=64)
def _everybody(players: tuple[Player, ...], name_forms: tuple[NameForm, ...]) -> Roster:
    """The same, whoever writes: a table of hundreds is gone through once, not once a writer."""
    by_name = _by_name(players)
    forms: dict[str, dict[str, tuple[Seat, ...]]] = {}
    for name, seats in by_name.items():
        forms.setdefault(name, {})[NAME] = seats
        for form in name_forms:
            for spelled in form.of(name):
                known = forms.setdefault(spelled, {})
                known[form.terminal] = tuple(dict.fromkeys((*known.get(form.terminal, ()), *seats)))
    by_beginning: dict[str, tuple[str, ...]] = {}
    for name in forms:
        beginning = _beginning(name, 0)
        by_beginning[beginning] = (*by_beginning.get(beginning, ()), name)
    return Roster(
        me=None,
        players=players,
        by_name=by_name,
        forms=forms,
        by_beginning=by_beginning,
        words=frozenset(word for name in forms for word in _LETTERS.findall(name)),
    )


def _by_name(players: Sequence[Player]) -> dict[str, tuple[Seat, ...]]:
    by_name: dict[str, tuple[Seat, ...]] = {}
    for player in players:
        for short in dict.fromkeys(_short_names(fold(player.name))):
            by_name[short] = (*by_name.get(short, ()), player.seat)
    whole: dict[str, tuple[Seat, ...]] = {}
    for player in players:
        name = fold(player.name)
        whole[name] = (*whole.get(name, ()), player.seat)
    return by_name | whole


def _short_names(name: str) -> Iterator[str]:
    """The first words of a name; of one with a nickname in quotes also the nickname, and the rest."""
    plain = " ".join(_NICKNAME.sub(" ", name).split())
    for whole in (name, plain):
        words = whole.split()
        yield from (" ".join(words[:count]) for count in range(1, len(words)))
    if plain not in ("", name):
        yield plain
        yield " ".join(name.replace('"', " ").replace("(", " ").replace(")", " ").split())
        yield from (match[1].strip() for match in _NICKNAME.finditer(name))


def _beginning(text: str, start: int) -> str:
    """The letters and digits that a name begins with, else its first sign."""
    match = _BEGINNING.match(text, start)
    return "" if match is None else match[0]


def _ends_word(text: str, end: int) -> bool:
    """Whether a name could end here: not in the middle of a word, nor before a glued hyphen.

    A possessive or contracted `'s` may follow.
    """
    rest = text[end : end + 3]
    if rest[:1] == "'":
        return rest[1:2] in ("", " ", ",") or (rest[1:2] == "s" and not rest[2:].isalnum())
    if rest[:1] in ("-", "."):
        return not rest[1:2].isalnum()
    return not (rest[:1].isalnum() or rest[:1] == "_")
