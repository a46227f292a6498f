"""Section 4: throws of one's own, at once or seat by seat."""

from itertools import permutations

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
    default_order,
    fits,
)
from pigpost.games.kinds import Form, Kind, RuleBroken, Seat, Standings
from pigpost.games.own_round import seats_in_turn
from pigpost.games.record import EndedBy
from pigpost.games.standings import standings_after
from pigpost.games.throws import lot, round_key, throws
from tests.games.rounds import play_own, settings

OWN = [(kind, form) for kind in Kind for form in kind.forms if form is not Form.SHARED]
BOTH_FORMS = pytest.mark.parametrize("form", ["simultaneous", "sequential"])
ABOUT_OTHERS = [OnlyLeft(), When(frozenset({Seat(2)})), After(frozenset({Seat(2)}))]


# --- 4.1: orders ------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "form"), OWN)
def test_4_1_throws_turn_and_total_are_orders_of_all_but_hog(kind: Kind, form: Form) -> None:
    conditions = (Throws(3), Turn(20), Total(60))
    assert all(fits(c, kind, form) == (kind is not Kind.HOG) for c in conditions)
    assert fits(Dice(4), kind, form) == (kind is Kind.HOG)


@pytest.mark.parametrize(("kind", "form"), OWN)
@pytest.mark.parametrize("order", ABOUT_OTHERS)
def test_4_1_orders_about_others_are_none_with_own_throws(
    kind: Kind, form: Form, order: Condition
) -> None:
    assert not fits(order, kind, form)
    standings = Standings(scores={Seat(1): 0, Seat(2): 0})
    with pytest.raises(RuleBroken) as broken:
        adjudicate(settings(kind=kind, form=form), standings, {Seat(1): order}, lambda _: iter(()))
    assert (broken.value.code, broken.value.rule) == ("not_in_this_game", "4.1")


@pytest.mark.parametrize("kind", [Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES])
@pytest.mark.parametrize("order", ABOUT_OTHERS)
def test_4_1_the_same_orders_stand_where_throws_are_shared(kind: Kind, order: Condition) -> None:
    assert fits(order, kind, Form.SHARED)


@pytest.mark.parametrize(("order", "at"), [("THROWS 2", 2), ("TURN 9", 3), ("TOTAL 52", 4)])
def test_4_1_a_turn_ends_at_the_throw_that_meets_its_order(order: str, at: int) -> None:
    played = play_own("pig", {"Ann": order}, {"Ann": "3 4 2 3 6"}, scores={"Ann": 40})
    assert (played.made, played.ended) == ({"Ann": at}, {"Ann": "hold"})


@pytest.mark.parametrize(("dice", "limit"), [(50, 50), (1, 1), (60, 60)])
def test_4_1_as_many_dice_as_the_limit_are_thrown(dice: int, limit: int) -> None:
    played = play_own("hog", {"Ann": f"DICE {dice}"}, {"Ann": "2 " * 60}, max_dice=limit)
    assert played.made == {"Ann": dice}


@pytest.mark.parametrize(("dice", "limit"), [(51, 50), (2, 1)])
def test_4_1_more_dice_than_the_limit_are_no_order(dice: int, limit: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        play_own("hog", {"Ann": f"DICE {dice}"}, {"Ann": "2 " * 60}, max_dice=limit)
    assert (broken.value.code, broken.value.rule) == ("bad_number", "4.1")


def test_4_1_fifty_dice_without_a_1_reach_100() -> None:
    played = play_own("hog", {"Ann": "DICE 50"}, {"Ann": "2 " * 50})
    assert (played.scores, played.winners) == ({"Ann": 100}, ["Ann"])


@pytest.mark.parametrize("limit", [0, -1, 1_000_001, 2.5, True])
def test_4_1_a_limit_is_a_whole_number_from_1(limit: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        settings(kind="hog", max_dice=limit)
    assert broken.value.rule == "4.1"


# --- 4.2 to 4.5: one turn -----------------------------------------------------------------------


def test_4_2_a_player_throws_at_least_once() -> None:
    played = play_own("pig", {"Ann": "TOTAL 10"}, {"Ann": "2 3"}, scores={"Ann": 50})
    assert (played.made, played.scores) == ({"Ann": 1}, {"Ann": 52})


@pytest.mark.parametrize(
    ("kind", "throw", "ended_by", "score"),
    [
        ("pass_the_pigs", "pig_out", "bust", 40),
        ("pass_the_pigs", "oinker", "wipe", 0),
        ("pass_the_pigs", "piggyback", "eliminate", 0),
        ("pig", "1", "bust", 40),
        ("two_dice", "1-4", "bust", 40),
        ("two_dice", "1-1", "wipe", 0),
        ("doubles", "4-1", "bust", 40),
        ("hog", "1", "bust", 40),
    ],
)
def test_4_2_no_first_throw_is_thrown_again(
    kind: str, throw: str, ended_by: str, score: int
) -> None:
    played = play_own(kind, {"Ann": None}, {"Ann": throw}, scores={"Ann": 40})
    assert (played.made, played.ended) == ({"Ann": 1}, {"Ann": ended_by})
    assert played.scores == {"Ann": score}


@BOTH_FORMS
def test_4_3_at_the_target_the_turn_ends_whatever_the_order_says(form: str) -> None:
    played = play_own("pig", {"Ann": "THROWS 9"}, {"Ann": "4 5 6"}, form=form, scores={"Ann": 91})
    assert (played.ended, played.made) == ({"Ann": "target"}, {"Ann": 2})
    assert (played.scores, played.winners) == ({"Ann": 100}, ["Ann"])


def test_4_3_the_target_is_looked_at_before_the_condition() -> None:
    played = play_own("pig", {"Ann": "THROWS 1"}, {"Ann": "6"}, scores={"Ann": 94})
    assert played.ended == {"Ann": "target"}


def test_4_3_a_total_beyond_the_target_means_on_until_i_win_or_lose() -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "TOTAL 300")
    throws = {"Ann": "6 " * 17, "Ben": "6 6 6 1"}
    played = play_own("pig", orders, throws)
    assert played.ended == {"Ann": "target", "Ben": "bust"}
    assert played.scores == {"Ann": 102, "Ben": 0}


@pytest.mark.parametrize(("score", "ended_by"), [(81, "hold"), (82, "target"), (90, "target")])
def test_4_3_hog_reaches_the_target_with_all_its_dice(score: int, ended_by: str) -> None:
    played = play_own("hog", {"Ann": "DICE 3"}, {"Ann": "6 6 6"}, scores={"Ann": score})
    assert (played.made, played.ended) == ({"Ann": 3}, {"Ann": ended_by})
    assert played.scores == {"Ann": score + 18}
    assert played.record.game_over == (ended_by == "target")


def test_4_3_a_1_at_the_last_throw_takes_what_would_have_won() -> None:
    played = play_own("hog", {"Ann": "DICE 3"}, {"Ann": "6 6 1"}, scores={"Ann": 90})
    assert (played.ended, played.scores, played.winners) == ({"Ann": "bust"}, {"Ann": 90}, [])


@pytest.mark.parametrize(
    ("throw", "ended_by", "score"),
    [("pig_out", "bust", 40), ("oinker", "wipe", 0), ("piggyback", "eliminate", 0)],
)
def test_4_4_what_a_non_scoring_throw_takes(throw: str, ended_by: str, score: int) -> None:
    throws = {"Ann": f"trotter {throw} snouter", "Ben": "5"}
    orders = {"Ann": "TURN 30", "Ben": "THROWS 1"}
    played = play_own("pass_the_pigs", orders, throws, scores={"Ann": 40})
    assert played.ended == {"Ann": ended_by, "Ben": "hold"}
    assert played.turn == {"Ann": 0, "Ben": 5}
    assert played.scores == {"Ann": score, "Ben": 5}
    assert played.eliminated == ({"Ann"} if ended_by == "eliminate" else set())
    assert played.left == {"Ann": 1, "Ben": 0}


def test_4_4_by_option_a_piggyback_only_wipes() -> None:
    played = play_own(
        "pass_the_pigs", {"Ann": None}, {"Ann": "piggyback"}, scores={"Ann": 40}, piggyback="wipe"
    )
    assert (played.ended, played.eliminated) == ({"Ann": "wipe"}, set())
    assert (played.scores, played.record.game_over) == ({"Ann": 0}, False)


def test_4_4_round_a_table_a_piggyback_eliminates_unless_the_game_says_otherwise() -> None:
    assert settings(kind="pass_the_pigs", form="simultaneous").piggyback == "eliminate"
    assert settings(kind="postal_pigs").piggyback == "wipe"


@pytest.mark.parametrize(("kind", "form"), OWN)
def test_4_5_without_an_order_one_throw_or_one_die_is_played(kind: Kind, form: Form) -> None:
    hog = kind is Kind.HOG
    assert default_order(kind) == (Dice(1) if hog else Throws(1))
    throw = {"pass_the_pigs": "5 5", "two_dice": "2-3 2-3", "doubles": "2-3 2-3"}.get(kind, "5 5")
    played = play_own(kind, {"Ann": None}, {"Ann": throw}, form=form)
    assert (played.made, played.turn) == ({"Ann": 1}, {"Ann": 5})
    assert played.named(played.record.defaulted) == {"Ann": "no_order"}


# --- 4.6 to 4.8: a round -------------------------------------------------------------------------


def test_4_6_all_turns_are_played_before_the_target_is_looked_at() -> None:
    orders = dict.fromkeys(("Ann", "Ben", "Cat"), "TURN 5")
    throws = {"Ann": "5", "Ben": "6", "Cat": "2 3"}
    played = play_own("pig", orders, throws, scores={"Ann": 95, "Ben": 98, "Cat": 10})
    assert played.made == {"Ann": 1, "Ben": 1, "Cat": 2}
    assert played.scores == {"Ann": 100, "Ben": 104, "Cat": 15}
    assert played.winners == ["Ben"]
    assert (played.record.ended_by, played.record.game_over) == (EndedBy.TARGET, True)


def test_4_6_equal_totals_win_together() -> None:
    orders = dict.fromkeys(("Ann", "Ben", "Cat"), "THROWS 1")
    throws = {"Ann": "6", "Ben": "2", "Cat": "3"}
    played = play_own("pig", orders, throws, scores={"Ann": 96, "Ben": 98, "Cat": 97})
    assert played.scores == {"Ann": 102, "Ben": 100, "Cat": 100}
    assert played.winners == ["Ann"]
    level = play_own("pig", orders, throws, scores={"Ann": 94, "Ben": 98, "Cat": 97})
    assert level.winners == ["Ann", "Ben", "Cat"]


def test_4_6_no_seat_has_an_advantage() -> None:
    orders = {"Ann": "TURN 8", "Ben": "THROWS 2", "Cat": "TOTAL 100"}
    throws = {"Ann": "5 6", "Ben": "6 1", "Cat": "4 4 4"}
    scores = {"Ann": 92, "Ben": 50, "Cat": 90}
    found = [
        play_own("pig", dict(seats), throws, scores=scores)
        for seats in permutations(orders.items())
    ]
    for played in found:
        assert played.scores == {"Ann": 103, "Ben": 50, "Cat": 102}
        assert played.ended == found[0].ended
        assert played.winners == ["Ann"]


def test_4_6_it_is_the_usual_form() -> None:
    assert {kind.forms[0] for kind in Kind if kind is not Kind.POSTAL_PIGS} == {Form.SIMULTANEOUS}


def test_4_7_the_first_to_reach_the_target_wins_and_later_seats_do_not_throw() -> None:
    orders = dict.fromkeys(("Ann", "Ben", "Cat"), "TURN 5")
    throws = {"Ann": "2 1", "Ben": "6", "Cat": "6"}
    scores = {"Ann": 98, "Ben": 95, "Cat": 99}
    played = play_own("pig", orders, throws, form="sequential", scores=scores)
    assert played.ended == {"Ann": "target"}
    assert played.winners == ["Ann"]
    assert played.scores == {"Ann": 100, "Ben": 95, "Cat": 99}
    assert played.turn == {"Ann": 2, "Ben": 0, "Cat": 0}
    assert played.left == {"Ann": 1, "Ben": 1, "Cat": 1}


def test_4_7_a_higher_total_of_a_later_seat_does_not_come_to_be() -> None:
    throws = {"Ann": "2", "Ben": "6"}
    scores = {"Ann": 98, "Ben": 99}
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 1")
    assert play_own("pig", orders, throws, form="sequential", scores=scores).winners == ["Ann"]
    assert play_own("pig", orders, throws, scores=scores).winners == ["Ben"]


def test_4_7_play_begins_with_the_seat_that_was_drawn_and_goes_round() -> None:
    orders = dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), "THROWS 1")
    throws = dict.fromkeys(orders, "2")
    played = play_own("pig", orders, throws, form="sequential", first_seat=3)
    assert list(played.ended) == ["Cat", "Dan", "Ann", "Ben"]
    won = play_own(
        "pig", orders, throws, form="sequential", first_seat=3, scores={"Dan": 99, "Ann": 99}
    )
    assert (list(won.ended), won.winners) == (["Cat", "Dan"], ["Dan"])


def test_4_7_without_a_lot_it_begins_with_the_first_seat() -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 1")
    played = play_own("pig", orders, dict.fromkeys(orders, "2"), form="sequential")
    assert list(played.ended) == ["Ann", "Ben"]


def test_4_7_a_starting_seat_that_is_out_of_the_game_leaves_the_start_to_the_next() -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 1")
    throws = dict.fromkeys(orders, "2")
    played = play_own("pig", orders, throws, form="sequential", gone=["Cat"], first_seat=3)
    assert list(played.ended) == ["Ann", "Ben"]
    rules = settings(kind="pig", form="sequential", first_seat=2)
    assert seats_in_turn(rules, [Seat(1), Seat(3), Seat(4)]) == (3, 4, 1)


def test_4_7_at_once_a_starting_seat_means_nothing() -> None:
    rules = settings(kind="pig", form="simultaneous", first_seat=2)
    assert seats_in_turn(rules, [Seat(1), Seat(2), Seat(3)]) == (1, 2, 3)


def test_4_7_the_lot_falls_on_every_seat_about_equally_often() -> None:
    """13.8 is passed once in 1000 seeds (2 degrees of freedom)."""
    seats = [Seat(2), Seat(5), Seat(7)]
    drawn = [
        lot(round_key(n.to_bytes(32, "big"), game="g", round=1, attempt=1, source="lot"), seats)
        for n in range(3000)
    ]
    assert sum((drawn.count(seat) - 1000) ** 2 / 1000 for seat in seats) < 13.8


def test_4_8_an_eliminated_player_is_skipped() -> None:
    orders = dict.fromkeys(("Ann", "Cat"), "THROWS 1")
    throws = {"Ann": "5", "Cat": "5", "Out": "60 60"}
    for form in ("simultaneous", "sequential"):
        played = play_own("pass_the_pigs", orders, throws, form=form, eliminated=["Out"])
        assert list(played.ended) == ["Ann", "Cat"]
        assert played.scores == {"Ann": 5, "Cat": 5, "Out": 0}


@BOTH_FORMS
def test_4_8_if_all_are_eliminated_the_game_is_over_and_nobody_has_won(form: str) -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "TURN 20")
    throws = {"Ann": "5 piggyback", "Ben": "piggyback"}
    scores = {"Ann": 90, "Ben": 90}
    played = play_own("pass_the_pigs", orders, throws, form=form, scores=scores)
    assert (played.eliminated, played.winners) == ({"Ann", "Ben"}, [])
    assert played.record.game_over
    assert played.scores == {"Ann": 0, "Ben": 0}


@BOTH_FORMS
def test_4_8_the_last_one_left_plays_on_to_the_target(form: str) -> None:
    orders = dict.fromkeys(("Ann", "Ben"), "THROWS 1")
    throws = {"Ann": "piggyback", "Ben": "20"}
    played = play_own("pass_the_pigs", orders, throws, form=form, scores={"Ben": 50})
    assert (played.record.game_over, played.eliminated) == (False, {"Ann"})
    after = standings_after(Standings(scores={Seat(1): 0, Seat(2): 50}), played.record)
    assert (after.participants, after.scores[Seat(2)]) == ((2,), 70)
    won = play_own(
        "pass_the_pigs",
        {"Ben": "THROWS 1"},
        {"Ben": "40"},
        form=form,
        scores={"Ben": 70},
        eliminated=["Ann"],
    )
    assert won.winners == ["Ben"]


# --- 4.9: streams -----------------------------------------------------------------------------------

SEED = bytes(range(32))


def key(source: str) -> bytes:
    return round_key(SEED, game="g", round=1, attempt=1, source=source)


@pytest.mark.parametrize(("kind", "form"), OWN)
def test_4_9_a_changed_order_changes_no_throw_of_another(kind: Kind, form: Form) -> None:
    rules = settings(kind=kind, form=form, target=1_000_000)
    standings = Standings(scores={Seat(n): 0 for n in (1, 2, 3)})
    short, longer = (Dice(1), Dice(9)) if kind is Kind.HOG else (Throws(1), Turn(40))
    rest: dict[Seat, Condition] = {Seat(1): longer, Seat(3): longer}
    one, two = (
        adjudicate(
            rules, standings, rest | {Seat(2): order}, lambda source: throws(key(source), rules)
        )
        for order in (short, longer)
    )
    for record in (one, two):
        assert record.turn_scores.keys() == {1, 2, 3}
    assert one.turns[Seat(1)] == two.turns[Seat(1)]  # type: ignore[union-attr]
    assert one.turns[Seat(3)] == two.turns[Seat(3)]  # type: ignore[union-attr]
    assert one.turns[Seat(2)] != two.turns[Seat(2)]  # type: ignore[union-attr]


def test_4_9_each_seat_has_a_stream_of_its_own_and_none_has_that_of_the_table() -> None:
    assert len({key(source) for source in ("all", "lot", "p1", "p2", "p11")}) == 5
