"""Section 3.9: Stagg's own example, with both endings."""

from pigpost.games.record import EndedBy
from tests.games.rounds import play

ORDERS = {
    "Bill": "THROWS 5",
    "Karen": "AFTER Bill",
    "Ted": "TURN 25",
    "Geoff": "WHEN Bill, Ted",
    "Jim": "ONLY LEFT",
}


def test_3_9_as_thrown_18_19_0_0_0() -> None:
    played = play(ORDERS, "1 1 5 1 10 1 5 0")
    assert played.turn == {"Bill": 18, "Karen": 19, "Ted": 0, "Geoff": 0, "Jim": 0}
    assert played.out == {"Bill": 5, "Karen": 6, "Ted": None, "Geoff": None, "Jim": None}
    assert [t.turn_score for t in played.record.throws[:7]] == [1, 2, 7, 8, 18, 19, 24]
    assert (played.record.throws_made, played.record.ended_by) == (8, EndedBy.NON_SCORING)
    assert played.waves == [[], [], [], [], [("Bill", 1)], [("Karen", 1)], [], []]


def test_3_9_had_throw_7_been_worth_10_all_are_out_after_seven() -> None:
    played = play(ORDERS, "1 1 5 1 10 1 10 0")
    assert played.turn == {"Bill": 18, "Karen": 19, "Ted": 29, "Geoff": 29, "Jim": 29}
    assert (played.record.throws_made, played.record.ended_by) == (7, EndedBy.ALL_DROPPED)
    assert played.waves[6] == [("Ted", 1), ("Geoff", 2), ("Jim", 3)]
    assert len(list(played.left)) == 1
