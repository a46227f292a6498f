"""`pigpost order`: how a text is read, without a game."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TextIO, TypeAlias, TypeVar

import click

from pigpost.cli.context import emit, json_option
from pigpost.cli.order_put import put
from pigpost.cli.rule_options import form_option, kind_option
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.kinds import MOST_DICE, Form, Kind, Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.language import DEFAULT
from pigpost.orders.names import fold, same_name
from pigpost.orders.reading import Command, Item, Order, Player, Reading, Refusal, State

_Json: TypeAlias = dict[str, Any]
_Word = TypeVar("_Word", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A text, who wrote it, and who plays."""

    text: str
    names: dict[Seat, str]
    me: Seat | None
    state: State
    kind: Kind
    form: Form
    max_dice: int
    languages: tuple[str, ...]


@click.group()
def order() -> None:
    """How an order is read; orders that come by hand."""


order.add_command(put)


@order.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("text", required=False)
@click.option("--players", default="", help="Names, with commas between.", metavar="NAMES")
@click.option("--me", help="Who of them wrote the text.", metavar="NAME")
@kind_option
@form_option
@click.option(
    "--max-dice",
    type=click.IntRange(min=1),
    default=MOST_DICE,
    show_default=True,
    help="The most dice of an order of Hog.",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="TAG",
    help="A language of the text, such as en; may be given more than once.  [default: en]",
)
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
    kind: Kind,
    form: Form | None,
    max_dice: int,
    languages: tuple[str, ...],
    state: str | None,
    lines: TextIO | None,
    as_json: bool,
) -> None:
    """What TEXT would be read as; nothing is stored.

    Exit code 5 when it is no order and no command. With --jsonl each line has `id`, `text`,
    `game`, `players`, `me` and perhaps `form`, `state`, `max_dice` and `language`, and is answered
    by one line with `id` and `got`.
    """
    if (text is None) == (lines is None):
        raise click.UsageError("give either a TEXT or --jsonl FILE")
    if lines is not None:
        for answer in _answers(lines):
            click.echo(json.dumps(answer))
        return
    names = [name.strip() for name in players.split(",") if name.strip()]
    try:
        asked = _asked(
            {
                "text": text,
                "game": kind,
                "form": form,
                "max_dice": max_dice,
                "language": list(languages),
                "players": names,
                "me": me,
                "state": state,
            }
        )
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
            asked = _asked(row)
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


def _asked(row: _Json) -> _Asked:
    """The question with its parts checked; `UsageError` says what is off."""
    text, me = row.get("text"), row.get("me")
    if not isinstance(text, str):
        raise UsageError("`text` is a text")
    kind = _one_of(Kind, row.get("game"), "game", Kind.POSTAL_PIGS)
    form = _one_of(Form, row.get("form"), "form", kind.forms[0])
    if form not in kind.forms:
        raise UsageError(f"{kind} is played in the forms {', '.join(kind.forms)}")
    names = _names(row.get("players", []))
    seat = next((s for s, n in names.items() if isinstance(me, str) and same_name(n, me)), None)
    if me is not None and seat is None:
        raise UsageError(f"{me!r} is not among the players")
    default = State.STRANGER if seat is None else State.PLAYING
    return _Asked(
        text=text,
        names=names,
        me=seat,
        state=_one_of(State, row.get("state"), "state", default),
        kind=kind,
        form=form,
        max_dice=_max_dice(row.get("max_dice")),
        languages=_languages(row.get("language")),
    )


def _one_of(words: type[_Word], value: object, name: str, default: _Word) -> _Word:
    if value is None:
        return default
    try:
        return words(str(value))
    except ValueError as error:
        raise UsageError(f"`{name}` is one of {', '.join(words)}") from error


def _max_dice(value: object) -> int:
    if value is None:
        return MOST_DICE
    if type(value) is not int or value < 1:
        raise UsageError("`max_dice` is a whole number from 1")
    return value


def _languages(value: object) -> tuple[str, ...]:
    tags = [value] if isinstance(value, str) else value or [DEFAULT]
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise UsageError("`language` is a tag such as en, or a list of tags")
    return tuple(tags)


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
    return read(
        cut(asked.text).visible,
        players=players,
        me=asked.me,
        state=asked.state,
        kind=asked.kind,
        form=asked.form,
        max_dice=asked.max_dice,
        languages=asked.languages,
    )


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
            standing = "STANDING " if item.standing else ""
            round_ = "" if item.round is None else f", for round {item.round}"
            return (f"order: {standing}{in_words(item.condition, asked.names)}{round_}",)
        case Command():
            told = (v if isinstance(v, str) else ", ".join(v) for v in item.args.values())
            return (" ".join(["command:", ALL_COMMANDS[item.word], *told]),)
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
        why = f" ({complaint.doubt.replace('_', ' ')})" if complaint.doubt else ""
        most = f"; at most {complaint.limit}" if complaint.limit else ""
        yield f'   {number}. "{words}": {reason}{why} (rule {complaint.rule}){near}{most}'
    for condition in refused.suggestions:
        yield f"   instead: {in_words(condition, asked.names)}"
    for word in refused.commands:
        yield f"   instead: {ALL_COMMANDS[word]}"
