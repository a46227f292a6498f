"""`pigpost order`: how a text is read, without a game."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TextIO, TypeAlias

import click

from pigpost.cli.context import emit, json_option
from pigpost.cli.order_put import put
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.kinds import Kind, Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.names import fold, same_name
from pigpost.orders.reading import Command, Item, Order, Player, Reading, Refusal, State

_Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A text, who wrote it, and who plays."""

    text: str
    names: dict[Seat, str]
    me: Seat | None
    state: State


@click.group()
def order() -> None:
    """How an order is read; orders that come by hand."""


order.add_command(put)


@order.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("text", required=False)
@click.option("--players", default="", help="Names, with commas between.", metavar="NAMES")
@click.option("--me", help="Who of them wrote the text.", metavar="NAME")
@click.option("--kind", default=Kind.POSTAL_PIGS.value, show_default=True, help="The game.")
@click.option(
    "--state",
    type=click.Choice([state.value for state in State]),
    help="How the writer stands to the game.  [default: playing with --me, else stranger]",
)
@click.option(
    "--jsonl",
    "lines",
    type=click.File("r", encoding="utf-8", errors="replace"),
    help="Texts from a file instead, one JSON object a line; - is standard input.",
)
@json_option
@click.pass_context
def parse(
    ctx: click.Context,
    *,
    text: str | None,
    players: str,
    me: str | None,
    kind: str,
    state: str | None,
    lines: TextIO | None,
    as_json: bool,
) -> None:
    """What TEXT would be read as; nothing is stored.

    Exit code 5 when it is no order and no command. With --jsonl each line has `id`, `text`,
    `game`, `players`, `me` and perhaps `state`, and is answered by one line with `id` and `got`.
    """
    if (text is None) == (lines is None):
        raise click.UsageError("give either a TEXT or --jsonl FILE")
    if lines is not None:
        for answer in _answers(lines):
            click.echo(json.dumps(answer))
        return
    names = [name.strip() for name in players.split(",") if name.strip()]
    try:
        asked = _asked(text=text, game=kind, players=names, me=me, state=state)
    except UsageError as error:
        raise click.UsageError(str(error)) from error
    reading = _read(asked)
    emit({"got": _got(reading, asked)}, "\n".join(_told(reading, asked)), as_json=as_json)
    if any(isinstance(item, Refusal) for item in reading.items):
        ctx.exit(AgainstTheRules.exit_code)


def _answers(lines: TextIO) -> Iterator[_Json]:
    """An answer to each line of a file; a line that can't be read is answered with its error."""
    for line in lines:
        if not line.strip():
            continue
        id_ = None
        try:
            row = _row(line)
            id_ = row.get("id")
            asked = _asked(
                text=row.get("text"),
                game=row.get("game", Kind.POSTAL_PIGS.value),
                players=row.get("players", []),
                me=row.get("me"),
                state=row.get("state"),
            )
        except UsageError as error:
            yield {"id": id_, "error": {"code": "usage", "message": str(error)}}
        else:
            yield {"id": id_, "got": _got(_read(asked), asked)}


def _row(line: str) -> _Json:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"this line is no JSON: {error}") from error
    if not isinstance(row, dict):
        raise UsageError("this line is no JSON object")
    return row


def _asked(*, text: object, game: object, players: object, me: object, state: object) -> _Asked:
    """The question with its parts checked; `UsageError` says what is off."""
    if not isinstance(text, str):
        raise UsageError("`text` is a text")
    if game != Kind.POSTAL_PIGS.value:
        raise UsageError(f"orders of the game {game!r} are not read; {Kind.POSTAL_PIGS} are")
    names = _names(players)
    seat = next((s for s, n in names.items() if isinstance(me, str) and same_name(n, me)), None)
    if me is not None and seat is None:
        raise UsageError(f"{me!r} is not among the players")
    default = State.STRANGER if seat is None else State.PLAYING
    try:
        known = default if state is None else State(str(state))
    except ValueError as error:
        raise UsageError(f"`state` is one of {', '.join(State)}") from error
    return _Asked(text=text, names=names, me=seat, state=known)


def _names(players: object) -> dict[Seat, str]:
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise UsageError("`players` is a list of names")
    if len({fold(name) for name in players}) < len(players):
        raise UsageError("two players have the same name")
    return {Seat(number): name for number, name in enumerate(players, start=1)}


def _read(asked: _Asked) -> Reading:
    from pigpost.intake.cut import cut  # noqa: PLC0415 - the overview needs neither
    from pigpost.orders.read import read  # noqa: PLC0415 - brings lark along

    players = [Player(seat=seat, name=name) for seat, name in asked.names.items()]
    return read(cut(asked.text).visible, players=players, me=asked.me, state=asked.state)


def _got(reading: Reading, asked: _Asked) -> _Json:
    from pigpost.orders.answer import got  # noqa: PLC0415 - as above

    return got(reading, asked.names)


def _told(reading: Reading, asked: _Asked) -> Iterator[str]:
    """The reading for people, a line or more an item."""
    for item in reading.items:
        yield from _told_item(item, asked)


def _told_item(item: Item, asked: _Asked) -> Sequence[str]:
    match item:
        case Order():
            round_ = "" if item.round is None else f", for round {item.round}"
            return (f"order: {in_words(item.condition, asked.names)}{round_}",)
        case Command():
            return (" ".join(["command:", ALL_COMMANDS[item.word], *item.args.values()]),)
        case Refusal():
            return (*_told_refusal(item, asked),)


def _told_refusal(refused: Refusal, asked: _Asked) -> Iterator[str]:
    """The line, marks under what is wrong in it, the complaints, and orders one could pick."""
    marks = [" "] * len(refused.line)
    for complaint in refused.complaints:
        for place in range(complaint.span.start, complaint.span.end):
            marks[place] = "^"
    yield "no order:"
    yield f"   {refused.line}"
    yield f"   {''.join(marks).rstrip()}"
    for number, complaint in enumerate(refused.complaints, start=1):
        words = refused.line[complaint.span.start : complaint.span.end]
        near = f"; near: {', '.join(complaint.names)}" if complaint.names else ""
        reason = complaint.reason.value.replace("_", " ")
        yield f'   {number}. "{words}": {reason} (rule {complaint.rule}){near}'
    for condition in refused.suggestions:
        yield f"   instead: {in_words(condition, asked.names)}"
