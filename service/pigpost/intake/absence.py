"""VACATION: days on which a player needs no order, and no miss is counted."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pigpost.events.types import AbsenceMailed, AbsenceNoted
from pigpost.games.kinds import seat_label
from pigpost.intake.asked import Asked
from pigpost.replay.state import Absence, GameState, Phase, SeatStatus
from pigpost.results.excerpts import due, newest_order
from pigpost.results.letters import Away, Noted
from pigpost.rounds.schedule import next_deadline, parse_schedule

_PENDING = 3
"""Absences that may lie ahead at a time."""
_DAYS = 60
"""Days of absence in one game."""
_SHOWN = 5
"""So many of the deadlines that lie in it are told."""
_LOOKED_AT = 10_000
"""So many are looked at for it: a round may be due every minute."""

_DAY = timedelta(days=1)
_AHEAD = timedelta(days=366)
"""No absence is noted that lies further ahead."""
_EARLIEST = date(1970, 1, 1)


def vacation(asked: Asked) -> Away | Noted:
    """Notes an absence; it never covers the round under way, whose deadline everybody counts on."""
    state = asked.state
    seat = state.seats[asked.written.seat]
    if state.phase is Phase.OVER or seat.status is not SeatStatus.PLAYING:
        return asked.noted("vacation_not_playing")
    first, last = (date.fromisoformat(str(asked.command.args[name])) for name in ("start", "end"))
    today = asked.services.clock.now().date()
    if last < today - _DAY:
        return asked.noted("vacation_past")
    if last > today + _AHEAD:
        return asked.noted("vacation_too_far", number=_AHEAD.days)
    begins, ends = (_midnight(day, seat.person.timezone) for day in (first, last + _DAY))
    refused = _limit(asked, seat.absences, begins, ends)
    if refused is not None:
        return refused
    _append(asked, begins, ends)
    return Away(
        head=asked.written.head,
        first=first,
        last=last,
        due=due(state, asked.services.clock.now()),
        covered=tuple(islice(_covered(asked, begins, ends), _SHOWN)),
        every_round=newest_order(state, asked.written.seat, None),
        days_left=_DAYS - days_of([*_periods(seat.absences), (begins, ends)]),
    )


def vacation_off(asked: Asked) -> Noted:
    """The player is back: what he had said of days to come does not hold any more."""
    seat, now = asked.state.seats[asked.written.seat], asked.services.clock.now()
    ahead = [absence for absence in seat.absences if absence.ends_at > now]
    _append(asked, None, None)
    return asked.noted("vacation_off" if ahead else "vacation_none")


def _midnight(day: date, timezone: str) -> datetime:
    """When a day begins where the player lives."""
    day = max(day, _EARLIEST)
    try:
        zone = ZoneInfo(timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _limit(
    asked: Asked, noted: Sequence[Absence], begins: datetime, ends: datetime
) -> Noted | None:
    """The answer where days are over, too many, or in too many pieces."""
    now = asked.services.clock.now()
    if ends <= now:
        return asked.noted("vacation_past")
    if sum(absence.ends_at > now for absence in noted) >= _PENDING:
        return asked.noted("vacation_too_many", number=_PENDING)
    if days_of([*_periods(noted), (begins, ends)]) > _DAYS:
        left = max(0, _DAYS - days_of(list(_periods(noted))))
        return asked.noted("vacation_too_long", number=left)
    return None


def _periods(noted: Sequence[Absence]) -> Iterator[tuple[datetime, datetime]]:
    return ((absence.begins_at, absence.ends_at) for absence in noted)


def days_of(periods: Sequence[tuple[datetime, datetime]]) -> int:
    """How many days they are in all; those that two have in common count once."""
    total, reached = timedelta(0), datetime.min.replace(tzinfo=UTC)
    for begins, ends in sorted(periods):
        total += max(timedelta(0), ends - max(begins, reached))
        reached = max(reached, ends)
    return round(total / _DAY)


def _append(asked: Asked, begins: datetime | None, ends: datetime | None) -> None:
    written = asked.written
    mailed = written.mailed(asked.words)
    asked.append(
        AbsenceNoted(
            at=asked.services.clock.now(),
            by=written.by,
            round=asked.state.round,
            arrived_at=written.arrived_at,
            uid=written.uid,
            personal=AbsenceMailed(
                seat=seat_label(written.seat),
                begins_at=begins,
                ends_at=ends,
                words=mailed.words,
                mail_sha256=mailed.mail_sha256,
                sender=mailed.sender,
                dated=mailed.dated,
            ),
        )
    )


def _covered(asked: Asked, begins: datetime, ends: datetime) -> Iterator[datetime]:
    """Deadlines of rounds to come that lie in the absence, if each round is thrown at its own."""
    for deadline in islice(_deadlines(asked.state), _LOOKED_AT):
        if deadline >= ends:
            return
        if deadline >= begins:
            yield deadline


def _deadlines(state: GameState) -> Iterator[datetime]:
    if state.current is None:
        return
    schedule, zone = parse_schedule(state.schedule), ZoneInfo(state.timezone)
    deadline = state.current.deadline
    while True:
        deadline = next_deadline(schedule, after=deadline, zone=zone, first=False)
        yield deadline
