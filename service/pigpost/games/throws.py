"""From a seed to an endless stream of outcomes: the same bytes, the same throws (rules 2.6.4, 7.1).

Key, words and draws are fixed for ever. Players check them with ten lines of their own.
"""

import hmac
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from struct import Struct

from pigpost.games.dice import BY_FACES, FACES, dice_in_a_throw
from pigpost.games.kinds import Kind, Seat, Settings
from pigpost.games.outcomes import OUTCOMES, Outcome

ALL = "all"
"""The source of throws that are shared; those of one seat are named by its label (formats 3)."""

LOT = "lot"
"""The source from which the starting seat is drawn, with the seed of round 1 (rule 4.7)."""

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
    source: str = ALL,
    orders_digest: str = NONE,
    beacon: str = NONE,
) -> bytes:
    """The key of a stream. `source` tells whose throws they are: `all`, a seat as `p3`, or `lot`.

    `seed` is 32 raw bytes; digest and beacon value are lower hex.
    """
    parts = ("pigpost/key/v1", game, str(round), str(attempt), source, orders_digest, beacon, "")
    return hmac.digest(seed, "\n".join(parts).encode(), "sha256")


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
    return bisect_right(running, next(_evenly(source, running[-1])))


def throws(key: bytes, settings: Settings) -> Iterator[Outcome]:
    """The throws that a key fixes, without end; as many are drawn as are taken.

    Pigs are drawn from the game's weights, dice one after the other; of Hog each is a die of the row.
    """
    if settings.kind.has_pigs:
        return _pigs(words(key), settings.weights)
    return _dice(words(key), settings.kind)


def lot(key: bytes, seats: Sequence[Seat]) -> Seat:
    """The seat that a key draws, all equally likely (rule 4.7)."""
    return seats[next(_evenly(words(key), len(seats)))]


def _pigs(source: Iterator[int], weights: Sequence[int]) -> Iterator[Outcome]:
    running = tuple(accumulate(weights))
    for number in _evenly(source, running[-1]):
        yield OUTCOMES[bisect_right(running, number)]


def _dice(source: Iterator[int], kind: Kind) -> Iterator[Outcome]:
    """A die is the remainder of 6, plus 1 (formats 3)."""
    dice = (number + 1 for number in _evenly(source, len(FACES)))
    return map(BY_FACES[kind].__getitem__, zip(*[dice] * dice_in_a_throw(kind), strict=False))


def _evenly(source: Iterator[int], total: int) -> Iterator[int]:
    """Numbers from 0 to one less than the total; words that would favour low ones are passed over."""
    fair_below = _WORD_VALUES - _WORD_VALUES % total
    return (word % total for word in source if word < fair_below)
