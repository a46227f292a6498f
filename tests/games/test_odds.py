"""The odds of a turn: against plain enumeration, against each other, and at their limits."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.conditions import (
    After,
    Condition,
    Dice,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
)
from pigpost.games.dice import BY_FACES
from pigpost.games.kinds import Form, Kind, Piggyback, RuleBroken, Seat, Settings
from pigpost.games.odds import Odds, odds, points_gained, throws_until_lost
from pigpost.games.outcomes import OUTCOMES, Outcome, loss_of
from pigpost.games.settings import game_settings

POSTAL = game_settings(Kind.POSTAL_PIGS)
GAMES = [game_settings(kind, form=form) for kind in Kind for form in kind.forms]


def of_game(settings: Settings) -> str:
    return f"{settings.kind}-{settings.form}"


def chances(settings: Settings) -> Mapping[Outcome, Fraction]:
    """One throw, as the rules say it."""
    if settings.kind.has_pigs:
        total = sum(settings.weights)
        return {o: Fraction(w, total) for o, w in zip(OUTCOMES, settings.weights, strict=True) if w}
    faces = BY_FACES[settings.kind]
    return {outcome: Fraction(1, len(faces)) for outcome in faces.values()}


def is_over(order: Condition, *, made: int, turn: int, score: int, target: int | None) -> bool:
    if target is not None and score + turn >= target:
        return True
    match order:
        case Throws(n):
            return made >= n
        case Turn(n):
            return turn >= n
        case Total(n):
            return score + turn >= n
    raise AssertionError(order)


def ends(
    settings: Settings, order: Condition, score: int, target: int | None
) -> dict[str, Fraction]:
    """Every end of a turn with its chance, throw by throw and without any shortcut."""
    later_throws = chances(settings)
    scoring = sum(chance for outcome, chance in later_throws.items() if outcome.scores)
    first_throws = (
        {outcome: chance / scoring for outcome, chance in later_throws.items() if outcome.scores}
        if settings.first_throw_scores
        else later_throws
    )

    @cache
    def after(made: int, turn: int) -> dict[str, Fraction]:
        if made and is_over(order, made=made, turn=turn, score=score, target=target):
            return {f"+{turn}": Fraction(1)}
        found: dict[str, Fraction] = {}
        for outcome, chance in (later_throws if made else first_throws).items():
            loss = loss_of(outcome, settings.piggyback)
            rest = after(made + 1, turn + outcome.points) if loss is None else {loss: Fraction(1)}
            for end, share in rest.items():
                found[end] = found.get(end, Fraction(0)) + chance * share
        return found

    return after(0, 0)


def counted(found: Mapping[str, Fraction]) -> Odds:
    kept = {int(end): chance for end, chance in found.items() if end.startswith("+")}
    none = Fraction(0)
    return Odds(
        expected_turn=sum((points * chance for points, chance in kept.items()), none),
        p_score=sum(kept.values(), none),
        p_bust=found.get("turn", none),
        p_wipe=found.get("score", none),
        p_eliminate=found.get("seat", none),
    )


tables = st.lists(st.integers(0, 9), min_size=18, max_size=18).filter(lambda w: any(w[1:16]))
own_tables = st.builds(
    lambda weights, how, form, promised: replace(
        game_settings(
            Kind.POSTAL_PIGS if form is Form.SHARED else Kind.PASS_THE_PIGS,
            form=form,
            weights=weights,
            piggyback=how,
        ),
        first_throw_scores=promised,
    ),
    tables,
    st.sampled_from(Piggyback),
    st.sampled_from(Form),
    st.booleans(),
)
of_dice = st.sampled_from([s for s in GAMES if not s.kind.has_pigs and s.kind is not Kind.HOG])
orders = st.one_of(
    st.builds(Throws, st.integers(1, 5)),
    st.builds(Turn, st.integers(1, 25)),
    st.builds(Total, st.integers(1, 45)),
)


@hypothesis.settings(deadline=None, max_examples=60)
@given(own_tables | of_dice, orders, st.integers(0, 24), st.none() | st.integers(25, 45))
def test_odds_are_those_of_plain_enumeration(
    settings: Settings, order: Condition, score: int, target: int | None
) -> None:
    found = ends(settings, order, score, target)
    assert odds(settings, order, score=score, target=target) == counted(found)
    points = {int(end): chance for end, chance in found.items() if end.startswith("+") and chance}
    gained = points_gained(settings, order, score=score, target=target)
    assert {p: chance for p, chance in gained.items() if p} == points


@hypothesis.settings(deadline=None)
@given(
    st.sampled_from(GAMES),
    st.integers(1, 40),
    st.sampled_from([Throws, Turn, Total]),
    st.booleans(),
)
def test_the_four_chances_sum_to_1(
    settings: Settings, n: int, kind: type[Throws | Turn | Total], with_target: bool
) -> None:
    order = Dice(n) if settings.kind is Kind.HOG else kind(n)
    turn = odds(settings, order, target=100 if with_target else None)
    assert turn.p_score + turn.p_bust + turn.p_wipe + turn.p_eliminate == 1
    gained = points_gained(settings, order, target=100 if with_target else None)
    assert sum(gained.values()) == 1
    assert sum(points * chance for points, chance in gained.items()) == turn.expected_turn
    assert gained.get(0, 0) == 1 - turn.p_score


@pytest.mark.parametrize("settings", GAMES, ids=of_game)
def test_one_throw_has_the_odds_of_the_table(settings: Settings) -> None:
    order = Dice(1) if settings.kind is Kind.HOG else Throws(1)
    throw = chances(settings)
    scoring = sum(chance for outcome, chance in throw.items() if outcome.scores)
    first = scoring if settings.first_throw_scores else Fraction(1)
    turn = odds(settings, order)
    assert turn.p_score == scoring / first
    assert turn.expected_turn == sum(o.points * chance for o, chance in throw.items()) / first


@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_so_many_points_in_all_are_those_of_the_turn_less_the_match_score(n: int) -> None:
    assert odds(POSTAL, Total(30 + n), score=30) == odds(POSTAL, Turn(n))
    assert odds(POSTAL, Turn(n), score=30) == odds(POSTAL, Turn(n))


@pytest.mark.parametrize("total", [1, 29, 30])
def test_3_3_3_a_total_that_is_held_already_is_met_at_the_first_throw(total: int) -> None:
    assert odds(POSTAL, Total(total), score=30) == odds(POSTAL, Throws(1))


def test_3_2_4_without_the_promise_the_first_throw_can_be_lost() -> None:
    once = odds(game_settings(Kind.POSTAL_PIGS, first_throw_scores=False), Throws(1))
    assert (once.p_bust, once.p_wipe) == (Fraction(1279, 6000), Fraction(23, 6000))


def test_4_2_own_throws_know_no_promise() -> None:
    once = odds(game_settings(Kind.PASS_THE_PIGS), Throws(1))
    assert once.p_eliminate == Fraction(1, 12000)
    assert once.p_wipe == Fraction(45, 12000)


def test_3_5_3_a_piggyback_wipes_or_eliminates() -> None:
    weights = [0, 3, *[0] * 15, 1]
    for how, wiped, out in ((Piggyback.WIPE, 1, 0), (Piggyback.ELIMINATE, 0, 1)):
        game = game_settings(Kind.POSTAL_PIGS, weights=weights, piggyback=how)
        turn = odds(game, Throws(2))
        assert (turn.p_wipe, turn.p_eliminate) == (Fraction(wiped, 4), Fraction(out, 4))


@pytest.mark.parametrize("settings", GAMES, ids=of_game)
def test_4_3_with_a_target_nobody_throws_on_past_it(settings: Settings) -> None:
    if settings.kind is Kind.HOG:
        assert odds(settings, Dice(9), score=99, target=100) == odds(settings, Dice(9))
        return
    for order in (Throws(9), Turn(90), Total(1_000_000)):
        assert odds(settings, order, score=99, target=100) == odds(settings, Throws(1))


def test_a_round_without_losing_throws_has_no_end_of_its_own() -> None:
    assert throws_until_lost(game_settings(Kind.POSTAL_PIGS, weights=[0, *[1] * 15, 0, 0])) is None


@pytest.mark.parametrize("settings", GAMES, ids=of_game)
def test_the_length_of_a_round_is_the_sum_of_the_chances_to_get_there(settings: Settings) -> None:
    if settings.kind is Kind.HOG:
        return
    length = throws_until_lost(settings)
    assert length is not None
    lasts = 1 + sum(odds(settings, Throws(n)).p_score for n in range(1, 200))
    assert abs(length - lasts) < Fraction(1, 10**9)


@pytest.mark.parametrize(
    "order", [OnlyLeft(), When(frozenset({Seat(2)})), After(frozenset({Seat(2)}))]
)
def test_orders_that_hang_on_others_have_no_odds(order: Condition) -> None:
    with pytest.raises(RuleBroken, match="other players") as caught:
        odds(POSTAL, order)
    assert (caught.value.code, caught.value.rule) == ("hangs_on_others", "3.3")


def test_4_1_orders_of_another_game_have_none_either() -> None:
    for game, order in ((Kind.PIG, OnlyLeft()), (Kind.PIG, Dice(2)), (Kind.HOG, Throws(2))):
        with pytest.raises(RuleBroken) as caught:
            odds(game_settings(game), order)
        assert caught.value.code == "not_in_this_game"


@pytest.mark.parametrize(
    ("score", "target", "code"),
    [
        (-1, None, "bad_score"),
        (100, 100, "bad_score"),
        (-1, 100, "bad_score"),
        (0, 0, "bad_target"),
    ],
)
def test_1_1_scores_are_those_that_a_player_can_have(
    score: int, target: int | None, code: str
) -> None:
    with pytest.raises(RuleBroken) as caught:
        odds(POSTAL, Throws(1), score=score, target=target)
    assert caught.value.code == code


HOGS = game_settings(Kind.HOG, max_dice=1_000_000)
PIG = game_settings(Kind.PIG)


@pytest.mark.parametrize(
    ("settings", "order"),
    [(POSTAL, Throws(1000)), (POSTAL, Turn(1000)), (PIG, Turn(10_000)), (HOGS, Dice(1000))],
)
def test_long_turns_have_odds_that_can_be_written(settings: Settings, order: Condition) -> None:
    turn = odds(settings, order)
    assert 0 < turn.p_score < turn.p_bust < 1
    assert len(str(turn.expected_turn)) > 700


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        (POSTAL, Throws(1_000_000)),
        (POSTAL, Turn(1_000_000)),
        (PIG, Turn(1_000_000)),
        (PIG, Total(1_000_000)),
        (HOGS, Dice(1_000_000)),
    ],
)
def test_longer_ones_are_refused(settings: Settings, order: Condition) -> None:
    for ask in (odds, points_gained):
        with pytest.raises(RuleBroken, match="too large") as caught:
            ask(settings, order)
        assert caught.value.code == "too_long"


def test_a_far_target_does_not_make_them_take_long() -> None:
    with pytest.raises(RuleBroken, match="too large"):
        odds(POSTAL, Throws(1000), target=20_000)
    assert odds(POSTAL, Throws(1_000_000), target=100) == odds(POSTAL, Turn(100))
