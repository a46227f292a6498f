"""`pigpost player` and `pigpost invite`: who plays."""

from typing import Any

import click

from pigpost.audit.games import game_state
from pigpost.cli.columns import padded
from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.cli.game import show_game
from pigpost.cli.people import new_player
from pigpost.games.kinds import seat_label
from pigpost.replay.state import SeatState, SeatStatus
from pigpost.seats.house_players import HousePlayer, add_house_players
from pigpost.seats.invite import NewPlayer, add_player, invite_again, invite_players

_NAME = "As the others will write it in orders."
_ADDRESS = "His mail address."
_LANGUAGE = click.option("--language", default="en", show_default=True, help="Of his mails.")
_ZONE = click.option("--timezone", help="As Europe/London; the site's unless given.")


@click.group()
def player() -> None:
    """Who plays."""


@player.command()
@click.argument("game")
@click.option("--name", "person", help=_NAME)
@click.option("--address", help=_ADDRESS)
@_LANGUAGE
@_ZONE
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="BOT",
    help="Instead of a person a house player, as hold20 or best; several if given again.",
)
@json_option
@pass_context
def add(
    context: Context,
    *,
    game: str,
    person: str | None,
    address: str | None,
    language: str,
    timezone: str | None,
    bots: tuple[str, ...],
    as_json: bool,
) -> None:
    """Seat somebody who has said yes already; no invitation is mailed.

    A house player needs no address and, if you like, no name: the service plays for him.
    """
    if bots:
        add_house_players(context.services, game, _house_players(bots, person, address))
    elif person is None or address is None:
        raise click.UsageError("a person needs --name and --address, a house player --bot")
    else:
        add_player(context.services, game, _new(context, person, address, language, timezone))
    show_game(context, game, as_json=as_json)


def _house_players(
    bots: tuple[str, ...], person: str | None, address: str | None
) -> list[HousePlayer]:
    if address is not None:
        raise click.UsageError("a house player has no --address: no mail is sent to him")
    if person is not None and len(bots) > 1:
        raise click.UsageError("--name goes with one --bot; of several each gets a name of his own")
    return [HousePlayer(plays=bot, name=person) for bot in bots]


@player.command(name="list")
@click.argument("game")
@json_option
@pass_context
def list_players(context: Context, *, game: str, as_json: bool) -> None:
    """Everybody in GAME, with addresses: for the GM's eyes."""
    with context.services.store.reading() as tx:
        seats = list(game_state(tx, game).seats.values())
    values = [_as_value(seat) for seat in seats]
    lines = [
        f"{v['seat']:<5} {padded(v['name'], 20)} {v['status']:<11} "
        + (v["address"] if v["bot"] is None else f"bot: {v['bot']}")
        for v in values
    ]
    emit(values, "\n".join(lines) or f"nobody yet: pigpost invite {game} ...", as_json=as_json)


def _as_value(seat: SeatState) -> dict[str, Any]:
    return {
        "seat": seat_label(seat.seat),
        "name": seat.person.name,
        "address": seat.person.address,
        "language": seat.person.language,
        "timezone": seat.person.timezone,
        "status": seat.status,
        "misses": seat.misses,
        "bot": seat.bot,
    }


@click.command()
@click.argument("game")
@click.option("--name", "person", required=True, help=_NAME)
@click.option("--address", required=True, help=_ADDRESS)
@_LANGUAGE
@_ZONE
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
