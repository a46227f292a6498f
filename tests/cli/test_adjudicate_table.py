"""The table of `pigpost adjudicate`: a reader sees why each score is what it is."""

import json
from typing import Any

from click.testing import CliRunner

from pigpost.cli.adjudicate import adjudicate
from pigpost.cli.columns import broken, padded, table, width

SMALLEST: dict[str, Any] = {
    "rules": {"game": "postal_pigs"},
    "players": ["Bill", "Karen"],
    "throws": [5],
}


def lines(**fields: object) -> list[str]:
    result = CliRunner().invoke(adjudicate, ["-"], input=json.dumps(SMALLEST | fields))
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def closed_up(**fields: object) -> list[str]:
    """The lines without the spaces between their columns."""
    return [" ".join(line.split()) for line in lines(**fields)]


def test_the_score_before_the_round_stands_beside_the_one_after() -> None:
    shown = closed_up(scores={"Bill": 41}, orders={"Bill": {"kind": "throws", "n": 1}})
    assert "player order before out at turn score" in shown
    assert "Bill THROWS 1 41 1 5 46" in shown


def test_6_7_who_is_out_or_has_left_stands_in_the_table_with_his_score() -> None:
    shown = closed_up(
        roster=["Gone", "Away"], eliminated=["Out"], scores={"Gone": 60, "Out": 0}, throws=[5]
    )
    assert shown[-3:] == [
        "Gone has left 60 - - 60",
        "Away has left - - - -",
        "Out is out of the game 0 - - 0",
    ]


def test_who_was_put_out_stands_so_in_the_next_round() -> None:
    rules = {"game": "postal_pigs", "piggyback": "eliminate"}
    document = {
        "rules": rules,
        "players": ["Bill", "Karen"],
        "rounds": [
            {"orders": {"Karen": {"kind": "throws", "n": 9}}, "throws": [5, "piggyback"]},
            {"throws": [1]},
        ],
    }
    result = CliRunner().invoke(adjudicate, ["-"], input=json.dumps(document))
    shown = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "Ended by a Piggyback: whoever was still in is out of the game" in shown
    assert shown[-1] == "Karen is out of the game 0 - - 0"


def test_all_out_at_the_start_is_no_drop_out() -> None:
    for rules, throws in (
        ({"game": "postal_pigs"}, []),
        ({"game": "hog", "form": "shared"}, [2]),
        ({"game": "pig"}, {}),
    ):
        shown = closed_up(rules=rules, throws=throws, eliminated=["Bill", "Karen"])
        assert shown[1] == "Nobody is in this round"
        assert not any("Ended by" in line for line in shown)
        assert shown[-1] == "Game over; won by nobody"


def test_3_5_2_an_oinker_is_said_to_take_match_scores_and_a_pig_out_is_not() -> None:
    stays = {"Bill": {"kind": "throws", "n": 9}}
    for throw, ending in (
        ("oinker", "an Oinker: whoever was still in has lost the match score too"),
        ("piggyback", "a Piggyback: whoever was still in has lost the match score too"),
        (0, "a throw that does not score"),
    ):
        shown = closed_up(scores={"Bill": 41}, orders=stays, throws=[5, throw])
        assert f"Ended by {ending}" in shown


def test_2_3_two_1s_are_said_to_take_match_scores_unless_they_are_25() -> None:
    for game, told in (("two_dice", True), ("doubles", False)):
        shown = closed_up(
            rules={"game": game, "form": "shared"},
            orders={"Bill": {"kind": "throws", "n": 3}},
            throws=[[2, 3], [1, 1], [1, 4]],
        )
        assert (
            "Ended by two 1s: whoever was still in has lost the match score too" in shown
        ) == told


def test_the_words_that_made_an_order_bad_are_shown_where_they_are_known() -> None:
    for order, why in (
        ({"kind": "when", "players": ["Karen", "Bil"]}, 'unknown player "Bil"'),
        ({"kind": "after", "players": ["bill"]}, 'names himself "bill"'),
        ({"kind": "when", "players": ["Out"]}, 'player is out "Out"'),
        ({"kind": "throws", "n": 0}, 'bad number "0"'),
        ({"kind": "throws"}, "bad number"),
        ({"kind": "razorback"}, 'unknown condition "razorback"'),
        (
            {"kind": "when", "players": ["Bi\u202el\x1b[31m"]},
            'unknown player "Bi\\u202el\\u001b[31m"',
        ),
        ("THROWS 0", 'bad number "0"'),
        ("after about 3 throws", 'vague number "about 3"'),
        ([], "nothing found"),
        (None, "no order"),
    ):
        shown = " ".join(closed_up(orders={"Bill": order}, eliminated=["Out"], throws=[5]))
        assert f"(default: {why})" in shown.replace(" 0 1 5 5 ", " ")


def test_many_drop_outs_at_one_throw_go_on_below() -> None:
    many = [f"Player {n}" for n in range(1, 41)]
    shown = lines(players=many, throws=[5])
    assert max(map(width, shown)) < 80
    text = " ".join(line.strip() for line in shown)
    assert ", ".join(many) in text
    below = shown[2].index("Player 1")
    assert all(line[:below].strip() == "" for line in shown[3:10])


def test_many_winners_eliminated_dice_and_names_go_on_below() -> None:
    many = [f"Player {n}" for n in range(1, 41)]
    won = lines(players=many, throws=[60], scores=dict.fromkeys(many, 99))
    lost = lines(
        rules={"game": "postal_pigs", "piggyback": "eliminate", "first_throw_scores": False},
        players=many,
        throws=["piggyback"],
    )
    order = {"kind": "when", "players": many[1:]}
    waits = lines(players=many, orders={many[0]: order}, throws=[5])
    row = lines(
        rules={"game": "hog", "form": "shared", "target": 1000},
        orders={"Bill": {"kind": "dice", "n": 50}, "Karen": {"kind": "dice", "n": 3}},
        throws=[2] * 50,
    )
    own = lines(
        rules={"game": "pig", "target": 1000},
        orders={"Bill": {"kind": "throws", "n": 50}},
        throws={"Bill": [2] * 50, "Karen": [2]},
    )
    for shown in (won, lost, waits, row, own):
        assert max(map(width, shown)) < 90
    assert "the first 50" in " ".join(row)
    assert "2 2 2" in " ".join(row)


def test_columns_of_wide_letters_stand_below_each_other() -> None:
    shown = lines(players=["李雷", "Zoe\u0308", "Bill"], throws=[5], scores={"Bill": 7})
    head = next(line for line in shown if line.startswith("player"))
    rows = shown[shown.index(head) + 1 :]
    at = width(head[: head.index("before")])
    starts = [
        width(row[: row.index("  0") + 2]) if "  0" in row else width(row[: row.index("  7") + 2])
        for row in rows
    ]
    assert starts == [at] * 3


def test_a_table_is_as_wide_as_it_must_be() -> None:
    assert table([("a", "b"), ("李雷", "c"), ("", "d")]) == ["a     b", "李雷  c", "      d"]
    assert padded("李", 4) == "李  "
    assert broken("x" * 50) == ["x" * 50]
    assert broken("one two three", widest=7) == ["one two", "three"]
