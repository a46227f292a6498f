"""`pigpost player`: persons and house players, as the game master types them in."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli
from pigpost.errors import PigpostError

GAME = "spring-pigs"


class Desk:
    """The command line of a site with one game."""

    def __init__(self, folder: Path, *game: str) -> None:
        self.config = str(folder / "pigpost.toml")
        assert CliRunner().invoke(cli, ["init", "--yes", str(folder)]).exit_code == 0
        self.run("game", "new", GAME, *game)

    def run(self, *words: str) -> str:
        result = CliRunner().invoke(cli, ["--config", self.config, *words])
        assert result.exit_code == 0, (words, result.output, result.exception)
        return result.stdout

    def add(self, *words: str) -> str:
        return self.run("player", "add", GAME, *words)

    def listed(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.run("player", "list", GAME, "--json"))
        return found

    def refused(self, *words: str) -> tuple[int, str]:
        result = CliRunner().invoke(cli, ["--config", self.config, "player", "add", GAME, *words])
        if isinstance(result.exception, PigpostError):
            return result.exception.exit_code, str(result.exception)
        return result.exit_code, result.output


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "site")


def test_a_house_player_needs_nothing_but_what_he_plays_by(desk: Desk) -> None:
    desk.add("--name", "Bill", "--address", "bill@mill.example")
    desk.add("--bot", "hold20", "--name", "Robby")
    desk.add("--bot", "throws4", "--bot", "after_leader")
    assert [(line["name"], line["bot"], line["status"]) for line in desk.listed()] == [
        ("Bill", None, "playing"),
        ("Robby", "hold20", "playing"),
        ("Hal", "throws4", "playing"),
        ("Ada", "after_leader", "playing"),
    ]


def test_bots_are_called_bots_wherever_players_are_shown(desk: Desk) -> None:
    desk.add("--name", "Bill", "--address", "bill@mill.example")
    shown = desk.add("--bot", "hold20")
    assert shown.splitlines()[-1].split() == ["Hal", "0", "bot:", "hold20"]
    bill, hal = desk.run("player", "list", GAME).splitlines()
    assert bill.endswith("bill@mill.example")
    assert hal.endswith("bot: hold20")
    players = json.loads(desk.run("game", "show", GAME, "--json"))["players"]
    assert {player["name"]: player["bot"] for player in players} == {"Bill": None, "Hal": "hold20"}
    desk.run("game", "start", GAME)
    assert "bot: hold20" in desk.run("game", "show", GAME)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((), 2, "--name and --address"),
        (("--name", "Bill"), 2, "--name and --address"),
        (("--bot", "hold20", "--address", "hal@mill.example"), 2, "no --address"),
        (("--bot", "hold20", "--bot", "hold20", "--name", "Hal"), 2, "one --bot"),
        (("--bot", "hold"), 5, "there is no bot 'hold'; here play throws4, hold20"),
        (("--bot", "dice5"), 5, "(rule 4.1); here play throws4, hold20"),
        (("--bot", "optimal"), 5, "one-die Pig with own throws"),
        (("--bot", "hold20", "--name", ""), 5, "(rule 6.3)"),
    ],
)
def test_who_can_not_be_seated_is_refused_with_what_would_do(
    desk: Desk, words: tuple[str, ...], code: int, says: str
) -> None:
    exit_code, answer = desk.refused(*words)
    assert exit_code == code
    assert says in answer
    assert desk.listed() == []


def test_bots_fit_the_kind_and_form_of_their_game(tmp_path: Path) -> None:
    hog = Desk(tmp_path / "hog", "--kind", "hog")
    assert hog.refused("--bot", "hold20")[1].endswith(
        "here play dice5, careful, best, reckless, or one with another number"
    )
    hog.add("--bot", "dice6", "--bot", "best")
    pig = Desk(tmp_path / "pig", "--kind", "pig", "--form", "sequential")
    pig.add("--bot", "optimal", "--bot", "hold20")
    assert "two players" in pig.refused("--bot", "careful")[1]


def test_a_round_that_the_gm_closes_has_the_orders_of_the_bots(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker has run: the command itself lets them order before it closes the book."""
    monkeypatch.setattr("pigpost.cli.round.poll_inbox", lambda *_, **__: True)
    desk.add("--name", "Bill", "--address", "bill@mill.example")
    desk.add("--bot", "hold20")
    desk.run("game", "start", GAME)
    run = ("round", "run", GAME, "--round", "1", "--reason", "a test")
    CliRunner().invoke(cli, ["--config", desk.config, *run])
    players = json.loads(desk.run("game", "show", GAME, "--json"))["players"]
    assert {player["name"]: player["sent"] for player in players} == {"Bill": False, "Hal": True}


def test_a_game_is_shown_and_listed_with_the_form_it_is_played_in(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "site", "--kind", "pig", "--form", "sequential")
    shown = json.loads(desk.run("game", "show", GAME, "--json"))
    listed = json.loads(desk.run("game", "list", "--json"))
    assert [(game["kind"], game["form"]) for game in (shown, *listed)] == [
        ("pig", "sequential")
    ] * 2
