"""`pigpost adjudicate`: rounds thrown by hand, offline and without a configuration."""

import json
import sys
from collections.abc import Sequence
from reprlib import repr as shown
from typing import Any, BinaryIO, NoReturn

import click

from pigpost.cli.adjudicate_file import adjudicate_file, file_output
from pigpost.cli.adjudicate_names import Malformed
from pigpost.cli.adjudicate_text import file_text
from pigpost.cli.context import emit, json_option
from pigpost.games.kinds import RuleBroken, Seat
from pigpost.orders.reading import Player, Reading

_USAGE = 2


@click.command()
@click.argument("file", type=click.File("rb"))
@json_option
def adjudicate(*, file: BinaryIO, as_json: bool) -> None:
    """Adjudicate the round or rounds in FILE (`-` is standard input).

    For a GM who throws real pigs: players, orders and throws as JSON. Orders that can't stand
    are played as the rules say; a file that can't be read ends with exit code 2.
    """
    try:
        adjudicated = adjudicate_file(_parse(file.read()), read=_read)
    except (Malformed, RuleBroken) as fault:
        _refuse(fault, as_json=as_json)
    emit(file_output(adjudicated), file_text(adjudicated), as_json=as_json)


def _read(text: str, *, players: Sequence[Player], me: Seat | None) -> Reading:
    from pigpost.orders.read import read  # noqa: PLC0415 - most files write no order as a text

    return read(text, players=players, me=me)


def _refuse(fault: Malformed | RuleBroken, *, as_json: bool) -> NoReturn:
    """Says what is wrong with the file, and leaves."""
    error = {"code": fault.code, "message": str(fault), "rule": fault.rule}
    if as_json:
        emit({"error": error}, "", as_json=True)
    else:
        rule = f" (rule {fault.rule})" if fault.rule else ""
        click.echo(f"pigpost adjudicate: {fault}{rule}", err=True)
    sys.exit(_USAGE)


def _parse(content: bytes) -> object:
    """The JSON document, with neither a name given twice in one object nor numbers that are none."""
    try:
        return json.loads(content, object_pairs_hook=_once, parse_constant=_no_number)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed(f"the file is no JSON: {error}", code="not_json") from error


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise Malformed(f"{shown(name)} stands twice in one object", code="duplicate_key")
        fields[name] = value
    return fields


def _no_number(literal: str) -> object:
    raise Malformed(f"{literal} is no number", code="not_json")
