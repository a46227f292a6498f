"""Section 8: the figures that the rules state, by the odds and, where that is cheap, by the engine."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pigpost.games.conditions import Dice, Throws, Turn
from pigpost.games.kinds import Form, Kind
from pigpost.games.odds import odds, points_gained, throws_until_lost
from pigpost.games.odds_throw import throw_odds
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS, Outcome
from pigpost.games.settings import game_settings
from tests.games.rounds import play

CHANCES = {o: Fraction(w, 6000) for o, w in zip(OUTCOMES, STANDARD_WEIGHTS, strict=True) if w}
SCORING = {o: chance for o, chance in CHANCES.items() if o.scores}
POSTAL = game_settings(Kind.POSTAL_PIGS)
PIG = game_settings(Kind.PIG)
HOG = game_settings(Kind.HOG)


def sequences(length: int) -> Iterator[tuple[tuple[Outcome, ...], Fraction]]:
    """Every course of a round's first throws with its chance; the first throw scores."""
    for first, *later in product(SCORING, *[CHANCES] * (length - 1)):
        chance = SCORING[first] / sum(SCORING.values())
        for outcome in later:
            chance *= CHANCES[outcome]
        yield (first, *later), chance


def expected(throws: int) -> Fraction:
    return odds(POSTAL, Throws(throws)).expected_turn


def test_8_1_chance_and_mean_of_a_scoring_throw() -> None:
    assert throw_odds(POSTAL).scores == Fraction(783, 1000)
    assert throw_odds(POSTAL).mean == Fraction(4714, 783)


@pytest.mark.parametrize("n", range(1, 51))
def test_8_1_throws_n_expects_so_many_points_in_a_shared_round(n: int) -> None:
    assert expected(n) == n * Fraction(4714, 783) * Fraction(783, 1000) ** (n - 1)


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
    length = throws_until_lost(POSTAL)
    assert length == Fraction(1217, 217)
    assert round(float(length), 2) == 5.61


def test_8_2_hold_at_20_in_pig() -> None:
    chances = {p: round(float(c), 6) for p, c in points_gained(PIG, Turn(20)).items()}
    assert chances == {
        0: 0.624541,
        20: 0.099713,
        21: 0.094991,
        22: 0.074189,
        23: 0.054196,
        24: 0.035198,
        25: 0.017173,
    }


def test_8_2_hold_at_20_expects_8_1418_points_a_turn_and_so_does_hold_at_21() -> None:
    at_20 = odds(PIG, Turn(20)).expected_turn
    assert round(float(at_20), 4) == 8.1418
    assert odds(PIG, Turn(21)).expected_turn == at_20
    assert max(odds(PIG, Turn(n)).expected_turn for n in range(1, 101)) == at_20


@pytest.mark.parametrize("form", Kind.HOG.forms)
@pytest.mark.parametrize("n", range(1, 51))
def test_8_3_hog_with_n_dice_expects_4n_times_five_sixths_to_the_n(n: int, form: Form) -> None:
    hog = game_settings(Kind.HOG, form=form)
    assert odds(hog, Dice(n)).expected_turn == 4 * n * Fraction(5, 6) ** n


def test_8_3_five_and_six_dice_are_best() -> None:
    figures = {n: odds(HOG, Dice(n)).expected_turn for n in range(1, 51)}
    best = max(figures.values())
    assert best == Fraction(15625, 1944)
    assert round(float(best), 4) == 8.0376
    assert [n for n, figure in figures.items() if figure == best] == [5, 6]


def test_8_4_one_throw_of_two_dice_pig() -> None:
    once = odds(game_settings(Kind.TWO_DICE), Throws(1))
    assert once.p_wipe == Fraction(1, 36)
    assert once.p_bust == Fraction(10, 36)
    assert once.expected_turn == Fraction(50, 9)


def test_8_4_one_throw_of_doubles_pig() -> None:
    once = odds(game_settings(Kind.DOUBLES), Throws(1))
    assert once.p_wipe == 0
    assert once.p_bust == Fraction(10, 36)
    assert once.expected_turn == Fraction(265, 36)
