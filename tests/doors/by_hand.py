"""Delivering as a mail server does: over a socket, word by word, or by the function behind it."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from pigpost.adapters.lmtp import LmtpServer
from pigpost.adapters.lmtp_session import LmtpLimits
from pigpost.intake.deliver import Delivery, deliver, is_ours
from pigpost.intake.incoming import Incoming
from pigpost.ports import ArrivedMail, Services
from tests.post import GAME

GAME_ADDRESS = f"pigs+{GAME}@pigs.example"
SENDER = "bill@mill.example"


def handed(
    services: Services,
    raw: bytes,
    *,
    sender: str | None = SENDER,
    recipients: Sequence[str] = (GAME_ADDRESS,),
) -> ArrivedMail:
    """Stores a mail as every door does."""
    mail = Incoming(services.settings.mail.max_bytes)
    mail.add(raw)
    return deliver(services, Delivery(mail=mail, sender=sender, recipients=recipients))


@contextmanager
def lmtp_server(
    services: Services,
    *,
    seconds: float = 20.0,
    connections: int = 20,
    on_delivery: object = None,
) -> Iterator[LmtpServer]:
    server = LmtpServer(
        deliver=partial(deliver, services),
        is_ours=partial(is_ours, services.settings),
        limits=LmtpLimits(
            mail_bytes=services.settings.mail.max_bytes, seconds=seconds, connections=connections
        ),
        **({} if on_delivery is None else {"on_delivery": on_delivery}),  # type: ignore[arg-type]
    )
    with server:
        server.start()
        yield server


@dataclass(slots=True)
class Client:
    """A mail server's end of the line."""

    link: socket.socket

    def say(self, words: str | bytes) -> None:
        self.link.sendall((words if isinstance(words, bytes) else words.encode()) + b"\r\n")

    def can_say(self, words: str) -> bool:
        """Whether the line still holds."""
        try:
            self.say(words)
        except OSError:
            return False
        return True

    def ask(self, words: str | bytes) -> str:
        self.say(words)
        return self.answer()

    def answer(self) -> str:
        """The next answer, its last line if it has several."""
        while True:
            line = self.line()
            if line[3:4] != "-":
                return line

    def line(self) -> str:
        found = bytearray()
        while not found.endswith(b"\r\n"):
            one = self.link.recv(1)
            if not one:
                return found.decode()
            found += one
        return found[:-2].decode()

    def begin(self, *recipients: str, sender: str = SENDER) -> None:
        """As far as the mail itself."""
        assert self.ask(f"MAIL FROM:<{sender}>").startswith("250 ")
        for recipient in recipients or (GAME_ADDRESS,):
            assert self.ask(f"RCPT TO:<{recipient}>").startswith("250 ")
        assert self.ask("DATA").startswith("354 ")

    def mail(self, raw: bytes, *recipients: str, sender: str = SENDER) -> list[str]:
        """One mail; what is said for each recipient."""
        self.begin(*recipients, sender=sender)
        stuffed = raw.replace(b"\r\n.", b"\r\n..")
        self.link.sendall((b"." if stuffed.startswith(b".") else b"") + stuffed + b"\r\n.\r\n")
        return [self.answer() for _ in recipients or (GAME_ADDRESS,)]


@contextmanager
def client(server: LmtpServer, *, greeted: bool = True) -> Iterator[Client]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as link:
        one = Client(link)
        if greeted:
            assert one.answer().startswith("220 ")
            assert one.ask("LHLO mx.pigs.example").startswith("250 ")
        yield one
