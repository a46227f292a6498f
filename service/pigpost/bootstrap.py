"""The one place where adapters meet the application: settings in, services out."""

from pigpost.adapters.clock import SystemClock
from pigpost.adapters.delivered import DeliveredMail
from pigpost.adapters.dkim_check import DkimCheck
from pigpost.adapters.dkim_signer import DkimSigner, read_signer
from pigpost.adapters.entropy import SystemEntropy
from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.keys import FileKeys
from pigpost.adapters.smtp import SmtpSender
from pigpost.adapters.sql.store import SqlStore
from pigpost.adapters.tokens import TokenCommand
from pigpost.config import Imap, Settings, Smtp, secret
from pigpost.ports import INBOX, Clock, Entropy, MailboxDoor, Services, Store


def build(settings: Settings, *, entropy: Entropy | None = None) -> Services:
    """Everything outside, by configuration; nothing is connected yet.

    `entropy` is given only where throws shall be foreseeable.
    """
    entropy, clock = entropy or SystemEntropy(), SystemClock()
    store = SqlStore(settings.database_url, entropy=entropy)
    return Services(
        settings=settings,
        store=store,
        clock=clock,
        entropy=entropy,
        keys=FileKeys(settings.path(settings.keys.directory)),
        inbox=_inbox(settings, store, clock),
        sender=_sender(settings),
        signer=_signer(settings),
        signatures=DkimCheck() if settings.mail.check_signatures else None,
    )


def _signer(settings: Settings) -> DkimSigner | None:
    dkim = settings.mail.dkim
    if dkim.key_file is None:
        return None
    key_file = settings.path(dkim.key_file)
    return read_signer(domain=dkim.domain, selector=dkim.selector, key_file=key_file)


def _inbox(settings: Settings, store: Store, clock: Clock) -> MailboxDoor:
    mode, imap = settings.mail.mode, settings.mail.imap
    if mode in {"lmtp", "pipe"}:
        return DeliveredMail(store=store, clock=clock, mailbox=INBOX, watched=mode == "lmtp")
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
        auth=imap.auth,
        tokens=_tokens(imap, settings),
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
        auth=smtp.auth,
        tokens=_tokens(smtp, settings),
    )


def _tokens(login: Imap | Smtp, settings: Settings) -> TokenCommand | None:
    """Run in the folder of the configuration, as all its paths are meant."""
    if not login.token_command:
        return None
    return TokenCommand(
        words=login.token_command,
        folder=settings.directory,
        timeout_seconds=login.timeout_seconds,
    )
