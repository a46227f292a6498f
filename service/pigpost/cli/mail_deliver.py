"""`pigpost mail deliver`: takes one mail from a pipe, for a mail server that runs a command for each.

Its exit codes are the mail server's (sysexits.h), not ours: 0 stored, 75 to be tried again. A mail is
never refused: also a mistake in the configuration, or in the words of the command, ends with 75.
"""

import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from pigpost.cli.context import Context
from pigpost.errors import PigpostError
from pigpost.telemetry import trail

if TYPE_CHECKING:
    from pigpost.intake.incoming import Incoming
    from pigpost.ports import Services

_TRY_AGAIN, _USAGE = os.EX_TEMPFAIL, os.EX_USAGE
_PIECE = 65_536
_FROM_LINE = re.compile(rb"From [^\r\n]*\r?\n")
"""What a mailbox file has between its mails; some servers give it to a command as well."""

_log = logging.getLogger(__name__)


class _Delivering(click.Command):
    """Ends with a code that makes the mail server try again, whatever is wrong."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's
    ) -> click.Context:
        """Words that are off end with 64 at a terminal only: there is no mail to lose."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as mistake:
            if parent is not None and parent.resilient_parsing:
                raise
            with suppress(OSError), _whoever_listens():
                mistake.show()
            sys.exit(_USAGE if _is_at_terminal() else _TRY_AGAIN)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's
        """Stored, or to be tried again."""
        try:
            with _whoever_listens():
                return super().invoke(ctx)
        except PigpostError as fault:
            _try_again(str(fault))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the mail must come again
            _try_again(trail(fault))


@click.command(cls=_Delivering)
@click.option("--sender", help="Envelope sender; empty where there is none.", metavar="ADDRESS")
@click.argument("recipients", nargs=-1, metavar="[RECIPIENT]...")
@click.pass_context
def deliver(ctx: click.Context, *, sender: str | None, recipients: tuple[str, ...]) -> None:
    """Store the mail on standard input. Exit codes: 0 stored, 75 try again, 64 wrong usage.

    RECIPIENT is whom the envelope names; else the mail's own headers must do.
    """
    if _is_at_terminal():
        click.echo("pigpost: a mail is expected on standard input", err=True)
        sys.exit(_USAGE)
    context = ctx.find_object(Context)
    if context is None:
        raise RuntimeError("the command line made no context")
    from pigpost.intake.deliver import Delivery  # noqa: PLC0415 - for the others of `mail`
    from pigpost.intake.deliver import deliver as store  # noqa: PLC0415 - as above

    mail = read_mail(sys.stdin.buffer, limit_bytes=context.settings.mail.max_bytes)
    stored = store(context.services, Delivery(mail=mail, sender=sender, recipients=recipients))
    _wake(context.services)
    if context.verbose:
        context.say(f"stored as mail {stored.id}")


def read_mail(source: IO[bytes], *, limit_bytes: int) -> "Incoming":
    """To the end, with the line ends that mail has on the wire: a pipe hands over LF."""
    from pigpost.intake.incoming import Incoming  # noqa: PLC0415 - as above

    mail = Incoming(limit_bytes)
    piece, after_cr = _first(source), False
    while piece:
        ends_in_cr = piece.endswith(b"\r")
        whole = re.sub(rb"(?<!\r)\n", b"\r\n", b"\r" * after_cr + piece)
        mail.add(whole[after_cr:])
        piece, after_cr = source.read(_PIECE), ends_in_cr
    return mail


def _first(source: IO[bytes]) -> bytes:
    piece = source.read(_PIECE)
    found = _FROM_LINE.match(piece)
    return piece if found is None else piece[found.end() :] or source.read(_PIECE)


def _wake(services: "Services") -> None:
    """The mail is stored: nothing that goes wrong here may say anything else."""
    if services.settings.broker.url.startswith("memory:"):
        return
    try:
        from pigpost_workers.wake import Waker  # noqa: PLC0415 - Celery loads slowly

        with Waker(services) as waker:
            waker.wake()
    except Exception as fault:  # noqa: BLE001 - the next tick finds the mail
        _log.warning("nobody could be woken: %s", trail(fault))


def _try_again(words: str) -> NoReturn:
    with suppress(OSError), _whoever_listens():
        click.echo(f"pigpost: not stored, please try again: {words}", err=True)
    sys.exit(_TRY_AGAIN)


def _is_at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


@contextmanager
def _whoever_listens() -> Iterator[None]:
    """Words that nobody takes, as on a full disk, change nothing: the exit code is what counts.

    Python ends with a code of its own if what it could not write is still there at the end.
    """
    try:
        yield
    finally:
        for name in ("stdout", "stderr"):
            try:
                getattr(sys, name).flush()
            except (AttributeError, OSError):  # closed from the beginning; full, or a broken pipe
                setattr(sys, name, None)
