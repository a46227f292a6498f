"""A real Dovecot whose folder is made anew in mid-run, or restored from a backup."""

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from imapclient import IMAPClient

from pigpost.adapters.imap import ImapDoor
from pigpost.audit.export import export_game
from pigpost.events.types import OrderAccepted
from pigpost.intake.poll import poll_inbox
from pigpost.ports import Fetched, Mailbox, MailboxState
from pigpost.replay.verify import verify
from tests.fakes import FixedClock
from tests.post import GAME, Post, a_mail, a_post, a_running_game, text_of
from tests.servers.dovecot import DovecotServer, dovecot_server

if TYPE_CHECKING:
    from pigpost.adapters.sql.store import SqlStore

pytestmark = pytest.mark.servers

MANY = 60
"""More than are fetched at once."""

FOLDER = "Games"
GM = "alison@pigs.example"


@pytest.fixture
def dovecot() -> Iterator[DovecotServer]:
    with dovecot_server() as server:
        yield server


@pytest.fixture
def post(store: "SqlStore", clock: FixedClock, tmp_path: Path) -> Post:
    """A game whose players may write as much as they like."""
    post = a_post(store, clock, tmp_path, answers_per_hour=1000, answers_per_hour_in_all=1000)
    a_running_game(post, "Bill", "Karen")
    return post


def door(server: DovecotServer, folder: str = "INBOX") -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=server.imap_port,
        tls=False,
        user=server.user,
        password=server.password,
        folder=folder,
        timeout_seconds=5,
    )


@contextmanager
def another_client(server: DovecotServer) -> Iterator[IMAPClient]:
    with IMAPClient("127.0.0.1", server.imap_port, ssl=False, timeout=10) as client:
        client.login(server.user, server.password)
        yield client


def orders(first: int, last: int) -> list[bytes]:
    """A mail for each number, of Bill and Karen in turn."""
    return [a_mail(("Bill", "Karen")[n % 2], f"THROWS {n}") for n in range(first, last + 1)]


def assert_each_counted_once(post: Post, mails: int) -> None:
    """Each of the mails was stored whole once, is an event once, and was answered once."""
    with post.services.store.reading() as tx:
        stored, rows = tx.mails.newest(limit=1000), tx.outbox.newest(limit=1000)
        exported = export_game(tx, GAME, origin="pigs.example/pigpost")
    assert Counter(mail.state for mail in stored if mail.state != "duplicate") == {"read": mails}
    read = {mail.id for mail in stored if mail.state == "read"}
    assert Counter(row.answers for row in rows if row.answers is not None) == dict.fromkeys(read, 1)
    accepted = Counter(str(event.sealed.order) for event in post.events(OrderAccepted))
    assert accepted == {f"THROWS {n}": 1 for n in range(1, mails + 1)}
    receipts = [mail for _, mail in post.sender.sent if mail["X-Pigpost-Kind"] == "receipt"]
    assert len(receipts) == mails
    assert all(finding.good for finding in verify(BytesIO(exported)))


# --- made anew in mid-run -------------------------------------------------------------------------


@dataclass(slots=True)
class Interrupted:
    """A door to the inbox behind which something happens once, after the first handful of mails."""

    door: ImapDoor
    event: Callable[[], None] | None
    uidvalidities: list[int]

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        with self.door.open() as box:
            self.uidvalidities.append(box.state.uidvalidity)
            yield InterruptedBox(box, self)


@dataclass(slots=True)
class InterruptedBox:
    box: Mailbox
    around: Interrupted

    @property
    def state(self) -> MailboxState:
        return self.box.state

    def uids_after(self, uid: int) -> list[int]:
        return self.box.uids_after(uid)

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        return self.box.fetch(uid, limit_bytes=limit_bytes)

    def fetch_all(
        self, uids: Sequence[int], *, limit_bytes: int
    ) -> Iterator[dict[int, Fetched | None]]:
        for group in self.box.fetch_all(uids, limit_bytes=limit_bytes):
            yield group
            if self.around.event is not None:
                event, self.around.event = self.around.event, None
                event()


def fill(server: DovecotServer, mails: list[bytes]) -> None:
    """The folder, made by another client."""
    with another_client(server) as client:
        if client.folder_exists(FOLDER):
            client.delete_folder(FOLDER)
        client.create_folder(FOLDER)
        for raw in mails:
            client.append(FOLDER, raw)


def test_a_folder_made_anew_in_mid_run_loses_and_doubles_nothing(
    post: Post, dovecot: DovecotServer
) -> None:
    """Other UIDs under another UIDVALIDITY, in another order, while half of the mails are stored."""
    mails = orders(1, MANY)
    fill(dovecot, mails)
    again = [*orders(MANY + 1, MANY + 2), *mails[::-1]]
    inbox = Interrupted(door(dovecot, FOLDER), lambda: fill(dovecot, again), [])
    running = replace(post, services=replace(post.services, inbox=inbox))  # type: ignore[arg-type]
    running.run()
    with post.services.store.reading() as tx:
        begun = len(tx.mails.newest(limit=1000))
    assert 0 < begun < MANY
    for _ in range(3):
        running.run()
    assert len(set(inbox.uidvalidities)) == 2
    assert_each_counted_once(post, MANY + 2)


# --- restored from a backup -----------------------------------------------------------------------


def copied(source: Path, target: Path) -> None:
    """With owners and times, as a backup keeps them."""
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run(["cp", "-a", str(source), str(target)], check=True, timeout=10)


def mailbox(server: DovecotServer) -> Path:
    return server.folder / "mail" / server.user


def given_a_new_uidvalidity(server: DovecotServer) -> None:
    """Dovecot numbers a Maildir anew that has lost its lists, and never by a number used before."""
    for lists in ("dovecot-uidlist", "dovecot.index*"):
        for file in mailbox(server).glob(lists):
            file.unlink()


def deliver(server: DovecotServer, mails: list[bytes]) -> None:
    for raw in mails:
        server.deliver(raw, f"{server.user}@localhost")


def on_dovecot(post: Post, server: DovecotServer) -> Post:
    return replace(post, services=replace(post.services, inbox=door(server)))


def alarms(post: Post) -> list[str]:
    notes = [mail for mail in post.sender.to(GM) if mail["X-Pigpost-Kind"] == "gm_note"]
    return [" ".join(text_of(mail).split()) for mail in notes if "inbox" in mail["Subject"]]


@pytest.mark.parametrize("since", [0, 1, 2, 3, 5])
def test_a_folder_restored_from_a_backup_loses_and_doubles_nothing(
    post: Post, dovecot: DovecotServer, tmp_path: Path, since: int
) -> None:
    """Its UIDs come again for other mails; `since` new ones have come before anybody looks."""
    running = on_dovecot(post, dovecot)
    deliver(dovecot, orders(1, 3))
    running.run()
    copied(mailbox(dovecot), tmp_path / "backup")
    deliver(dovecot, orders(4, 5))
    running.run()
    copied(tmp_path / "backup", mailbox(dovecot))
    deliver(dovecot, orders(6, 5 + since))
    for _ in range(3):
        assert not poll_inbox(running.services, owner="test")
    running.run()
    assert_each_counted_once(post, 5)
    assert "set back" in alarms(post)[0]
    given_a_new_uidvalidity(dovecot)
    for _ in range(2):
        running.run()
    assert_each_counted_once(post, 5 + since)


@pytest.mark.parametrize(
    "last",
    [
        b"",
        b"\nFrom: a@example.org\n\nx\n",
        b"From: a@example.org\n" + b"X-Filling: x\n" * 25_000 + b"\nx\n",
        b"From: a@example.org\n" + b"X-Filling: x\n" * 100_000,
    ],
    ids=["empty", "blank line first", "many headers", "too many headers"],
)
def test_files_that_are_hardly_mails_hold_up_no_order(
    post: Post, dovecot: DovecotServer, last: bytes
) -> None:
    """A power cut leaves empty ones; others are made by whoever wants to do harm."""
    order = a_mail("Bill", "THROWS 4").replace(b"\r\n", b"\n")
    service = replace(post.services, inbox=door(dovecot))
    dovecot.put([b"", order, last])
    for _ in range(2):
        assert poll_inbox(service, owner="test")
    assert [event.sealed.order for event in post.events(OrderAccepted)] == ["THROWS 4"]


@pytest.mark.parametrize("fields", [1, 12_000, 20_000])
def test_the_last_mail_may_be_a_copy_of_another_with_other_traces(
    post: Post, dovecot: DovecotServer, fields: int
) -> None:
    """Its bytes are kept once, and its headers may be more than are fetched."""
    raw = b"From: a@example.org\n" + b"Comments: x\n" * fields + b"\nx\n"
    copies = [b"Delivered-To: " + b"a" * length + b"@example.org\n" + raw for length in (1, 64)]
    service = replace(post.services, inbox=door(dovecot))
    dovecot.put(copies)
    for _ in range(2):
        assert poll_inbox(service, owner="test")
    with post.services.store.reading() as tx:
        assert [mail.state for mail in tx.mails.newest(limit=9)] == ["duplicate", "read"]
