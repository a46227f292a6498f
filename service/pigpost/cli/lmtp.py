"""`pigpost lmtp`: the door at which a mail server delivers."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pigpost.cli.context import Context, pass_context
from pigpost.cli.stopping import wait_for_the_end
from pigpost.config import Settings
from pigpost.intake.deliver import deliver, is_ours
from pigpost.intake.doors import keep_open
from pigpost.ports import Services

if TYPE_CHECKING:
    from pigpost.adapters.lmtp import LmtpServer

_ENDS_WITHIN_SECONDS = 10


@click.command()
@click.option("--host", help="Address to listen on, instead of the configured one.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; 0 takes a free one.")
@click.option(
    "--socket", type=click.Path(path_type=Path, dir_okay=False), help="A Unix socket instead."
)
@pass_context
def lmtp(context: Context, *, host: str | None, port: int | None, socket: Path | None) -> None:
    """Take mail from your mail server (LMTP) and store it. Ctrl-C stops it."""
    from pigpost_workers.wake import Waker  # noqa: PLC0415 - Celery loads slowly

    if socket is not None and (host is not None or port is not None):
        raise click.UsageError("--socket goes without --host and --port")
    context.start_logging()
    settings = _with_door(context.settings, host=host, port=port, socket=socket)
    services = context.services
    with Waker(services) as waker, lmtp_door(settings, services, waker.wake) as door:
        context.say(f"LMTP on {where(settings, door)}; Ctrl-C stops it.")
        wait_for_the_end()


@contextmanager
def lmtp_door(
    settings: Settings, services: Services, wake: Callable[[], None]
) -> "Iterator[LmtpServer]":
    """Takes mail in threads of its own, and says that it does; `wake` is to have it read."""
    from pigpost.adapters.lmtp import LmtpServer  # noqa: PLC0415 - aiosmtpd
    from pigpost.adapters.lmtp_session import LmtpLimits  # noqa: PLC0415 - as above

    section = settings.mail.lmtp
    over = threading.Event()
    server = LmtpServer(
        deliver=partial(deliver, services),
        is_ours=partial(is_ours, settings),
        limits=LmtpLimits(
            mail_bytes=settings.mail.max_bytes,
            seconds=section.timeout_seconds,
            connections=section.max_connections,
        ),
        on_delivery=wake,
    )
    telling = threading.Thread(
        target=keep_open,
        args=(services,),
        kwargs={"sent_away": server.sent_away, "over": over},
        name="door",
        daemon=True,
    )
    with server:
        socket = None if section.socket is None else settings.path(section.socket)
        server.start(host=section.host, port=section.port, socket=socket)
        telling.start()
        try:
            yield server
        finally:
            over.set()
            telling.join(_ENDS_WITHIN_SECONDS)


def where(settings: Settings, door: "LmtpServer") -> str:
    """Where a mail server finds it."""
    section = settings.mail.lmtp
    return f"{section.host}:{door.port}" if section.socket is None else str(section.socket)


def _with_door(
    settings: Settings, *, host: str | None, port: int | None, socket: Path | None
) -> Settings:
    """The settings with what was said on the command line."""
    section = settings.mail.lmtp
    said: dict[str, object] = {}
    if socket is not None:
        said = {"socket": socket.absolute()}
    elif host is not None or port is not None:
        said = {
            "socket": None,
            "host": section.host if host is None else host,
            "port": section.port if port is None else port,
        }
    door = section.model_copy(update=said)
    mail = settings.mail.model_copy(update={"lmtp": door})
    return settings.model_copy(update={"mail": mail})
