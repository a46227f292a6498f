"""`pigpost mail`: mails in and out, and what became of them."""

from email import policy
from email.parser import BytesHeaderParser
from typing import Any

import click

from pigpost.audit.games import game_state
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.mail_explain import explain
from pigpost.cli.times import show_instant
from pigpost.errors import NotFound
from pigpost.ports import ArrivedMail, OutgoingMail, Transaction
from pigpost.replay.state import Phase
from pigpost.results.letters import (
    GameOver,
    GmNote,
    Invitation,
    NmrWarning,
    Opening,
    Reminder,
    Result,
)

_TELL_NO_ORDER = frozenset(
    kind.KIND for kind in (Invitation, Opening, Reminder, Result, NmrWarning, GameOver, GmNote)
)
"""Kinds of mail without anybody's order of the open round."""


@click.group()
def mail() -> None:
    """Mails in and out, and what became of them."""


mail.add_command(explain)


@mail.command(name="list")
@click.option("--game", help="Only of one game.")
@click.option("--out", is_flag=True, help="Mails out instead of mails in.")
@click.option("--limit", default=50, show_default=True, help="The newest so many.")
@json_option
@pass_context
def list_mails(context: Context, *, game: str | None, out: bool, limit: int, as_json: bool) -> None:
    """The newest mails first."""
    with context.services.store.reading() as tx:
        if out:
            sent = tx.outbox.newest(limit=limit, game=game)
            values = [_outgoing(row) for row in sent]
            lines = [_outgoing_line(row) for row in sent]
        else:
            came = tx.mails.newest(limit=limit, game=game)
            values = [_arrived(row) for row in came]
            lines = [_arrived_line(row) for row in came]
    emit(values, "\n".join(lines) or "no mails", as_json=as_json)


@mail.command()
@click.argument("number", type=int)
@click.option("--out", is_flag=True, help="A mail out instead of one in.")
@json_option
@pass_context
def show(context: Context, *, number: int, out: bool, as_json: bool) -> None:
    """One mail: headers, what became of it, and its text once nothing in it is sealed."""
    with context.services.store.reading() as tx:
        value = _outgoing_whole(tx, number) if out else _arrived_whole(tx, number)
    lines = [f"{key}: {item}" for key, item in value.items() if key != "text"]
    text = value.get("text") or "(sealed until the round is thrown)"
    emit(value, "\n".join([*lines, "", str(text)]), as_json=as_json)


def _arrived(row: ArrivedMail) -> dict[str, Any]:
    headers = _headers(row.raw)
    return {
        "id": row.id,
        "arrived_at": row.arrived_at.isoformat(),
        "from": headers.get("from"),
        "subject": headers.get("subject"),
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
            found[name] = "".join(c if c.isprintable() else " " for c in str(value))[:200]
    return found


def _arrived_line(row: ArrivedMail) -> str:
    headers = _headers(row.raw)
    outcome = row.outcome or "not read yet"
    return (
        f"{row.id:>6}  {show_instant(row.arrived_at)}  {row.state:<9} {outcome:<18} "
        f"{row.game or '-':<16} {headers.get('from', '-')}"
    )


def _outgoing(row: OutgoingMail) -> dict[str, Any]:
    return {
        "id": row.id,
        "created_at": row.created_at.isoformat(),
        "to": row.recipient,
        "kind": row.kind,
        "subject": row.subject,
        "state": row.state,
        "tries": row.tries,
        "server_words": row.server_words,
        "game": row.game,
        "answers": row.answers,
    }


def _outgoing_line(row: OutgoingMail) -> str:
    return (
        f"{row.id:>6}  {show_instant(row.created_at)}  {row.state:<7} {row.kind:<12} "
        f"{row.recipient:<28} {row.subject}"
    )


def _arrived_whole(tx: Transaction, number: int) -> dict[str, Any]:
    row = tx.mails.get(number)
    text = None if _sealed(tx, row.game, row) else row.raw.decode("utf-8", "replace")
    return {**_arrived(row), "text": text}


def _outgoing_whole(tx: Transaction, number: int) -> dict[str, Any]:
    row = tx.outbox.get(number)
    if row is None:
        raise NotFound(f"there is no mail {number} in the outbox")
    return {**_outgoing(row), "text": None if _sealed(tx, row.game, row) else row.text}


def _sealed(tx: Transaction, game: str | None, row: ArrivedMail | OutgoingMail) -> bool:
    """Whether a mail may hold an order that nobody may see yet, not even the GM."""
    if game is None or (isinstance(row, OutgoingMail) and row.kind in _TELL_NO_ORDER):
        return False
    state = game_state(tx, game)
    if state.phase is Phase.OVER or state.current is None:
        return False
    since = row.arrived_at if isinstance(row, ArrivedMail) else row.created_at
    return since >= state.current.opened_at.replace(microsecond=0)
