"""`pigpost adjudicate`: rounds thrown by hand, offline and without a configuration."""

from collections.abc import Sequence

import click

from pigpost.cli.adjudicate_file import adjudicate_file, file_output
from pigpost.cli.adjudicate_json import document_in
from pigpost.cli.adjudicate_shapes import Malformed
from pigpost.cli.adjudicate_text import file_text
from pigpost.cli.context import emit, json_option
from pigpost.cli.json_errors import JsonErrors, refuse
from pigpost.errors import UsageError
from pigpost.games.kinds import Form, Kind, RuleBroken, Seat
from pigpost.orders.reading import Player, Reading


@click.command(cls=JsonErrors)
@click.argument("file", type=click.Path(allow_dash=True))
@json_option
def adjudicate(*, file: str, as_json: bool) -> None:
    """Adjudicate the round or rounds in FILE (`-` is standard input).

    For a GM who throws real pigs or dice: the game, players, orders and throws as JSON. Orders
    that can't stand are played as the rules say; a file that can't be read ends with exit code 2.
    """
    try:
        adjudicated = adjudicate_file(document_in(file), read=_read)
    except (Malformed, RuleBroken) as fault:
        refuse(
            str(fault),
            code=fault.code,
            rule=fault.rule,
            as_json=as_json,
            exit_code=UsageError.exit_code,
        )
    for remark in adjudicated.remarks:
        click.echo(f"pigpost adjudicate: {remark}", err=True)
    if as_json:
        emit(file_output(adjudicated), "", as_json=True)
    else:
        click.echo(file_text(adjudicated))


def _read(
    text: str,
    *,
    players: Sequence[Player],
    me: Seat | None,
    kind: Kind,
    form: Form,
    max_dice: int,
) -> Reading:
    from pigpost.orders.read import read  # noqa: PLC0415 - most files write no order as a text

    return read(text, players=players, me=me, kind=kind, form=form, max_dice=max_dice)
