"""What a protest is about: the round that its words name, or the entry whose receipt they quote."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from pigpost.audit.games import stream_named
from pigpost.events import crockford
from pigpost.events.receipt import receipt_code
from pigpost.events.record import Recorded
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.ports import Transaction
from pigpost.replay.state import GameState, Phase

_CODE = re.compile(r"\b[0-9A-Z]{4}[- ]?[0-9A-Z]{3}[0-9A-Z*~$=]", re.IGNORECASE)
_ROUND = re.compile(
    r"\b(?:round|rd|r|kierros|kierroksen|kierroksesta)\s*\.?\s*(\d{1,4})\b", re.IGNORECASE
)
_AFTER_THE_END = timedelta(days=14)
"""So long after the last round of a game it can be disputed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A round, and the entry of the log that is in dispute, if one was quoted."""

    round: int | None
    entry: int | None


def dispute_in(tx: Transaction, state: GameState, words: str) -> Dispute:
    """By receipt code, else by a round's number, else the round that was thrown last.

    Before the first throw it is the round that is open.
    """
    quoted = _quoted(tx, state, words)
    if quoted is not None:
        return Dispute(round=quoted.event.round or _last(state), entry=quoted.pos)
    named = _ROUND.search(words)
    if named and _exists(state, int(named[1])):
        return Dispute(round=int(named[1]), entry=None)
    return Dispute(round=_last(state), entry=None)


def in_window(state: GameState, round: int | None, at: datetime) -> bool:
    """Whether a round can still be disputed: until the deadline of the one behind it."""
    if round is None:
        return False
    if state.phase is Phase.OVER:
        last = state.thrown[-1] if state.thrown else None
        return last is not None and last.number == round and at <= last.recorded.at + _AFTER_THE_END
    return round >= _last_thrown(state)


def disputable(state: GameState, at: datetime) -> tuple[int, ...]:
    """The rounds that can be disputed, the latest first."""
    latest = max(state.round or 0, _last_thrown(state))
    return tuple(number for number in range(latest, 0, -1) if in_window(state, number, at))


def _quoted(tx: Transaction, state: GameState, words: str) -> Recorded | None:
    codes = {crockford.forgive(found) for found in _CODE.findall(words)}
    if not codes:
        return None
    history = tx.log.history(stream_named(state.id))
    mails = (one for one in history if one.kind in (OrderAccepted, OrderRefused))
    return next((m for m in mails if crockford.forgive(receipt_code(m.leaf)) in codes), None)


def _exists(state: GameState, number: int) -> bool:
    return 1 <= number <= max(state.round or 0, _last_thrown(state))


def _last(state: GameState) -> int | None:
    return _last_thrown(state) or state.round


def _last_thrown(state: GameState) -> int:
    return state.thrown[-1].number if state.thrown else 0
