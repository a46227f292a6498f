"""The inbox over IMAP on the embedded post office and on Dovecot."""

import smtplib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.postoffice import PostOffice
from tests.contracts.mailbox import MailboxContract
from tests.servers.dovecot import DovecotServer, dovecot_server


def _door(port: int, user: str, password: str, folder: str) -> ImapDoor:
    return ImapDoor(
        host="127.0.0.1",
        port=port,
        tls=False,
        user=user,
        password=password,
        folder=folder,
        timeout_seconds=5,
    )


@dataclass(frozen=True, slots=True)
class _Embedded:
    office: PostOffice

    def door(self, *, folder: str = "INBOX", password: str | None = None) -> ImapDoor:
        return _door(self.office.imap_port, "pigs@localhost", password or "secret", folder)

    def deliver(self, raw: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self.office.smtp_port) as link:
            link.sendmail("ann@localhost", ["pigs+g1@localhost"], raw)

    def stop(self) -> None:
        self.office.stop()


@dataclass(frozen=True, slots=True)
class _Dovecot:
    dovecot: DovecotServer

    def door(self, *, folder: str = "INBOX", password: str | None = None) -> ImapDoor:
        dovecot = self.dovecot
        return _door(dovecot.imap_port, dovecot.user, password or dovecot.password, folder)

    def deliver(self, raw: bytes) -> None:
        self.dovecot.deliver(raw, "pigs+g1@localhost")

    def stop(self) -> None:
        self.dovecot.kill()


class TestEmbeddedPostOffice(MailboxContract):
    @pytest.fixture
    def server(self, tmp_path: Path) -> Iterator[_Embedded]:
        office = PostOffice(tmp_path)
        office.add_mailbox("pigs@localhost", "secret")
        with office:
            yield _Embedded(office)


@pytest.mark.servers
class TestDovecot(MailboxContract):
    @pytest.fixture
    def server(self) -> Iterator[_Dovecot]:
        with dovecot_server() as dovecot:
            yield _Dovecot(dovecot)
