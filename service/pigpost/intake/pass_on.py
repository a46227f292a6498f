"""What a player asks of the game master: noted, passed on, and never promised."""

from pigpost.events.types import RequestNoted
from pigpost.games.kinds import seat_label
from pigpost.intake.asked import Asked
from pigpost.orders.reading import CommandWord
from pigpost.results.letters import Done, Noted

PASSED_ON = {
    CommandWord.FOLLOW: "follow",
    CommandWord.STANDBY: "standby",
    CommandWord.TAKE: "take",
    CommandWord.PASS: "pass",
    CommandWord.AGAIN: "again",
    CommandWord.ADDRESS: "address",
}
"""Wishes that only the game master can fulfil, and how they are recorded."""


def pass_on(asked: Asked) -> Noted:
    """Tells the GM of a wish; the answer says that it hangs on him."""
    request = PASSED_ON[asked.command.word]
    note_request(asked, request)
    return asked.noted(request)


def quiet(asked: Asked) -> Done:
    """No more reminders."""
    note_request(asked, "quiet")
    return asked.done("quiet")


def for_gm(asked: Asked) -> Done:
    """Words for the game master."""
    note_request(asked, "gm")
    return asked.done("gm_told")


def note_request(asked: Asked, request: str) -> None:
    """Records a request and tells the GM."""
    asked.note_gm(request)
    asked.append(request_noted(asked, request))


def request_noted(asked: Asked, request: str) -> RequestNoted:
    """The event of a request."""
    return RequestNoted(
        at=asked.services.clock.now(),
        by=seat_label(asked.written.seat),
        round=asked.state.round,
        request=request,
        arrived_at=asked.written.arrived_at,
        uid=asked.written.uid,
        personal=asked.written.mailed(asked.words),
    )
