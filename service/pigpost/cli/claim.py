"""`pigpost claim`: what is disputed, and all that bears on it."""

from typing import Any

import click

from pigpost.audit.games import disputed_games, game_state
from pigpost.claims.appeal import close_claim
from pigpost.claims.file import claim_of, open_claim
from pigpost.claims.voices import Voice
from pigpost.cli.claim_text import claim_line, claim_lines, time_line_text
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.intake.desk.time_line import Moment, time_line
from pigpost.replay.disputes import Claim
from pigpost.replay.state import GameState

_VOICES = [voice.value for voice in Voice if voice is not Voice.ALL_WHO_PLAY]

voice_option = click.option(
    "--as",
    "voice",
    type=click.Choice(_VOICES),
    default=Voice.GM.value,
    show_default=True,
    help="Who decides.",
)
"""In whose name something is decided."""


@click.group()
def claim() -> None:
    """What is disputed: list, look at, open, close. `pigpost rule` decides."""


@claim.command("list")
@click.argument("game", required=False)
@click.option("--all", "closed", is_flag=True, help="Also those that wait for nothing.")
@json_option
@pass_context
def list_(context: Context, *, game: str | None, closed: bool, as_json: bool) -> None:
    """Claims that wait, of GAME or of all games."""
    with context.services.store.reading() as tx:
        states = disputed_games(tx) if game is None else [game_state(tx, game)]
    found = [(s, c) for s in states for c in s.claims if closed or c.waits]
    lines = [claim_line(state, one) for state, one in found]
    emit(
        {"claims": [values(state, one) for state, one in found]},
        "\n".join(lines) or "nothing is disputed",
        as_json=as_json,
    )


@claim.command()
@click.argument("game")
@click.argument("number", type=int)
@json_option
@pass_context
def show(context: Context, *, game: str, number: int, as_json: bool) -> None:
    """Claim NUMBER of GAME on one time line, with its deadline drawn across."""
    services = context.services
    with services.store.reading() as tx:
        state = game_state(tx, game)
        found = claim_of(state, number)
        moments = time_line(services, tx, state, found)
    value = {**values(state, found), "time_line": [_moment(m) for m in moments]}
    text = [*claim_lines(state, found), "", *time_line_text(moments)]
    emit(value, "\n".join(text), as_json=as_json)


@claim.command("open")
@click.argument("game")
@click.option("--round", "number", type=int, required=True, help="The round that is disputed.")
@click.option("--reason", required=True, help="What is disputed; recorded.")
@voice_option
@json_option
@pass_context
def open_(
    context: Context, *, game: str, number: int, reason: str, voice: str, as_json: bool
) -> None:
    """Open a claim that nobody has mailed."""
    found = open_claim(context.services, game, round=number, words=reason, voice=Voice(voice))
    with context.services.store.reading() as tx:
        state = game_state(tx, game)
    emit(values(state, found), claim_line(state, found), as_json=as_json)


@claim.command()
@click.argument("game")
@click.argument("number", type=int)
@click.option("--reason", required=True, help="Why nothing more is decided; recorded and mailed.")
@voice_option
@json_option
@pass_context
def close(
    context: Context, *, game: str, number: int, reason: str, voice: str, as_json: bool
) -> None:
    """Close claim NUMBER of GAME: nothing more is decided about it."""
    found = close_claim(context.services, game, number, reason=reason, voice=Voice(voice))
    with context.services.store.reading() as tx:
        state = game_state(tx, game)
    emit(values(state, found), claim_line(state, found), as_json=as_json)


def values(state: GameState, found: Claim) -> dict[str, Any]:
    """A claim as JSON."""
    return {
        "game": state.id,
        "claim": found.number,
        "status": found.status.value,
        "by": found.by,
        "round": found.about,
        "entry": found.entry,
        "filed_at": found.filed_at.isoformat(),
        "arrived_at": found.arrived_at.isoformat(),
        "words": found.words,
        "position": found.pos,
        "rulings": list(found.rulings),
        "appealed_by": found.appealed_by,
        "closed_because": found.closed_because,
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "at": moment.at.isoformat(),
        "what": moment.what.value,
        "words": moment.words,
        "mail": moment.mail,
        "position": moment.position,
        "seconds": moment.seconds,
        "ours": moment.ours,
    }
