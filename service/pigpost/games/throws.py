"""From a seed to an endless stream of outcomes: the same bytes, the same throws (rules 2.6.4, 7.1).

Key, words and draws are fixed for ever. Players check them with ten lines of their own.
"""

import hmac
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from struct import Struct

from pigpost.games.outcomes import OUTCOMES, Outcome

NONE = "-"
"""Stands for an orders digest or a beacon value at levels that draw none into the key."""

_WORD_VALUES = 2**64
_FOUR_WORDS = Struct(">4Q")


def round_key(
    seed: bytes,
    *,
    game: str,
    round: int,
    attempt: int,
    source: str = "all",
    orders_digest: str = NONE,
    beacon: str = NONE,
) -> bytes:
    """The key of a stream. `source` tells whose throws they are: `all`, or a seat as `p3`.

    `seed` is 32 raw bytes; digest and beacon value are lower hex.
    """
    parts = ("pigpost/key/v1", game, round, attempt, source, orders_digest, beacon)
    return hmac.digest(seed, "".join(f"{part}\n" for part in parts).encode(), "sha256")


def words(key: bytes) -> Iterator[int]:
    """Whole numbers from 0 to 2^64 - 1 without end, four from each HMAC of a counter."""
    for counter in count():
        yield from _FOUR_WORDS.unpack(hmac.digest(key, counter.to_bytes(8, "big"), "sha256"))


def draw(source: Iterator[int], weights: Sequence[int]) -> int:
    """The place, from 0, of the outcome that the next words draw from a table (rule 2.6.4).

    >>> draw(iter([2**64 - 1, 7]), [1, 1, 1])
    1
    """
    running = tuple(accumulate(weights))
    return _draw(source, running, _fair_below(running[-1]))


def throws(key: bytes, weights: Sequence[int]) -> Iterator[Outcome]:
    """The throws of two pigs that a key fixes, without end; as many are drawn as are taken."""
    source, running = words(key), tuple(accumulate(weights))
    below = _fair_below(running[-1])
    while True:
        yield OUTCOMES[_draw(source, running, below)]


def _fair_below(total: int) -> int:
    """Words from here up would favour low remainders: they are passed over."""
    return _WORD_VALUES - _WORD_VALUES % total


def _draw(source: Iterator[int], running: tuple[int, ...], below: int) -> int:
    while (word := next(source)) >= below:
        pass
    return bisect_right(running, word % running[-1])
