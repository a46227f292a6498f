"""Perfect play of Pig: it wins as often as the rules say, and no throw or hold does better."""

from fractions import Fraction
from itertools import product

import pytest

from pigpost.games.best_play import FARTHEST, Solution, _solution, optimal_hold, solve
from pigpost.games.kinds import RuleBroken

LARGEST_THROW = 6


@pytest.fixture(scope="module")
def exact() -> Solution[Fraction]:
    return solve(20, Fraction(1))


@pytest.fixture(scope="module")
def to_100() -> Solution[float]:
    return _solution(FARTHEST)


def values(
    solution: Solution[float] | Solution[Fraction], mine: int, others: int
) -> list[tuple[Fraction | float, Fraction | float]]:
    """What throwing on and what holding wins at each turn score from 0 on, of those below the target."""
    wins = solution.wins
    best: dict[int, Fraction | float] = {}
    found = []
    for turn in range(mine - 1, -1, -1):
        after = [best.get(turn + die, 1) for die in range(2, LARGEST_THROW + 1)]
        throws_on = (1 - wins[others, mine] + sum(after)) / 6
        holds = 1 - wins[others, mine - turn]
        best[turn] = max(throws_on, holds) if turn else throws_on
        found.append((throws_on, holds))
    return found[::-1]


def test_no_way_to_play_wins_more_often_by_exact_fractions(exact: Solution[Fraction]) -> None:
    for (mine, others), hold in exact.holds.items():
        found = values(exact, mine, others)
        assert exact.wins[mine, others] == found[0][0]
        assert all(throws_on > holds for throws_on, holds in found[2:hold])
        assert hold == mine or found[hold][1] >= found[hold][0]


def test_the_chances_of_perfect_play_are_those_of_the_exact_solution(
    exact: Solution[Fraction], to_100: Solution[float]
) -> None:
    for scores, chance in exact.wins.items():
        assert to_100.wins[scores] == pytest.approx(float(chance), abs=1e-14)
    for scores, hold in exact.holds.items():
        assert to_100.holds[scores] == hold


def test_4_7_of_two_perfect_players_of_pig_to_100_the_first_wins_53_06_percent(
    to_100: Solution[float],
) -> None:
    assert round(to_100.wins[100, 100] * 100, 2) == 53.06


def test_no_way_to_play_wins_more_often_in_a_game_to_100(to_100: Solution[float]) -> None:
    for mine, others in product((1, 17, 50, 83, 100), repeat=2):
        assert to_100.wins[mine, others] == pytest.approx(values(to_100, mine, others)[0][0])


def test_where_perfect_play_throws_on_from_a_higher_turn_score_too_holding_costs_little(
    to_100: Solution[float],
) -> None:
    """What an order by mail can't say: the figures of the module's docstring."""
    found = 0
    for (mine, others), hold in to_100.holds.items():
        first_past = range(hold, min(hold + LARGEST_THROW - 1, mine))
        by_turn = values(to_100, mine, others)
        if all(by_turn[turn][1] >= by_turn[turn][0] for turn in first_past):
            continue
        found += 1
        at_mail = [1.0] * (mine + LARGEST_THROW + 1)
        for turn in range(mine - 1, -1, -1):
            throws_on = (1 - to_100.wins[others, mine] + sum(at_mail[turn + 2 : turn + 7])) / 6
            at_mail[turn] = by_turn[turn][1] if turn >= hold else throws_on
        assert 0 <= to_100.wins[mine, others] - at_mail[0] < 0.0007
    assert found == 81


def test_at_the_start_perfect_play_holds_at_21() -> None:
    assert optimal_hold(0, 0, 100) == 21


def test_who_is_behind_dares_more() -> None:
    assert optimal_hold(0, 80, 100) > optimal_hold(0, 0, 100)


@pytest.mark.parametrize("target", [1, 20, 50, 100, 250, 1_000_000])
def test_nobody_is_told_to_throw_past_the_target(target: int) -> None:
    for my in {0, target // 2, target - 1}:
        for other in {0, target - 1}:
            assert 1 <= optimal_hold(my, other, target) <= target - my


def test_only_the_points_to_go_matter() -> None:
    assert optimal_hold(10, 35, 50) == optimal_hold(60, 85, 100) == optimal_hold(910, 935, 950)


@pytest.mark.parametrize(("my", "other", "target"), [(-1, 0, 100), (0, 100, 100), (0, 0, 0)])
def test_scores_are_those_of_a_game_that_goes_on(my: int, other: int, target: int) -> None:
    with pytest.raises(RuleBroken):
        optimal_hold(my, other, target)
