"""The notation of the languages' files: `(stop | end) [my] {turn}` stands for all its ways."""

import re
from collections.abc import Iterator, Mapping
from itertools import product

_PIECE = re.compile(r"\{\w+\}|[()\[\]|]|[^\s()\[\]{}|]+")
_CLOSING = {"(": ")", "[": "]"}


def expand(pattern: str, sets: Mapping[str, str] | None = None) -> Iterator[str]:
    """Every way that a pattern stands for, words with single spaces between.

    `a | b` is either, `(a | b)` groups, `[a]` may be left out, `{name}` is the pattern of a set.

    >>> list(expand("[just] (one | 1) throw"))
    ['one throw', '1 throw', 'just one throw', 'just 1 throw']
    """
    pieces = _PIECE.findall(pattern)
    ways, rest = _either(pieces, 0, sets or {})
    if rest != len(pieces):
        raise ValueError(f"a bracket too many in {pattern!r}")
    yield from dict.fromkeys(" ".join(" ".join(way).split()) for way in ways)


_Ways = list[tuple[str, ...]]


def _either(pieces: list[str], at: int, sets: Mapping[str, str]) -> tuple[_Ways, int]:
    """The ways of alternatives up to a closing bracket or the end, and where that is."""
    ways: _Ways = []
    parts: list[_Ways] = []
    while at < len(pieces) and pieces[at] not in _CLOSING.values():
        piece = pieces[at]
        at += 1
        if piece == "|":
            ways.extend(_joined(parts))
            parts = []
        elif piece in _CLOSING:
            inner, at = _either(pieces, at, sets)
            if at >= len(pieces) or pieces[at] != _CLOSING[piece]:
                raise ValueError(f"a bracket is not closed in {' '.join(pieces)!r}")
            parts.append([(), *inner] if piece == "[" else inner)
            at += 1
        elif piece[0] == "{":
            parts.append([(way,) for way in expand(sets[piece[1:-1]], sets)])
        else:
            parts.append([(piece,)])
    return [*ways, *_joined(parts)], at


def _joined(parts: list[_Ways]) -> _Ways:
    return [tuple(word for part in way for word in part) for way in product(*parts)]
