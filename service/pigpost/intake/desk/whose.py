"""Which player an act on a mail is about: the one that is named, else the one in whose name it came."""

from pigpost.audit.games import game_state
from pigpost.errors import AgainstTheRules, NotFound, UsageError
from pigpost.intake.put_order import seat_named
from pigpost.outbox.letterhead import holder_of
from pigpost.ports import ArrivedMail, SeatHolder, Transaction
from pigpost.replay.state import GameState


def named_holder(
    tx: Transaction, mail: ArrivedMail, *, game: str | None, name: str | None
) -> tuple[GameState, SeatHolder]:
    """The game and the player; `UsageError` where they are not named and the mail tells neither."""
    game = game or mail.game
    if game is None:
        raise UsageError(f"mail {mail.id} does not tell its game: name one")
    state = game_state(tx, game)
    holder = in_whose_name(state, mail) if not name else holder_of(state, seat_named(state, name))
    if holder is None:
        raise UsageError(f"mail {mail.id} does not tell its player: name one")
    if not holder.address:
        raise AgainstTheRules(f"{holder.name} is a house player, who writes no mail")
    return state, holder


def in_whose_name(state: GameState, mail: ArrivedMail) -> SeatHolder | None:
    """The player whom the mail was taken for, in that game."""
    if mail.person is None:
        return None
    seats = (s.seat for s in state.seats.values() if s.person.id == mail.person)
    seat = next(seats, None)
    return None if seat is None else holder_of(state, seat)


def touched(tx: Transaction, mail: ArrivedMail) -> SeatHolder | None:
    """The player in whose name a mail came, as far as it is known; the game may be gone."""
    if mail.game is None or mail.person is None:
        return None
    try:
        return in_whose_name(game_state(tx, mail.game), mail)
    except NotFound:
        return None  # named by whoever wrote it
