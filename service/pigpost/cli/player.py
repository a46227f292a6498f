"""`pigpost player` and `pigpost invite`: who plays."""

import click
from click.decorators import FC

from pigpost.audit.games import game_state
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.game import show_game
from pigpost.cli.people import new_player
from pigpost.games.kinds import seat_label
from pigpost.replay.state import SeatStatus
from pigpost.seats.invite import NewPlayer, add_player, invite_again, invite_players

_PERSON = (
    click.option("--name", "person", required=True, help="As the others will write it in orders."),
    click.option("--address", required=True, help="His mail address."),
    click.option("--language", default="en", show_default=True, help="Of his mails."),
    click.option("--timezone", help="As Europe/London; the site's unless given."),
)


def _person_options(command: FC) -> FC:
    for option in reversed(_PERSON):
        command = option(command)
    return command


@click.group()
def player() -> None:
    """Who plays."""


@player.command()
@click.argument("game")
@_person_options
@json_option
@pass_context
def add(
    context: Context,
    *,
    game: str,
    person: str,
    address: str,
    language: str,
    timezone: str | None,
    as_json: bool,
) -> None:
    """Seat somebody who has said yes already; no invitation is mailed."""
    add_player(context.services, game, _new(context, person, address, language, timezone))
    show_game(context, game, as_json=as_json)


@player.command(name="list")
@click.argument("game")
@json_option
@pass_context
def list_players(context: Context, *, game: str, as_json: bool) -> None:
    """Everybody in GAME, with addresses: for the GM's eyes."""
    with context.services.store.reading() as tx:
        seats = list(game_state(tx, game).seats.values())
    values = [
        {
            "seat": seat_label(seat.seat),
            "name": seat.person.name,
            "address": seat.person.address,
            "language": seat.person.language,
            "timezone": seat.person.timezone,
            "status": seat.status,
            "misses": seat.misses,
        }
        for seat in seats
    ]
    lines = [f"{v['seat']:<5} {v['name']:<20} {v['status']:<11} {v['address']}" for v in values]
    emit(values, "\n".join(lines) or f"nobody yet: pigpost invite {game} ...", as_json=as_json)


@click.command()
@click.argument("game")
@_person_options
@json_option
@pass_context
def invite(
    context: Context,
    *,
    game: str,
    person: str,
    address: str,
    language: str,
    timezone: str | None,
    as_json: bool,
) -> None:
    """Offer somebody a seat in GAME by mail; once more, if he has not answered."""
    with context.services.store.reading() as tx:
        waiting = [
            seat.seat
            for seat in game_state(tx, game).seats.values()
            if seat.status is SeatStatus.INVITED
            and seat.person.address.casefold() == address.casefold()
        ]
    if waiting:
        invite_again(context.services, game, waiting[0])
    else:
        new = _new(context, person, address, language, timezone)
        invite_players(context.services, game, [new])
    show_game(context, game, as_json=as_json)


def _new(
    context: Context, person: str, address: str, language: str, timezone: str | None
) -> NewPlayer:
    return new_player(
        name=person,
        address=address,
        language=language,
        timezone=timezone or context.settings.site.timezone,
    )
