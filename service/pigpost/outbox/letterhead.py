"""What every mail of a game knows of the game and of its reader."""

from collections.abc import Callable

from pigpost.games.kinds import Seat, seat_from_label, seat_label
from pigpost.outbox.message_ids import order_token
from pigpost.ports import SeatHolder, Services
from pigpost.replay.state import GameState, SeatState, SeatStatus
from pigpost.results.letters import Letterhead, Reader

GM = "gm"
"""Stands for the game master where a seat would be named."""

STRANGER = "x"
"""Stands for somebody without a seat."""

_NAMED = (SeatStatus.PLAYING, SeatStatus.INVITED)
"""Whom an order may name, now or once the game has begun."""


def player_head(services: Services, state: GameState, holder: SeatHolder) -> Letterhead:
    """The head of a mail to a player."""
    reader = Reader(
        name=holder.name,
        seat=seat_from_label(holder.seat),
        language=holder.language,
        timezone=holder.timezone,
    )
    token = order_token(
        site_key=current_key(services),
        game=holder.game,
        person=holder.person,
        seat=holder.seat,
        round=state.round,
    )
    return _head(services, state, reader, token)


def gm_head(services: Services, state: GameState | None) -> Letterhead:
    """The head of a mail to the game master."""
    return _head(services, state, _reader(services, services.settings.site.gm_name), "")


def person_head(services: Services, holder: SeatHolder) -> Letterhead:
    """The head of a mail to a player about all his games."""
    return _head(
        services,
        None,
        Reader(name=holder.name, seat=None, language=holder.language, timezone=holder.timezone),
        "",
    )


def stranger_head(services: Services, state: GameState | None) -> Letterhead:
    """The head of a mail to somebody who has no seat; he is not called by name."""
    return _head(services, state, _reader(services, ""), "")


def holder_of(state: GameState, number: Seat) -> SeatHolder:
    """Who sits in a seat of a folded game."""
    seat = state.seats[number]
    return SeatHolder(
        game=state.id,
        seat=seat_label(number),
        person=seat.person.id,
        name=seat.person.name,
        address=seat.person.address,
        language=seat.person.language,
        timezone=seat.person.timezone,
        quiet=seat.quiet,
    )


def current_key(services: Services) -> bytes:
    """The site key in use."""
    key = services.keys.site_key(services.keys.key_id)
    if key is None:
        raise LookupError(f"the key ring has no key {services.keys.key_id}")
    return key


def _reader(services: Services, name: str) -> Reader:
    site = services.settings.site
    return Reader(name=name, seat=None, language="en", timezone=site.timezone)


def _head(services: Services, state: GameState | None, reader: Reader, token: str) -> Letterhead:
    site = services.settings.site
    game = "" if state is None else state.id
    return Letterhead(
        game=game,
        title=site.name if state is None else state.title,
        gm=site.gm_name,
        address=services.settings.game_address(game or "all"),
        site_url=site.url,
        level="" if state is None else state.level,
        names={} if state is None else {k: s.person.name for k, s in state.seats.items()},
        reader=reader,
        token=token,
        settings=None if state is None else state.settings,
        out=_seats(state, lambda seat: seat.status not in _NAMED),
        bots=_seats(state, lambda seat: seat.bot is not None),
        score=0 if state is None or reader.seat is None else state.seats[reader.seat].score,
    )


def _seats(state: GameState | None, test: Callable[[SeatState], bool]) -> frozenset[Seat]:
    """The seats of a game that pass a test."""
    seats = {} if state is None else state.seats
    return frozenset(number for number, seat in seats.items() if test(seat))
