"""What a text says by all its words together, in whatever order they stand.

Tried on what has no gist. Each word speaks for one thing, or changes nothing; where they all speak for one
order, and no word is left, that is the order (docs/decisions/0029).
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from pigpost.orders.gist_frames import whole
from pigpost.orders.gist_words import GistWords, gist_words
from pigpost.orders.language import language
from pigpost.orders.language_parts import Phrases, Toml, single
from pigpost.orders.said import Wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What signs say together: `only` these, with all that it `needs`, and nothing that it `bars`."""

    wanted: Wanted
    only: frozenset[str]
    needs: Sequence[re.Pattern[str]]
    bars: Sequence[re.Pattern[str]]

    def is_carried(self, signs: Sequence[str]) -> bool:
        """Whether a row of signs says this."""
        row = "".join(signs)
        return (
            self.only.issuperset(row)
            and all(need.search(row) for need in self.needs)
            and not any(bar.search(row) for bar in self.bars)
        )
