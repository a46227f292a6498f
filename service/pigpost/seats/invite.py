"""Offers a seat to a person, by mail, or seats a friend who has said yes already."""

from collections.abc import Sequence
from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.errors import TooLate
from pigpost.events import crockford
from pigpost.events.types import Event, PersonEntered, PlayerInvited, SeatTaken
from pigpost.games.kinds import Seat, seat_label
from pigpost.orders.names import fold, same_name
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, SeatState, SeatStatus
from pigpost.results.letters import Invitation
from pigpost.seats.addresses import canonical_address
from pigpost.seats.room import (
    check_is_name,
    check_name,
    check_room,
    namesake,
    next_seat,
    same_name_refused,
)

_PERSON_SYMBOLS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """A person as the GM enters him; `language` (BCP 47) and `timezone` (IANA) are his own."""

    name: str
    address: str
    language: str
    timezone: str


def invite_players(services: Services, game: str, players: Sequence[NewPlayer]) -> None:
    """Offers each a seat by mail; the answer JOIN takes it. All or, at a mistake, nobody."""
    with services.store.writing() as tx:
        invite_in(services, tx, game, players)


def invite_in(services: Services, tx: Transaction, game: str, players: Sequence[NewPlayer]) -> None:
    """The same within a transaction."""
    folded = [fold(player.name) for player in players]
    for player in players:
        if folded.count(fold(player.name)) > 1:
            raise same_name_refused(player.name, "another name in the list")
    seats = [_enter(services, tx, game, player, seated=False) for player in players]
    state = game_state(tx, game)
    for seat in seats:
        _send_invitation(services, tx, state, seat)


def add_player(services: Services, game: str, player: NewPlayer) -> Seat:
    """Seats a person who has said yes by other means."""
    with services.store.writing() as tx:
        return _enter(services, tx, game, player, seated=True)


def invite_again(services: Services, game: str, seat: Seat) -> None:
    """Mails the invitation once more to who has not answered it."""
    with services.store.writing() as tx:
        state = game_state(tx, game)
        if state.seats[seat].status is not SeatStatus.INVITED:
            raise TooLate(f"{state.seats[seat].person.name} has answered already")
        _send_invitation(services, tx, state, seat)


def _enter(
    services: Services, tx: Transaction, game: str, player: NewPlayer, *, seated: bool
) -> Seat:
    state = game_state(tx, game)
    seat = _free_seat(state, player)
    check_room(state, seat)
    label = seat_label(seat)
    now, person = services.clock.now(), entered(services, tx, player)
    events: list[Event] = [PlayerInvited(at=now, by="gm", seat=label, personal=person)]
    if seated:
        events.append(SeatTaken(at=now, by="gm", seat=label))
    append_events(tx, state, *events)
    return seat


def entered(services: Services, tx: Transaction, player: NewPlayer) -> PersonEntered:
    """The person, by the id that his address is known under, else by a new one."""
    address = canonical_address(player.address)
    person = tx.projections.person_of_address(address) or person_id(
        int.from_bytes(services.entropy.salt())
    )
    return PersonEntered(
        person=person,
        name=player.name,
        address=address,
        language=player.language,
        timezone=player.timezone,
    )


def replacing(
    services: Services, tx: Transaction, state: GameState, seat: Seat, player: NewPlayer
) -> PersonEntered:
    """Who takes over a seat; `AgainstTheRules` for a name that another one has (rule 6.3).

    `TooLate` for who sits elsewhere in the game: nobody has two seats, nor two orders.
    """
    check_is_name(player.name)
    for other in state.seats.values():
        if other.seat == seat:
            continue
        if same_name(other.person.name, player.name):
            raise same_name_refused(player.name, repr(other.person.name))
        if _same_mailbox(other.person.address, player.address):
            _declined_seat(other)
    return entered(services, tx, player)


def _free_seat(state: GameState, player: NewPlayer) -> Seat:
    """The seat for a new player, else the next number.

    A seat that he declined is offered anew; one whose offer nobody has answered gets the address
    that is given now, in case the first one was wrong.
    """
    check_name(state, player.name)
    for seat in state.seats.values():
        if _same_mailbox(seat.person.address, player.address):
            return _declined_seat(seat)
    other = namesake(state, player.name)
    if other is None:
        return next_seat(state)
    if other.status is not SeatStatus.INVITED:
        raise same_name_refused(player.name, repr(other.person.name))
    return other.seat


def _declined_seat(seat: SeatState) -> Seat:
    if seat.status is not SeatStatus.DECLINED:
        raise TooLate(f"{seat.person.address} is in this game already, as {seat.person.name}")
    return seat.seat


def _same_mailbox(left: str, right: str) -> bool:
    return canonical_address(left).casefold() == canonical_address(right).casefold()


def person_id(number: int) -> str:
    """An id out of a number's last 60 bits."""
    return "person-" + crockford.encode(number, _PERSON_SYMBOLS).lower()


def _send_invitation(services: Services, tx: Transaction, state: GameState, seat: Seat) -> None:
    holder = holder_of(state, seat)
    letter = Invitation(
        head=player_head(services, state, holder),
        players=sum(s.status is not SeatStatus.DECLINED for s in state.seats.values()),
        schedule=state.schedule,
        timezone=state.timezone,
    )
    tell_player(services, tx, letter, holder, asks_round=None)
