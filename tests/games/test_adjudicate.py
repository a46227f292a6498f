"""The door: editions of the rules, and orders of those who are not in the round."""

import pytest

from pigpost.errors import UnknownEvent
from pigpost.games.adjudicate import RULES_ID, adjudicate, adjudicator
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat, Standings
from pigpost.games.record import SharedRecord
from tests.games.rounds import settings, thrown


def test_a_games_recorded_rules_choose_the_adjudicate_function() -> None:
    assert RULES_ID == "stagg-2000/1"
    assert adjudicator("stagg-2000/1") is adjudicate


@pytest.mark.parametrize("rules_id", ["stagg-2000/2", "stagg-2000", ""])
def test_rules_this_release_does_not_know_stop_everything(rules_id: str) -> None:
    with pytest.raises(UnknownEvent, match="does not know the rules"):
        adjudicator(rules_id)


def test_orders_and_reasons_of_seats_not_in_the_round_count_for_nothing() -> None:
    standings = Standings(
        scores={Seat(1): 0, Seat(2): 7, Seat(3): 0},
        withdrawn=frozenset({Seat(2)}),
        eliminated=frozenset({Seat(3)}),
    )
    record = adjudicate(
        settings(),
        standings,
        {Seat(1): Throws(1), Seat(2): Throws(9), Seat(3): Throws(9)},
        lambda _: thrown("5 5"),
        defaulted={Seat(2): "no_order", Seat(1): "unclear"},
    )
    assert isinstance(record, SharedRecord)
    assert record.orders == {1: Throws(1)}
    assert record.defaulted == {}
    assert record.final_scores == {1: 5, 2: 7, 3: 0}


def test_nothing_given_is_changed() -> None:
    standings = Standings(scores={Seat(1): 3})
    orders = {Seat(1): Throws(2)}
    adjudicate(settings(), standings, orders, lambda _: thrown("5 oinker"))
    assert standings.scores == {1: 3}
    assert orders == {1: Throws(2)}
