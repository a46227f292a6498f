"""Section 6, as far as the round itself decides; more of how a text is read stands with the reader."""

import pytest

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import (
    After,
    Condition,
    Dice,
    OnlyLeft,
    Throws,
    Total,
    Turn,
    When,
    fits,
)
from pigpost.games.kinds import Form, Kind, Seat, Standings
from pigpost.games.outcomes import SIDER
from pigpost.games.record import EndedBy, SharedRecord
from pigpost.games.standings import standings_after
from pigpost.orders.read import read
from pigpost.orders.reading import Order, Player
from tests.games.rounds import play, play_own, play_row, settings, thrown

STAY = "TOTAL 1000"
NAMES = frozenset({Seat(2)})


def read_as(line: str) -> Condition:
    """The order of a line that Bill writes to a game with Karen."""
    players = [Player(seat=Seat(1), name="Bill"), Player(seat=Seat(2), name="Karen")]
    (item,) = read(line, players=players, me=Seat(1)).items
    assert isinstance(item, Order), item
    return item.condition


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("postal_pigs shared", "throws turn total only when after"),
        ("pig shared", "throws turn total only when after"),
        ("pig simultaneous", "throws turn total"),
        ("two_dice sequential", "throws turn total"),
        ("pass_the_pigs simultaneous", "throws turn total"),
        ("hog simultaneous", "dice"),
        ("hog shared", "dice"),
    ],
)
def test_6_2_not_in_this_game_are_orders_about_others_in_own_throws_and_conditions_in_hog(
    game: str, known: str
) -> None:
    orders: dict[str, Condition] = {
        "throws": Throws(1),
        "turn": Turn(1),
        "total": Total(1),
        "dice": Dice(1),
        "only": OnlyLeft(),
        "when": When(NAMES),
        "after": After(NAMES),
    }
    kind, form = game.split()
    fitting = {word for word, order in orders.items() if fits(order, Kind(kind), Form(form))}
    assert fitting == set(known.split())


@pytest.mark.parametrize("word", ["throws", "rolls", "turns"])
def test_6_5_throws_rolls_and_turns_are_one_thing_in_a_condition(word: str) -> None:
    assert read_as(f"Turn will end after 5 {word}") == Throws(5)


@pytest.mark.parametrize(
    "words", ["is at least 20", "reaches 20", "reaches or exceeds 20", "is 20 or more"]
)
def test_6_5_at_least_n_reaches_n_and_n_or_more_mean_n(words: str) -> None:
    assert read_as(f"Turn will end when my turn score {words}") == Turn(20)
    assert read_as(f"Turn will end when my total score {words}") == Total(20)


@pytest.mark.parametrize("words", ["is more than 20", "exceeds 20"])
def test_6_5_more_than_n_and_exceeds_n_mean_one_more(words: str) -> None:
    assert read_as(f"Turn will end when my turn score {words}") == Turn(21)
    assert read_as(f"Turn will end when my total score {words}") == Total(21)


def test_6_6_naming_a_player_twice_changes_nothing() -> None:
    once = play({"Bill": "THROWS 1", "Karen": "AFTER Bill"}, "1 1 1")
    twice = play({"Bill": "THROWS 1", "Karen": "AFTER Bill, Bill"}, "1 1 1")
    assert once.record == twice.record


def test_6_7_who_has_withdrawn_is_not_in_the_round_and_keeps_his_score() -> None:
    played = play({"Bill": "THROWS 1"}, "5", scores={"Gone": 30}, gone=["Gone"])
    assert played.out == {"Bill": 1}
    assert played.turn == {"Bill": 5}
    assert played.scores == {"Bill": 5, "Gone": 30}


def test_6_7_an_order_of_one_who_has_withdrawn_counts_for_nothing() -> None:
    standings = Standings(scores={Seat(1): 0, Seat(2): 0}, withdrawn=frozenset({Seat(2)}))
    orders: dict[Seat, Condition] = {Seat(1): OnlyLeft(), Seat(2): Throws(9)}
    record = adjudicate(settings(), standings, orders, lambda _: thrown("5 5"))
    assert isinstance(record, SharedRecord)
    assert record.dropped_at == {1: 1}


def test_6_7_who_is_out_stays_out_in_the_next_round() -> None:
    before = Standings(
        scores={Seat(n): 10 for n in (1, 2, 3, 4)},
        eliminated=frozenset({Seat(3)}),
        withdrawn=frozenset({Seat(4)}),
    )
    first = play(
        {"P1": "THROWS 1", "P2": STAY},
        "5 piggyback",
        scores={"P1": 10, "P2": 10},
        piggyback="eliminate",
    )
    after = standings_after(before, first.record)
    assert after.eliminated == {2, 3}
    assert after.withdrawn == {4}
    assert after.participants == (1,)
    assert after.scores[Seat(1)] == 15


def test_6_8_all_withdrawn_ends_the_game_without_a_throw_and_without_a_winner() -> None:
    played = play({}, iter([SIDER]), scores={"Gone": 99}, gone=["Gone"])
    assert (played.record.game_over, played.winners) == (True, [])
    assert (played.record.throws, list(played.left)) == ((), [SIDER])
    assert played.record.ended_by is EndedBy.ALL_DROPPED
    assert played.scores == {"Gone": 99}


@pytest.mark.parametrize("form", ["simultaneous", "sequential"])
def test_6_7_who_has_withdrawn_throws_nothing_and_keeps_his_score_with_own_throws(
    form: str,
) -> None:
    played = play_own(
        "pig",
        {"Bill": "THROWS 1"},
        {"Bill": "5", "Gone": "6"},
        form=form,
        scores={"Gone": 99},
        gone=["Gone"],
    )
    assert list(played.ended) == ["Bill"]
    assert (played.scores, played.winners) == ({"Bill": 5, "Gone": 99}, [])


@pytest.mark.parametrize("form", ["simultaneous", "sequential"])
def test_6_8_all_withdrawn_ends_the_game_with_own_throws_and_with_a_row(form: str) -> None:
    own = play_own("pig", {}, {"Gone": "6"}, form=form, scores={"Gone": 99}, gone=["Gone"])
    row = play_row({}, "6", scores={"Gone": 99}, gone=["Gone"])
    for played in (own, row):
        assert (played.record.game_over, played.winners) == (True, [])
        assert played.scores == {"Gone": 99}
    assert own.ended == {}


def test_6_8_one_left_plays_on_to_the_target() -> None:
    played = play({"Bill": "THROWS 1"}, "5", scores={"Bill": 50}, gone=["Gone"])
    assert (played.record.game_over, played.scores["Bill"]) == (False, 55)
    won = play({"Bill": "THROWS 1"}, "60", scores={"Bill": 50}, gone=["Gone"])
    assert won.winners == ["Bill"]
