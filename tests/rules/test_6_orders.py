"""Section 6, as far as the round itself decides; how a text is read is tested with the reader."""

from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import OnlyLeft, Throws
from pigpost.games.kinds import Seat, Standings
from pigpost.games.outcomes import SIDER
from pigpost.games.record import EndedBy
from pigpost.games.standings import standings_after
from tests.games.rounds import play, settings, thrown

STAY = "TOTAL 1000"


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
    orders = {Seat(1): OnlyLeft(), Seat(2): Throws(9)}
    record = adjudicate(settings(), standings, orders, thrown("5 5"))
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


def test_6_8_one_left_plays_on_to_the_target() -> None:
    played = play({"Bill": "THROWS 1"}, "5", scores={"Bill": 50}, gone=["Gone"])
    assert (played.record.game_over, played.scores["Bill"]) == (False, 55)
    won = play({"Bill": "THROWS 1"}, "60", scores={"Bill": 50}, gone=["Gone"])
    assert won.winners == ["Bill"]
