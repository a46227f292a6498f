"""What the inbox makes of servers that are silent, rude, confused or gone."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.errors import MailOutOfReach
from pigpost.ports import Fetched
from tests.adapters.certificates import self_signed
from tests.servers.scripted import Act, Answer, ScriptedServer, scripted

PASSWORD = "s3cr3t-word"
SUMMER = '"02-Jul-2026 18:00:00 +0200"'
MEASURED = f"* 1 FETCH (UID 5 RFC822.SIZE 20 INTERNALDATE {SUMMER})\r\n{{tag}} OK fetched"
MAIL = "* 1 FETCH (UID 5 BODY[] {20}\r\nSubject: x\r\n\r\nhello\n)\r\n{tag} OK fetched"
WITHOUT = "{tag} OK fetched"

GOOD: dict[str, Answer] = {
    "CAPABILITY": "* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n{tag} OK done",
    "LOGIN": "{tag} OK hello",
    "EXAMINE": "* 2 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT 9] .\r\n{tag} OK [READ-ONLY] .",
    "NOOP": "{tag} OK nothing",
    "UID SEARCH": "* SEARCH 8 5\r\n{tag} OK found",
    r"UID FETCH 5 \(RFC822.SIZE": MEASURED,
    r"UID FETCH 5 \(BODY": MAIL,
    "LOGOUT": "* BYE bye\r\n{tag} OK bye",
}


@contextmanager
def a_server(**changed: Answer) -> Iterator[ScriptedServer]:
    """The good server but for some answers; `FETCH_SIZE` and `FETCH_BODY` stand for the two."""
    names = {"FETCH_SIZE": r"UID FETCH 5 \(RFC822.SIZE", "FETCH_BODY": r"UID FETCH 5 \(BODY"}
    names |= {"SEARCH": "UID SEARCH"}
    answers = GOOD | {names.get(name, name): answer for name, answer in changed.items()}
    with scripted(answers.pop("GREETING", "* OK ready"), answers) as server:
        yield server


def a_door(server: ScriptedServer, *, password: str = PASSWORD, patience: float = 5) -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=server.port,
        tls=False,
        user="pigs",
        password=password,
        timeout_seconds=patience,
    )


def fetch(server: ScriptedServer, *, patience: float = 5) -> Fetched | None:
    with a_door(server, patience=patience).open() as inbox:
        assert inbox.uids_after(4) == [5, 8]
        return inbox.fetch(5, limit_bytes=1000)


def test_the_good_server_is_good() -> None:
    with a_server() as server, a_door(server).open() as inbox:
        mail = inbox.fetch(5, limit_bytes=1000)
        assert (inbox.state.uidvalidity, inbox.state.uidnext) == (7, 9)
        assert inbox.uids_after(4) == [5, 8]
    assert mail is not None
    assert mail.raw == b"Subject: x\r\n\r\nhello\r\n"
    assert mail.arrived_at == datetime(2026, 7, 2, 16, tzinfo=UTC)
    assert server.commands[-1] == "LOGOUT"


def test_nothing_but_reading_is_ever_asked() -> None:
    with a_server() as server:
        fetch(server)
    asked = " ".join(server.commands)
    assert "EXAMINE" in asked
    assert "SELECT" not in asked
    assert "STORE" not in asked
    assert "CLOSE" not in asked
    assert "BODY.PEEK[]" in asked


@pytest.mark.parametrize(
    "command", ["GREETING", "LOGIN", "EXAMINE", "NOOP", "SEARCH", "FETCH_SIZE", "FETCH_BODY"]
)
@pytest.mark.parametrize(
    "answer",
    [
        Act.SILENCE,
        Act.HANG_UP,
        "* BYE going down",
        b"* 1 FETCH (UID 5 BODY[] {2000}\r\nSubj",
        b"\x00\xff this is no IMAP\r\n",
        "{tag} BAD what?",
        "{tag} NO not now",
    ],
)
def test_any_fault_is_out_of_reach_within_the_timeout(command: str, answer: Answer) -> None:
    with a_server(**{command: answer}) as server:
        began = time.monotonic()
        with pytest.raises(MailOutOfReach, match=f"127.0.0.1:{server.port}") as caught:
            fetch(server, patience=0.15)
        assert time.monotonic() - began < 2
        assert caught.value.temporary


def test_a_silent_goodbye_does_not_spoil_what_was_read() -> None:
    with a_server(LOGOUT=Act.SILENCE) as server:
        assert fetch(server, patience=0.15) is not None


def test_a_fault_of_the_readers_own_passes_through() -> None:
    with a_server() as server, pytest.raises(KeyError), a_door(server).open():
        raise KeyError


def test_nobody_listens() -> None:
    with a_server() as server:
        door = a_door(server)
    with pytest.raises(MailOutOfReach, match="connecting"):
        door.probe()


def test_a_refused_password_is_tried_once_and_blotted_out_though_the_server_echoes_it() -> None:
    echo = f"{{tag}} BAD LOGIN pigs {PASSWORD}"
    with a_server(LOGIN=echo) as server, pytest.raises(MailOutOfReach, match="pigs") as caught:
        fetch(server)
    assert server.count("LOGIN") == 1
    assert PASSWORD not in str(caught.value)
    assert PASSWORD not in repr(a_door(server))


@pytest.mark.parametrize("command", ["LOGIN", "EXAMINE", "SEARCH", "FETCH_SIZE"])
def test_of_a_server_s_words_nothing_is_kept_that_a_database_refuses(command: str) -> None:
    """A fault that could not be noted would be noted by nobody."""
    rude = f"{{tag}} NO a\0b\x1b[31m{'c' * 5_000}"
    with a_server(**{command: rude}) as server, pytest.raises(MailOutOfReach) as caught:
        fetch(server)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 2_100


def test_a_password_that_is_not_ascii_goes_by_sasl() -> None:
    answers = {"AUTHENTICATE PLAIN": "+ ", "AHBpZ3MAc8O8w58=": "{tag} OK hello"}
    with a_server(**answers) as server:
        a_door(server, password="süß").probe()
    assert server.count("LOGIN") == 0


def test_news_of_other_mails_is_not_taken_for_the_one_asked_for() -> None:
    news = "* 2 FETCH (UID 8 FLAGS (\\Seen))\r\n* 5 FETCH (FLAGS (\\Seen))\r\n* 3 EXISTS\r\n"
    other = "* 2 FETCH (UID 8 BODY[] {5}\r\nwrong)\r\n"
    with a_server(FETCH_SIZE=news + MEASURED, FETCH_BODY=other + news + MAIL) as server:
        mail = fetch(server)
    assert mail is not None
    assert mail.raw.startswith(b"Subject: x")


def test_an_answer_without_the_mail_is_asked_for_once_more() -> None:
    with a_server(FETCH_BODY=[WITHOUT, MAIL]) as server:
        assert fetch(server) is not None


@pytest.mark.parametrize(
    "lacking",
    [
        {"FETCH_BODY": WITHOUT},
        {"FETCH_SIZE": WITHOUT},
        {"FETCH_BODY": "* 1 FETCH (UID 5 BODY[] NIL)\r\n{tag} OK fetched"},
        {"FETCH_BODY": '* 1 FETCH (UID 5 BODY[] "")\r\n{tag} OK fetched'},
        {"FETCH_SIZE": MEASURED.replace(SUMMER, "NIL")},
        {"FETCH_SIZE": MEASURED.replace(SUMMER, '"yesterday"')},
        {"FETCH_SIZE": MEASURED.replace(" +0200", "")},
        {"FETCH_SIZE": MEASURED.replace("+0200", "+9900")},
        {"FETCH_SIZE": MEASURED.replace("02-Jul-2026 18", "31-Dec-9999 23").replace("+", "-")},
    ],
)
def test_a_mail_that_the_server_holds_and_does_not_send_is_never_taken_for_gone(
    lacking: dict[str, Answer],
) -> None:
    with a_server(**lacking) as server, pytest.raises(MailOutOfReach, match="UID 5"):
        fetch(server)
    assert server.count("UID FETCH 5 (RFC822.SIZE") == 2


@pytest.mark.parametrize("body", ['""', "{0}\r\n"])
def test_a_mail_without_a_byte_is_a_mail_and_holds_up_no_other(body: str) -> None:
    """A Maildir has such files after a power cut."""
    measured = MEASURED.replace("SIZE 20", "SIZE 0")
    nothing = f"* 1 FETCH (UID 5 BODY[] {body})\r\n{{tag}} OK fetched"
    with a_server(FETCH_SIZE=measured, FETCH_BODY=nothing) as server:
        mail = fetch(server)
    assert mail is not None
    assert (mail.raw, mail.size, mail.complete) == (b"", 0, True)


def test_a_mail_that_no_search_finds_is_gone() -> None:
    gone = "* SEARCH 8\r\n{tag} OK found"
    with a_server(FETCH_SIZE=WITHOUT, SEARCH=gone) as server, a_door(server).open() as inbox:
        assert inbox.fetch(5, limit_bytes=1000) is None


def test_an_empty_search_finds_nothing() -> None:
    with a_server(SEARCH="* SEARCH\r\n{tag} OK found") as server, a_door(server).open() as inbox:
        assert inbox.uids_after(0) == []


@pytest.mark.parametrize("lacking", ["UIDVALIDITY 7", "UIDNEXT 9"])
def test_a_folder_without_uids_can_not_be_read(lacking: str) -> None:
    answer = str(GOOD["EXAMINE"]).replace(lacking, "ALERT")
    with (
        a_server(EXAMINE=answer) as server,
        pytest.raises(MailOutOfReach, match=lacking.split(maxsplit=1)[0]),
    ):
        fetch(server)


def test_a_certificate_that_nobody_vouches_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, certificate = self_signed(tmp_path)
    with scripted("* OK ready", GOOD, context) as server:
        door = ImapDoor(
            host="127.0.0.1", port=server.port, tls=True, user="pigs", password=PASSWORD
        )
        with pytest.raises(MailOutOfReach, match="certificate"):
            door.probe()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert "ready" in door.probe().greeting


def test_a_folder_made_anew_in_mid_run_shows_at_the_next_opening() -> None:
    anew = str(GOOD["EXAMINE"]).replace("UIDVALIDITY 7", "UIDVALIDITY 8")
    with a_server(EXAMINE=[GOOD["EXAMINE"], anew]) as server:
        assert [_uidvalidity(a_door(server)) for _ in range(2)] == [7, 8]


def _uidvalidity(door: ImapDoor) -> int:
    with door.open() as inbox:
        return inbox.state.uidvalidity
