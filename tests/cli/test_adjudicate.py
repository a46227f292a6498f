"""`pigpost adjudicate`: files in, JSON or a table out."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.adjudicate_file import adjudicate_file, file_output
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Form, Kind, Seat
from pigpost.orders.reading import (
    Command,
    CommandWord,
    Complaint,
    Order,
    Player,
    Reading,
    Reason,
    Refusal,
    Span,
)

ROUNDS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "vectors" / "rounds.json").read_text("utf-8")
)["rounds"]

STAGG = ROUNDS[0]["file"]


def run(document: object, *arguments: str) -> Result:
    return CliRunner().invoke(adjudicate, ["-", *arguments], input=json.dumps(document))


def output(**fields: object) -> dict[str, Any]:
    """What a file prints that differs from the smallest one in these fields."""
    smallest = {"rules": {"game": "postal_pigs"}, "players": ["Bill", "Karen"], "throws": [5]}
    result = run(smallest | fields, "--json")
    assert result.exit_code == 0, result.output
    printed: dict[str, Any] = json.loads(result.stdout)
    return printed


@pytest.mark.parametrize("round_", ROUNDS, ids=lambda r: r["what"])
def test_each_round_of_the_vectors_comes_to_what_stands_beside_it(round_: dict[str, Any]) -> None:
    result = run(round_["file"], "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == round_["output"]


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(STAGG), "utf-8")
    result = CliRunner().invoke(adjudicate, [str(file), "--json"])
    assert json.loads(result.stdout) == ROUNDS[0]["output"]


def test_a_byte_order_mark_does_no_harm() -> None:
    marked = json.dumps(STAGG).encode("utf-8-sig")
    assert CliRunner().invoke(adjudicate, ["-", "--json"], input=marked).exit_code == 0


def test_without_json_a_table_is_printed() -> None:
    lines = [" ".join(line.split()) for line in run(STAGG).stdout.splitlines()]
    assert lines[0] == "Round 1"
    assert "5 points 10 18 Bill" in lines
    assert "Bill THROWS 5 41 5 18 59" in lines
    assert "Ted TURN 25 52 - 0 52" in lines


def test_the_table_says_what_became_of_defaults_discards_and_the_game() -> None:
    orders = {"Bill": [{"kind": "throws", "n": 1}] * 2, "Karen": {"kind": "throws", "n": 9}}
    document = {
        "rules": {"game": "postal_pigs", "piggyback": "eliminate"},
        "players": ["Bill", "Karen"],
        "scores": {"Bill": 94},
        "rounds": [
            {"orders": orders, "throws": [0, 5, "piggyback", 1]},
            {"orders": {}, "throws": [1]},
        ],
    }
    text = run(document).stdout
    assert "First throw thrown again: pig out" in text
    assert "THROWS 1 " in text
    assert "(default: more than one condition)" in text
    assert "Throws not used: 1" in text
    assert "Eliminated: Karen" in text
    assert "Round 2" in text
    assert "Game over; won by Bill" in text


def test_the_table_says_when_nobody_has_won_and_when_throws_ran_out() -> None:
    nobody = {"rules": {"game": "postal_pigs"}, "players": [], "roster": ["Bill"], "throws": []}
    assert "Game over; won by nobody" in run(nobody).stdout
    assert "want of throws: no score changes" in run(STAGG | {"throws": [1]}).stdout


def test_a_text_is_read_as_a_line_of_a_mail() -> None:
    pytest.importorskip("pigpost.orders.read")
    out = output(
        orders={"Bill": "Turn will end after 2 throws", "Karen": "WHEN Bill"}, throws=[5] * 3
    )
    assert out["dropped_at"] == {"Bill": 2, "Karen": 2}


ORDER = Order(condition=Throws(2), span=Span(start=0, end=8))
REFUSAL = Refusal(
    line="a couple",
    complaints=(
        Complaint(reason=Reason.VAGUE_NUMBER, rule="6.2", span=Span(start=0, end=8)),
        Complaint(reason=Reason.UNCLEAR, rule="6.2", span=Span(start=0, end=8)),
    ),
)
STATUS = Command(word=CommandWord.STATUS, span=Span(start=0, end=6))


@pytest.mark.parametrize(
    ("items", "at", "defaulted"),
    [
        ((STATUS, ORDER), 2, {}),
        ((REFUSAL,), 1, {"Bill": "vague_number"}),
        ((STATUS,), 1, {"Bill": "nothing_found"}),
        ((), 1, {"Bill": "nothing_found"}),
    ],
)
def test_a_reading_is_played_as_its_order_or_defaulted_for_its_first_complaint(
    items: tuple[Order | Refusal | Command, ...], at: int, defaulted: dict[str, str]
) -> None:
    out = with_reader(lambda _: Reading(items=items), orders={"Bill": "as mailed"})
    assert out["dropped_at"]["Bill"] == at
    assert {"Karen": "no_order"} | defaulted == out["defaulted"]


def test_the_reader_knows_who_writes_and_who_is_out() -> None:
    seen: list[object] = []

    def read(asked: tuple[str, Sequence[Player], Seat | None]) -> Reading:
        seen.extend(asked)
        return Reading(items=(ORDER,))

    with_reader(read, orders={"Karen": "as mailed"}, roster=["Gone"], eliminated=["Out"])
    text, players, me = seen
    assert (text, me) == ("as mailed", 2)
    assert [(p.name, p.out) for p in players] == [  # type: ignore[attr-defined]
        ("Bill", False),
        ("Karen", False),
        ("Gone", False),
        ("Out", True),
    ]


def with_reader(
    read: Callable[[tuple[str, Sequence[Player], Seat | None]], Reading], **fields: object
) -> dict[str, Any]:
    smallest = {"rules": {"game": "postal_pigs"}, "players": ["Bill", "Karen"], "throws": [1, 1, 1]}

    def reader(text: str, *, players: Sequence[Player], me: Seat | None, **game: object) -> Reading:
        assert game == {"kind": Kind.POSTAL_PIGS, "form": Form.SHARED, "max_dice": 50}
        return read((text, players, me))

    return file_output(adjudicate_file(smallest | fields, read=reader))


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (None, "no_order"),
        ([], "nothing_found"),
        ([{"kind": "throws", "n": 2}, {"kind": "turn_points", "n": 5}], "more_than_one_condition"),
        ([["throws"], 1], "more_than_one_condition"),
        ({"kind": "throws", "n": 0}, "bad_number"),
        ({"kind": "throws", "n": -1}, "bad_number"),
        ({"kind": "throws", "n": 2.5}, "bad_number"),
        ({"kind": "throws", "n": 2.0}, "bad_number"),
        ({"kind": "throws", "n": True}, "bad_number"),
        ({"kind": "throws", "n": "2"}, "bad_number"),
        ({"kind": "throws", "n": None}, "bad_number"),
        ({"kind": "throws", "n": [2]}, "bad_number"),
        ({"kind": "throws"}, "bad_number"),
        ({"kind": "turn_points", "n": 1_000_001}, "bad_number"),
        ({"kind": "total_points", "n": 10**4000}, "bad_number"),
        ({"kind": "when", "players": ["Steve"]}, "unknown_player"),
        ({"kind": "when", "players": []}, "unknown_player"),
        ({"kind": "after"}, "unknown_player"),
        ({"kind": "after", "players": ["BILL"]}, "names_himself"),
        ({"kind": "after", "players": ["Karen", "Bill"]}, "names_himself"),
        ({"kind": "when", "players": ["Karen", "Out"]}, "player_is_out"),
        ({"kind": "razorback"}, "unknown_condition"),
        ({"kind": None}, "unknown_condition"),
        ({"kind": ["throws"], "n": 3}, "unknown_condition"),
        ({}, "unknown_condition"),
        ({"kind": "dice", "n": 5}, "not_in_this_game"),
        ({"kind": "dice"}, "not_in_this_game"),
    ],
)
def test_6_2_an_unacceptable_order_is_played_as_the_default_with_its_reason(
    order: object, reason: str
) -> None:
    out = output(orders={"Bill": order}, eliminated=["Out"])
    assert out["defaulted"] == {"Bill": reason, "Karen": "no_order"}
    assert out["dropped_at"] == {"Bill": 1, "Karen": 1}


@pytest.mark.parametrize(
    "order",
    [
        {"kind": "throws", "n": 2},
        [{"kind": "throws", "n": 2}],
        {"kind": "turn_points", "n": 6},
        {"kind": "total_points", "n": 1_000_000},
        {"kind": "after", "players": ["karen"]},
        {"kind": "after", "players": ["Karen", "KAREN"]},
    ],
)
def test_6_2_an_acceptable_order_is_played(order: object) -> None:
    out = output(orders={"Bill": order}, throws=[5, 5, 0])
    assert out["defaulted"] == {"Karen": "no_order"}
    assert out["dropped_at"]["Bill"] in {2, None}


def test_6_3_names_match_without_regard_to_case_and_accents() -> None:
    out = output(
        players=["Zoë", "Ann Lee"],
        scores={"zoe": 10, "ANN  LEE": 20},
        orders={"ZOE": {"kind": "when", "players": ["ann lee"]}, "Ann Lee": None},
    )
    assert out["final_scores"] == {"Zoë": 15, "Ann Lee": 25}
    assert out["defaulted"] == {"Ann Lee": "no_order"}


def test_6_7_an_order_of_one_who_has_left_counts_for_nothing_and_his_score_stays() -> None:
    out = output(
        roster=["Bill", "Gone"], scores={"Gone": 60}, orders={"Gone": {"kind": "throws", "n": 3}}
    )
    assert out["final_scores"] == {"Bill": 5, "Karen": 5, "Gone": 60}
    assert out["dropped_at"].keys() == {"Bill", "Karen"}


def test_an_eliminated_player_may_stand_among_the_players_and_is_not_in_the_round() -> None:
    out = output(eliminated=["karen"])
    assert out["dropped_at"] == {"Bill": 1}
    assert out["final_scores"] == {"Bill": 5, "Karen": 0}
    assert out["eliminated"] == []


def test_5_2_one_plays_for_practice_and_500_in_company() -> None:
    assert output(players=["Bill"])["final_scores"] == {"Bill": 5}
    many = [f"Player {n}" for n in range(500)]
    orders = {name: {"kind": "only_left"} for name in many[1:]}
    assert output(players=many, orders=orders)["dropped_at"]["Player 499"] is None
