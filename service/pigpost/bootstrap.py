"""The one place where adapters meet the application: settings in, services out."""

from pigpost.adapters.clock import SystemClock
from pigpost.adapters.entropy import SystemEntropy
from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.keys import FileKeys
from pigpost.adapters.smtp import SmtpSender
from pigpost.adapters.sql.store import SqlStore
from pigpost.config import Settings, secret
from pigpost.ports import Entropy, Services


def build(settings: Settings, *, entropy: Entropy | None = None) -> Services:
    """Everything outside, by configuration; nothing is connected yet.

    `entropy` is given only where throws shall be foreseeable.
    """
    entropy = entropy or SystemEntropy()
    return Services(
        settings=settings,
        store=SqlStore(settings.database_url, entropy=entropy),
        clock=SystemClock(),
        entropy=entropy,
        keys=FileKeys(settings.path(settings.keys.directory)),
        inbox=_inbox(settings),
        sender=_sender(settings),
    )


def _inbox(settings: Settings) -> ImapDoor:
    imap = settings.mail.imap
    if settings.mail.mode == "embedded":
        return ImapDoor(
            host="127.0.0.1",
            port=settings.mail.embedded.imap_port,
            tls=False,
            user=settings.mailbox_address,
            password=settings.embedded_password,
            folder="INBOX",
            timeout_seconds=imap.timeout_seconds,
        )
    return ImapDoor(
        host=imap.host,
        port=imap.port,
        tls=imap.tls,
        user=imap.user,
        password=secret(imap, settings),
        folder=imap.folder,
        timeout_seconds=imap.timeout_seconds,
    )


def _sender(settings: Settings) -> SmtpSender:
    smtp = settings.mail.smtp
    if settings.mail.mode == "embedded":
        return SmtpSender(
            host="127.0.0.1",
            port=settings.mail.embedded.smtp_port,
            security="none",
            user="",
            password="",
            timeout_seconds=smtp.timeout_seconds,
        )
    return SmtpSender(
        host=smtp.host,
        port=smtp.port,
        security=smtp.security,
        user=smtp.user,
        password=secret(smtp, settings),
        timeout_seconds=smtp.timeout_seconds,
    )
