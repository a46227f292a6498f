"""House players: from what everybody can see to an order that the game knows (rules 3.3, 4.1, 8)."""

import inspect
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.errors import UnknownEvent
from pigpost.games import conditions
from pigpost.games.best_play import optimal_hold
from pigpost.games.bots import Sight, bot_order, bot_problem, bots_for
from pigpost.games.conditions import (
    After,
    Condition,
    Dice,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    check_orders,
)
from pigpost.games.kinds import Form, Kind, Seat, Settings, Standings
from pigpost.games.odds import odds
from pigpost.games.outcomes import OUTCOMES
from pigpost.games.settings import game_settings

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
GAMES = [game_settings(kind, form=form) for kind in Kind for form in kind.forms]
EVERY = [pytest.param(game, id=f"{game.kind}-{game.form}") for game in GAMES]
SHARED = [game for game in GAMES if "last" in bots_for(game)]


def ordered(name: str, game: Settings, seat: Seat = ONE, **scores: int) -> Condition:
    """What the bot in a seat orders; scores as `p2=30`."""
    table = Standings(scores={Seat(int(label[1:])): score for label, score in scores.items()})
    return bot_order(name, Sight(settings=game, standings=table, seat=seat))


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("throws4", Throws(4)),
        ("hold20", Turn(20)),
        ("turn15", Turn(15)),
        ("total60", Total(60)),
        ("total1000000", Total(1_000_000)),
        ("careful", Throws(1)),
        ("reckless", Total(100)),
    ],
)
def test_a_bot_does_what_its_name_says(name: str, order: Condition) -> None:
    game = game_settings(Kind.PIG)
    assert bot_problem(name, game, players=2) is None
    assert ordered(name, game, p1=10, p2=0) == order


@pytest.mark.parametrize("game", EVERY)
def test_4_1_every_bot_that_fits_a_game_orders_what_the_game_knows(game: Settings) -> None:
    for name in bots_for(game):
        assert bot_problem(name, game, players=2) is None
        for scores in ({"p1": 0}, {"p1": 99, "p2": 0}, {"p1": 0, "p2": 99}):
            check_orders((ordered(name, game, **scores),), game)


@pytest.mark.parametrize("game", EVERY)
def test_4_1_a_bot_that_does_not_fit_is_refused_with_those_that_do(game: Settings) -> None:
    everybody = {name for other in GAMES for name in bots_for(other)}
    unfit = everybody - set(bots_for(game))
    assert unfit
    for name in unfit:
        problem = bot_problem(name, game, players=2)
        assert problem is not None
        assert repr(name) in problem
        assert all(fitting in problem for fitting in bots_for(game))


def test_4_1_a_bot_of_hog_throws_no_more_dice_than_the_game_has() -> None:
    game = game_settings(Kind.HOG, max_dice=3)
    problem = bot_problem("dice4", game, players=2)
    assert problem is not None
    assert "no more than 3 dice" in problem
    assert bot_problem("dice3", game, players=2) is None
    assert ordered("best", game, p1=0) == Dice(3)
    assert ordered("reckless", game, p1=0) == Dice(3)


@pytest.mark.parametrize(
    "name",
    ["", "hold", "hold0", "hold-1", "hold020", "hold1000001", "hold20 ", "HOLD20", "chess", "20"],
)
def test_a_bot_that_nobody_knows_is_refused(name: str) -> None:
    game = game_settings(Kind.PIG)
    assert "there is no bot" in (bot_problem(name, game, players=2) or "")
    with pytest.raises(UnknownEvent):
        ordered(name, game, p1=0)


@pytest.mark.parametrize("game", EVERY)
def test_8_no_order_expects_more_points_of_a_turn_than_that_of_the_best_bot(game: Settings) -> None:
    best = odds(game, ordered("best", game, p1=0)).expected_turn
    hog = game.kind is Kind.HOG
    tried = [Dice(n) for n in range(1, 51)] if hog else [Turn(n) for n in range(1, 101)]
    tried += [] if hog else [Throws(n) for n in range(1, 21)]
    assert best == max(odds(game, order).expected_turn for order in tried)


def test_8_the_best_bot_goes_by_the_weights_of_its_own_game() -> None:
    heavy = {"sider": 9, "pig_out": 1}
    weights = [heavy.get(outcome.name, 0) for outcome in OUTCOMES]
    assert ordered("best", game_settings(Kind.POSTAL_PIGS, weights=weights), p1=0) == Turn(9)
    safe = [int(outcome.name == "sider") for outcome in OUTCOMES]
    assert ordered("best", game_settings(Kind.POSTAL_PIGS, weights=safe), p1=0) == Turn(100)


def test_a_reckless_bot_of_hog_throws_as_many_dice_as_the_target_takes() -> None:
    game = game_settings(Kind.HOG)
    assert ordered("reckless", game, p1=0) == Dice(25)
    assert ordered("reckless", game, p1=99) == Dice(1)


@given(my=st.integers(0, 99), other=st.integers(0, 99))
def test_the_optimal_bot_plays_as_the_solution_of_the_game_has_it(my: int, other: int) -> None:
    game = game_settings(Kind.PIG)
    assert ordered("optimal", game, p1=my, p2=other) == Turn(optimal_hold(my, other, 100))
    assert ordered("optimal", game, TWO, p1=other, p2=my) == Turn(optimal_hold(my, other, 100))


@pytest.mark.parametrize("form", [Form.SIMULTANEOUS, Form.SEQUENTIAL])
def test_the_optimal_bot_plays_against_one_and_no_more(form: Form) -> None:
    game = game_settings(Kind.PIG, form=form)
    assert bot_problem("optimal", game, players=2) is None
    assert "two players" in (bot_problem("optimal", game, players=3) or "")
    alone = Standings(scores={ONE: 0, TWO: 90}, withdrawn=frozenset({TWO}))
    order = bot_order("optimal", Sight(settings=game, standings=alone, seat=ONE))
    assert order == Turn(optimal_hold(0, 0, 100))


@pytest.mark.parametrize("game", [pytest.param(g, id=f"{g.kind}-{g.form}") for g in SHARED])
def test_3_3_followers_name_the_player_ahead_and_never_themselves(game: Settings) -> None:
    assert ordered("after_leader", game, p1=5, p2=30, p3=40) == After(frozenset({THREE}))
    assert ordered("when_leader", game, THREE, p1=5, p2=30, p3=40) == When(frozenset({TWO}))
    assert ordered("when_leader", game, p1=0, p2=30, p3=30) == When(frozenset({TWO}))
    assert ordered("last", game, p1=0, p2=30) == OnlyLeft()


def test_3_3_7_nobody_who_is_out_is_followed() -> None:
    game = game_settings(Kind.POSTAL_PIGS)
    table = Standings(
        scores={ONE: 0, TWO: 90, THREE: 10, Seat(4): 80},
        withdrawn=frozenset({TWO}),
        eliminated=frozenset({Seat(4)}),
    )
    order = bot_order("when_leader", Sight(settings=game, standings=table, seat=ONE))
    assert order == When(frozenset({THREE}))
    assert ordered("after_leader", game, p1=50) == ordered("best", game, p1=50)


def test_what_a_bot_sees_can_hold_no_order_of_anybody() -> None:
    orders = set(get_args(Condition))
    seen = types_in(Sight)
    assert {Settings, Standings} <= seen
    assert not orders & seen
    assert orders <= {kind for _, kind in inspect.getmembers(conditions, inspect.isclass)}


def types_in(kind: Any) -> set[Any]:
    """Every type that a value of this one can hold, through fields and the brackets of types."""
    found: set[Any] = {kind, get_origin(kind)}
    for inner in get_args(kind):
        found |= types_in(inner)
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        for field in fields(kind):
            found |= types_in(hints[field.name])
    return found
