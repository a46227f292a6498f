"""What somebody new to the command line runs into."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli
from pigpost.config import Settings
from pigpost.errors import ConfigError, TooLate


@pytest.fixture
def site(tmp_path: Path) -> Path:
    done = CliRunner().invoke(cli, ["init", "--yes", str(tmp_path / "site")])
    assert done.exit_code == 0, done.output
    return tmp_path / "site" / "pigpost.toml"


def run(site: Path, *words: str) -> str:
    result = CliRunner().invoke(cli, ["--config", str(site), *words])
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.output


def test_a_mistyped_command_is_answered_with_a_near_one() -> None:
    result = CliRunner().invoke(cli, ["adjudicat"])
    assert result.exit_code == 2
    assert "Did you mean 'adjudicate'?" in result.output


def test_a_game_needs_nothing_but_its_name(site: Path) -> None:
    assert "forming, first to 100" in run(site, "game", "new", "spring-pigs")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ([], "Postal Pass the Pigs, shared"),
        (["--kind", "pig"], "Pig, simultaneous"),
        (["--kind", "two_dice", "--form", "sequential"], "Two-Dice Pig, sequential"),
    ],
)
def test_a_game_is_shown_with_its_kind_and_form(site: Path, options: list[str], line: str) -> None:
    run(site, "game", "new", "g", *options)
    assert run(site, "game", "show", "g").splitlines()[1] == line
    shown = json.loads(run(site, "game", "show", "g", "--json"))
    assert shown["form"] == line.rpartition(", ")[2]
    assert shown["kind"] == (options[1] if options else "postal_pigs")


def test_the_next_step_after_a_new_game_goes_by_whether_anybody_was_invited(site: Path) -> None:
    players = site.parent / "players.csv"
    players.write_text("name,address\nBill,bill@mill.example\n", "utf-8")
    assert "Next: pigpost invite" in run(site, "game", "new", "spring-pigs")
    assert "Next: pigpost game start" in run(site, "game", "new", "b", "--players", str(players))


def test_what_config_shows_can_be_put_into_a_file(site: Path) -> None:
    shown = tomllib.loads(run(site, "config", "show"))
    assert Settings(**shown) == Settings(**tomllib.loads(site.read_text("utf-8")))


def test_the_defaults_are_not_touched_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIGPOST_MAIL__SMTP__PORT", "99")
    shown = CliRunner().invoke(cli, ["config", "show", "--defaults"]).output
    assert tomllib.loads(shown)["mail"]["smtp"]["port"] == 587


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_passwords_in_urls_are_secrets_too(
    site: Path, form: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIGPOST_DATABASE__URL", "postgresql+psycopg://pig:hunter2@db:5432/pigs")
    monkeypatch.setenv("PIGPOST_BROKER__URL", "redis://:hunter2@redis:6379/0")
    shown = run(site, "config", "show", *form)
    assert "hunter2" not in shown
    assert "pig:***@db:5432/pigs" in shown


def test_status_says_how_many_games_it_does_not_list(site: Path) -> None:
    for number in range(1, 8):
        run(site, "game", "new", f"game-{number}")
        run(site, "player", "add", f"game-{number}", "--bot", "best", "--bot", "careful")
        run(site, "game", "start", f"game-{number}", "--yes")
    assert "   and 2 more: pigpost game list" in run(site, "status")


def test_doctor_tells_that_the_embedded_post_office_needs_the_service(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIGPOST_MAIL__EMBEDDED__IMAP_PORT", "1")
    result = CliRunner().invoke(cli, ["--config", str(site), "doctor", "--json"])
    (imap,) = [found for found in json.loads(result.stdout) if found["what"] == "IMAP login"]
    assert not imap["ok"]
    assert imap["words"].endswith("is `pigpost up` running?")


def test_status_tells_times_as_everything_else_does(site: Path) -> None:
    run(site, "game", "new", "spring-pigs")
    run(site, "player", "add", "spring-pigs", "--name", "Bill", "--address", "bill@mill.example")
    run(site, "game", "start", "spring-pigs", "--yes")
    (listed,) = json.loads(run(site, "game", "list", "--json"))
    (due,) = json.loads(run(site, "status", "--json"))["next_deadlines"]
    assert due["deadline"] == listed["deadline"]
    assert "never read" in run(site, "status")


def test_fresh_keys_are_not_made_beside_a_log_that_is_in_use(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(site, "game", "new", "spring-pigs")
    monkeypatch.setenv("PIGPOST_DATABASE__URL", f"sqlite:///{site.parent / 'pigpost.db'}")
    second = CliRunner().invoke(cli, ["init", "--yes", str(tmp_path / "second")])
    assert isinstance(second.exception, TooLate)
    assert "the database is in use: its log has 1 entries" in str(second.exception)
    assert list((tmp_path / "second").iterdir()) == []


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PIGPOST_DATABASE__URL", "{}"),
        ("pigpost_database__url", "{}"),
        ("PIGPOST_DATABASE", '{{"url": "{}"}}'),
    ],
)
def test_the_demo_is_not_played_into_the_database_of_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    theirs = tmp_path / "theirs.db"
    monkeypatch.setenv(variable, value.format(f"sqlite:///{theirs}"))
    demo = CliRunner().invoke(cli, ["demo", "--no-input", "--keep", str(tmp_path / "demo")])
    assert isinstance(demo.exception, ConfigError)
    assert f"unset {variable} first" in str(demo.exception)
    assert not theirs.exists()
