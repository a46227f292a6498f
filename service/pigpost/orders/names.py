"""Which player a name means, and which names a new player can have (rule 6.3)."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pigpost.games.kinds import Seat
from pigpost.orders.reading import Player
from pigpost.orders.text import fold_character

LONGEST_NAME = 40

_BEGINNING = re.compile(r"[^\W_]+|.")
_LETTERS = re.compile(r"[^\W\d_]+")
_NOT_IN_NAMES = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})


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
    if any(unicodedata.category(character) in _NOT_IN_NAMES for character in name):
        return "A name has no line breaks or control characters."
    if not any(character.isalnum() for character in fold(name)):
        return "A name has at least one letter or digit."
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The players as the reader looks them up: by full name, else by the first words of one."""

    me: Seat | None
    players: tuple[Player, ...]
    by_name: dict[str, tuple[Seat, ...]]
    by_beginning: dict[str, tuple[str, ...]]
    words: frozenset[str]
    """Every word of a name."""

    def spelled(self, seat: Seat) -> str:
        """The name of a seat as its player spells it."""
        return next(player.name for player in self.players if player.seat == seat)

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody who can be named in an order of mine."""
        return tuple(p.seat for p in self.players if p.seat != self.me and not p.out)

    def names_at(self, text: str, start: int) -> Iterator[str]:
        """Every name, whole or shortened, that folded text holds at a place."""
        for name in self.by_beginning.get(_beginning(text, start), ()):
            if text.startswith(name, start) and _ends_word(text, start + len(name)):
                yield name


def roster(players: Sequence[Player], me: Seat | None) -> Roster:
    """The players of a game; a name written in full wins over longer ones that begin with it."""
    by_name: dict[str, tuple[Seat, ...]] = {}
    for player in players:
        words = fold(player.name).split()
        for count in range(1, len(words)):
            short = " ".join(words[:count])
            by_name[short] = (*by_name.get(short, ()), player.seat)
    whole: dict[str, tuple[Seat, ...]] = {}
    for player in players:
        name = fold(player.name)
        whole[name] = (*whole.get(name, ()), player.seat)
    by_beginning: dict[str, tuple[str, ...]] = {}
    for name in by_name | whole:
        beginning = _beginning(name, 0)
        by_beginning[beginning] = (*by_beginning.get(beginning, ()), name)
    return Roster(
        me=me,
        players=tuple(players),
        by_name=by_name | whole,
        by_beginning=by_beginning,
        words=frozenset(word for name in whole for word in _LETTERS.findall(name)),
    )


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
    if rest[:1] in ("-", ".", "/"):
        return not rest[1:2].isalnum()
    return not (rest[:1].isalnum() or rest[:1] == "_")
