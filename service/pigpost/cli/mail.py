"""`pigpost mail`: mails in and out, and what became of them."""

from email import policy
from email.parser import BytesHeaderParser
from typing import Any

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.desk import answer, desk, discard, file, order
from pigpost.cli.mail_deliver import deliver
from pigpost.cli.mail_explain import explain
from pigpost.cli.mail_queue import queue, resend
from pigpost.cli.mail_replay import replay
from pigpost.cli.times import show_instant
from pigpost.errors import NotFound
from pigpost.intake.desk.seals import Seals
from pigpost.outbox.message_ids import without_keys
from pigpost.ports import ArrivedMail, OutgoingMail, Transaction

_ROWS = click.IntRange(1, 2**63 - 1)
"""Ids, and how many: as many as the database can count."""


@click.group()
def mail() -> None:
    """Mails in and out, and what became of them."""


mail.add_command(answer)
mail.add_command(deliver)
mail.add_command(desk)
mail.add_command(discard)
mail.add_command(replay)
mail.add_command(explain)
mail.add_command(file)
mail.add_command(order)
mail.add_command(queue)
mail.add_command(resend)


@mail.command(name="list")
@click.option("--game", help="Only of one game.")
@click.option("--out", is_flag=True, help="Mails out instead of mails in.")
@click.option("--limit", type=_ROWS, default=50, show_default=True, help="The newest so many.")
@json_option
@pass_context
def list_mails(context: Context, *, game: str | None, out: bool, limit: int, as_json: bool) -> None:
    """The newest mails first."""
    with context.services.store.reading() as tx:
        seals = Seals(tx)
        if out:
            sent = tx.outbox.newest(limit=limit, game=game)
            values = [_outgoing(row, seals) for row in sent]
            lines = [_outgoing_line(row, seals) for row in sent]
        else:
            came = tx.mails.newest(limit=limit, game=game)
            values = [_arrived(row, seals) for row in came]
            lines = [_arrived_line(row) for row in came]
    emit(values, "\n".join(lines) or "no mails", as_json=as_json)


@mail.command()
@click.argument("number", type=_ROWS)
@click.option("--out", is_flag=True, help="A mail out instead of one in.")
@json_option
@pass_context
def show(context: Context, *, number: int, out: bool, as_json: bool) -> None:
    """One mail: headers, what became of it, and its text once nothing in it is sealed."""
    with context.services.store.reading() as tx:
        value = _outgoing_whole(tx, number) if out else _arrived_whole(tx, number)
    known = {key: item for key, item in value.items() if item is not None and key != "text"}
    lines = [f"{key}: {item}" for key, item in known.items()]
    text = "(sealed until the round is thrown)" if value["text"] is None else value["text"]
    emit(value, "\n".join([*lines, "", text]), as_json=as_json)


@mail.command()
@click.argument("number", type=int)
@json_option
@pass_context
def again(context: Context, *, number: int, as_json: bool) -> None:
    """Read a mail once more that was set aside because it could not be read."""
    with context.services.store.writing() as tx:
        tx.mails.read_again(number)
    emit(
        {"mail": number, "state": "stored"},
        f"mail {number} is read again with the next poll",
        as_json=as_json,
    )


def _arrived(row: ArrivedMail, seals: Seals) -> dict[str, Any]:
    """A row as JSON; `subject` is null where it may be a sealed order."""
    headers = _headers(row.raw)
    return {
        "id": row.id,
        "arrived_at": row.arrived_at.isoformat(),
        "from": headers.get("from"),
        "subject": None if seals.close(row) else headers.get("subject"),
        "size": row.size,
        "state": row.state,
        "outcome": row.outcome,
        "note": row.note,
        "game": row.game,
        "sha256": row.sha256,
    }


def _headers(raw: bytes) -> dict[str, str]:
    """From and Subject for a list; a header that can't be read is left out."""
    found: dict[str, str] = {}
    message = BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:65_536])
    for name in ("from", "subject"):
        value = message.get(name)
        if value is not None:
            shown = "".join(c if c.isprintable() else " " for c in str(value))
            found[name] = without_keys(shown)[:200]
    return found


def _arrived_line(row: ArrivedMail) -> str:
    headers = _headers(row.raw)
    outcome = row.outcome or "not read yet"
    return (
        f"{row.id:>6}  {show_instant(row.arrived_at)}  {row.state:<9} {outcome:<18} "
        f"{row.game or '-':<16} {headers.get('from', '-')}"
    )


def _outgoing(row: OutgoingMail, seals: Seals) -> dict[str, Any]:
    """A row as JSON; an answer repeats the subject of the mail that it answers."""
    return {
        "id": row.id,
        "created_at": row.created_at.isoformat(),
        "to": row.recipient,
        "kind": row.kind,
        "subject": None if seals.close(row) else without_keys(row.subject),
        "state": row.state,
        "tries": row.tries,
        "server_words": row.server_words,
        "sent_at": None if row.sent_at is None else row.sent_at.isoformat(),
        "bounce": row.bounce,
        "bounced_at": None if row.bounced_at is None else row.bounced_at.isoformat(),
        "bounce_words": row.bounce_words,
        "resends": row.resends,
        "game": row.game,
        "answers": row.answers,
    }


def _outgoing_line(row: OutgoingMail, seals: Seals) -> str:
    subject = "(sealed)" if seals.close(row) else without_keys(row.subject)
    return (
        f"{row.id:>6}  {show_instant(row.created_at)}  {_fate(row):<12} {row.kind:<12} "
        f"{row.recipient:<28} {subject}"
    )


def _fate(row: OutgoingMail) -> str:
    """What became of it: accepted by a server is not yet read by a person."""
    again = f" +{row.resends}" if row.resends else ""
    return (row.state if row.bounce is None else f"{row.bounce} bounce") + again


def _arrived_whole(tx: Transaction, number: int) -> dict[str, Any]:
    row, seals = tx.mails.get(number), Seals(tx)
    raw = row.raw.decode("utf-8", "replace")
    text = None if seals.close(row) else without_keys(raw)
    return {**_arrived(row, seals), **_signature(row), "text": text}


def _signature(row: ArrivedMail) -> dict[str, Any]:
    """What the check of its DKIM signature said, with the key as it was found that day."""
    return {
        "signature": row.signature or "not_checked",
        "signed_by": row.signed_by,
        "signed_selector": row.signed_selector,
        "signed_key": row.signed_key,
    }


def _outgoing_whole(tx: Transaction, number: int) -> dict[str, Any]:
    row, seals = tx.outbox.get(number), Seals(tx)
    if row is None:
        raise NotFound(f"there is no mail {number} in the outbox")
    return {**_outgoing(row, seals), "text": None if seals.close(row) else without_keys(row.text)}
