"""`pigpost order put`: an order from the phone or on paper."""

import click

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.times import show_instant
from pigpost.intake.put_order import put_order
from pigpost.orders.canonical import in_words


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("text")
@click.option("--reason", required=True, help="How it reached you; shown with the round.")
@json_option
@pass_context
def put(context: Context, *, game: str, player: str, text: str, reason: str, as_json: bool) -> None:
    """Enter an order of PLAYER that came by phone or on paper; the receipt is mailed to him."""
    receipt = put_order(context.services, game, name=player, words=text, reason=reason)
    line = in_words(receipt.condition, receipt.head.names)
    standing = receipt.since is not None
    number = None if standing else receipt.round or receipt.due.round
    which = "every round" if standing else f"round {number}"
    emit(
        {
            "game": game,
            "player": receipt.head.reader.name,
            "round": number,
            "standing": standing,
            "order": line,
            "receipt": receipt.receipt,
            "position": receipt.position,
        },
        f"{receipt.head.reader.name}, {which}: {line}\n"
        f"receipt {receipt.receipt}, deadline {show_instant(receipt.due.deadline)}",
        as_json=as_json,
    )
