"""What rows of signs say: rows that are written out, and those that frames and kinds make together."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pigpost.orders.language_parts import Toml
from pigpost.orders.said import Wanted

_FRAGMENT = re.compile(r"\{(\w+)\}")
_CONDITION = "{condition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """What is said by certain signs in a certain order; those `beside` them change nothing."""

    wanted: Wanted
    beside: frozenset[str]
    shape: re.Pattern[str]


def saying(wanted: str, entry: Toml, shapes: Iterable[str], fragments: Mapping[str, str]) -> Saying:
    """What is said by any of several shapes."""
    return Saying(
        wanted=Wanted(wanted),
        beside=frozenset(entry["beside"]),
        shape=re.compile("|".join(whole(shape, fragments) for shape in shapes)),
    )


def framed(table: Toml, fragments: Mapping[str, str]) -> Iterator[Saying]:
    """What each kind of condition is in every frame that it fits, and its own rows."""
    for kind in table["kinds"]:
        shapes = (
            shape.replace(_CONDITION, kind[occasion])
            for occasion, frames in table["frames"].items()
            if kind[occasion]
            for shape in frames
        )
        yield saying(kind["wanted"], kind, (*shapes, *kind["shapes"]), fragments)


def whole(shape: str, fragments: Mapping[str, str]) -> str:
    """A shape with its fragments, and theirs, put in."""
    while (found := _FRAGMENT.search(shape)) is not None:
        shape = shape.replace(found[0], fragments[found[1]])
    return shape
