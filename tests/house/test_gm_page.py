"""docs/gm.md, followed word for word by a game master on a new site."""

import re
import smtplib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from pigpost.adapters.postoffice import PostOffice
from pigpost.audit.games import game_state
from pigpost.bootstrap import build
from pigpost.cli.main import cli
from pigpost.config import DEFAULT_FILE, read_settings
from pigpost.games.kinds import Kind
from pigpost.games.settings import game_settings
from pigpost.intake import absence, press
from pigpost.intake.place import AHEAD
from pigpost.intake.put_order import put_order
from pigpost.ports import Services
from pigpost.results.phrases import game_name
from pigpost.seats.answer import join
from tests.house.pages import ROOT, Shown, in_order

GAME = "spring-pigs"
PAGE = (ROOT / "docs" / "gm.md").read_text("utf-8")
PLAYERS = "name,address\nBill,bill@mill.example\nKaren,karen@hill.example\n"
STAYS = "pigpost up"
"""The one command that does not come back; the post office stands in for it."""

_DATE = re.compile(r"[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d UTC")
_DEADLINE = re.compile(r"(?<=--to \")\d{4}-\d\d-\d\d")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Services]]:
    """The game master's folder, and what gives the services of the site in it."""
    monkeypatch.chdir(tmp_path)
    office = PostOffice(tmp_path / "office")
    office.start()
    own_server = {
        "MODE": "imap",
        "IMAP__PORT": office.imap_port,
        "IMAP__TLS": "false",
        "IMAP__USER": "pigs@localhost",
        "IMAP__PASSWORD": "secret",
        "SMTP__PORT": office.smtp_port,
        "SMTP__SECURITY": "none",
    }
    for key, value in own_server.items():
        monkeypatch.setenv(f"PIGPOST_MAIL__{key}", str(value))
    office.add_mailbox("pigs@localhost", "secret")

    def site() -> Services:
        return build(read_settings(Path(DEFAULT_FILE)))

    yield site
    office.stop()


def follow(shown: Shown) -> str:
    """What the command prints; it must succeed."""
    tomorrow = datetime.now(UTC) + timedelta(days=1)  # noqa: TID251 - the command line has no clock
    command = _DEADLINE.sub(f"{tomorrow:%Y-%m-%d}", shown.command)
    result = CliRunner().invoke(cli, Shown(command=command).words[1:])
    assert result.exit_code == 0, (shown.command, result.output, result.exception)
    return result.output


def all_join(services: Services) -> None:
    """What the invited players do in the meantime."""
    for seat in (1, 2, 3):
        with services.store.writing() as tx:
            join(services, tx, game_state(tx, GAME), seat)


def two_order(services: Services) -> None:
    """Besides, strangers write: there must be mails to show."""
    for name, words in (("Bill", "THROWS 5"), ("Karen", "AFTER Bill")):
        put_order(services, GAME, name=name, words=words, reason="in a test")
    port = services.settings.mail.smtp.port
    with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        for number in range(5):
            text = f"From: sue{number}@far.example\nSubject: hello\n\nMay I play?"
            client.sendmail("sue@far.example", [services.settings.mailbox_address], text)


MEANWHILE = {"pigpost game start": all_join, "pigpost game show": two_order}


@pytest.mark.slow
def test_the_page_can_be_followed(
    desk: Callable[[], Services], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    init, *others = in_order(PAGE)
    follow(init)
    monkeypatch.chdir(tmp_path / "pigs")
    Path("docs").symlink_to(ROOT / "docs")
    Path("players.csv").write_text(PLAYERS, "utf-8")
    services = desk()
    for shown in others:
        if shown.command.strip() == STAYS:
            continue
        for beginning, happens in MEANWHILE.items():
            if shown.command.startswith(beginning):
                happens(services)
        printed = follow(shown)
        if shown.output is not None:
            assert _DATE.sub("DATE", printed) == _DATE.sub("DATE", shown.output), shown.command


def test_the_page_shows_what_it_talks_about() -> None:
    """Enough commands to run a game with, else the test above shows nothing."""
    verbs = {" ".join(shown.words[1:3]) for shown in in_order(PAGE)}
    assert verbs >= {"game new", "game start", "game hold", "game go", "game extend", "round run"}
    assert {verb.split()[0] for verb in verbs} >= {"adjudicate", "odds"}


_GAME = r"^\| (\w+) \| ([\w -]+) \| ([a-z, ]+) \| (.+) \|$"
GAMES = re.findall(_GAME, PAGE.partition("## Which game")[2].partition("\n## ")[0], re.MULTILINE)


@pytest.mark.parametrize(("kind", "name", "forms", "more"), GAMES)
def test_a_game_is_offered_as_it_can_be_made(kind: str, name: str, forms: str, more: str) -> None:
    game = Kind(kind)
    assert name == game_name(game, NullTranslations())
    assert forms == ", ".join(game.forms)
    usual = game_settings(game)
    assert ("--weights" in more) == ("--piggyback" in more) == game.has_pigs
    assert f"`--piggyback` ({usual.piggyback})" in more or not game.has_pigs
    assert (f"`--max-dice` ({usual.max_dice})" in more) == (game is Kind.HOG)
    promised = game_settings(game, form=game.forms[-1]).first_throw_scores
    assert ("--first-throw-scores" in more) == promised


def test_every_game_is_offered() -> None:
    assert [kind for kind, *_ in GAMES] == list(Kind)


def test_the_settings_of_a_game_that_the_page_names_are_options() -> None:
    new = cli.get_command(Context(cli), "game").get_command(Context(cli), "new")  # type: ignore[union-attr]
    known = {option for parameter in new.params for option in parameter.opts}
    told = PAGE.partition("## Which game")[2].partition("\n## Make a game")[0]
    assert set(re.findall(r"`(--[a-z-]+)", told)) <= known


@pytest.mark.parametrize(
    "words",
    [
        f"up to {AHEAD} rounds ahead",
        f"{press.LONGEST} characters each, {press._IN_ALL} in all",
        f"{absence._DAYS} days in a game",
    ],
)
def test_the_limits_are_those_of_the_service(words: str) -> None:
    assert words in " ".join(PAGE.split())
