"""An order from the phone or on paper, entered by the GM in a player's name."""

from pigpost.audit.games import game_state
from pigpost.errors import AgainstTheRules, NotFound, PigpostError, TooLate
from pigpost.games.kinds import Seat
from pigpost.intake.accept_order import BY_HAND, Written, accept_order
from pigpost.intake.known import reader_for
from pigpost.orders.names import same_name
from pigpost.orders.reading import Order, Reason
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import Services
from pigpost.replay.state import GameState
from pigpost.results.letters import Done, Receipt, Refusal


def put_order(
    services: Services, game: str, *, name: str, words: str, reason: str, by: str = "gm"
) -> Receipt:
    """Records the order as of now and mails the receipt to the player.

    `AgainstTheRules` when the words are no order that can stand, `TooLate` for a round that no
    longer takes one.
    """
    with services.store.writing() as tx:
        state = game_state(tx, game)
        seat = seat_named(state, name)
        items = reader_for(state, seat)(words).items
        if len(items) != 1 or not isinstance(items[0], Order):
            raise AgainstTheRules(f"{words!r} is no order: `pigpost order parse` says why")
        holder = holder_of(state, seat)
        written = Written(
            seat=seat,
            head=player_head(services, state, holder),
            by=by,
            idem=None,
            arrived_at=services.clock.now(),
            uid=BY_HAND,
            mail_sha256="",
            sender=services.settings.site.gm_name,
            dated="",
            proof="gm",
            round=None,
            reason=reason,
        )
        letter = accept_order(services, tx, state, items[0], words, written)
        if not isinstance(letter, Receipt):
            raise why_it_fails(letter, words)
        tell_player(services, tx, letter, holder, asks_round=letter.due.round)
        return letter


def why_it_fails(answer: Refusal | Done, words: str) -> PigpostError:
    """Why the order can't stand."""
    if isinstance(answer, Done):
        return TooLate(f"{words!r} was withdrawn before it came")
    first = answer.complaints[0]
    message = f"{words!r} can't stand: {first.reason.replace('_', ' ')} (rule {first.rule})"
    return (TooLate if first.reason is Reason.TOO_LATE else AgainstTheRules)(message)


def seat_named(state: GameState, name: str) -> Seat:
    """The seat of a player by name, case and accents forgiven (rule 6.3)."""
    for seat in state.seats.values():
        if same_name(seat.person.name, name):
            return seat.seat
    raise NotFound(f"nobody called {name!r} is in {state.id}")
