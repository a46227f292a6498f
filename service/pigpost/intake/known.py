"""What the order reader must know of a game."""

from pigpost.games.kinds import Seat
from pigpost.orders.reading import Player, State
from pigpost.replay.state import GameState, SeatStatus

_IN = (SeatStatus.PLAYING, SeatStatus.ELIMINATED, SeatStatus.WITHDRAWN)


def players_of(state: GameState) -> list[Player]:
    """Everybody who can be named in an order, those who are out included (rule 6.2)."""
    return [
        Player(seat=seat.seat, name=seat.person.name, out=seat.status is not SeatStatus.PLAYING)
        for seat in state.seats.values()
        if seat.status in _IN
    ]


def reading_state(state: GameState, seat: Seat) -> State:
    """Whether the writer plays or has only been invited: a plain yes or no means another thing."""
    invited = state.seats[seat].status is SeatStatus.INVITED
    return State.INVITED if invited else State.PLAYING
