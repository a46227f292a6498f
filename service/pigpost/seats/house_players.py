"""Seats house players: bots that the service plays, without any mailbox."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.errors import AgainstTheRules
from pigpost.events.types import PersonEntered, PlayerInvited, SeatTaken
from pigpost.games.bots import bot_problem
from pigpost.games.kinds import Seat, seat_label
from pigpost.orders.names import fold
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.seats.invite import person_id
from pigpost.seats.room import (
    check_name,
    check_room,
    namesake,
    next_seat,
    players_with,
    same_name_refused,
)

_NAMES = ("Hal", "Ada", "Otto", "Eve", "Gus", "Ivy", "Max", "Una", "Rex", "Pip")
"""What house players are called that the GM has given no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HousePlayer:
    """`plays` is the bot's name in `games.bots`; without a `name` one is found for him."""

    plays: str
    name: str | None = None


def add_house_players(
    services: Services, game: str, players: Iterable[HousePlayer]
) -> tuple[Seat, ...]:
    """Seats each; all or, at a mistake, nobody."""
    with services.store.writing() as tx:
        return seat_house_players(services, tx, game, players)


def seat_house_players(
    services: Services, tx: Transaction, game: str, players: Iterable[HousePlayer]
) -> tuple[Seat, ...]:
    """The same within a transaction."""
    return tuple(_seat(services, tx, game_state(tx, game), player) for player in players)


def _seat(services: Services, tx: Transaction, state: GameState, player: HousePlayer) -> Seat:
    seat = next_seat(state)
    now, label, plays = services.clock.now(), seat_label(seat), player.plays.strip().lower()
    name = _name_for(state, seat, player)
    _check_bot(state, seat, plays)
    entered = PersonEntered(
        person=_person(plays, name),
        name=name,
        address="",
        language="en",
        timezone=services.settings.site.timezone,
    )
    append_events(
        tx,
        state,
        PlayerInvited(at=now, by="gm", seat=label, bot=plays, personal=entered),
        SeatTaken(at=now, by="gm", seat=label),
    )
    return seat


def _check_bot(state: GameState, seat: Seat, plays: str) -> None:
    """`AgainstTheRules` for a bot that does not fit the game, or the table."""
    check_room(state, seat)
    problem = bot_problem(plays, state.settings, players=players_with(state, seat))
    if problem is not None:
        raise AgainstTheRules(problem)


def _name_for(state: GameState, seat: Seat, player: HousePlayer) -> str:
    """The name that was given, or one that nobody has; `AgainstTheRules` as for a person's."""
    name = _free_name(state, seat) if player.name is None else player.name
    check_name(state, name)
    if (other := namesake(state, name)) is not None:
        raise same_name_refused(name, repr(other.person.name))
    return name


def _free_name(state: GameState, seat: Seat) -> str:
    free = (name for name in _NAMES if namesake(state, name) is None)
    return next(free, f"Bot {seat}")


def _person(plays: str, name: str) -> str:
    """The same house player is the same person in every game, as people are."""
    digest = hashlib.sha256(f"pigpost/house-player/v1\n{plays}\n{fold(name)}\n".encode()).digest()
    return person_id(int.from_bytes(digest))
