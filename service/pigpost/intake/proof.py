"""Whether what a mail proves is good for what it asks."""

from datetime import datetime

from pigpost.games.kinds import Seat, seat_from_label
from pigpost.intake.place import outlasts
from pigpost.intake.run_command import HARMLESS, REQUESTS
from pigpost.intake.sender import Identity, Proof
from pigpost.orders.reading import Command, Item, Order, Refusal
from pigpost.replay.state import GameState


def proof_of(
    identity: Identity, state: GameState, *, disowned_at: datetime | None = None
) -> str | None:
    """How the mail proves who wrote it, good for what is open now; None when it does not.

    A proof is good for the round that it was mailed for (formats 4); who does not play has none to
    lose. NOT ME revokes what the writer of the disowned order can have known, and the word of our
    mail server, which has let that order through; `disowned_at` is when the last mail arrived that
    showed a proof and that the player has disowned before it could do anything.
    """
    if identity.proof in (Proof.CONFIRMED, Proof.FILED):
        return identity.proof.value
    revoked_at = max(filter(None, (_disowned_at(identity, state), disowned_at)), default=None)
    if identity.proof is not None and _is_of_this_round(identity, state):
        told = identity.replied_to
        if revoked_at is None or (told is not None and told.created_at >= revoked_at):
            return identity.proof.value
    if identity.authentic is not None and _disowned_at(identity, state) is None:
        return identity.authentic.value
    return "address" if state.identity == "address" else None


def needs_no_proof(identity: Identity, state: GameState, item: Item) -> bool:
    """Whether an item is looked at without a proof that is good for what is open now.

    A request to the GM is heard with any proof that was ever mailed: who protests answers the mail
    of a round that is over. An order with one is refused for its round, which says more; unless it
    is for a round to come, which such a proof must not reach.
    """
    once_proven = identity.proof is not None
    match item:
        case Command(word=word):
            return word in HARMLESS or (once_proven and word in REQUESTS)
        case Order():
            past = identity.asks_round not in (None, state.round)
            return once_proven and past and not outlasts(item, state)
        case Refusal():
            return False


def _is_of_this_round(identity: Identity, state: GameState) -> bool:
    if state.current is None or _seat(identity) not in state.standings.participants:
        return True
    return identity.proof_round == state.current.round


def _disowned_at(identity: Identity, state: GameState) -> datetime | None:
    """When the latest order arrived that may still count and that the player says is not his."""
    bearing = () if state.current is None else state.current.orders
    orders, seat = (*bearing, *state.kept), _seat(identity)
    return max((o.arrived_at for o in orders if o.seat == seat and o.set_aside), default=None)


def _seat(identity: Identity) -> Seat | None:
    holder = identity.holder or identity.stranger_to
    return None if holder is None else seat_from_label(holder.seat)
