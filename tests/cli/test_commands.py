"""The command line on a site of its own: what it prints, what it refuses, how it exits."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.bootstrap import build
from pigpost.cli.main import cli
from pigpost.config import read_settings
from pigpost.errors import PigpostError
from pigpost.intake.poll import poll_inbox


class Site:
    """A site made by `pigpost init`, and its command line."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.run("init", "--yes", "--gm", "alison@pigs.example", str(directory))

    def invoke(self, *words: str) -> Result:
        config = str(self.directory / "pigpost.toml")
        return CliRunner().invoke(cli, ["--config", config, *words])

    def run(self, *words: str) -> str:
        """A command that must succeed; its standard output."""
        result = self.invoke(*words)
        assert result.exit_code == 0, (words, result.output, result.exception)
        return result.stdout

    def json(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))

    def fails(self, *words: str) -> tuple[int, str]:
        """Exit code and message of a command that must fail with a fault of ours."""
        result = self.invoke(*words)
        if isinstance(result.exception, PigpostError):
            return result.exception.exit_code, str(result.exception)
        assert isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


@pytest.fixture
def game(site: Site) -> Site:
    site.run("game", "new", "spring-pigs", "--every", "Fri 20:00", "--tz", "Europe/London")
    for name in ("Bill", "Karen"):
        address = f"{name.lower()}@mill.example"
        site.run("player", "add", "spring-pigs", "--name", name, "--address", address)
    site.run("game", "start", "spring-pigs")
    return site


def test_init_makes_keys_that_only_their_owner_reads(site: Site) -> None:
    files = list((site.directory / "keys").iterdir())
    assert len(files) == 3
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_init_overwrites_nothing(site: Site) -> None:
    before = (site.directory / "pigpost.toml").read_bytes()
    code, words = site.fails("init", "--yes", str(site.directory))
    assert code == 6
    assert "nothing was changed" in words
    assert (site.directory / "pigpost.toml").read_bytes() == before


def test_init_refuses_a_zone_that_is_none_and_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["init", "--yes", "--timezone", "Narnia", str(tmp_path / "s")])
    assert "Narnia" in str(result.exception)
    assert Site(tmp_path / "s").run("game", "list")


def test_without_a_configuration_the_next_step_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["--config", str(tmp_path / "no.toml"), "game", "list"])
    assert isinstance(result.exception, PigpostError)
    assert result.exception.exit_code == 3
    assert "pigpost init" in str(result.exception)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("game", "new", "Spring Pigs"), 5),
        (("game", "new", "x", "--target", "0"), 5),
        (("game", "new", "x", "--target", "1000001"), 5),
        (("game", "new", "x", "--every", "sometimes"), 2),
        (("game", "new", "x", "--tz", "Narnia"), 2),
        (("game", "new", "x", "--kind", "chess"), 2),
        (("game", "show", "nowhere"), 4),
        (("game", "show", "../etc"), 4),
        (("game", "start", "nowhere"), 4),
        (("round", "show", "nowhere", "1"), 4),
        (("player", "list", "nowhere"), 4),
        (("mail", "show", "1"), 4),
        (("mail", "show", "9" * 30), 2),
        (("mail", "list", "--limit", "0"), 2),
        (("export", "nowhere"), 4),
        (("export", "no where"), 4),
    ],
)
def test_bad_words_have_their_exit_code(site: Site, words: tuple[str, ...], code: int) -> None:
    assert site.fails(*words)[0] == code


def test_a_game_is_made_once(game: Site) -> None:
    assert game.fails("game", "new", "spring-pigs")[0] == 6


@pytest.mark.parametrize("name", ["", "a,b", "x" * 41, "a\nb", "bill", "BILL", "Bíll"])
def test_6_3_a_name_that_can_not_be_is_refused(site: Site, name: str) -> None:
    site.run("game", "new", "g")
    site.run("player", "add", "g", "--name", "Bill", "--address", "bill@mill.example")
    code, words = site.fails("player", "add", "g", "--name", name, "--address", "x@mill.example")
    assert code == 5
    assert "6.3" in words


def test_one_address_has_one_seat(site: Site) -> None:
    site.run("game", "new", "g")
    site.run("player", "add", "g", "--name", "Bill", "--address", "bill@mill.example")
    assert (
        site.fails("player", "add", "g", "--name", "Ted", "--address", "BILL@mill.example")[0] == 6
    )


def test_players_can_come_from_a_file(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("name,address,timezone\nZoë,zoe@mill.example,Europe/Helsinki\n", "utf-8")
    assert site.json("game", "new", "g", "--players", str(file))["invited"] == ["Zoë"]
    (player,) = site.json("player", "list", "g")
    assert player["timezone"] == "Europe/Helsinki"
    file.write_text("Zoë;zoe@mill.example\n", "utf-8")
    assert site.fails("game", "new", "h", "--players", str(file))[0] == 2


@pytest.mark.parametrize(
    "body", [b"name,address\nZo\xeb,zoe@mill.example\n", b"name,address\n" + b"x" * 200_000]
)
def test_a_file_that_is_no_csv_is_told_so(site: Site, tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes(body)
    code, words = site.fails("game", "new", "g", "--players", str(file))
    assert (code, "no CSV in UTF-8" in words) == (2, True)


def test_a_game_whose_players_can_not_be_is_not_made(site: Site, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("name,address\nZoë,zoe@mill.example\nZoe,ted@mill.example\n", "utf-8")
    code, words = site.fails("game", "new", "g", "--players", str(file))
    assert (code, "6.3" in words) == (5, True)
    assert site.json("game", "list") == []
    assert site.json("mail", "list", "--out") == []


def test_a_game_is_not_begun_by_mistake_alone_or_without_who_is_still_asked(site: Site) -> None:
    site.run("game", "new", "g")
    site.run("player", "add", "g", "--name", "Bill", "--address", "bill@mill.example")
    assert "--yes" in site.fails("game", "start", "g")[1]
    site.run("player", "add", "g", "--name", "Ted", "--address", "ted@mill.example")
    site.run("invite", "g", "--name", "Zoe", "--address", "zoe@mill.example")
    code, words = site.fails("game", "start", "g")
    assert (code, "Zoe" in words) == (5, True)
    assert site.json("game", "start", "g", "--yes")["phase"] == "open"


def test_a_wrong_variable_of_the_environment_is_named(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIGPOST_ROUNDS__REMIND_HOURS", "48,12")
    code, words = site.fails("status")
    assert code == 3
    assert "PIGPOST_" in words


def test_show_tells_who_has_sent_and_no_order(game: Site) -> None:
    game.run("order", "put", "spring-pigs", "Bill", "THROWS 98989", "--reason", "by phone")
    shown = game.json("game", "show", "spring-pigs")
    assert {p["name"]: p["sent"] for p in shown["players"]} == {"Bill": True, "Karen": False}
    assert "98989" not in game.run("game", "show", "spring-pigs")


def test_an_order_by_phone_needs_a_reason_and_must_be_one(game: Site) -> None:
    assert game.fails("order", "put", "spring-pigs", "Bill", "THROWS 3")[0] == 2
    put = ("order", "put", "spring-pigs")
    assert game.fails(*put, "Bill", "stop at 30", "--reason", "by phone")[0] == 5
    assert game.fails(*put, "Steve", "THROWS 3", "--reason", "by phone")[0] == 4


def test_hold_and_go_need_a_reason(game: Site) -> None:
    assert game.fails("game", "hold", "spring-pigs")[0] == 2
    assert game.json("game", "hold", "spring-pigs", "--reason", "ill")["held"] == "ill"
    assert game.fails("game", "hold", "spring-pigs", "--reason", "ill")[0] == 6
    assert game.json("game", "go", "spring-pigs", "--reason", "well")["held"] is None


def test_extend_names_the_round_and_reads_the_clock_of_the_game(game: Site) -> None:
    extend = ("game", "extend", "spring-pigs", "--reason", "a feast", "--to", "2099-07-03 20:00")
    shown = game.json(*extend, "--round", "1")
    assert shown["deadline"] == "2099-07-03T19:00:00+00:00"
    assert game.fails(*extend, "--round", "2")[0] == 6
    assert (
        game.fails(
            "game", "extend", "spring-pigs", "--reason", "x", "--to", "soon", "--round", "1"
        )[0]
        == 2
    )


def test_an_open_round_is_not_shown(game: Site) -> None:
    code, words = game.fails("round", "show", "spring-pigs", "1")
    assert code == 6
    assert "sealed" in words


def test_a_round_closed_while_the_inbox_is_out_of_reach_waits_and_says_so(game: Site) -> None:
    code, words = game.fails("round", "run", "spring-pigs", "--round", "1", "--reason", "now")
    assert code == 8
    assert "round 1 is closed" in words
    assert "IMAP 127.0.0.1" in words


def test_status_says_what_needs_the_gm(game: Site) -> None:
    assert game.json("status")["needs_gm"] == []
    game.run("game", "hold", "spring-pigs", "--reason", "ill")
    assert game.invoke("status", "--exit-code").exit_code == 1
    assert "ill" in game.run("status")


def test_doctor_says_what_is_out_of_reach(site: Site) -> None:
    result = site.invoke("doctor", "--json")
    found = {check["what"]: check["ok"] for check in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert found["database"]
    assert not found["IMAP login"]
    password = (site.directory / "keys" / "mailbox.password").read_text().strip()
    assert password not in result.output


def test_mails_of_a_sealed_round_are_not_shown_to_the_gm(game: Site) -> None:
    game.run("order", "put", "spring-pigs", "Bill", "THROWS 98989", "--reason", "by phone")
    (receipt,) = [m for m in game.json("mail", "list", "--out") if m["kind"] == "receipt"]
    shown = game.json("mail", "show", str(receipt["id"]), "--out")
    assert shown["text"] is None
    assert "98989" not in json.dumps(shown)


def test_config_show_never_prints_a_secret(site: Site) -> None:
    with (site.directory / "pigpost.toml").open("a") as file:
        file.write('[mail.smtp]\npassword = "hunter2"\n')
    assert "hunter2" not in site.run("config", "show")
    assert "hunter2" not in site.run("config", "show", "--json")


def test_every_default_is_explained() -> None:
    lines = CliRunner().invoke(cli, ["config", "show", "--defaults"]).stdout.splitlines()
    assert len(lines) > 30
    assert all("  # " in line for line in lines)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    assert "_PIGPOST_COMPLETE" in CliRunner().invoke(cli, ["completion", shell]).stdout


def test_status_tells_how_the_inbox_fails_and_when_it_is_tried_again(site: Site) -> None:
    settings = read_settings(site.directory / "pigpost.toml")
    services = build(settings)
    for _ in range(3):
        poll_inbox(services, owner="test")
    told = site.json("status")
    assert told["inbox_failures"] == 3
    assert "IMAP 127.0.0.1" in told["inbox_last_error"]
    (need,) = told["needs_gm"]
    assert re.search(r"can't be read since .* \(3 tries; tried again at .*\): IMAP 127", need)


def test_status_tells_that_nobody_polls(site: Site) -> None:
    services = build(read_settings(site.directory / "pigpost.toml"))
    with services.store.writing() as tx:
        tx.inboxes.polled("inbox", began_at=services.clock.now() - timedelta(minutes=45))
    (need,) = site.json("status")["needs_gm"]
    assert need == "nobody has read the inbox for 45 minutes: does a worker run?"
