"""An order that a ruling lets count, read as the player's mail would have been at the deadline."""

from pigpost.audit.games import game_state
from pigpost.claims.decide import state_at_seal
from pigpost.errors import AgainstTheRules
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.intake.known import reader_for
from pigpost.intake.put_order import seat_named
from pigpost.orders.reading import Order, Refusal
from pigpost.ports import Transaction
from pigpost.replay.state import GameState
from pigpost.replay.what_if import round_that_counts


def ruled_order(
    tx: Transaction, game: str, *, round: int, name: str, words: str
) -> tuple[Seat, Condition]:
    """The seat of a player and the order in the words, for a round that was thrown.

    `NotFound` for a player or a round that there is not, `AgainstTheRules` for words that were no
    order then: who is out by now was perhaps in at the time.
    """
    state = game_state(tx, game)
    then = state_at_seal(tx, state, round_that_counts(state, round))
    seat = seat_named(then, name)
    return seat, condition_in(then, seat, words)


def condition_in(state: GameState, seat: Seat, words: str) -> Condition:
    """The order of a seat in the words; `AgainstTheRules` where there is none."""
    match reader_for(state, seat)(words).items:
        case (Order(condition=condition),):
            return condition
        case (Refusal(complaints=(complaint, *_)),):
            why = f"{complaint.reason.value.replace('_', ' ')} (rule {complaint.rule})"
            raise AgainstTheRules(f"{words!r} is no order of this game: {why}")
    raise AgainstTheRules(f"{words!r} is no order, or more than that")
