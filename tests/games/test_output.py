"""A round as other programs read it."""

import json
from typing import Any

from pigpost.games.kinds import seat_label
from pigpost.games.output import round_output
from tests.games.rounds import play

ORDERS = {
    "Bill": "THROWS 2",
    "Karen": "AFTER Bill",
    "Ted": "TURN 9",
    "Geoff": "WHEN Bill, Ted",
    "Jim": "ONLY LEFT",
    "Sue": "TOTAL 30",
    "Tom": None,
}


def written() -> dict[str, Any]:
    played = play(ORDERS, "0 1 5 trotter", defaulted={"Tom": "unclear"}, scores={"Sue": 20})
    return round_output(played.record, seat_label, unused=3)


def test_a_throw_has_who_dropped_out_by_which_order_in_which_wave() -> None:
    throws = written()["throws"]
    assert throws[0] == {
        "n": 1,
        "name": "points",
        "points": 1,
        "turn_score": 1,
        "dropped": ["p7"],
        "drops": [{"player": "p7", "order": {"kind": "throws", "n": 1}, "wave": 1}],
    }
    assert (throws[2]["name"], throws[2]["dropped"]) == ("trotter", ["p2", "p3", "p6", "p4", "p5"])
    assert [drop["order"] for drop in throws[2]["drops"]] == [
        {"kind": "after", "players": ["p1"]},
        {"kind": "turn_points", "n": 9},
        {"kind": "total_points", "n": 30},
        {"kind": "when", "players": ["p1", "p3"]},
        {"kind": "only_left"},
    ]
    assert [drop["wave"] for drop in throws[2]["drops"]] == [1, 1, 1, 2, 3]


def test_a_discarded_first_throw_has_the_shape_of_a_throw_without_a_number() -> None:
    (discarded,) = written()["discarded"]
    assert discarded == {
        "name": "pig_out",
        "points": 0,
        "turn_score": 0,
        "dropped": [],
        "drops": [],
    }
    assert discarded.keys() == written()["throws"][0].keys() - {"n"}


def test_the_rest_is_by_player() -> None:
    output = written()
    rest = {key: value for key, value in output.items() if key not in {"throws", "discarded"}}
    turn = {"p1": 6, "p2": 11, "p3": 11, "p4": 11, "p5": 11, "p6": 11, "p7": 1}
    assert rest == {
        "throws_made": 3,
        "unused": 3,
        "ended_by": "all_dropped",
        "dropped_at": {"p1": 2, "p2": 3, "p3": 3, "p4": 3, "p5": 3, "p6": 3, "p7": 1},
        "turn_scores": turn,
        "final_scores": turn | {"p6": 31},
        "eliminated": [],
        "defaulted": {"p7": "unclear"},
        "game_over": False,
        "winners": [],
    }


def test_only_plain_values_come_out_so_that_digests_are_of_what_is_read_back() -> None:
    def plain(value: object) -> bool:
        match value:
            case dict():
                return all(type(key) is str and plain(item) for key, item in value.items())
            case list():
                return all(map(plain, value))
        return value is None or type(value) in {str, int, bool}

    assert plain(written())
    assert json.loads(json.dumps(written())) == written()


def test_winners_and_eliminated_are_listed_by_seat() -> None:
    stay = dict.fromkeys(("Bill", "Karen"), "TOTAL 999")
    won = play(stay, "20", scores={"Bill": 90, "Karen": 90})
    assert round_output(won.record, seat_label)["winners"] == ["p1", "p2"]
    fallen = play(stay, "20 piggyback", piggyback="eliminate")
    assert round_output(fallen.record, seat_label)["eliminated"] == ["p1", "p2"]
