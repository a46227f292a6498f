"""REPORT and HISTORY: thrown rounds, told once more."""

from pigpost.claims.about import in_window
from pigpost.intake.asked import Asked
from pigpost.replay.record import record_of
from pigpost.replay.state import ThrownRound
from pigpost.results.excerpts import due, press_for
from pigpost.results.letters import History, Noted, Report
from pigpost.results.result import ResultSheet, sheet


def report(asked: Asked) -> Report | Noted:
    """The result of a round; of the last one where none is named."""
    thrown, number = _thrown(asked), asked.number("round")
    found = thrown.get(max(thrown, default=0) if number is None else number)
    if found is None:
        return _none_such(asked, thrown)
    now = asked.services.clock.now()
    return Report(
        head=asked.written.head,
        due=due(asked.state, now),
        sheet=_sheet(asked, found),
        log=asked.tx.log.head(),
        press=press_for(asked.state, found.press, asked.written.seat),
        disputable=in_window(asked.state, found.number, now),
    )


def history(asked: Asked) -> History | Noted:
    """A line for each round; from the one that is named on."""
    thrown, since = _thrown(asked), asked.number("round") or 1
    rounds = tuple(_sheet(asked, one) for number, one in thrown.items() if number >= since)
    if not rounds:
        return _none_such(asked, thrown)
    wanted = due(asked.state, asked.services.clock.now())
    return History(head=asked.written.head, due=wanted, rounds=rounds)


def _thrown(asked: Asked) -> dict[int, ThrownRound]:
    """By number; of a round that was thrown again the attempt that counts."""
    return {thrown.event.round or 0: thrown for thrown in asked.state.thrown}


def _sheet(asked: Asked, thrown: ThrownRound) -> ResultSheet:
    return sheet(asked.state, thrown, record_of(thrown.event))


def _none_such(asked: Asked, thrown: dict[int, ThrownRound]) -> Noted:
    if not thrown:
        return asked.noted("no_rounds")
    return asked.noted("no_such_round", number=max(thrown))
