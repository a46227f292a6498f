"""A larger installation: PostgreSQL, Redis, mail servers, and each part as a process of its own."""

import imaplib
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid
from pathlib import Path

import pytest

from tests.e2e.command import Running, pigpost, pigpost_json, staying_up
from tests.e2e.relay import Relay, relaying
from tests.servers.dovecot import DovecotServer, dovecot_server
from tests.servers.postgres import Postgres
from tests.servers.process import free_port
from tests.servers.redis import RedisServer, redis_server

pytestmark = pytest.mark.servers

GAME = "spring-pigs"
PLAYERS = ("bill", "karen")
PARTS = ("worker", "worker", "beat", "web")
_CONFIGURATION = """
[site]
name = "Pigs of the Mill"
url = "http://127.0.0.1:{web_port}"
gm = "gm@localhost"
gm_name = "Alison"

[database]
url = "{database}"

[broker]
url = "{broker}"

[web]
port = {web_port}

[rounds]
tick_seconds = 0.5

[mail]
mode = "imap"
address = "pigs+{{game}}@localhost"
poll_seconds = 0.5
imap = {{ host = "127.0.0.1", port = {imap_port}, tls = false, user = "pigs", password_file = "imap.pass" }}
smtp = {{ host = "127.0.0.1", port = {smtp_port}, security = "none" }}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The folder of the configuration, and what stands around it."""

    folder: Path
    web: str
    homes: dict[str, DovecotServer]
    relay: Relay
    redis: RedisServer
    parts: list[Running]

    def mails(self, user: str, kind: str) -> list[EmailMessage]:
        """What lies in a player's mailbox."""
        return [mail for mail in inbox(self.homes[user]) if mail["X-Pigpost-Kind"] == kind]

    def wait_for(self, user: str, kind: str) -> EmailMessage:
        mails = self.parts[0].until(lambda: self.mails(user, kind) or None)
        return mails[0]

    def answer(self, user: str, mail: EmailMessage, words: str) -> None:
        """A plain reply, as any mail client writes it."""
        reply = EmailMessage(policy=policy.SMTP)
        reply["From"] = f"{user.title()} <{user}@localhost>"
        reply["To"] = str(mail["From"])
        reply["Subject"] = f"Re: {mail['Subject']}"
        reply["Message-ID"] = make_msgid(domain="localhost")
        reply["In-Reply-To"] = str(mail["Message-ID"])
        reply.set_content(words)
        self.relay.send(f"{user}@localhost", f"pigs+{GAME}@localhost", reply.as_bytes())


@pytest.fixture
def site(postgres: Postgres, tmp_path: Path) -> Iterator[Site]:
    """Everything runs: servers first, then the database's migrations, then our four processes."""
    folder, name = tmp_path / "site", postgres.create()
    with ExitStack() as stack:
        stack.callback(postgres.drop, name)
        (tmp_path / "redis").mkdir()
        redis = stack.enter_context(redis_server(tmp_path / "redis"))
        users = ("pigs", "gm", *PLAYERS)
        homes = {user: stack.enter_context(dovecot_server(user=user)) for user in users}
        relay = stack.enter_context(relaying(homes))
        web_port = free_port()
        pigpost("init", folder, "--yes", cwd=tmp_path)
        (folder / "imap.pass").write_text(homes["pigs"].password)
        (folder / "pigpost.toml").write_text(
            _CONFIGURATION.format(
                database=postgres.url(name),
                broker=redis.url,
                web_port=web_port,
                imap_port=homes["pigs"].imap_port,
                smtp_port=relay.port,
            )
        )
        pigpost("db", "upgrade", cwd=folder)
        yield Site(
            folder=folder,
            web=f"http://127.0.0.1:{web_port}",
            homes=homes,
            relay=relay,
            redis=redis,
            parts=[
                stack.enter_context(
                    staying_up(part, cwd=folder, said_in=tmp_path / f"{number}-{part}")
                )
                for number, part in enumerate(PARTS)
            ],
        )


def test_a_round_is_played_by_mail_on_real_servers(site: Site) -> None:
    assert pigpost("doctor", cwd=site.folder)
    invite_all(site)
    for user in PLAYERS:
        site.answer(user, site.wait_for(user, "invitation"), "JOIN")
    for user in PLAYERS:
        site.wait_for(user, "done")
    pigpost("game", "start", GAME, cwd=site.folder)
    site.answer("bill", site.wait_for("bill", "opening"), "Turn will end after 3 throws.")
    site.answer("karen", site.wait_for("karen", "opening"), "AFTER Steve")
    assert "THROWS 3" in site.wait_for("bill", "receipt").as_string()
    assert "Steve" in site.wait_for("karen", "refusal").as_string()
    for user in PLAYERS:
        site.wait_for(user, "result")

    assert "THROWS 3" in page(f"{site.web}/g/{GAME}/1")
    round = pigpost_json("round", "show", GAME, "1", cwd=site.folder)
    assert round["defaulted"].keys() == {"Karen"}
    export = site.folder / "game.zip"
    pigpost("export", GAME, "-o", export, cwd=site.folder)
    assert pigpost_json("verify", export, cwd=site.folder)["ok"]

    assert [part.stop() for part in site.parts] == [0, 0, 0, 0]
    for part in site.parts:
        assert "Traceback" not in part.stderr
    for user in PLAYERS:
        results = Counter(str(mail["X-Pigpost-Round"]) for mail in site.mails(user, "result"))
        assert results["1"] == 1
    assert max(Counter(site.relay.message_ids).values()) == 1


def test_a_broker_that_loses_everything_loses_nobody_s_answer(site: Site, tmp_path: Path) -> None:
    invite_all(site)
    invitation = site.wait_for("bill", "invitation")
    site.redis.kill()
    site.answer("bill", invitation, "JOIN")
    empty = tmp_path / "empty"
    empty.mkdir()
    with redis_server(empty, port=site.redis.port):
        assert site.wait_for("bill", "done")["Auto-Submitted"] == "auto-replied"
        for part in site.parts:
            part.stop()


def invite_all(site: Site) -> None:
    players = site.folder / "players.csv"
    players.write_text("name,address\nBill,bill@localhost\nKaren,karen@localhost\n")
    made = ("--every", "every 6 seconds", "--players", players)
    pigpost("game", "new", GAME, *made, cwd=site.folder)


def inbox(server: DovecotServer) -> list[EmailMessage]:
    with imaplib.IMAP4("127.0.0.1", server.imap_port) as link:
        link.login(server.user, server.password)
        link.select("INBOX", readonly=True)
        _, (found,) = link.search(None, "ALL")
        if not found:
            return []
        _, answer = link.fetch(found.replace(b" ", b",").decode(), "(BODY.PEEK[])")
    raws = [part[1] for part in answer if isinstance(part, tuple)]
    mails = [BytesParser(policy=policy.default).parsebytes(raw) for raw in raws]
    return [mail for mail in mails if isinstance(mail, EmailMessage)]


def page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert answer.status == 200
        text: str = answer.read().decode()
        return text
