"""A seat while a game is folded: who sits in it, and what became of him."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from pigpost.events.types import AbsenceMailed, AbsenceNoted, PersonEntered, PlayerInvited
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.replay.state import Absence, Arrival, Person, SeatState, SeatStatus


@dataclass(slots=True, kw_only=True)
class SeatFolding:
    """A seat while the game is folded; fields as in `SeatState`."""

    seat: Seat
    status: SeatStatus
    person: Person
    score: int = 0
    misses: int = 0
    quiet: bool = False
    bot: str | None = None
    absences: tuple[Absence, ...] = ()
    back_at: Arrival | None = None
    left_in: int | None = None

    @classmethod
    def invited(cls, event: PlayerInvited) -> Self:
        """A seat that was just offered."""
        return cls(
            seat=seat_from_label(event.seat),
            status=SeatStatus.INVITED,
            person=_entered(event.personal),
            bot=event.bot,
        )

    @classmethod
    def thawed(cls, state: SeatState) -> Self:
        """The working copy of a seat."""
        return cls(
            seat=state.seat,
            status=state.status,
            person=state.person,
            score=state.score,
            misses=state.misses,
            quiet=state.quiet,
            bot=state.bot,
            absences=state.absences,
            back_at=state.back_at,
            left_in=state.left_in,
        )

    def frozen(self) -> SeatState:
        """The seat as a value."""
        return SeatState(
            seat=self.seat,
            status=self.status,
            person=self.person,
            score=self.score,
            misses=self.misses,
            quiet=self.quiet,
            bot=self.bot,
            absences=self.absences,
            back_at=self.back_at,
            left_in=self.left_in,
        )

    def decline(self) -> None:
        """Does not take the seat that is offered; `ValueError` for one that somebody plays in."""
        if self.status not in (SeatStatus.INVITED, SeatStatus.DECLINED):
            raise ValueError(f"the seat is {self.status.value}, and no offer any more")
        self.status = SeatStatus.DECLINED

    def leave(self, *, forming: bool, round: int) -> None:
        """Withdraws (rule 6.7); who goes before the game starts has never played in it.

        `ValueError` for a seat that nobody has taken.
        """
        if self.status in (SeatStatus.INVITED, SeatStatus.DECLINED):
            raise ValueError(f"the seat is {self.status.value}, and nobody's to leave")
        if not forming:
            self.left_in = round
        if self.status is not SeatStatus.ELIMINATED:
            self.status = SeatStatus.DECLINED if forming else SeatStatus.WITHDRAWN

    def settle(self, *, score: int, misses: int, eliminated: bool) -> None:
        """What has become of him by the rounds that count; whether he has left is not for them to say."""
        self.score, self.misses = score, misses
        if self.status in (SeatStatus.INVITED, SeatStatus.DECLINED):
            return
        left = SeatStatus.PLAYING if self.left_in is None else SeatStatus.WITHDRAWN
        self.status = SeatStatus.ELIMINATED if eliminated else left

    def come_back(self) -> None:
        """By a ruling: `ValueError` for a seat whose player has not left."""
        if self.status is not SeatStatus.WITHDRAWN:
            raise ValueError(f"the seat is {self.status.value}, not withdrawn")
        self.status, self.left_in = SeatStatus.PLAYING, None

    def replace_person(self, entered: PersonEntered | None) -> None:
        """By a ruling somebody else sits here."""
        self.person, self.quiet, self.bot = _entered(entered), False, None

    def note_absence(self, event: AbsenceNoted, noted: AbsenceMailed) -> None:
        """Notes that he will be away; or that he is back, which ends what he had said before.

        Mails overtake each other: what arrived after he was back is not ended by it.
        """
        arrival = (event.arrived_at, event.uid)
        if noted.begins_at is None or noted.ends_at is None:
            self.back_at = max(arrival, self.back_at or arrival)
        else:
            absence = Absence(
                begins_at=noted.begins_at,
                ends_at=noted.ends_at,
                after=event.round or 0,
                arrival=arrival,
            )
            self.absences = (*self.absences, absence)
        if self.back_at is not None:
            self.absences = tuple(_left_of(self.absences, self.back_at))


def _left_of(absences: tuple[Absence, ...], back: Arrival) -> Iterator[Absence]:
    """What is left of absences once he is back: of those said before, what has passed."""
    for absence in absences:
        if absence.arrival >= back:
            yield absence
        elif absence.begins_at < back[0]:
            yield replace(absence, ends_at=min(absence.ends_at, back[0]))


def _entered(entered: PersonEntered | None) -> Person:
    """Who that is, as far as the reader may know."""
    if entered is None:
        return Person(id="", name="", address="", language="", timezone="")
    return Person(
        id=entered.person,
        name=entered.name,
        address=entered.address,
        language=entered.language,
        timezone=entered.timezone,
    )
