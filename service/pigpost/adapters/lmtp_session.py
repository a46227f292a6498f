"""One client of the LMTP door, by aiosmtpd, whose names the methods have.

Its DATA is our own: an answer for each recipient, no mail refused for its length or its lines, and
no more kept of it than the limit.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pigpost.intake.deliver import Delivery
from pigpost.intake.incoming import Incoming

_MOST_RECIPIENTS = 100
_LONGEST_LINE = 2_048
"""Of a command; the lines of a mail may be longer."""

_CALLS = {"*": 100_000, "NOOP": 1_000, "VRFY": 100, "HELP": 100}
"""Of a command in one session: a mail server keeps its link, but does not play with it."""

_WITHOUT_CODE = re.compile(r"([245])\d\d (?![245]\.\d+\.\d+ )")
_GREETING = re.compile(r"220 |250-|250 HELP$|354 ")
_EXTENSIONS = ("250-PIPELINING", "250-ENHANCEDSTATUSCODES", "250-SIZE")
_FULL = b"421 4.3.2 Too many connections, please try again later\r\n"
_STORED, _NOT_NOW = "250 2.6.0 Stored", "451 4.3.0 Not stored, please try again later"


@dataclass(frozen=True, slots=True, kw_only=True)
class LmtpLimits:
    """What one client may ask of us; `seconds` for a command, or for a whole mail."""

    mail_bytes: int
    seconds: float
    connections: int


class Desk(Protocol):
    """The server that all sessions are of."""

    @property
    def limits(self) -> LmtpLimits:
        """For each of them."""

    def enter(self, session: "LmtpSession") -> bool:
        """Whether there is room for one more."""

    def leave(self, session: "LmtpSession") -> None:
        """It has ended."""

    def is_ours(self, address: str) -> bool:
        """Whether mail to the address is taken."""

    async def take(self, delivery: Delivery) -> bool:
        """Whether the mail is stored now."""


class _Answers:
    """What is said to commands other than DATA."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def handle_EHLO(  # noqa: N802
        self, _: SMTP, session: Session, __: Envelope, name: str, responses: list[str]
    ) -> list[str]:
        """What RFC 2033 asks for, and that no size is too much."""
        session.host_name = name
        return [*responses[:-1], *_EXTENSIONS, responses[-1]]

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Every address at our domains; which game is meant is asked when the mail is read."""
        if not self._desk.is_ours(address):
            return "550 5.1.1 No such address here"
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients at once"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        """A fault of ours must cost no mail."""
        del error
        return "451 4.3.0 Trouble here, please try again later"


class LmtpSession(LMTP):
    """Greets, takes mails, hands them to the desk."""

    command_size_limit = _LONGEST_LINE
    command_size_limits = defaultdict(lambda: _LONGEST_LINE)  # noqa: RUF012 - aiosmtpd's
    line_length_limit = _LONGEST_LINE

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            _Answers(desk),
            data_size_limit=None,
            enable_SMTPUTF8=True,
            hostname="pigpost",
            ident="LMTP",
            timeout=desk.limits.seconds,
            command_call_limit=_CALLS,
            loop=asyncio.get_running_loop(),
        )
        self._desk = desk
        self._turned_away = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As of asyncio; one too many is told so, and no more."""
        if self._desk.enter(self):
            super().connection_made(transport)
            return
        self._turned_away = True
        if isinstance(transport, asyncio.WriteTransport):
            transport.write(_FULL)
        transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """As of asyncio."""
        if not self._turned_away:
            self._desk.leave(self)
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """As of asyncio."""
        if not self._turned_away:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """As of asyncio."""
        return None if self._turned_away else super().eof_received()

    def end(self) -> None:
        """Cuts the link."""
        if self.transport is not None:
            self.transport.close()

    async def push(self, status: str | bytes) -> None:
        """Says something, with the code that RFC 2034 asks for where aiosmtpd gives none."""
        text = status if isinstance(status, str) else status.decode("utf-8", "replace")
        found = None if _GREETING.match(text) else _WITHOUT_CODE.match(text)
        if found is not None:
            text = f"{text[:4]}{found[1]}.0.0 {text[4:]}"
        await super().push(text)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Takes a mail to its end, then answers for each recipient in the order of RCPT."""
        envelope = self.envelope
        if await self.check_helo_needed() or envelope is None:
            return
        if not envelope.rcpt_tos:
            await self.push("503 5.5.1 No valid recipients")
        elif arg:
            await self.push("501 5.5.4 Syntax: DATA")
        else:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            mail = Incoming(self._desk.limits.mail_bytes)
            async for piece in self._pieces():
                mail.add(piece)
            await self._answer(envelope, mail)

    async def _answer(self, envelope: Envelope, mail: Incoming) -> None:
        sender, recipients = (envelope.mail_from or "").strip("<>"), list(envelope.rcpt_tos)
        delivery = Delivery(mail=mail, sender=sender, recipients=recipients)
        stored = await self._desk.take(delivery)
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        for _ in recipients:
            await self.push(_STORED if stored else _NOT_NOW)

    async def _pieces(self) -> AsyncIterator[bytes]:
        """Lines, or parts of long ones, to the dot that stands alone between two CR LF.

        A bare CR or LF ends no line here: what comes after it is of the same mail.
        """
        begins = True
        while True:
            try:
                piece = await self._reader.readuntil(b"\r\n")
            except asyncio.LimitOverrunError as long:
                piece = await self._reader.read(long.consumed)
            if begins and piece == b".\r\n":
                return
            yield piece[1:] if begins and piece.startswith(b".") else piece
            begins = piece.endswith(b"\r\n")
