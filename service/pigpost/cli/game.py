"""`pigpost game`: make, show, start, hold and end games."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from pigpost.audit.games import game_state
from pigpost.cli.columns import padded
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.people import read_players, zone
from pigpost.cli.rule_options import (
    by_the_rules,
    check_told,
    form_option,
    kind_option,
    max_dice_option,
    piggyback_option,
    weights_option,
)
from pigpost.cli.tables import ENGLISH
from pigpost.cli.times import parse_instant, show_instant
from pigpost.errors import AgainstTheRules, UsageError
from pigpost.games.kinds import Form, Kind, Piggyback
from pigpost.games.settings import TARGET, game_settings
from pigpost.replay.state import BY_HAND, SEALED, GameState, SeatStatus
from pigpost.results.excerpts import score_lines
from pigpost.results.phrases import game_name, held_because
from pigpost.rounds.end import end_game
from pigpost.rounds.hold import hold_game, move_deadline, resume_game
from pigpost.rounds.schedule import parse_schedule
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game

_reason = click.option("--reason", required=True, help="Recorded, and told to the players.")


@click.group()
def game() -> None:
    """Make, start, hold and end games."""


@game.command()
@click.argument("name")
@click.option("--title", help="As people say it; made from NAME unless given.")
@kind_option
@form_option
@click.option(
    "--target", default=TARGET, show_default=True, help="First to reach it wins; 50 is short."
)
@piggyback_option
@click.option(
    "--first-throw-scores/--no-first-throw-scores",
    default=None,
    help="Whether the first shared throw is thrown again until it scores; yes unless given. "
    "With own throws it never is.",
)
@weights_option
@max_dice_option
@click.option(
    "--every", "schedule", default="Fri 20:00", show_default=True, help="Or 'every 3 days'."
)
@click.option("--tz", "timezone", help="Zone of the schedule; the site's unless given.")
@click.option(
    "--identity",
    type=click.Choice(["proven", "address"]),
    help="What an order needs: proof of the mailbox, or From alone; as configured unless given.",
)
@click.option(
    "--level",
    type=click.Choice([SEALED, BY_HAND]),
    default=SEALED,
    show_default=True,
    help="Throws from a locked seed, or your own, entered with `pigpost round throw`.",
)
@click.option("--early/--no-early", default=False, help="Throw as soon as all orders are in.")
@click.option(
    "--players",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="CSV with a header: name,address[,language,timezone]; all are invited.",
)
@json_option
@pass_context
def new(
    context: Context,
    *,
    name: str,
    title: str | None,
    kind: Kind,
    form: Form | None,
    target: int,
    piggyback: Piggyback | None,
    first_throw_scores: bool | None,
    weights: list[int] | None,
    max_dice: int,
    schedule: str,
    timezone: str | None,
    identity: str | None,
    level: str,
    early: bool,
    players: Path | None,
    as_json: bool,
) -> None:
    """Make the game NAME (a-z, 0-9 and hyphens), as spring-pigs."""
    site = context.settings.site
    _check(schedule, timezone)
    with by_the_rules():
        settings = game_settings(
            kind,
            form=form,
            target=target,
            piggyback=piggyback,
            first_throw_scores=first_throw_scores,
            weights=weights,
            max_dice=max_dice,
        )
        check_told(settings, piggyback=piggyback, max_dice=max_dice)
    people = [] if players is None else read_players(players, timezone=site.timezone)
    create_game(
        context.services,
        name,
        title=title or name.replace("-", " ").title(),
        settings=settings,
        schedule=schedule,
        timezone=timezone or site.timezone,
        identity=identity or context.settings.mail.identity,
        early=early,
        level=level,
        invited=people,
    )
    show_game(context, name, as_json=as_json)
    context.say(
        f"Next: pigpost game start {name}, once they have joined"
        if people
        else f"Next: pigpost invite {name} --name Bill --address bill@mill.example"
    )


def _check(schedule: str, timezone: str | None) -> None:
    try:
        parse_schedule(schedule)
    except ValueError as mistake:
        raise UsageError(str(mistake)) from None
    if timezone is not None:
        zone(timezone)


@game.command(name="list")
@json_option
@pass_context
def list_games(context: Context, *, as_json: bool) -> None:
    """All games, newest first."""
    with context.services.store.reading() as tx:
        rows = tx.projections.games()
    values = [
        {
            "game": row.game,
            "title": row.title,
            "kind": row.kind,
            "form": row.form,
            "phase": row.phase,
            "held": row.held,
            "round": row.round,
            "deadline": None if row.deadline is None else row.deadline.isoformat(),
        }
        for row in rows
    ]
    lines = [
        f"{row.game:<24} {row.phase:<8} round {row.round or '-':<4} {show_instant(row.deadline)}"
        + ("" if row.held is None else f"  HELD: {held_because(row.held, ENGLISH)}")
        for row in rows
    ]
    emit(values, "\n".join(lines) or "no games yet: pigpost game new NAME", as_json=as_json)


@game.command()
@click.argument("name")
@json_option
@pass_context
def show(context: Context, *, name: str, as_json: bool) -> None:
    """One game: the table, who has sent, the deadline."""
    show_game(context, name, as_json=as_json)


@game.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Also alone, or while invitations are open.")
@json_option
@pass_context
def start(context: Context, *, name: str, yes: bool, as_json: bool) -> None:
    """Begin play with everybody who has joined; nobody can be added afterwards."""
    if not yes:
        _check_table(context, name)
    start_game(context.services, name)
    show_game(context, name, as_json=as_json)


def _check_table(context: Context, name: str) -> None:
    """Nobody can be added after the start: the GM is asked before he leaves somebody out."""
    with context.services.store.reading() as tx:
        seats = game_state(tx, name).seats.values()
    waiting = [s.person.name for s in seats if s.status is SeatStatus.INVITED]
    playing = sum(s.status is SeatStatus.PLAYING for s in seats)
    if waiting:
        raise AgainstTheRules(
            f"{', '.join(waiting)} has not answered the invitation, and nobody can be added after "
            "the start; to begin without: --yes"
        )
    if playing == 1:
        raise AgainstTheRules("only one player has joined; to practise alone: --yes")


@game.command()
@click.argument("name")
@_reason
@json_option
@pass_context
def hold(context: Context, *, name: str, reason: str, as_json: bool) -> None:
    """Throw no round until `go`."""
    hold_game(context.services, name, reason=reason)
    show_game(context, name, as_json=as_json)


@game.command()
@click.argument("name")
@_reason
@json_option
@pass_context
def go(context: Context, *, name: str, reason: str, as_json: bool) -> None:
    """Go on after a hold."""
    resume_game(context.services, name, reason=reason)
    show_game(context, name, as_json=as_json)


@game.command()
@click.argument("name")
@click.option("--round", "number", type=int, required=True, help="The round that is open.")
@click.option("--to", "text", required=True, help="'2027-03-05 20:00' in the game's zone.")
@_reason
@json_option
@pass_context
def extend(
    context: Context, *, name: str, number: int, text: str, reason: str, as_json: bool
) -> None:
    """Move the open round's deadline; all players are told."""
    with context.services.store.reading() as tx:
        deadline = parse_instant(text, ZoneInfo(game_state(tx, name).timezone))
    move_deadline(context.services, name, round=number, deadline=deadline, reason=reason)
    show_game(context, name, as_json=as_json)


@game.command()
@click.argument("name")
@_reason
@json_option
@pass_context
def end(context: Context, *, name: str, reason: str, as_json: bool) -> None:
    """End the game without winners."""
    end_game(context.services, name, reason=reason)
    show_game(context, name, as_json=as_json)


def show_game(context: Context, name: str, *, as_json: bool) -> None:
    """The answer of every command about one game."""
    with context.services.store.reading() as tx:
        state = game_state(tx, name)
    emit(_as_value(state), _as_text(state), as_json=as_json)


def _as_value(state: GameState) -> dict[str, Any]:
    current = state.current
    return {
        "game": state.id,
        "title": state.title,
        "kind": state.settings.kind,
        "form": state.settings.form,
        "phase": state.phase,
        "held": state.held,
        "round": None if current is None else current.round,
        "deadline": None if current is None else current.deadline.isoformat(),
        "players": [
            {
                "name": line.name,
                "score": line.score,
                "status": line.status,
                "sent": line.sent,
                "bot": state.seats[line.seat].bot,
            }
            for line in score_lines(state)
        ],
        "invited": [s.person.name for s in state.seats.values() if s.status == "invited"],
        "winners": [state.seats[seat].person.name for seat in state.winners],
        "rounds_thrown": len(state.thrown),
    }


def _as_text(state: GameState) -> str:
    settings = state.settings
    lines = [
        f"{state.title} ({state.id}): {state.phase}, first to {settings.target}",
        f"{game_name(settings.kind, ENGLISH)}, {settings.form.value}",
    ]
    if state.held is not None:
        lines.append(f"HELD: {held_because(state.held, ENGLISH)}")
    if state.current is not None:
        lines.append(f"round {state.current.round}, due {show_instant(state.current.deadline)}")
    for line in score_lines(state):
        status = "" if line.status == "playing" else f"  {line.status}"
        sent = "  order is in" if line.sent else ""
        bot = state.seats[line.seat].bot
        plays = "" if bot is None else f"  bot: {bot}"
        lines.append(f"   {padded(line.name, 20)} {line.score:>4}{status}{sent}{plays}")
    lines += [
        f"   {padded(seat.person.name, 20)}    -  invited"
        for seat in state.seats.values()
        if seat.status == "invited"
    ]
    return "\n".join(lines)
