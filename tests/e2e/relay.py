"""A mail server that takes everything and hands it on to the mailbox servers of its users."""

import smtplib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesParser

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers.dovecot import DovecotServer
from tests.servers.process import free_port


@dataclass(slots=True)
class Relay:
    """`message_ids` are those of all mails that went through, in order."""

    homes: Mapping[str, DovecotServer]
    port: int = field(default_factory=free_port)
    message_ids: list[str] = field(default_factory=list)

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, _: SMTP, __: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        for recipient in envelope.rcpt_tos:
            self.homes[user_of(recipient)].deliver(envelope.content, recipient)
        head = BytesParser(policy=policy.default).parsebytes(envelope.content, headersonly=True)
        self.message_ids.append(str(head["Message-ID"]))
        return "250 2.0.0 handed on"

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """As a player's mail client does."""
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="localhost") as link:
            link.sendmail(sender, [recipient], message)


def user_of(address: str) -> str:
    return address.partition("@")[0].partition("+")[0]


@contextmanager
def relaying(homes: Mapping[str, DovecotServer]) -> Iterator[Relay]:
    """Runs in a thread until the end of the block."""
    relay = Relay(homes)
    controller = Controller(relay, hostname="127.0.0.1", port=relay.port)
    controller.start()
    try:
        yield relay
    finally:
        controller.stop()
