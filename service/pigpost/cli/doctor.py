"""`pigpost doctor`: looks whether everything outside is as it should be."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import click

from pigpost.adapters.imap import ImapDoor
from pigpost.adapters.keys import FileKeys
from pigpost.adapters.smtp import SmtpSender
from pigpost.adapters.sql.migrate import current_and_head
from pigpost.cli.context import Context, emit, json_option
from pigpost.errors import ConfigError, LogBroken, MailOutOfReach, PigpostError
from pigpost.ports import Services

_AHEAD = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check:
    """One thing that was looked at, and what was found."""

    what: str
    ok: bool
    words: str


@click.command()
@json_option
@click.pass_context
def doctor(ctx: click.Context, *, as_json: bool) -> None:
    """Check configuration, keys, database, migrations, clock, IMAP and SMTP login."""
    context = ctx.find_object(Context)
    if context is None:
        raise RuntimeError("the command line made no context")
    checks = list(_checks(context.services))
    emit(
        [{"what": c.what, "ok": c.ok, "words": c.words} for c in checks],
        "\n".join(f"{'ok ' if c.ok else 'NO '} {c.what:<14} {c.words}" for c in checks),
        as_json=as_json,
    )
    if not all(check.ok for check in checks):
        ctx.exit(1)


def _checks(services: Services) -> list[_Check]:
    settings = services.settings
    questions: tuple[tuple[str, Callable[[], str]], ...] = (
        ("configuration", lambda: f"{settings.directory}, mail mode {settings.mail.mode}"),
        ("keys", lambda: _keys(services)),
        ("migrations", lambda: _migrations(settings.database_url)),
        ("database", lambda: _log(services)),
        ("clock", lambda: _clock(services)),
        ("IMAP login", lambda: _imap(services)),
        ("SMTP login", lambda: _smtp(services)),
        ("GM's address", lambda: _gm_address(services)),
    )
    return [_check(what, ask) for what, ask in questions]


def _check(what: str, ask: Callable[[], str]) -> _Check:
    """The answer, or the fault in its own words: one that fails does not stop the others."""
    try:
        return _Check(what=what, ok=True, words=ask())
    except PigpostError as fault:
        return _Check(what=what, ok=False, words=str(fault))


@contextmanager
def _running_office(services: Services) -> Iterator[None]:
    """The post office that comes along can only be reached while the service runs."""
    try:
        yield
    except MailOutOfReach as fault:
        if services.settings.mail.mode == "embedded":
            raise MailOutOfReach(f"{fault}; is `pigpost up` running?") from fault
        raise


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


def _imap(services: Services) -> str:
    if not isinstance(services.inbox, ImapDoor):
        raise ConfigError("the inbox is not on IMAP")
    with _running_office(services):
        return f"{services.inbox.host}:{services.inbox.port}: {services.inbox.probe()[:60]}"


def _smtp(services: Services) -> str:
    if not isinstance(services.sender, SmtpSender):
        raise ConfigError("mail does not go out by SMTP")
    with _running_office(services):
        return f"{services.sender.host}:{services.sender.port}: {services.sender.probe()[:60]}"


def _gm_address(services: Services) -> str:
    """The post office that comes along serves its own domain and relays nothing."""
    settings = services.settings
    if settings.mail.mode == "embedded" and not settings.site.gm.endswith(f"@{settings.domain}"):
        raise ConfigError(
            f"{settings.site.gm} is not at {settings.domain}, and the embedded post office delivers "
            'nowhere else; for mail to the world set mail.mode = "imap"'
        )
    return settings.site.gm
