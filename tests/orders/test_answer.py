"""A reading as JSON: the shape that other programs rely on."""

from typing import Any

import pytest

from pigpost.games.kinds import Seat
from pigpost.orders.answer import got
from pigpost.orders.read import read
from tests.orders.asking import KAREN, NAMES, players


def answer(text: str) -> dict[str, Any]:
    names = {Seat(number): name for number, name in enumerate(NAMES, 1)}
    return got(read(text, players=players(), me=KAREN), names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 throws", {"do": "order", "order": {"kind": "throws", "n": 3}}),
        ("TURN 20", {"do": "order", "order": {"kind": "turn_points", "n": 20}}),
        ("TOTAL 60", {"do": "order", "order": {"kind": "total_points", "n": 60}}),
        ("only left", {"do": "order", "order": {"kind": "only_left"}}),
        ("WHEN Ted, Bill", {"do": "order", "order": {"kind": "when", "players": ["Bill", "Ted"]}}),
        ("after Jim", {"do": "order", "order": {"kind": "after", "players": ["Jim"]}}),
        (
            "ROUND 2 THROWS 3",
            {"do": "order", "order": {"kind": "throws", "n": 3}, "round": 2},
        ),
        ("MY ORDER", {"do": "command", "command": "show_order"}),
        ("join oinks", {"do": "command", "command": "join", "args": {"game": "oinks"}}),
        ("after Steve", {"do": "no_order", "reason": "unknown_player", "name": "Steve"}),
        (
            "after Bil",
            {"do": "no_order", "reason": "unknown_player", "name": "Bil", "suggest": ["Bill"]},
        ),
        ("stop at 30", {"do": "no_order", "reason": "unclear"}),
        (
            "HELP\n3 throws",
            {
                "do": "many",
                "items": [
                    {"do": "command", "command": "help"},
                    {"do": "order", "order": {"kind": "throws", "n": 3}},
                ],
            },
        ),
    ],
)
def test_what_was_read_is_told_with_names(text: str, expected: dict[str, Any]) -> None:
    assert answer(text) == expected
