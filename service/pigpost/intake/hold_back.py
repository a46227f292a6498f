"""WAIT and NOWAIT: whether a round may be thrown before its deadline."""

from pigpost.intake.asked import Asked
from pigpost.intake.pass_on import request_noted
from pigpost.orders.reading import CommandWord
from pigpost.replay.order_book import NOWAIT, WAIT
from pigpost.replay.state import Phase
from pigpost.results.letters import Noted


def hold_back(asked: Asked) -> Noted:
    """Holds the early throw of this round back, or releases it; the deadline stays what it is."""
    state = asked.state
    if state.phase is not Phase.OPEN or asked.written.seat not in state.standings.participants:
        return asked.noted("wait_no_round")
    if not state.early:
        return asked.noted("wait_not_early")
    request = WAIT if asked.command.word is CommandWord.WAIT else NOWAIT
    asked.append(request_noted(asked, request))
    return asked.noted(request)
