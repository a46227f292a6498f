"""PRESS: something to be printed with the next result, for all or for some."""

from collections.abc import Iterator, Sequence

from pigpost.events.types import PressMailed, PressSent
from pigpost.games.kinds import Seat, seat_label
from pigpost.intake.asked import Asked
from pigpost.orders.names import same_name
from pigpost.replay.state import RoundState, SeatStatus
from pigpost.results.letters import Noted

LONGEST = 600
"""Characters of one piece."""
_A_PLAYER = 3
"""Pieces of one player for one round."""
_IN_ALL = 60
"""Pieces that are printed with one result."""

_ALL = "all"
_READERS = (SeatStatus.PLAYING, SeatStatus.ELIMINATED)


def press(asked: Asked) -> Noted:
    """Takes a piece of press, or says why it can't be printed; nobody reads it before the result."""
    current, me = asked.state.current, asked.written.seat
    if current is None or asked.state.seats[me].status not in _READERS:
        return asked.noted("press_no_round")
    addressees = dict(_addressees(asked))
    gone = tuple(name for name, seat in addressees.items() if seat is None)
    if gone:
        return asked.noted("press_gone", names=gone)
    seats = sorted(seat for seat in addressees.values() if seat is not None)
    return _no_room(asked, current) or _taken(asked, current, seats)


def _no_room(asked: Asked, current: RoundState) -> Noted | None:
    mine = sum(piece.seat == asked.written.seat for piece in current.press)
    if len(asked.words) > LONGEST:
        return asked.noted("press_too_long", number=LONGEST)
    if mine >= _A_PLAYER:
        return asked.noted("press_too_many", number=_A_PLAYER)
    if len(current.press) >= _IN_ALL:
        return asked.noted("press_full", number=_IN_ALL)
    return None


def _taken(asked: Asked, current: RoundState, seats: Sequence[Seat]) -> Noted:
    written = asked.written
    mailed = written.mailed(asked.words)
    asked.append(
        PressSent(
            at=asked.services.clock.now(),
            by=written.by,
            round=current.round,
            arrived_at=written.arrived_at,
            uid=written.uid,
            personal=PressMailed(
                seat=seat_label(written.seat),
                to=tuple(map(seat_label, seats)),
                words=mailed.words,
                mail_sha256=mailed.mail_sha256,
                sender=mailed.sender,
                dated=mailed.dated,
            ),
        )
    )
    left = _A_PLAYER - 1 - sum(piece.seat == written.seat for piece in current.press)
    names = tuple(asked.state.seats[seat].person.name for seat in seats)
    return asked.noted("press_sent", names=names, number=left)


def _addressees(asked: Asked) -> Iterator[tuple[str, Seat | None]]:
    """Each name behind PRESS TO with its seat, if who is called so gets the results; none for all."""
    to = asked.command.args["to"]
    readers = [s for s in asked.state.seats.values() if s.status in _READERS]
    for name in () if to == _ALL else to:
        seat = next((s.seat for s in readers if same_name(s.person.name, name)), None)
        yield name, seat
