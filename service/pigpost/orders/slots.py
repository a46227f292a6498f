"""Gaps in the phrases of commands, and what may fill them: a game, a round, an address, days."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pigpost.orders.dates import Dates, days_in
from pigpost.orders.numbers import Numbers, numeral_at

SLOT = re.compile(r"<\w+>")

_GAME = re.compile(r"(?=.*[a-z])[a-z0-9][a-z0-9-]{0,39}")
_ADDRESS = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]{1,250}")
_BRACKETS = "<>()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """What telling the fillings of a language apart needs; `no_games` are words that are no game's."""

    numbers: Numbers
    dates: Dates
    no_games: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What fills the gaps, with its places; not `whole` when days could not be read."""

    args: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Gapped:
    """A phrase with a gap: the words before it, what fills it, the words behind it."""

    before: tuple[str, ...]
    gap: str
    behind: tuple[str, ...]


def gapped(pattern: Sequence[str]) -> Gapped | None:
    """The pattern taken apart at its gap; None if it has none."""
    at = next((n for n, piece in enumerate(pattern) if SLOT.fullmatch(piece)), None)
    if at is None:
        return None
    return Gapped(
        before=tuple(pattern[:at]), gap=pattern[at].strip("<>"), behind=tuple(pattern[at + 1 :])
    )


def match(pattern: Gapped, words: tuple[str, ...], slots: Slots) -> Found | None:
    """What fills the gap of a pattern, if the words are one to the last."""
    start, end = len(pattern.before), len(words) - len(pattern.behind)
    if start >= end or words[:start] != pattern.before or words[end:] != pattern.behind:
        return None
    return _fill(pattern.gap, words, (start, end), slots)


def _fill(name: str, words: Sequence[str], place: tuple[int, int], slots: Slots) -> Found | None:
    filling = words[place[0] : place[1]]
    match name:
        case "game":
            return _one(
                name, filling[0], place, fits=len(filling) == 1 and is_game(filling[0], slots)
            )
        case "round":
            numeral = numeral_at(filling, slots.numbers)
            fits = (
                numeral is not None and numeral.words == len(filling) and numeral.kind == "NUMBER"
            )
            return _one(name, str(numeral.value) if numeral else "", place, fits=fits)
        case "address":
            bare = "".join(filling).strip(_BRACKETS)
            return _one(name, bare, place, fits=_ADDRESS.fullmatch(bare) is not None)
        case "dates":
            return _days(filling, place, slots)
    raise LookupError(f"there is no gap <{name}>")


def _one(name: str, value: str, place: tuple[int, int], *, fits: bool) -> Found | None:
    return Found(args={name: value}, places={name: place}) if fits else None


def _days(words: Sequence[str], place: tuple[int, int], slots: Slots) -> Found | None:
    days = days_in(words, slots.dates)
    if days is not None:
        return Found(args={"start": days[0], "end": days[1]}, places={"dates": place})
    if slots.dates.could_be(words):
        return Found(places={"dates": place}, whole=False)
    return None


def is_game(word: str, slots: Slots) -> bool:
    """Whether a folded word can be a game's name."""
    odd = "-" in word or any(character.isdigit() for character in word)
    return bool(_GAME.fullmatch(word)) and (odd or word not in slots.no_games)
