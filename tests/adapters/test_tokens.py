"""Access tokens from a command: how it is run, how long its token is kept, and that nobody sees it."""

import base64
import json
import sys
import time
from pathlib import Path

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.sasl import Auth
from pigpost.adapters.smtp import SmtpSender
from pigpost.adapters.tokens import TokenCommand
from pigpost.errors import LoginRefused, MailOutOfReach
from tests.adapters.test_imap_faults import GOOD
from tests.adapters.test_smtp import GOOD as GOOD_SMTP
from tests.servers.scripted import Answer, ScriptedServer, scripted

TOKEN = "ya29.s3cr3t-token"
WHY = base64.b64encode(b'{"status":"401","schemes":"bearer"}').decode()
COUNTS = "from pathlib import Path; n = Path('runs'); n.open('a').write('x'); "


def a_command(folder: Path, code: str, *, seconds: float = 20.0) -> TokenCommand:
    return TokenCommand(
        words=(sys.executable, "-S", "-c", COUNTS + code), folder=folder, timeout_seconds=seconds
    )


def saying(folder: Path, output: object) -> TokenCommand:
    text = output if isinstance(output, str) else json.dumps(output)
    return a_command(folder, f"print({text!r})")


def runs(folder: Path) -> int:
    return len((folder / "runs").read_text())


def test_a_bare_token_is_asked_for_at_each_login(tmp_path: Path) -> None:
    tokens = saying(tmp_path, TOKEN)
    assert [tokens.token(), tokens.token()] == [TOKEN, TOKEN]
    assert runs(tmp_path) == 2


def test_a_token_with_its_end_is_kept_until_shortly_before_it(tmp_path: Path) -> None:
    tokens, now = saying(tmp_path, {"access_token": TOKEN, "expires_in": 3600}), 5000.0
    tokens.seconds = lambda: now
    for at, times in ((5000, 1), (8400, 1), (8479, 1), (8480, 2)):
        now = float(at)
        assert tokens.token() == TOKEN
        assert runs(tmp_path) == times


def test_a_token_that_was_refused_is_not_used_again(tmp_path: Path) -> None:
    tokens = saying(tmp_path, {"access_token": TOKEN, "expires_in": 3600})
    tokens.token()
    tokens.refused()
    tokens.token()
    assert runs(tmp_path) == 2


def test_no_shell_reads_the_words(tmp_path: Path) -> None:
    code = "import sys; print(sys.argv[1].replace(' ', '_'))"
    words = (sys.executable, "-S", "-c", code, "$HOME; echo x")
    tokens = TokenCommand(words=words, folder=tmp_path, timeout_seconds=20)
    assert tokens.token() == "$HOME;_echo_x"


@pytest.mark.parametrize(
    "output",
    [
        "",
        "two words",
        "two\nlines",
        "a\x01user=somebody",
        "möpse",
        "x" * 20_000,
        {"error": "invalid_grant", "secret": TOKEN},
        {"access_token": 5},
        {"access_token": ""},
        {"access_token": TOKEN, "expires_in": "soon"},
        '{"access_token": "' + TOKEN,
    ],
)
def test_what_is_no_token_is_refused_and_not_repeated(tmp_path: Path, output: object) -> None:
    with pytest.raises(MailOutOfReach, match="the token command") as caught:
        saying(tmp_path, output).token()
    assert TOKEN not in str(caught.value)
    assert "invalid_grant" not in str(caught.value)


def test_a_command_that_fails_is_named_with_its_exit_code_and_not_with_its_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tokens = a_command(tmp_path, f"import sys; print({TOKEN!r}, file=sys.stderr); sys.exit(3)")
    with pytest.raises(MailOutOfReach, match="ended with 3; run it by hand") as caught:
        tokens.token()
    assert TOKEN not in str(caught.value) + "".join(capfd.readouterr())


def test_a_command_that_is_not_there_is_named(tmp_path: Path) -> None:
    tokens = TokenCommand(words=("no-such-command",), folder=tmp_path, timeout_seconds=1)
    with pytest.raises(MailOutOfReach, match="no-such-command can't be run: No such file"):
        tokens.token()


def test_a_command_that_does_not_end_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    code = "import subprocess; subprocess.run(['sleep', '30'])"
    began = time.monotonic()
    with pytest.raises(MailOutOfReach, match="did not end within"):
        a_command(tmp_path, code, seconds=0.3).token()
    assert time.monotonic() - began < 5


# --- at the door ---------------------------------------------------------------------------------

SAID: dict[str, str] = {
    "xoauth2": f"user=pigs@example.org\x01auth=Bearer {TOKEN}\x01\x01",
    "oauthbearer": f"n,a=pigs@example.org,\x01auth=Bearer {TOKEN}\x01\x01",
}
AFTER_A_REFUSAL = {"xoauth2": "", "oauthbearer": "AQ=="}


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def imap_answers(auth: Auth, *answers: Answer) -> dict[str, Answer]:
    said = {"LOGOUT": GOOD["LOGOUT"], f"AUTHENTICATE {auth.upper()}": "+ "}
    said[in_base64(SAID[auth])] = list(answers)
    said[f"{AFTER_A_REFUSAL[auth]}$"] = "{tag} NO [AUTHENTICATIONFAILED] bad token " + TOKEN
    return GOOD | said


def imap_door(server: ScriptedServer, auth: Auth, tokens: TokenCommand) -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=server.port,
        tls=False,
        user="pigs@example.org",
        password="",
        timeout_seconds=5,
        auth=auth,
        tokens=tokens,
    )


@pytest.mark.parametrize("auth", ["xoauth2", "oauthbearer"])
def test_imap_is_entered_with_a_token(tmp_path: Path, auth: Auth) -> None:
    with scripted("* OK ready", imap_answers(auth, "{tag} OK hello")) as server:
        imap_door(server, auth, saying(tmp_path, TOKEN)).probe()
    assert server.count("LOGIN") == 0
    assert server.count(f"AUTHENTICATE {auth.upper()}") == 1


@pytest.mark.parametrize("auth", ["xoauth2", "oauthbearer"])
def test_a_token_that_imap_refuses_is_taken_anew_for_the_next_login_and_never_told(
    tmp_path: Path, auth: Auth
) -> None:
    tokens = saying(tmp_path, {"access_token": TOKEN, "expires_in": 3600})
    answers = imap_answers(auth, f"+ {WHY}", "{tag} OK hello")
    with scripted("* OK ready", answers) as server:
        door = imap_door(server, auth, tokens)
        with pytest.raises(LoginRefused, match="AUTHENTICATIONFAILED") as caught:
            door.probe()
        door.probe()
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(door)
    assert runs(tmp_path) == 2


def smtp_sender(server: ScriptedServer, auth: Auth, tokens: TokenCommand) -> SmtpSender:
    return SmtpSender(
        host="127.0.0.1",
        port=server.port,
        security="none",
        user="pigs@example.org",
        timeout_seconds=5,
        auth=auth,
        tokens=tokens,
    )


@pytest.mark.parametrize("auth", ["xoauth2", "oauthbearer"])
def test_smtp_is_entered_with_a_token(tmp_path: Path, auth: Auth) -> None:
    line = f"AUTH {auth.upper()} {in_base64(SAID[auth])}"
    answers: dict[str, Answer] = {line: "235 welcome"}
    with scripted("220 mx ready", GOOD_SMTP | answers) as server:
        smtp_sender(server, auth, saying(tmp_path, TOKEN)).send(
            envelope_sender="", recipient="ann@example.org", message=b"Subject: x\r\n\r\nhello\r\n"
        )
    assert server.count("AUTH") == 1
    assert len(server.mails) == 1


@pytest.mark.parametrize("auth", ["xoauth2", "oauthbearer"])
def test_a_token_that_smtp_refuses_is_taken_anew_for_the_next_login_and_never_told(
    tmp_path: Path, auth: Auth
) -> None:
    tokens = saying(tmp_path, {"access_token": TOKEN, "expires_in": 3600})
    answers: dict[str, Answer] = {
        f"AUTH {auth.upper()}": [f"334 {WHY}", "235 welcome"],
        f"{AFTER_A_REFUSAL[auth]}$": f"535 5.7.8 bad token {TOKEN}",
    }
    with scripted("220 mx ready", GOOD_SMTP | answers) as server:
        sender = smtp_sender(server, auth, tokens)
        with pytest.raises(LoginRefused, match="bad token") as caught:
            sender.probe()
        sender.probe()
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(sender)
    assert runs(tmp_path) == 2


def test_a_login_that_is_refused_for_now_does_not_spend_the_token(tmp_path: Path) -> None:
    tokens = saying(tmp_path, {"access_token": TOKEN, "expires_in": 3600})
    answers: dict[str, Answer] = {"AUTH XOAUTH2": ["454 4.7.0 try later", "235 welcome"]}
    with scripted("220 mx ready", GOOD_SMTP | answers) as server:
        sender = smtp_sender(server, "xoauth2", tokens)
        with pytest.raises(MailOutOfReach) as caught:
            sender.probe()
        sender.probe()
    assert caught.type is MailOutOfReach
    assert runs(tmp_path) == 1
