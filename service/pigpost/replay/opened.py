"""When a sealed part is open to all: the one rule for pages, exports and whoever checks them.

A part is opened by the first throw of a round whose book was closed after the part was recorded.
So a refusal that came too late for a round waits for the next one: its writer may say the same
again. A part that names a round waits for that round's throw as well: an order for a round to come
stays closed until then, one for every round opens with the first that it could count in. Orders and
refusals of an attempt that was annulled wait for the end of the game, where nothing is left to be
hidden; what outlasts the round, and what took an order back, is needed to check the next book.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pigpost.events.record import Recorded
from pigpost.events.types import (
    GameEnded,
    MailHandled,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    RoundOpened,
    RoundThrown,
)


def opened_versions(recorded: Iterable[Recorded]) -> frozenset[int]:
    """Versions of a stream's entries whose sealed part anybody may see."""
    opening = Opening()
    return frozenset(ver for one in recorded for ver in opening.step(one))


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A sealed part: its entry's version, the round it is about, and whether it tells an order."""

    ver: int
    round: int | None
    tells: bool


@dataclass(slots=True)
class Opening:
    """Follows a stream from its first event and says what each event opens."""

    waiting: list[_Sealed] = field(default_factory=list)
    closed: list[_Sealed] = field(default_factory=list)
    annulled: list[_Sealed] = field(default_factory=list)
    thrown: set[int] = field(default_factory=set)
    over: bool = False

    def step(self, recorded: Recorded) -> list[int]:
        """The versions whose sealed part is open from this event on."""
        event = recorded.event
        match event:
            case OrderAccepted() | OrderRefused() | OrderWithdrawn() | OrderSetAside():
                tells = isinstance(event, OrderAccepted | OrderRefused)
                self.waiting.append(_Sealed(recorded.ver, event.round, tells))
            case MailHandled(sealed=seat) if seat is not None:
                self.waiting.append(_Sealed(recorded.ver, event.round, tells=False))
            case RoundOpened(attempt=attempt) if attempt > 1:
                self._annul(event.round or 0)
            case OrdersSealed():
                self.closed, self.waiting = self.closed + self.waiting, []
            case RoundThrown():
                return self._throw(event)
            case GameEnded():
                self.over = True
            case _:
                pass
        return [part.ver for part in self._taken()] if self.over else []

    def _throw(self, event: RoundThrown) -> list[int]:
        if event.round is not None:
            self.thrown.add(event.round)
        closed, self.closed = self.closed, []
        self.waiting += [part for part in closed if not self._is_past(part)]
        return [part.ver for part in closed if self._is_past(part)]

    def _annul(self, round: int) -> None:
        taken = self.closed + self.waiting
        gone = [p for p in taken if p.tells and p.round is not None and p.round <= round]
        self.annulled += gone
        self.closed, self.waiting = [], [part for part in taken if part not in gone]

    def _is_past(self, part: _Sealed) -> bool:
        return part.round is None or part.round in self.thrown

    def _taken(self) -> list[_Sealed]:
        taken = self.annulled + self.closed + self.waiting
        self.annulled, self.closed, self.waiting = [], [], []
        return taken
