"""`pigpost doctor`: every server is tried, and each sentence says what to do."""

import json
import smtplib
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pigpost.cli.main import cli
from tests.adapters.test_imap_faults import GOOD
from tests.adapters.test_imap_idle import IDLE
from tests.adapters.test_smtp import GOOD as GOOD_SMTP
from tests.servers.process import free_port
from tests.servers.redis import redis_server
from tests.servers.scripted import Answer, scripted

TOKEN = "ya29.s3cr3t"
CONFIGURATION = """
[site]
gm = "alison@pigs.example"

[broker]
url = "{broker}"

[mail]
mode = "imap"
address = "pigs+{{game}}@pigs.example"

[mail.imap]
host = "127.0.0.1"
port = {imap}
tls = false
user = "pigs"
timeout_seconds = 2
{imap_login}

[mail.smtp]
host = "127.0.0.1"
port = {smtp}
security = "none"
user = "pigs"
timeout_seconds = 2
{smtp_login}
"""
PASSWORD = 'password = "s3cr3t-word"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    CliRunner().invoke(cli, ["init", "--yes", str(tmp_path / "site")])
    return tmp_path / "site"


def doctor(
    folder: Path,
    *,
    imap: int = 1,
    smtp: int = 1,
    broker: str = "memory://localhost/",
    imap_login: str = PASSWORD,
    smtp_login: str = PASSWORD,
) -> dict[str, tuple[bool, str]]:
    """What was found, by what was looked at; secrets are in none of it."""
    (folder / "pigpost.toml").write_text(
        CONFIGURATION.format(
            imap=imap, smtp=smtp, broker=broker, imap_login=imap_login, smtp_login=smtp_login
        )
    )
    result = CliRunner().invoke(cli, ["--config", str(folder / "pigpost.toml"), "doctor", "--json"])
    assert "s3cr3t" not in result.output
    found = {check["what"]: (check["ok"], check["words"]) for check in json.loads(result.stdout)}
    assert result.exit_code == (0 if all(ok for ok, _ in found.values()) else 1)
    return found


def found_on(
    folder: Path,
    *,
    imap: dict[str, Answer] | None = None,
    smtp: dict[str, Answer] | None = None,
    **more: str,
) -> dict[str, tuple[bool, str]]:
    with (
        scripted("* OK ready", IDLE | (imap or {})) as inbox,
        scripted("220 mx ready", GOOD_SMTP | (smtp or {})) as way_out,
    ):
        return doctor(folder, imap=inbox.port, smtp=way_out.port, **more)  # type: ignore[arg-type]


def test_where_all_is_well_the_folder_and_what_the_server_can_do_are_told(folder: Path) -> None:
    found = found_on(folder)
    assert {what: words for what, (ok, words) in found.items() if not ok} == {}
    words = found["IMAP login"][1]
    assert "folder INBOX, UIDVALIDITY 7" in words
    assert "heard at once (IDLE)" in words


def test_a_server_that_can_only_be_asked_is_well_too(folder: Path) -> None:
    ok, words = found_on(folder, imap={"CAPABILITY": GOOD["CAPABILITY"]})["IMAP login"]
    assert ok
    assert "no IDLE: mail waits for the next poll" in words


@pytest.mark.parametrize(
    ("what", "imap", "smtp", "advice"),
    [
        (
            "IMAP login",
            {"LOGIN": "{tag} NO [AUTHENTICATIONFAILED] Invalid credentials"},
            {},
            "check mail.imap.user and its password or token",
        ),
        (
            "SMTP login",
            {},
            {"AUTH PLAIN": "535 5.7.8 Username and Password not accepted"},
            "check mail.smtp.user and its password or token",
        ),
        (
            "IMAP login",
            {"EXAMINE": "{tag} NO [NONEXISTENT] Unknown Mailbox"},
            {},
            "opening the folder INBOX",
        ),
        ("SMTP login", {}, {"EHLO": "550 who?", "HELO": "550 who?"}, "check mail.smtp in the"),
    ],
)
def test_each_refusal_says_what_to_look_at(
    folder: Path, what: str, imap: dict[str, Answer], smtp: dict[str, Answer], advice: str
) -> None:
    found = found_on(folder, imap=imap, smtp=smtp)
    assert [name for name, (ok, _) in found.items() if not ok] == [what]
    assert advice in found[what][1]


def test_servers_that_are_not_there_are_named_with_the_keys_to_check(folder: Path) -> None:
    found = doctor(folder)
    for name in ("IMAP", "SMTP"):
        ok, words = found[f"{name} login"]
        assert not ok
        assert f"{name} 127.0.0.1:1, connecting:" in words
        assert f"check mail.{name.lower()} in the configuration: host, port" in words


def a_token_login(code: str) -> str:
    return f'auth = "xoauth2"\ntoken_command = {json.dumps([sys.executable, "-S", "-c", code])}'


def test_a_token_command_is_tried_and_its_token_shown_to_nobody(folder: Path) -> None:
    login = a_token_login(f"print({TOKEN!r})")
    found = found_on(
        folder,
        imap={"AUTHENTICATE": "+ ", "dXNlcj1": "{tag} OK hello"},
        smtp={"AUTH XOAUTH2": "235 welcome"},
        imap_login=login,
        smtp_login=login,
    )
    assert found["IMAP token"][0]
    assert found["SMTP token"][0]
    assert found["IMAP login"][0]
    assert found["SMTP login"][0]


def test_a_token_command_that_fails_is_told_by_itself(folder: Path) -> None:
    login = a_token_login(f"print({TOKEN!r}); raise SystemExit(7)")
    ok, words = found_on(folder, imap_login=login)["IMAP token"]
    assert not ok
    assert "ended with 7; run it by hand to see why" in words


@pytest.mark.parametrize(
    ("login", "said"),
    [
        ('auth = "xoauth2"', "token_command must say how to get a token"),
        ('token_command = ["x"]', 'auth must be "xoauth2" or "oauthbearer"'),
        ('auth = "oauth"', "Input should be"),
    ],
)
def test_a_login_that_can_not_be_meant_is_refused_with_its_key(
    folder: Path, login: str, said: str
) -> None:
    text = CONFIGURATION.format(
        imap=1, smtp=1, broker="memory://localhost/", imap_login=login, smtp_login=PASSWORD
    )
    (folder / "pigpost.toml").write_text(text)
    result = CliRunner().invoke(cli, ["--config", str(folder / "pigpost.toml"), "doctor"])
    assert "mail.imap" in str(result.exception)
    assert said in str(result.exception)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "redis",
        "http://:s3cr3t@x/0",
        "redis://:s3cr3t@host:port/0",
        "redis://",
        "redis://h:0/0",
        "redis://:s3cr3t/x@h/0",
    ],
)
@pytest.mark.parametrize("command", ["doctor", "worker", "status"])
def test_a_broker_that_can_not_be_is_refused_with_its_key_and_no_traceback(
    folder: Path, url: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIGPOST_BROKER__URL", url)
    result = CliRunner().invoke(cli, ["--config", str(folder / "pigpost.toml"), command])
    assert getattr(result.exception, "exit_code", None) == 3
    assert "broker.url" in str(result.exception)
    assert "s3cr3t" not in str(result.exception)


def test_a_broker_that_does_not_answer_is_told(folder: Path) -> None:
    port = free_port()
    ok, words = doctor(folder, broker=f"redis://:s3cr3t@127.0.0.1:{port}/0")["broker"]
    assert not ok
    assert f"Redis at 127.0.0.1:{port} does not answer" in words
    assert "is broker.url right?" in words


@pytest.mark.servers
def test_a_broker_that_answers_or_wants_another_password_is_told(
    folder: Path, tmp_path: Path
) -> None:
    with redis_server(tmp_path) as server:
        assert doctor(folder, broker=server.url)["broker"] == (
            True,
            f"Redis at 127.0.0.1:{server.port} answers",
        )
        wrong = server.url.replace("//", "//pigs:s3cr3t@")
        ok, words = doctor(folder, broker=wrong)["broker"]
        assert not ok
        assert "refuses the password in broker.url" in words


def test_offline_nothing_else_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtplib, "SMTP", None)
    config = str(folder / "pigpost.toml")
    result = CliRunner().invoke(cli, ["--config", config, "doctor", "--offline", "--json"])
    assert result.exit_code == 0, result.output
    looked_at = {check["what"] for check in json.loads(result.stdout)}
    assert {"configuration", "keys", "database"} <= looked_at
    assert not looked_at & {"broker", "IMAP login", "SMTP login"}
