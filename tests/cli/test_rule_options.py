"""What a game has no use for: the same answer on the command line and in a file, in every command."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli
from pigpost.errors import PigpostError
from pigpost.games.kinds import Kind

DICE = [kind for kind in Kind if not kind.has_pigs]
WEIGHTS = [1] * 18


def adjudicated(kind: Kind, **rules: object) -> tuple[int, str | None]:
    document = {"rules": {"game": kind.value} | rules, "players": ["A"]}
    throws: object = [] if kind is Kind.POSTAL_PIGS else {}
    written = json.dumps(document | {"throws": throws})
    result = CliRunner().invoke(cli, ["adjudicate", "-", "--json"], input=written)
    return result.exit_code, json.loads(result.stdout).get("error", {}).get("rule")


def odds(kind: Kind, *options: str) -> tuple[int, str | None]:
    order = "DICE 2" if kind is Kind.HOG else "THROWS 2"
    result = CliRunner().invoke(cli, ["odds", order, "--kind", kind.value, *options, "--json"])
    return result.exit_code, json.loads(result.stdout).get("error", {}).get("rule")


def made(folder: Path, kind: Kind, *options: str) -> str:
    """What `game new` says; empty if the game was made."""
    assert CliRunner().invoke(cli, ["init", "--yes", str(folder)]).exit_code == 0
    new = ["game", "new", "g", "--kind", kind.value, *options]
    fault = CliRunner().invoke(cli, ["--config", str(folder / "pigpost.toml"), *new]).exception
    if fault is None:
        return ""
    assert isinstance(fault, PigpostError)
    assert fault.exit_code == 5
    return str(fault)


@pytest.mark.parametrize("kind", DICE)
def test_3_5_3_dice_have_no_piggyback_that_could_put_anybody_out(
    kind: Kind, tmp_path: Path
) -> None:
    assert adjudicated(kind, piggyback="eliminate") == (2, "3.5.3")
    assert odds(kind, "--piggyback", "eliminate") == (2, "3.5.3")
    assert made(tmp_path / "site", kind, "--piggyback", "eliminate").endswith("(rule 3.5.3)")


@pytest.mark.parametrize("kind", DICE)
def test_2_6_4_dice_have_no_weights(kind: Kind, tmp_path: Path) -> None:
    written = ",".join(map(str, WEIGHTS))
    assert adjudicated(kind, weights=WEIGHTS) == (2, "2.6.4")
    assert odds(kind, "--weights", written) == (2, "2.6.4")
    assert made(tmp_path / "site", kind, "--weights", written).endswith("(rule 2.6.4)")


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.HOG])
def test_4_1_only_hog_has_a_limit_of_dice(kind: Kind, tmp_path: Path) -> None:
    assert adjudicated(kind, max_dice=12) == (2, "4.1")
    assert odds(kind, "--max-dice", "12") == (2, "4.1")
    assert made(tmp_path / "site", kind, "--max-dice", "12").endswith("(rule 4.1)")


@pytest.mark.parametrize("kind", list(Kind))
def test_what_a_game_plays_by_anyway_may_be_said(kind: Kind, tmp_path: Path) -> None:
    """The fields of the file that the contract shows stand with every game."""
    said = {"piggyback": "wipe", "first_throw_scores": True, "max_dice": 50, "target": 100}
    assert adjudicated(kind, **said) == (0, None)
    options = ["--piggyback", "wipe", "--first-throw-scores", "--max-dice", "50", "--target", "100"]
    assert odds(kind, *options) == (0, None)
    assert made(tmp_path / "site", kind, *options) == ""


def test_4_2_the_help_says_that_a_game_of_own_throws_has_no_promise() -> None:
    for words in (["odds"], ["game", "new"]):
        told = " ".join(CliRunner().invoke(cli, [*words, "--help"]).stdout.split())
        assert "own throws" in told.partition("--first-throw-scores")[2].partition("--piggyback")[0]
