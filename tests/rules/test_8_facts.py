"""Section 8: exact expectations, by the engine where that is cheap."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS, Outcome
from tests.games.rounds import play

CHANCES = {o: Fraction(w, 6000) for o, w in zip(OUTCOMES, STANDARD_WEIGHTS, strict=True) if w}
SCORING = {o: chance for o, chance in CHANCES.items() if o.scores}
SCORES = sum(SCORING.values())
MEAN = sum(o.points * chance for o, chance in SCORING.items()) / SCORES


def sequences(length: int) -> Iterator[tuple[tuple[Outcome, ...], Fraction]]:
    """Every course of a round's first throws with its chance; the first throw scores."""
    for first, *later in product(SCORING, *[CHANCES] * (length - 1)):
        chance = SCORING[first] / SCORES
        for outcome in later:
            chance *= CHANCES[outcome]
        yield (first, *later), chance


def test_8_1_chance_and_mean_of_a_scoring_throw() -> None:
    assert Fraction(783, 1000) == SCORES
    assert Fraction(4714, 783) == MEAN


def expected(throws: int) -> Fraction:
    """What THROWS n expects."""
    return throws * Fraction(4714, 783) * Fraction(783, 1000) ** (throws - 1)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_8_1_throws_n_expects_what_the_engine_pays(n: int) -> None:
    paid = [
        (play({"Bill": f"THROWS {n}"}, course, target=1000).record.turn_scores[1], chance)
        for course, chance in sequences(n)
    ]
    assert sum(chance for _, chance in paid) == 1
    assert sum(points * chance for points, chance in paid) == expected(n)


def test_8_1_four_throws_are_best() -> None:
    figures = [round(float(expected(n)), 2) for n in range(1, 7)]
    assert figures == [6.02, 9.43, 11.07, 11.56, 11.31, 10.63]
    assert max(range(1, 50), key=expected) == 4


def test_8_1_a_round_in_which_nobody_drops_out_lasts_5_61_throws() -> None:
    closes = 1 - SCORES
    length = 1 + 1 / closes  # the first scores for certain; then until one does not
    assert length == Fraction(1217, 217)
