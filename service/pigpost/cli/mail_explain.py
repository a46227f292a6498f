"""`pigpost mail explain`: every decision about a mail, in its order, without a database."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from pigpost.cli.columns import counted
from pigpost.cli.context import json_option
from pigpost.cli.rule_options import form_option, kind_option
from pigpost.errors import NotFound
from pigpost.games.kinds import Form, Kind, Seat
from pigpost.intake.authenticity import Authenticity, OurServer, authenticity
from pigpost.intake.cut import Cut, cut
from pigpost.intake.envelope import MailHead, MailProblem, Problem, open_envelope, read_body
from pigpost.intake.machine_mail import REPORTS, MachineKind, machine_kind, may_answer
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.answer import got
from pigpost.orders.canonical import in_words
from pigpost.orders.read import read
from pigpost.orders.reading import Player

_MOST = 1_048_576
_SHOWN_LINES = 12

_NOTHING_READ = {"do": "no_order", "reason": "nothing_found"}
_NOTHING = Cut(visible="", elided="")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Who plays what, as told on the command line, and whose mail it is taken for."""

    names: dict[Seat, str]
    me: Seat | None
    kind: Kind
    form: Form | None
    authserv_id: str

    def players(self) -> list[Player]:
        return [Player(seat=seat, name=name) for seat, name in self.names.items()]


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--players", default="", help="Names, with commas between.", metavar="NAMES")
@click.option("--me", help="Who of them wrote the mail.", metavar="NAME")
@kind_option
@form_option
@click.option(
    "--authserv-id",
    default="",
    help="Believe Authentication-Results that are signed so.",
    metavar="NAME",
)
@click.option("--body", is_flag=True, help="The files are plain bodies without headers.")
@json_option
def explain(
    *,
    files: tuple[str, ...],
    players: str,
    me: str | None,
    kind: Kind,
    form: Form | None,
    authserv_id: str,
    body: bool,
    as_json: bool,
) -> None:
    """What is made of a mail: limits, machine or person, sender, cut, words, order.

    FILES are mails as they were received (.eml); `-` is standard input. With --json one object a
    line for each. Whose mail it is and what it proves stands in the database, which is not asked.
    """
    table = _table(players, me, kind, form, authserv_id)
    for file in files:
        found = _explained_body(file, table) if body else _explained_mail(file, table)
        click.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(_told(found)))


def _table(players: str, me: str | None, kind: Kind, form: Form | None, authserv_id: str) -> _Table:
    listed = [name.strip() for name in players.split(",") if name.strip()]
    if me and me.casefold() not in map(str.casefold, listed):
        listed.append(me)
    names = {Seat(number): name for number, name in enumerate(listed, start=1)}
    mine = (seat for seat, name in names.items() if me and name.casefold() == me.casefold())
    return _Table(names=names, me=next(mine, None), kind=kind, form=form, authserv_id=authserv_id)


def _explained_mail(file: str, table: _Table) -> dict[str, Any]:
    raw, sha256 = _contents(file)
    mail = open_envelope(raw, max_bytes=_MOST)
    machine = machine_kind(mail)
    robot = machine not in (None, MachineKind.LIST)
    facts = {
        "file": file,
        "sha256": sha256,
        "machine": agreed(machine),
        "answer": may_answer(mail),
        "refused": mail.problem if isinstance(mail, MailProblem) and not robot else None,
        "from": mail.sender,
        "message_id": mail.message_id,
        "subject": mail.subject,
        "authentication": _authentication(mail, table),
    }
    if isinstance(mail, MailProblem):
        return facts | _text_facts(_NOTHING, None, None, table)
    parts = cut(mail.text)
    words = None if robot else words_of(mail, parts.visible)
    note = {
        "text_source": mail.text_source,
        "charset_note": mail.charset_note,
        "changed_lines": [
            {"written": ascii(old)[1:-1], "read": new} for old, new in mail.changed_lines
        ],
    }
    return facts | _text_facts(parts, mail.charset, words, table) | note


def agreed(machine: MachineKind | None) -> MachineKind | None:
    """The kind as other programs know it: to them every report is a bounce."""
    return MachineKind.BOUNCE if machine in REPORTS else machine


def _authentication(mail: MailHead, table: _Table) -> Authenticity | None:
    """What the mail server of that name says of the sender's domain, as a game would believe it."""
    server = OurServer(authserv_id=table.authserv_id)
    return None if mail.sender is None else authenticity(mail.headers, mail.sender, server)


def _explained_body(file: str, table: _Table) -> dict[str, Any]:
    raw, sha256 = _contents(file)
    too_big = len(raw) > _MOST
    facts = {
        "file": file,
        "sha256": sha256,
        "machine": None,
        "answer": True,
        "refused": Problem.TOO_BIG if too_big else None,
        "from": None,
        "message_id": None,
    }
    if too_big:
        return facts | _text_facts(_NOTHING, None, None, table)
    body = read_body(raw)
    parts = cut(body.text)
    return facts | _text_facts(parts, body.charset, parts.visible, table)


def _text_facts(
    parts: Cut, charset: str | None, words: str | None, table: _Table
) -> dict[str, Any]:
    """What stands in the text, and what it is read as; `words` is None where nothing is read."""
    said = partial(read, players=table.players(), me=table.me, kind=table.kind, form=table.form)
    unused = elided_orders(parts.elided, read=said) if words is not None else ()
    return {
        "visible_text": parts.visible,
        "elided_text": parts.elided,
        "charset": charset,
        "reading": _NOTHING_READ if words is None else got(said(words), table.names),
        "elided_orders": [in_words(order, table.names) for order in unused],
    }


def _contents(file: str) -> tuple[bytes, str]:
    """As much of a file as a mail may have and one byte more, and the SHA-256 of all of it."""
    try:
        with click.open_file(file, "rb") as stream:
            raw = stream.read(_MOST + 1)
            digest = hashlib.sha256(raw)
            while more := stream.read(_MOST):
                digest.update(more)
    except OSError as error:
        raise NotFound(f"{file} can't be read: {error.strerror}") from error
    return raw, digest.hexdigest()


def _told(found: dict[str, Any]) -> Iterator[str]:
    """The decisions for people, in the order in which they are made."""
    yield f"{found['file']}  SHA-256 {found['sha256']}"
    yield f"   from       {found['from'] or 'no single address'}"
    if found.get("subject"):
        yield f"   subject    {found['subject']}"
    if found.get("authentication"):
        yield f"   checked    the sender's domain, by {found['authentication'].upper()}"
    yield f"   machine    {found['machine'] or 'no: a person wrote it'}"
    yield f"   refused    {found['refused'] or 'no'}"
    yield f"   answer     {'yes' if found['answer'] else 'no'}"
    if found["charset"]:
        note = f" ({found['charset_note']})" if found.get("charset_note") else ""
        yield f"   text       {found.get('text_source', 'plain')}, {found['charset']}{note}"
        for line in found.get("changed_lines", ()):
            yield f"   cleaned    {line['written']}"
            yield f"      read as {line['read']}"
        yield "   counts"
        yield from (f"      | {line}" for line in found["visible_text"].split("\n"))
        yield f"   cut off    {counted(len(found['elided_text'].splitlines()), 'line', 'lines')}"
        yield from (f"      | {line}" for line in found["elided_text"].split("\n")[:_SHOWN_LINES])
    yield f"   read as    {json.dumps(found['reading'], ensure_ascii=False)}"
    for order in found["elided_orders"]:
        yield f"   not used   {order}: it stands in the part that was cut off"
