"""The service with real mail: in by LMTP over a socket, out by SMTP to a server that keeps all of it."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pigpost.adapters.smtp import SmtpSender
from tests.doors.by_hand import GAME_ADDRESS, lmtp_server
from tests.fakes import FixedClock
from tests.post import FakeInbox, Post
from tests.servers.process import free_port


@dataclass(slots=True)
class Kept:
    """A mail server that keeps all it is given, in the shape of `tests.post.FakeSender`."""

    sent: list[tuple[str, EmailMessage]] = field(default_factory=list)

    def to(self, recipient: str) -> list[EmailMessage]:
        return [mail for address, mail in self.sent if address == recipient]

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        del server, session
        raw = envelope.content
        assert isinstance(raw, bytes)
        mail = BytesParser(policy=policy.default).parsebytes(raw)
        self.sent += [(recipient, mail) for recipient in envelope.rcpt_tos]
        return "250 kept"


@dataclass(slots=True)
class LmtpInbox(FakeInbox):
    """An empty folder; mail comes in by the door beside it."""

    port: int = 0

    def deliver(self, raw: bytes, *, at: datetime | None = None) -> int:
        now = self.clock.at
        self.clock.at = at or now
        with smtplib.LMTP("127.0.0.1", self.port, local_hostname="mx.pigs.example") as link:
            link.sendmail("somebody@mill.example", [GAME_ADDRESS], raw)
        self.clock.at = now
        return 0


@contextmanager
def on_the_wire(post: Post) -> Iterator[Post]:
    """The same service, its mails on real sockets."""
    kept = Kept()
    port = free_port()
    out = Controller(kept, hostname="127.0.0.1", port=port)
    out.start()
    try:
        sender = SmtpSender(host="127.0.0.1", port=port, security="none")
        assert isinstance(post.clock, FixedClock)
        inbox = LmtpInbox(post.clock)
        services = replace(post.services, sender=sender, inbox=inbox)
        with lmtp_server(services) as door:
            inbox.port = door.port
            yield Post(services=services, inbox=inbox, sender=kept, clock=post.clock)  # type: ignore[arg-type]
    finally:
        out.stop()
