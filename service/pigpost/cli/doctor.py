"""`pigpost doctor`: looks whether everything outside is as it should be."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import click

from pigpost.adapters.broker import probe_broker
from pigpost.adapters.delivered import DeliveredMail
from pigpost.adapters.dkim_signer import DkimSigner
from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.keys import FileKeys
from pigpost.adapters.smtp import SmtpSender
from pigpost.adapters.sql.migrate import current_and_head
from pigpost.adapters.tokens import TokenCommand
from pigpost.cli.context import Context, emit, json_option
from pigpost.config import Settings, secret
from pigpost.errors import ConfigError, LogBroken, LoginRefused, MailOutOfReach, PigpostError
from pigpost.intake.doors import look_at_door
from pigpost.outbox.our_addresses import is_games_mailbox
from pigpost.ports import Services

_AHEAD = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check:
    """One thing that was looked at, and what was found."""

    what: str
    ok: bool
    words: str


@click.command()
@click.option("--offline", is_flag=True, help="Only what needs no other server.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, *, offline: bool, as_json: bool) -> None:
    """Check configuration, keys, database, clock, DKIM, broker, tokens, IMAP and SMTP login."""
    context = ctx.find_object(Context)
    if context is None:
        raise RuntimeError("the command line made no context")
    questions = _questions(context.services)
    if not offline:
        questions |= _questions_to_servers(context.services)
    checks = [_check(what, ask) for what, ask in questions.items()]
    emit(
        [{"what": c.what, "ok": c.ok, "words": c.words} for c in checks],
        "\n".join(f"{'ok ' if c.ok else 'NO '} {c.what:<14} {c.words}" for c in checks),
        as_json=as_json,
    )
    if not all(check.ok for check in checks):
        ctx.exit(1)


def _questions(services: Services) -> dict[str, Callable[[], str]]:
    settings = services.settings
    return {
        "configuration": lambda: _configuration(settings),
        "keys": lambda: _keys(services),
        "migrations": lambda: _migrations(settings.database_url),
        "database": lambda: _log(services),
        "clock": lambda: _clock(services),
        "DKIM": lambda: _dkim(services),
        "GM's address": lambda: _gm_address(services),
    }


def _questions_to_servers(services: Services) -> dict[str, Callable[[], str]]:
    """A token is asked for by itself: a login that fails for want of one says less."""
    logins = {"IMAP": services.inbox, "SMTP": services.sender}
    tokens = {
        f"{name} token": partial(_token, door.tokens)
        for name, door in logins.items()
        if isinstance(door, ImapDoor | SmtpSender) and door.tokens is not None
    }
    way_in = (
        {"mail comes in": lambda: _door(services)}
        if isinstance(services.inbox, DeliveredMail)
        else {"IMAP login": lambda: _imap(services)}
    )
    return {
        "broker": lambda: probe_broker(services.settings.broker.url),
        **tokens,
        **way_in,
        "SMTP login": lambda: _smtp(services),
    }


def _check(what: str, ask: Callable[[], str]) -> _Check:
    """The answer, or the fault in its own words: one that fails does not stop the others."""
    try:
        return _Check(what=what, ok=True, words=ask())
    except PigpostError as fault:
        return _Check(what=what, ok=False, words=str(fault))


@contextmanager
def _advising(services: Services, section: str) -> Iterator[None]:
    """What to do about a mail server that can't be reached."""
    try:
        yield
    except MailOutOfReach as fault:
        raise MailOutOfReach(f"{fault}; {_advice(services, section, fault)}") from fault


def _advice(services: Services, section: str, fault: MailOutOfReach) -> str:
    if services.settings.mail.mode == "embedded":
        return "is `pigpost up` running?"
    if isinstance(fault, LoginRefused):
        return (
            f"check {section}.user and its password or token; many providers want a password made "
            "for this program, or OAuth2 (docs/operators.md)"
        )
    return f"check {section} in the configuration: host, port, encryption, and whether it runs"


def _configuration(settings: Settings) -> str:
    mail = settings.mail
    if mail.mode == "imap":
        if not mail.imap.user:
            raise ConfigError("mail.imap.user is empty: set it to the login of the mailbox")
        if mail.imap.auth == "password" and not secret(mail.imap, settings):
            raise ConfigError("mail.imap has no password: name a file that holds it, password_file")
    return f"{settings.directory}, mail mode {mail.mode}"


def _token(tokens: TokenCommand) -> str:
    """Whether there is one: it is shown to nobody."""
    tokens.token()
    return f"{tokens.words[0]} gives one"


def _keys(services: Services) -> str:
    if not isinstance(services.keys, FileKeys):
        raise ConfigError("the keys are not in files")
    return f"site key {services.keys.key_id}, public key {services.keys.public_key[:16]}..."


def _migrations(url: str) -> str:
    current, head = current_and_head(url)
    if current != head:
        raise ConfigError(
            f"the database is at {current or 'nothing'}, not {head}: pigpost db upgrade"
        )
    return f"at {head}, the newest"


def _log(services: Services) -> str:
    with services.store.reading() as tx:
        head = tx.log.head()
    return f"{head.size} log entries, root {head.root[:8]}"


def _clock(services: Services) -> str:
    """A clock behind the log's last entry was wrong then or is wrong now."""
    now = services.clock.now()
    with services.store.reading() as tx:
        last: datetime | None = tx.ticks.last()
    if last is not None and last > now + _AHEAD:
        raise LogBroken(
            f"it says {now:%Y-%m-%d %H:%M:%S} UTC, but has been at {last:%H:%M:%S} before"
        )
    return f"{now:%Y-%m-%d %H:%M:%S} UTC, zone of schedules {services.settings.site.timezone}"


def _door(services: Services) -> str:
    """Where mail is delivered to us there is nothing to log in to."""
    mail = services.settings.mail
    late = "" if mail.own_servers else "; mail.own_servers is empty: mail arrives when it is taken"
    if mail.mode == "pipe":
        return f"whatever `pigpost mail deliver` is given{late}"
    door = look_at_door(services.store, services.clock, services.mailbox)
    return f"LMTP, open at {door.beat_at:%Y-%m-%d %H:%M:%S} UTC{late}"


def _imap(services: Services) -> str:
    if not isinstance(services.inbox, ImapDoor):
        raise ConfigError("the inbox is not on IMAP")
    inbox = services.inbox
    with _advising(services, "mail.imap"):
        found = inbox.probe()
    heard = (
        "new mail is heard at once (IDLE)"
        if found.idle
        else "no IDLE: mail waits for the next poll"
    )
    return (
        f"{inbox.host}:{inbox.port}, folder {inbox.folder}, UIDVALIDITY {found.uidvalidity}, "
        f"{heard}; {found.greeting[:60]}"
    )


def _smtp(services: Services) -> str:
    if not isinstance(services.sender, SmtpSender):
        raise ConfigError("mail does not go out by SMTP")
    with _advising(services, "mail.smtp"):
        return f"{services.sender.host}:{services.sender.port}: {services.sender.probe()[:60]}"


def _dkim(services: Services) -> str:
    """The record for DNS, of a key that is good for the games' addresses."""
    signer, domain = services.signer, services.settings.domain
    if not isinstance(signer, DkimSigner):
        return "mails are not signed here: mail.dkim is not set"
    if not f".{domain}".endswith(f".{signer.domain}"):
        raise ConfigError(f"mail.dkim.domain {signer.domain} is neither {domain} nor above it")
    return f"publish {signer.record}"


def _gm_address(services: Services) -> str:
    """The post office that comes along serves its own domain and relays nothing."""
    settings = services.settings
    if is_games_mailbox(settings.mail.address, settings.site.gm):
        raise ConfigError(f"{settings.site.gm} is the games' own mailbox: you would get no note")
    if settings.mail.mode == "embedded" and not settings.site.gm.endswith(f"@{settings.domain}"):
        raise ConfigError(
            f"{settings.site.gm} is not at {settings.domain}, and the embedded post office delivers "
            'nowhere else; for mail to the world set mail.mode = "imap"'
        )
    return settings.site.gm
