"""A mail's text made comparable: letters folded, invisible things gone, every character traceable.

Three alphabets with maps between them: the text as it came, the text as it is shown back to its
writer (no controls, single spaces), and the folded text that words are looked up in.
"""

# ruff: noqa: RUF001, RUF002 - the characters themselves

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""Stands for what no reader can be sure of; a line that holds one is no order."""

_SPELLED = (
    dict.fromkeys("‘’‚‛ʼʻ`´′", "'")
    | dict.fromkeys("“”„‟«»″", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | {"ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d"}
    | {"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ı": "i"}
    | {"\t": " ", "\n": "\n", "\0": ""}
)
_BREAKS = str.maketrans(
    {"\r": "\n", "\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n"}
)
_OVERRIDES = "\u202d\u202e"
"""Show digits in another order than they are stored in: what the writer saw can't be known."""
_SPACES = (" ", "\n")
_SHOWN_FOLDED = (*_SPACES, UNREADABLE)
_OVERLAY = 1
"""Combining class of strokes through a letter: struck-out text, and signs such as not-equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clean:
    """A text in its three alphabets, lines separated by a line feed.

    `starts` and `ends` lead from characters of `shown` to the text as it came, `places` from
    characters of `folded` to `shown`.
    """

    shown: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    folded: str
    places: tuple[int, ...]


@lru_cache(maxsize=4096)
def fold_character(character: str) -> str:  # noqa: PLR0911 - kind by kind
    """A character without case, accents and compatibility forms; may be empty or longer.

    >>> "".join(map(fold_character, "Zoë’s"))
    "zoe's"
    """
    if character in _SPELLED:
        return _SPELLED[character]
    if unicodedata.combining(character) == _OVERLAY or character in _OVERRIDES:
        return UNREADABLE
    match unicodedata.category(character):
        case "Cf" | "Mn" | "Me":
            return ""
        case "Zs":
            return " "
        case "Cc" | "Cs" | "Co" | "Cn":
            return UNREADABLE
        case "Nd":
            return str(unicodedata.decimal(character))
        case "Sm" if not "\uff00" <= character <= "\uffef":
            return character
        case "No" | "Nl" | "So" | "Sk" | "Sc":
            return character
    bare = (c for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c))
    return "".join(_SPELLED.get(c, c.casefold()) for c in bare)


def clean(text: str) -> Clean:
    """The text in its three alphabets; runs of spaces become one, at the ends of lines none."""
    shown: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    folded: list[str] = []
    places: list[int] = []
    text = text.replace("\r\n", "\0\n").translate(_BREAKS)
    for index, character in enumerate(text):
        plain = fold_character(character)
        if plain in _SPACES:
            if shown and shown[-1] == " ":
                _drop_last(shown, starts, ends, folded, places)
            if plain == " " and (not shown or shown[-1] == "\n"):
                continue
        if plain == "":
            if shown:
                _attach(shown, ends, character, index)
            continue
        for letter in plain:
            folded.append(letter)
            places.append(len(shown))
        shown.append(plain if plain in _SHOWN_FOLDED else character)
        starts.append(index)
        ends.append(index + 1)
    if shown and shown[-1] == " ":
        _drop_last(shown, starts, ends, folded, places)
    return Clean(
        shown="".join(shown),
        starts=tuple(starts),
        ends=tuple(ends),
        folded="".join(folded),
        places=tuple(places),
    )


def _drop_last(*lists: list[str] | list[int]) -> None:
    for values in lists:
        values.pop()


def _attach(shown: list[str], ends: list[int], character: str, index: int) -> None:
    """An accent joins its letter where Unicode has one character for both (NFC)."""
    both = unicodedata.normalize("NFC", shown[-1] + character)
    if unicodedata.combining(character) and len(both) == 1:
        shown[-1] = both
        ends[-1] = index + 1
