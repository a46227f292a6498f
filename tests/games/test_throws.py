"""The stream of throws beyond its fixed vectors."""

import tracemalloc
from fractions import Fraction
from itertools import islice

import pytest

from pigpost.games.kinds import Kind
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS
from pigpost.games.settings import game_settings
from pigpost.games.throws import draw, round_key, throws, words

CHOSEN_BEFOREHAND = bytes.fromhex("01" * 32)


def chi_square(counts: list[int], weights: list[int]) -> Fraction:
    drawn, total = sum(counts), sum(weights)
    expected = [Fraction(drawn * weight, total) for weight in weights]
    terms = zip(counts, expected, strict=True)
    return sum(((c - e) ** 2 / e for c, e in terms), start=Fraction(0))


def counted(weights: tuple[int, ...], *, draws: int) -> list[int]:
    source = words(round_key(CHOSEN_BEFOREHAND, game="even", round=1, attempt=1))
    places = [draw(source, weights) for _ in range(draws)]
    return [places.count(place) for place in range(len(weights))]


def test_a_die_is_even() -> None:
    """11.07 is passed once in 20 seeds, 20.5 once in 1000 (5 degrees of freedom)."""
    assert chi_square(counted((1,) * 6, draws=60_000), [1] * 6) < Fraction("20.5")


def test_the_pigs_come_as_their_table_says() -> None:
    """Rare outcomes are taken together, so that each group expects 20 or more (10 degrees)."""
    counts = counted(STANDARD_WEIGHTS, draws=60_000)
    pooled = {place for place, weight in enumerate(STANDARD_WEIGHTS) if weight < 40}
    groups = [[place] for place in range(len(OUTCOMES)) if place not in pooled] + [sorted(pooled)]
    seen = [sum(counts[place] for place in group) for group in groups]
    weights = [sum(STANDARD_WEIGHTS[place] for place in group) for group in groups]
    assert len(groups) == 11
    assert chi_square(seen, weights) < Fraction("29.6")


def test_a_piggyback_never_comes_from_the_standard_table() -> None:
    assert counted(STANDARD_WEIGHTS, draws=60_000)[-1] == 0


@pytest.mark.parametrize("total", [2**64 - 1, 2**64, 2**63 + 1])
def test_the_largest_tables_are_drawn_from(total: int) -> None:
    assert draw(iter([0]), [1, total - 1]) == 0
    assert draw(iter([1]), [1, total - 1]) == 1
    assert draw(iter([total - 1]), [1, total - 1]) == 1


def test_a_stream_has_no_end_and_keeps_nothing() -> None:
    stream = throws(bytes(32), game_settings(Kind.POSTAL_PIGS))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in islice(stream, 20_000):
        pass
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20_000
