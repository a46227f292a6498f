"""`pigpost up` and `pigpost lmtp` as processes: a round whose mail is delivered, and kills."""

import re
import smtplib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.doors.by_hand import GAME_ADDRESS, SENDER
from tests.doors.test_pipe import locked
from tests.e2e.command import Running, pigpost, pigpost_json, staying_up
from tests.post import GAME, a_mail
from tests.servers.process import free_port

pytestmark = pytest.mark.slow  # every test starts a service

PLAYERS = ("bill", "karen")
_CONFIGURATION = """
[site]
gm = "alison@mill.example"

[web]
port = 0

[rounds]
tick_seconds = 0.5

[mail]
mode = "lmtp"
address = "pigs+{{game}}@pigs.example"
poll_seconds = 0.5
smtp = {{ host = "127.0.0.1", port = {smtp_port}, security = "none" }}
lmtp = {{ port = {lmtp_port} }}
"""


@dataclass(slots=True)
class World:
    """Takes every mail that goes out."""

    port: int = field(default_factory=free_port)
    mails: list[tuple[str, EmailMessage]] = field(default_factory=list)

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _: SMTP, __: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        mail = BytesParser(policy=policy.default).parsebytes(envelope.content)
        self.mails += [(recipient, mail) for recipient in envelope.rcpt_tos]
        return "250 2.0.0 taken"

    def to(self, user: str, kind: str) -> list[EmailMessage]:
        address = f"{user}@mill.example"
        return [m for to, m in self.mails if to == address and m["X-Pigpost-Kind"] == kind]


@contextmanager
def a_world() -> Iterator[World]:
    world = World()
    controller = Controller(world, hostname="127.0.0.1", port=world.port)
    controller.start()
    try:
        yield world
    finally:
        controller.stop()


def a_site(folder: Path, *, smtp_port: int, lmtp_port: int) -> None:
    pigpost("init", folder, "--yes", cwd=folder.parent)
    text = _CONFIGURATION.format(smtp_port=smtp_port, lmtp_port=lmtp_port)
    (folder / "pigpost.toml").write_text(text)


def delivered(port: int, raw: bytes, *, sender: str = SENDER) -> None:
    """As a mail server does: again until it is taken."""
    end = time.monotonic() + 20
    while True:
        try:
            with smtplib.LMTP("127.0.0.1", port, local_hostname="mx.pigs.example") as link:
                link.sendmail(sender, [GAME_ADDRESS], raw)
                return
        except (OSError, smtplib.SMTPException):
            assert time.monotonic() < end
            time.sleep(0.1)


def reply(user: str, mail: EmailMessage, words: str) -> bytes:
    written = EmailMessage(policy=policy.SMTP)
    written["From"] = f"{user.title()} <{user}@mill.example>"
    written["To"] = str(mail["From"])
    written["Subject"] = f"Re: {mail['Subject']}"
    written["Message-ID"] = make_msgid(domain="mill.example")
    written["In-Reply-To"] = str(mail["Message-ID"])
    written.set_content(words)
    return written.as_bytes()


@pytest.mark.slow
def test_a_whole_round_is_played_by_mail_that_is_delivered(tmp_path: Path) -> None:
    folder, port = tmp_path / "site", free_port()
    with a_world() as world:
        a_site(folder, smtp_port=world.port, lmtp_port=port)
        with staying_up("up", cwd=folder, said_in=tmp_path / "up") as up:

            def wait_for(user: str, kind: str) -> EmailMessage:
                return up.until(lambda: world.to(user, kind) or None)[0]

            players = folder / "players.csv"
            lines = "".join(f"{user.title()},{user}@mill.example\n" for user in PLAYERS)
            players.write_text(f"name,address\n{lines}")
            made = ("--every", "every 8 seconds", "--players", players)
            pigpost("game", "new", GAME, *made, cwd=folder)
            for user in PLAYERS:
                joined = reply(user, wait_for(user, "invitation"), "JOIN")
                delivered(port, joined, sender=f"{user}@mill.example")
            for user in PLAYERS:
                wait_for(user, "done")
            assert pigpost("doctor", cwd=folder)
            pigpost("game", "start", GAME, cwd=folder)
            ordered = reply("bill", wait_for("bill", "opening"), "THROWS 3")
            delivered(port, ordered)
            delivered(port, ordered)
            assert "THROWS 3" in wait_for("bill", "receipt").as_string()
            for user in PLAYERS:
                wait_for(user, "result")
            assert len(world.to("bill", "receipt")) == 1
            round = pigpost_json("round", "show", GAME, "1", cwd=folder)
            assert round["defaulted"].keys() == {"Karen"}
            assert f"LMTP 127.0.0.1:{port}" in up.stderr
            assert up.stop() == 0
            assert "Traceback" not in up.stderr


def lmtp_of(door: Running) -> int:
    """The port, once it says so."""

    def said() -> int | None:
        found = re.search(r"LMTP on 127\.0\.0\.1:(\d+)", door.stderr)
        return int(found[1]) if found else None

    return door.until(said)


def states(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "pigpost.db")) as database:
        return [state for (state,) in database.execute("SELECT state FROM mail ORDER BY id")]


def test_a_door_that_is_killed_has_stored_what_it_said_and_nothing_twice(tmp_path: Path) -> None:
    folder, raws = tmp_path / "site", [a_mail("Bill", f"THROWS {n}") for n in range(1, 4)]
    a_site(folder, smtp_port=1, lmtp_port=1)
    with staying_up("lmtp", "--port", "0", cwd=folder, said_in=tmp_path / "first") as door:
        port = lmtp_of(door)
        delivered(port, raws[0])
        with locked(folder), smtplib.LMTP("127.0.0.1", port) as link:
            link.ehlo("mx.pigs.example")
            link.mail(SENDER)
            link.rcpt(GAME_ADDRESS)
            assert link.docmd("DATA")[0] == 354
            link.send(raws[1] + b"\r\n.\r\n")
            time.sleep(0.3)  # it waits for the lock by now
            door.process.kill()
            door.process.wait(20)
            with pytest.raises((OSError, smtplib.SMTPException)):
                link.getreply()
    assert states(folder) == ["stored"]
    with staying_up("lmtp", "--port", "0", cwd=folder, said_in=tmp_path / "second") as door:
        port = lmtp_of(door)
        for raw in raws:
            delivered(port, raw)
        assert door.stop() == 0
        assert "Traceback" not in door.stderr
    assert sorted(states(folder)) == ["duplicate", "stored", "stored", "stored"]


def test_a_locked_database_is_451_and_the_mail_is_taken_later(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    a_site(folder, smtp_port=1, lmtp_port=1)
    with staying_up("lmtp", "--port", "0", cwd=folder, said_in=tmp_path / "door") as door:
        port = lmtp_of(door)
        with locked(folder), smtplib.LMTP("127.0.0.1", port) as link:
            with pytest.raises(smtplib.SMTPDataError) as refused:
                link.sendmail(SENDER, [GAME_ADDRESS], a_mail("Bill", "THROWS 3"))
            assert refused.value.smtp_code == 451
        delivered(port, a_mail("Bill", "THROWS 3"))
        assert "locked" in door.stderr
    assert states(folder) == ["stored"]


def test_what_the_command_line_says_of_the_place_goes_before_the_configuration(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "site"
    a_site(folder, smtp_port=1, lmtp_port=1)
    with staying_up("lmtp", "--socket", "lmtp", cwd=folder, said_in=tmp_path / "door") as door:
        door.until(lambda: True if f"LMTP on {folder / 'lmtp'}" in door.stderr else None)
        assert (folder / "lmtp").is_socket()
    assert not (folder / "lmtp").exists()
    pigpost("lmtp", "--socket", "x", "--port", "7", cwd=folder, exit_code=2)
