"""What the order reader must know of a game, and words read with it."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from pigpost.games.kinds import Seat
from pigpost.orders.commands import tried
from pigpost.orders.language import DEFAULT, language, languages
from pigpost.orders.read import read
from pigpost.orders.reading import Player, Reading, Refusal, State
from pigpost.replay.state import GameState, SeatStatus

Reader: TypeAlias = Callable[[str], Reading]
"""What a text says, as one player of one game would mean it."""

_IN = (SeatStatus.PLAYING, SeatStatus.ELIMINATED, SeatStatus.WITHDRAWN)


def players_of(state: GameState) -> list[Player]:
    """Everybody who can be named in an order, those who are out included (rule 6.2)."""
    return [
        Player(seat=seat.seat, name=seat.person.name, out=seat.status is not SeatStatus.PLAYING)
        for seat in state.seats.values()
        if seat.status in _IN
    ]


def reader_for(state: GameState, seat: Seat) -> Reader:
    """Reads what the holder of a seat has written: in his language or in English, by his game."""
    players, settings = tuple(players_of(state)), state.settings
    languages = languages_of(state, seat)

    def read_for_him(text: str) -> Reading:
        return _read(
            text,
            players=players,
            me=seat,
            state=reading_state(state, seat),
            kind=settings.kind,
            form=settings.form,
            max_dice=settings.max_dice,
            languages=languages,
        )

    return read_for_him


_read = lru_cache(maxsize=32)(read)
"""A mail's words are wanted more than once while it is acted on."""


def strangers_reader(state: GameState) -> Reader:
    """Reads what somebody has written who may be any of the players, in any of their languages."""
    players, settings = players_of(state), state.settings
    spoken = (seat.person.language or DEFAULT for seat in state.seats.values())
    languages = tuple(dict.fromkeys((DEFAULT, *spoken)))

    def read_for_anybody(text: str) -> Reading:
        return read(
            text,
            players=players,
            me=None,
            state=State.STRANGER,
            kind=settings.kind,
            form=settings.form,
            max_dice=settings.max_dice,
            languages=languages,
        )

    return read_for_anybody


@cache
def learn_to_read() -> None:
    """Loads the words of every language, so that no transaction waits for them."""
    for words in ("THROWS 3", "Three throws, if I may. The sun is out."):
        read(words, players=(), me=None, languages=languages())


def is_trial(state: GameState, seat: Seat, refused: Refusal) -> bool:
    """Whether what can't be read as an order was not meant to stand: `TRY 3 throws or so`."""
    words = refused.line.casefold().split()
    return any(tried(words, language(tag).commands) for tag in languages_of(state, seat))


def languages_of(state: GameState, seat: Seat) -> Sequence[str]:
    """The languages that a player may write in, his own first."""
    return tuple(dict.fromkeys((state.seats[seat].person.language or DEFAULT, DEFAULT)))


def reading_state(state: GameState, seat: Seat) -> State:
    """Whether the writer plays or has only been invited: a plain yes or no means another thing."""
    invited = state.seats[seat].status is SeatStatus.INVITED
    return State.INVITED if invited else State.PLAYING
