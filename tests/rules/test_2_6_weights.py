"""Section 2.6: weight tables and drawing from them."""

from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from pigpost.games.kinds import Kind, Piggyback, RuleBroken
from pigpost.games.outcomes import OUTCOMES, STANDARD_WEIGHTS, check_weights, default_weights
from pigpost.games.settings import check_settings, game_settings
from pigpost.games.throws import draw, throws

KERN = (1279, 1304, 659, 1678, 235, 49, 273, 30, 92, 5, 15, 2, 45, 308, 2, 1, 23, 0)


def only(name: str, weight: int) -> list[int]:
    return [weight if outcome.name == name else 0 for outcome in OUTCOMES]


def test_2_6_1_the_standard_table_is_the_count_of_6000_throws() -> None:
    assert default_weights(Piggyback.WIPE) == KERN
    assert sum(KERN) == 6000


def test_2_6_2_a_game_that_eliminates_doubles_it_and_takes_one_touching_throw_for_a_piggyback() -> (
    None
):
    weights = default_weights(Piggyback.ELIMINATE)
    assert weights[:-2] == tuple(2 * weight for weight in KERN[:-2])
    assert weights[-2:] == (45, 1)
    assert sum(weights) == 12000


def test_2_6_2_touching_is_as_likely_in_both_tables() -> None:
    with_piggyback = default_weights(Piggyback.ELIMINATE)
    assert Fraction(sum(with_piggyback[-2:]), 12000) == Fraction(sum(KERN[-2:]), 6000)


@pytest.mark.parametrize("kind", [Kind.POSTAL_PIGS, Kind.PASS_THE_PIGS])
@pytest.mark.parametrize("piggyback", list(Piggyback))
def test_2_6_2_a_game_without_a_table_of_its_own_has_that_of_its_piggyback_rule(
    kind: Kind, piggyback: Piggyback
) -> None:
    assert game_settings(kind, piggyback=piggyback).weights == default_weights(piggyback)


def test_2_6_2_a_table_of_ones_own_goes_before() -> None:
    own = (1,) * 18
    settings = game_settings(Kind.PASS_THE_PIGS, piggyback=Piggyback.ELIMINATE, weights=own)
    assert settings.weights == own


@pytest.mark.parametrize("piggyback", list(Piggyback))
def test_2_6_3_both_tables_can_be_played_with(piggyback: Piggyback) -> None:
    check_weights(default_weights(piggyback))


def test_2_6_3_a_table_of_one_scoring_outcome_can_be_played_with() -> None:
    check_weights(only("double_leaning_jowler", 2**53 - 1))


@pytest.mark.parametrize(
    "weights",
    [
        [],
        [1] * 17,
        [1] * 19,
        [0] * 18,
        [*only("pig_out", 5)],
        [5, *[0] * 15, 5, 5],
        [-1, *[1] * 17],
        [1.0, *[1] * 17],
        [0.5, *[1] * 17],
        [True, *[1] * 17],
        ["1", *[1] * 17],
        [None, *[1] * 17],
        only("sider", 2**53),
        [2**53 - 1, 1, *[0] * 16],
    ],
)
def test_2_6_3_other_tables_are_refused_with_the_rule(weights: list[int]) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_weights(weights)
    assert (broken.value.rule, broken.value.code) == ("2.6.3", "bad_weights")


def test_2_6_3_a_game_is_not_made_with_such_a_table_nor_read_from_a_record_of_one() -> None:
    for make in (
        lambda: game_settings(Kind.POSTAL_PIGS, weights=[0] * 18),
        lambda: check_settings(replace(game_settings(Kind.POSTAL_PIGS), weights=(0,) * 18)),
    ):
        with pytest.raises(RuleBroken) as broken:
            make()
        assert broken.value.rule == "2.6.3"


def test_2_6_3_the_games_own_table_is_what_is_drawn_from() -> None:
    settings = game_settings(Kind.PASS_THE_PIGS, weights=only("snouter", 7))
    assert {outcome.name for outcome in islice(throws(bytes(32), settings), 50)} == {"snouter"}


def test_2_6_3_a_table_cannot_be_changed_by_who_made_it() -> None:
    mine = [1] * 18
    settings = game_settings(Kind.POSTAL_PIGS, weights=mine)
    mine[0] = 1000
    assert settings.weights == (1,) * 18


@pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.has_pigs])
def test_2_6_4_dice_have_no_table(kind: Kind) -> None:
    assert game_settings(kind).weights == ()
    with pytest.raises(RuleBroken) as broken:
        game_settings(kind, weights=[1] * 6)
    assert (broken.value.code, broken.value.rule) == ("bad_weights", "2.6.4")


def test_2_6_4_an_outcome_is_drawn_by_as_many_numbers_as_its_weight_says() -> None:
    places = [draw(iter([number]), STANDARD_WEIGHTS) for number in range(6000)]
    assert [places.count(place) for place in range(18)] == list(KERN)


def test_2_6_4_outcomes_are_laid_out_in_the_order_of_the_table() -> None:
    places = [draw(iter([number]), STANDARD_WEIGHTS) for number in range(6000)]
    assert places == sorted(places)


def test_2_6_4_an_outcome_of_weight_0_is_never_drawn() -> None:
    assert [draw(iter([number]), [0, 1, 0, 2, 0]) for number in range(3)] == [1, 3, 3]


def test_2_6_4_numbers_that_would_favour_some_outcomes_are_passed_over() -> None:
    highest = 2**64 - 1
    assert 2**64 % 6000 == 3616
    assert draw(iter([highest, 2**64 - 3616, 2**64 - 3617]), STANDARD_WEIGHTS) == 16
    assert draw(iter([2**64 - 3617]), STANDARD_WEIGHTS) == 16


def test_2_6_4_a_die_is_drawn_in_the_same_way() -> None:
    assert [draw(iter([number]), [1] * 6) + 1 for number in range(12)] == [*range(1, 7)] * 2
