"""`pigpost mail desk`, `file`, `order`, `answer` and `discard`: mails that wait for the GM's hand."""

from dataclasses import asdict
from typing import Any

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.desk_text import line_text, look_text
from pigpost.cli.times import show_instant
from pigpost.intake.desk.answer_by_hand import answer_by_hand
from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.discard import discard as discard_mail
from pigpost.intake.desk.file_mail import file_mail
from pigpost.intake.desk.handle import Handled
from pigpost.intake.desk.look import Line, Look, list_box, look_at, sizes
from pigpost.intake.desk.take_as_order import take_as_order
from pigpost.orders.canonical import in_words
from pigpost.ports import Handling, OutgoingMail

_ROWS = click.IntRange(1, 2**63 - 1)
_number = click.argument("number", type=_ROWS)
_reason = click.option(
    "--reason", required=True, help="Why; everybody can read it at once, so name no order."
)
_game = click.option("--game", help="Whose game it is; by default the one that the mail tells.")
_player = click.option(
    "--player", help="Whose mail it is; by default the one it came in the name of."
)


@click.command()
@click.argument("number", type=_ROWS, required=False)
@click.option(
    "--box",
    type=click.Choice([box.value for box in Box]),
    help="Only this one; by default all boxes in which something waits.",
)
@click.option("--limit", type=_ROWS, default=50, show_default=True, help="The newest so many.")
@click.option("--before", type=_ROWS, help="Only mails with a smaller number.")
@json_option
@pass_context
def desk(
    context: Context,
    *,
    number: int | None,
    box: str | None,
    limit: int,
    before: int | None,
    as_json: bool,
) -> None:
    """Mails that wait for you, by box; with NUMBER one of them and all that is known of it.

    The words of a mail that may hold an order stay sealed until the round is thrown.
    """
    services = context.services
    with services.store.reading() as tx:
        if number is not None:
            look = look_at(services, tx, number)
            emit(look_json(look), look_text(look), as_json=as_json)
            return
        counts = sizes(tx)
        shown = [Box(box)] if box else [b for b in _WAITING if counts[b]]
        lists = {b: list_box(services, tx, b, limit=limit, before=before) for b in shown}
    value = {
        "boxes": {b.value: n for b, n in counts.items()},
        "mails": [{"box": b.value, **line_json(line)} for b in shown for line in lists[b]],
    }
    text = [row for b in shown for row in (f"{b} ({counts[b]})", *map(line_text, lists[b]))]
    emit(value, "\n".join(text) or "nothing waits", as_json=as_json)


_WAITING = (Box.UNREAD, Box.ASKED_BACK, Box.HELD, Box.UNKNOWN, Box.BOUNCED, Box.MACHINE)


@click.command(name="file")
@_number
@_game
@_player
@_reason
@json_option
@pass_context
def file(
    context: Context,
    *,
    number: int,
    game: str | None,
    player: str | None,
    reason: str,
    as_json: bool,
) -> None:
    """Say whose a mail is: it is acted on as of its arrival, and the player is answered."""
    done = file_mail(context.services, number, reason=reason, game=game, name=player)
    words = f"mail {number} is {done.player}'s and was acted on"
    emit(_done(done), _with_told(words, done), as_json=as_json)


@click.command(name="order")
@_number
@click.argument("text")
@_game
@_player
@_reason
@json_option
@pass_context
def order(
    context: Context,
    *,
    number: int,
    text: str,
    game: str | None,
    player: str | None,
    reason: str,
    as_json: bool,
) -> None:
    """Enter the order TEXT for a mail that could not be read; it counts as of the mail's arrival."""
    services = context.services
    done, receipt = take_as_order(services, number, text, reason=reason, game=game, name=player)
    line = in_words(receipt.condition, receipt.head.names)
    words = f"{done.player}: {line}, as of {show_instant(receipt.arrived_at)}\nreceipt {receipt.receipt}"
    value = {
        **_done(done),
        "round": receipt.round,
        "standing": receipt.since is not None,
        "order": line,
        "arrived_at": receipt.arrived_at.isoformat(),
        "receipt": receipt.receipt,
        "position": receipt.position,
    }
    emit(value, _with_told(words, done), as_json=as_json)


@click.command()
@_number
@click.argument("text")
@_reason
@json_option
@pass_context
def answer(context: Context, *, number: int, text: str, reason: str, as_json: bool) -> None:
    """Mail TEXT to the player at his registered address, else once to the stranger who wrote."""
    done = answer_by_hand(context.services, number, text, reason=reason)
    emit(_done(done), _with_told(f"mail {number} is answered", done), as_json=as_json)


@click.command()
@_number
@_reason
@json_option
@pass_context
def discard(context: Context, *, number: int, reason: str, as_json: bool) -> None:
    """Lay a mail aside: nothing comes of it, and the player in whose name it came is told."""
    done = discard_mail(context.services, number, reason=reason)
    emit(_done(done), _with_told(f"mail {number} waits no more", done), as_json=as_json)


def _done(done: Handled) -> dict[str, Any]:
    return {
        "mail": done.mail,
        "what": done.what.value,
        "game": done.game,
        "player": done.player,
        "told": done.told,
    }


def _with_told(words: str, done: Handled) -> str:
    return words + (f"\na mail goes to {done.told}" if done.told else "\nnobody is told")


def line_json(line: Line) -> dict[str, Any]:
    """A mail of a list as JSON."""
    return {
        "id": line.id,
        "arrived_at": line.arrived_at.isoformat(),
        "from": line.sender,
        "subject": line.subject,
        "size": line.size,
        "state": line.state,
        "outcome": line.outcome,
        "note": line.note,
        "game": line.game,
        "player": line.player,
        "sealed": line.sealed,
        "handled": [_handling_json(each) for each in line.handled],
    }


def look_json(look: Look) -> dict[str, Any]:
    """All that is known of a mail as JSON; `words` is null where it is sealed."""
    return {
        **line_json(look.line),
        "dated": look.dated,
        "sha256": look.sha256,
        "verdict": asdict(look.verdict),
        "signature": look.signature,
        "signed_by": look.signed_by,
        "signed_selector": look.signed_selector,
        "hops": [
            {**asdict(hop), "at": None if hop.at is None else hop.at.isoformat()}
            for hop in look.hops
        ],
        "words": None if look.words is None else asdict(look.words),
        "told": [_told_json(mail) for mail in look.told],
        "may": [act.value for act in look.may],
    }


def _handling_json(done: Handling) -> dict[str, Any]:
    return {"what": done.what, "at": done.at.isoformat(), "reason": done.reason}


def _told_json(mail: OutgoingMail) -> dict[str, Any]:
    return {
        "id": mail.id,
        "kind": mail.kind,
        "to": mail.recipient,
        "state": mail.state,
        "tries": mail.tries,
        "server_words": mail.server_words,
        "sent_at": None if mail.sent_at is None else mail.sent_at.isoformat(),
        "bounce": mail.bounce,
        "bounce_words": mail.bounce_words,
        "resends": mail.resends,
    }
