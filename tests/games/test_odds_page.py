"""The figures that the page for players tells are those of the odds."""

import re
from pathlib import Path

import pytest

from pigpost.games.conditions import Condition, Dice, Throws, Turn
from pigpost.games.kinds import Kind
from pigpost.games.odds import odds
from pigpost.games.settings import game_settings

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
SECTION = PAGE.partition("## What an order is worth")[2].partition("\n## ")[0]
ORDER = r"(\d+) (throws?|points this turn|dice) \| ([\d.]+) \| (\d+) \|$"
POSTAL = re.findall(r"^\| " + ORDER, SECTION, re.MULTILINE)
BEST = re.findall(r"^\| ([A-Z][\w -]+) \| " + ORDER, SECTION, re.MULTILINE)
GAMES = {
    "Postal Pass the Pigs": Kind.POSTAL_PIGS,
    "Pass the Pigs": Kind.PASS_THE_PIGS,
    "Pig": Kind.PIG,
    "Two-Dice Pig": Kind.TWO_DICE,
    "Doubles Pig": Kind.DOUBLES,
    "Hog": Kind.HOG,
}


def ordered(n: str, what: str) -> Condition:
    match what:
        case "dice":
            return Dice(int(n))
        case "points this turn":
            return Turn(int(n))
    return Throws(int(n))


def figures(kind: Kind, order: Condition) -> tuple[str, str]:
    turn = odds(game_settings(kind), order)
    return f"{float(turn.expected_turn):.2f}", f"{float(100 * (1 - turn.p_score)):.0f}"


def test_the_page_has_figures() -> None:
    assert len(POSTAL) == 12
    assert [game for game, *_ in BEST] == list(GAMES)


@pytest.mark.parametrize(("n", "what", "points", "lost"), POSTAL)
def test_an_order_of_the_postal_game(n: str, what: str, points: str, lost: str) -> None:
    assert figures(Kind.POSTAL_PIGS, ordered(n, what)) == (points, lost)


@pytest.mark.parametrize(("game", "n", "what", "points", "lost"), BEST)
def test_the_best_order_of_a_game(game: str, n: str, what: str, points: str, lost: str) -> None:
    kind = GAMES[game]
    assert figures(kind, ordered(n, what)) == (points, lost)
    every = [Dice(k) for k in range(1, 51)] if kind is Kind.HOG else _conditions()
    expects = {order: odds(game_settings(kind), order).expected_turn for order in every}
    assert expects[ordered(n, what)] == max(expects.values())


def _conditions() -> list[Condition]:
    return [kind(n) for kind in (Throws, Turn) for n in range(1, 101)]
