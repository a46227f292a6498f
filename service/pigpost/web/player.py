"""A player as pages call him."""

from dataclasses import dataclass

from pigpost.games.kinds import seat_label
from pigpost.replay.state import SeatState


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A seat and who has it; `name` is the bare one, a `bot` is labelled where it is shown."""

    seat: str
    name: str
    bot: bool


def player(seat: SeatState) -> Player:
    """Who sits there; an erased person is a seat."""
    label = seat_label(seat.seat)
    return Player(seat=label, name=seat.person.name or label, bot=seat.bot is not None)
