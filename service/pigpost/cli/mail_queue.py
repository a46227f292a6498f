"""`pigpost mail queue` and `pigpost mail resend`: what waits to be sent, and what is sent anew."""

from typing import Any

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.times import show_instant
from pigpost.intake.desk.seals import Seals
from pigpost.outbox.message_ids import without_keys
from pigpost.outbox.resend import resend as send_anew
from pigpost.ports import OutgoingMail

_ROWS = click.IntRange(1, 2**63 - 1)


@click.command()
@click.option("--limit", type=_ROWS, default=50, show_default=True, help="The next so many.")
@json_option
@pass_context
def queue(context: Context, *, limit: int, as_json: bool) -> None:
    """Mails that wait to be sent: how often each was tried, when next, and the server's words."""
    with context.services.store.reading() as tx:
        seals = Seals(tx)
        rows = tx.outbox.waiting(limit=limit)
        values = [_waiting(row, seals) for row in rows]
    emit(values, "\n".join(map(_line, rows)) or "nothing waits", as_json=as_json)


@click.command()
@click.argument("number", type=_ROWS)
@json_option
@pass_context
def resend(context: Context, *, number: int, as_json: bool) -> None:
    """Send a mail once more, byte for byte; mail goes to its address again, if it had come back."""
    services = context.services
    with services.store.writing() as tx:
        row = send_anew(services, tx, number)
    emit(
        {"mail": row.id, "to": row.recipient, "state": row.state, "resends": row.resends},
        f"mail {row.id} goes to {row.recipient} once more, with the same Message-ID",
        as_json=as_json,
    )


def _waiting(row: OutgoingMail, seals: Seals) -> dict[str, Any]:
    return {
        "id": row.id,
        "created_at": row.created_at.isoformat(),
        "to": row.recipient,
        "kind": row.kind,
        "subject": None if seals.close(row) else without_keys(row.subject),
        "game": row.game,
        "tries": row.tries,
        "next_try_at": row.next_try_at.isoformat(),
        "server_words": row.server_words,
        "resends": row.resends,
    }


def _line(row: OutgoingMail) -> str:
    tried = f"try {row.tries + 1}"
    return (
        f"{row.id:>6}  {row.kind:<12} {row.recipient:<28} {tried:<7} "
        f"{show_instant(row.next_try_at)}  {row.server_words or ''}"
    ).rstrip()
