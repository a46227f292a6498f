"""Handing a mail to a server: what each answer, and each silence, is taken for."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest

from pigpost.adapters.smtp import SmtpSender
from pigpost.errors import (
    LoginRefused,
    MailOutOfReach,
    PigpostError,
    SendRefused,
    SendRefusedForNow,
)
from tests.adapters.certificates import self_signed
from tests.servers.scripted import Act, Answer, ScriptedServer, scripted

PASSWORD = "s3cr3t-word"
MESSAGE = b"Subject: Round 3\r\nMessage-ID: <a@pigs>\r\n\r\nThrow 1: a Trotter.\r\n.hidden dot\r\n"
ANN = "ann@example.org"

GOOD: dict[str, Answer] = {
    "EHLO": "250-mx.example.org\r\n250-SIZE 10000\r\n250-8BITMIME\r\n250 AUTH PLAIN",
    "AUTH PLAIN": "235 2.7.0 welcome",
    "MAIL": "250 2.1.0 OK",
    "RCPT": "250 2.1.5 OK",
    "DATA": "354 go ahead",
    r"\.": "250 2.0.0 OK: queued as 4BxyZ",
    "QUIT": "221 bye",
}
STEPS = ["MAIL", "RCPT", "DATA", r"\."]


@contextmanager
def a_server(changed: dict[str, Answer] | None = None) -> Iterator[ScriptedServer]:
    answers = GOOD | (changed or {})
    with scripted(answers.pop("GREETING", "220 mx.example.org ready"), answers) as server:
        yield server


def a_sender(
    server: ScriptedServer,
    *,
    user: str = "",
    security: Literal["none", "starttls", "tls"] = "none",
    patience: float = 5,
) -> SmtpSender:
    return SmtpSender(
        host="127.0.0.1",
        port=server.port,
        security=security,
        user=user,
        password=PASSWORD,
        timeout_seconds=patience,
    )


def send(
    server: ScriptedServer,
    *,
    sender: str = "pigs@example.org",
    to: str = ANN,
    patience: float = 5,
) -> str:
    link = a_sender(server, patience=patience)
    return link.send(envelope_sender=sender, recipient=to, message=MESSAGE)


def test_the_words_of_acceptance_are_kept() -> None:
    with a_server() as server:
        assert send(server) == "250 2.0.0 OK: queued as 4BxyZ"
    assert server.mails == [MESSAGE.replace(b"\r\n.h", b"\r\n..h")]
    assert server.commands[1:] == [
        f"MAIL FROM:<pigs@example.org> SIZE={len(MESSAGE)}",
        f"RCPT TO:<{ANN}>",
        "DATA",
        ".",
        "QUIT",
    ]


def test_an_empty_sender_is_the_null_return_path() -> None:
    with a_server() as server:
        send(server, sender="")
    assert server.count("MAIL FROM:<> ") == 1


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("451 4.3.0 try again later", SendRefusedForNow),
        ("421 4.7.0 too busy, closing", SendRefusedForNow),
        ("450-4.2.1 greylisted\r\n450 come back", SendRefusedForNow),
        ("550 5.1.1 no such user", SendRefused),
        ("552 5.3.4 too big", SendRefused),
        ("554 5.7.1 spam", SendRefused),
        ("530 5.7.0 authentication required", MailOutOfReach),
        ("gibberish", MailOutOfReach),
        (Act.HANG_UP, MailOutOfReach),
        (Act.SILENCE, MailOutOfReach),
    ],
)
def test_each_answer_at_each_step_is_judged(
    step: str, answer: Answer, fault: type[PigpostError]
) -> None:
    with a_server({step: answer}) as server:
        began = time.monotonic()
        with pytest.raises(fault) as caught:
            send(server, patience=0.15)
        assert time.monotonic() - began < 2
    assert caught.type is fault
    if isinstance(answer, str) and answer[0] in "45":
        assert answer[:3] in str(caught.value)
        assert answer.split("\r\n")[-1][4:] in str(caught.value)
    else:
        assert f"127.0.0.1:{server.port}" in str(caught.value)


@pytest.mark.parametrize("step", ["GREETING", *STEPS])
def test_of_a_server_s_words_nothing_is_kept_that_a_database_refuses(step: str) -> None:
    """A mail that was taken and could not be noted as taken would be sent for ever."""
    for code in ("250", "451", "550"):
        with a_server({step: f"{code} a\0b\x1b[31m{'c' * 5_000}"}) as server:
            try:
                words = send(server)
            except PigpostError as fault:
                words = str(fault)
        assert words.isprintable()
        assert len(words) < 2_100


@pytest.mark.parametrize("goodbye", [Act.HANG_UP, Act.SILENCE, "500 what?"])
def test_what_was_accepted_stays_accepted_whatever_the_goodbye(goodbye: Answer) -> None:
    with a_server({"QUIT": goodbye}) as server:
        assert send(server, patience=0.15).startswith("250")


@pytest.mark.parametrize(
    "changed",
    [
        {"GREETING": "554 no service for you"},
        {"GREETING": Act.SILENCE},
        {"GREETING": Act.HANG_UP},
        {"EHLO": "550 who?", "HELO": "550 who?"},
        {"AUTH PLAIN": "535 5.7.8 bad credentials"},
        {"EHLO": "250 mx.example.org"},
    ],
)
def test_before_the_mail_is_named_nothing_is_the_mails_fault(changed: dict[str, Answer]) -> None:
    with a_server(changed) as server:
        sender = a_sender(server, user="pigs", patience=0.15)
        with pytest.raises(MailOutOfReach) as caught:
            sender.send(envelope_sender="", recipient=ANN, message=MESSAGE)
    assert isinstance(caught.value, LoginRefused) == ("AUTH PLAIN" in changed)
    assert server.mails == []


def test_a_password_is_never_told_though_the_server_echoes_it() -> None:
    echo: dict[str, Answer] = {"AUTH PLAIN": f"535 {PASSWORD} is wrong"}
    with a_server(echo) as server, pytest.raises(MailOutOfReach, match="as pigs") as caught:
        a_sender(server, user="pigs").probe()
    assert PASSWORD not in str(caught.value)
    assert PASSWORD not in repr(a_sender(server))
    assert server.count("AUTH") == 1


def test_a_probe_logs_in_and_sends_nothing() -> None:
    with a_server() as server:
        assert a_sender(server, user="pigs").probe() == "mx.example.org"
    assert server.count("AUTH PLAIN") == 1
    assert server.count("MAIL") == 0


def test_a_bare_line_feed_can_not_end_the_mail_early() -> None:
    smuggled = b"Subject: x\n\nfirst\n.\nMAIL FROM:<evil@example.org>\n"
    with a_server() as server:
        a_sender(server).send(envelope_sender="", recipient=ANN, message=smuggled)
    assert server.mails[0].endswith(b"first\r\n..\r\nMAIL FROM:<evil@example.org>\r\n")
    assert server.count("MAIL") == 1


@pytest.mark.parametrize(
    "address",
    ["ann@example.org>\r\nDATA\r\n", "Ann <ann@example.org>", "a@b.org,c@d.org", "ann", ""],
)
def test_what_is_not_exactly_one_address_is_refused(address: str) -> None:
    with a_server() as server, pytest.raises(SendRefused, match="no address"):
        send(server, to=address)
    assert server.commands == []


def test_8_bit_mail_is_announced() -> None:
    with a_server() as server:
        a_sender(server).send(envelope_sender="", recipient=ANN, message="Möpse".encode())
    assert server.count("MAIL FROM:<> SIZE=6 BODY=8BITMIME") == 1


def test_an_address_beyond_ascii_goes_only_where_it_can() -> None:
    able: dict[str, Answer] = {"EHLO": "250-mx\r\n250 SMTPUTF8"}
    with a_server(able) as server:
        send(server, to="möpse@example.org")
        assert server.count("RCPT TO:<möpse@example.org>") == 1
    with a_server() as server, pytest.raises(SendRefused, match="SMTPUTF8"):
        send(server, to="möpse@example.org")


def test_an_old_server_without_extensions_is_served() -> None:
    with a_server({"EHLO": "502 what?", "HELO": "250 hello"}) as server:
        assert send(server).startswith("250")
    assert server.count("MAIL FROM:<pigs@example.org>") == 1


def test_nobody_listens() -> None:
    with a_server() as server:
        sender = a_sender(server)
    with pytest.raises(MailOutOfReach, match="connecting"):
        sender.probe()


def test_encryption_that_is_wanted_and_not_offered_stops_the_mail() -> None:
    with a_server() as server, pytest.raises(MailOutOfReach, match="STARTTLS"):
        a_sender(server, security="starttls").probe()
    assert server.count("AUTH") == 0


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_certificate_that_nobody_vouches_for_is_refused(
    security: Literal["tls", "starttls"], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, certificate = self_signed(tmp_path)
    answers = dict(GOOD)
    if security == "starttls":
        answers |= {
            "EHLO": "250-mx.example.org\r\n250-STARTTLS\r\n250 AUTH PLAIN",
            "STARTTLS": Act.TLS,
        }
    with scripted("220 mx ready", answers, context) as server:
        sender = a_sender(server, security=security, user="pigs")
        with pytest.raises(MailOutOfReach, match="certificate"):
            sender.probe()
        assert server.count("AUTH") == 0
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert sender.probe() == "mx.example.org"
        assert server.count("AUTH") == 1
