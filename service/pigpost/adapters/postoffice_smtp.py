"""The post office's SMTP side: takes mail for its own mailboxes and nobody else's (RFC 5321)."""

import asyncio
import logging
from collections.abc import Callable
from email.utils import formatdate
from ipaddress import ip_address
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pigpost.adapters.postoffice_mailboxes import MAX_BYTES, Mailboxes

_HOST = "localhost"
_logger = logging.getLogger(__name__)


class SmtpDesk:
    """Answers SMTP clients; the names of the methods are aiosmtpd's hooks."""

    def __init__(self, mailboxes: Mailboxes, on_delivery: Callable[[str], None] | None) -> None:
        self._mailboxes = mailboxes
        self._on_delivery = on_delivery

    def protocol(self) -> SMTP:
        """For one connection."""
        return _Protocol(
            self,
            data_size_limit=MAX_BYTES,
            enable_SMTPUTF8=True,
            hostname=_HOST,
            ident="Pigpost's post office",
            auth_require_tls=False,  # this machine only
            authenticator=self._authenticate,
            loop=asyncio.get_running_loop(),
        )

    async def handle_MAIL(  # noqa: N802
        self, _: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Strangers from other machines must log in."""
        if not (session.authenticated or _is_here(session)):
            return "530 5.7.0 Authentication required"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _: SMTP, __: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Only mailboxes of this office."""
        if self._mailboxes.owner(address) is None:
            return f"550 5.1.1 <{address}>: no such mailbox here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, _: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Says 250 when the mail is on the disk for every recipient."""
        uids = [self._deliver(to, session, envelope) for to in dict.fromkeys(envelope.rcpt_tos)]
        return f"250 2.0.0 Delivered as {', '.join(uids)}"

    async def handle_exception(self, error: Exception) -> str:
        """A full disk, say: the client keeps the mail and tries again."""
        _logger.error("a mail could not be taken", exc_info=error)
        return "451 4.3.0 Trouble here, try again later"

    def _deliver(self, recipient: str, session: Session, envelope: Envelope) -> str:
        owner = self._mailboxes.owner(recipient)
        assert owner is not None  # handle_RCPT saw to it, and mailboxes stay
        assert envelope.original_content is not None
        trace = _trace(recipient, session, envelope)
        letter = self._mailboxes.folders(owner).inbox.put(trace + envelope.original_content)
        if self._on_delivery is not None:
            # later and by itself: its faults must not reach the client
            asyncio.get_running_loop().call_soon(self._on_delivery, owner)
        return f"{owner}/{letter.uid}"

    def _authenticate(
        self, _: SMTP, __: Session, ___: Envelope, ____: str, login: LoginPassword
    ) -> AuthResult:
        name, password = (part.decode("utf-8", "replace") for part in login)
        return AuthResult(success=self._mailboxes.admits(name, password), handled=False)


class _Session(Session):
    login_data: Any = None  # aiosmtpd logs a warning when it sets this property of its own


class _Protocol(SMTP):
    def _create_session(self) -> Session:
        return _Session(self.loop)


def _is_here(session: Session) -> bool:
    return session.peer is not None and ip_address(session.peer[0]).is_loopback


def _trace(recipient: str, session: Session, envelope: Envelope) -> bytes:
    """What a server of good manners writes on top of a mail (RFC 5321 4.4)."""
    sender = (envelope.mail_from or "").strip("<>")
    protocol = "ESMTPA" if session.authenticated else "ESMTP" if session.extended_smtp else "SMTP"
    peer = session.peer[0] if session.peer else "unknown"
    lines = (
        f"Return-Path: <{sender}>",
        f"Delivered-To: {recipient}",
        f"Received: from {session.host_name} ([{peer}]) by {_HOST} (Pigpost) with {protocol}",
        f"\tfor <{recipient}>; {formatdate(localtime=True)}",
        "",
    )
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")
