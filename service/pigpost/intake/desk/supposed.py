"""What may be supposed of an order in a what-if: another one, none, or one that was sent (rule 7.1)."""

import re

from pigpost.audit.games import stream_named
from pigpost.claims.decide import below_struck
from pigpost.errors import AgainstTheRules, NotFound
from pigpost.events.record import Recorded
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_label
from pigpost.intake.desk.ruled_orders import condition_in
from pigpost.orders.canonical import from_canonical
from pigpost.ports import Transaction
from pigpost.replay.opened import opened_versions
from pigpost.replay.state import GameState
from pigpost.replay.what_if import round_that_counts

_STRIKE = "strike"
_ENTRY = re.compile(r"entry +(\d{1,15})", re.IGNORECASE)


def supposed_order(
    tx: Transaction, state: GameState, *, round: int, seat: Seat, words: str, refused: bool
) -> Condition | None:
    """The condition that is supposed for a seat; None for no order.

    STRIKE sets the order that was played aside, so that what stood before it counts. ENTRY n is what
    that entry of the log was sent as; with `refused` that may be one that could not stand, for whoever
    may read the mails. All else is an order. `AgainstTheRules` for words that are none, `NotFound` for an
    entry that tells no order of this seat.
    """
    if words.strip().casefold() == _STRIKE:
        below = below_struck(tx, state, round_that_counts(state, round), seat)
        return None if below is None else below.condition
    if entry := _ENTRY.fullmatch(words.strip()):
        return _sent(tx, state, int(entry[1]), seat, refused=refused)
    return condition_in(state, seat, words)


def _sent(tx: Transaction, state: GameState, pos: int, seat: Seat, *, refused: bool) -> Condition:
    history = list(tx.log.history(stream_named(state.id)))
    found = next((one for one in history if one.pos == pos), None)
    if found is not None and found.ver in opened_versions(history):
        match found.event:
            case OrderAccepted(sealed=sealed) if sealed and sealed.seat == seat_label(seat):
                return from_canonical(sealed.order)
            case OrderRefused(sealed=told) if refused and told and told.seat == seat_label(seat):
                return _reread(state, found, seat)
    raise NotFound(f"entry {pos} of {state.id} tells no order of that player that is open to all")


def _reread(state: GameState, refusal: Recorded, seat: Seat) -> Condition:
    """The order in the words of a mail that could not stand, as one that came too late."""
    assert isinstance(refusal.event, OrderRefused)  # as its caller has seen
    if refusal.event.personal is None:
        raise AgainstTheRules(
            f"the mail behind entry {refusal.pos} was erased: it says nothing any more"
        )
    return condition_in(state, seat, refusal.event.personal.words)
