"""Who is still in, and who drops out at a throw, wave after wave (rules 3.3, 3.3.4).

Nobody is looked at before something has come that he waits for: a number, or somebody's leaving. So
a chain of players who wait for each other takes no more work than it has links.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pigpost.games.conditions import (
    After,
    Condition,
    Moment,
    Naming,
    Numbered,
    OnlyLeft,
    Throws,
    When,
    numbered,
)
from pigpost.games.kinds import Seat


@dataclass(slots=True, kw_only=True)
class StillIn:
    """The participants who have not dropped out, and what each of them waits for.

    `throws` and `turns` are the conditions that a number meets, the next one last. `named_by` tells
    who waits for a seat, `lacking` for how many a seat still waits; `ready` will drop out at the next
    scoring throw, whatever it brings. `ahead` begins with the lowest match score.
    """

    orders: Mapping[Seat, Condition]
    scores: Mapping[Seat, int]
    seats: set[Seat] = field(init=False)
    throws: list[tuple[Numbered, Seat]] = field(default_factory=list)
    turns: list[tuple[Numbered, Seat]] = field(default_factory=list)
    named_by: dict[Seat, list[Seat]] = field(default_factory=dict)
    lacking: dict[Seat, int] = field(default_factory=dict)
    ready: list[Seat] = field(default_factory=list)
    ahead: list[Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = set(self.orders)
        self.ahead = sorted(self.orders, key=self.scores.__getitem__)
        for seat, order in self.orders.items():
            if isinstance(order, Throws):
                self.throws.append((order, seat))
            elif isinstance(order, (When, After)):
                self._wait(seat, order)
            elif not isinstance(order, OnlyLeft):
                self.turns.append((numbered(order, score=self.scores[seat]), seat))
        self.throws.sort(key=_number, reverse=True)
        self.turns.sort(key=_number, reverse=True)
        self.ready += self._alone()

    def _wait(self, seat: Seat, order: Naming) -> None:
        """For those of the named who are in the round: the others hold up nothing (rule 3.3.7)."""
        named = order.seats & self.orders.keys()
        self.lacking[seat] = len(named)
        for other in named:
            self.named_by.setdefault(other, []).append(seat)
        if not named:
            self.ready.append(seat)

    def best(self) -> int:
        """The highest match score of those who are in."""
        while self.ahead and self.ahead[-1] not in self.seats:
            self.ahead.pop()
        return self.scores[self.ahead[-1]] if self.ahead else 0

    def drop_out(self, moment: Moment) -> Sequence[Sequence[Seat]]:
        """Who leaves at this throw: wave by wave, each in the order of seats (rule 3.3.4)."""
        waves: list[list[Seat]] = []
        leaving = self._due(moment)
        while leaving:
            waves.append(sorted(leaving))
            self.seats.difference_update(leaving)
            leaving = self._freed_by(leaving)
        return waves

    def _due(self, moment: Moment) -> list[Seat]:
        due, self.ready = self.ready, []
        for waiting in (self.throws, self.turns):
            while waiting and waiting[-1][0].met(moment):
                due.append(waiting.pop()[1])
        return due

    def _freed_by(self, leaving: Sequence[Seat]) -> list[Seat]:
        """Who drops out because these do; an AFTER is met one throw later (rule 3.3.1)."""
        freed: list[Seat] = []
        for seat in leaving:
            for waiting in self.named_by.get(seat, ()):
                self.lacking[waiting] -= 1
                if not self.lacking[waiting]:
                    at_once = isinstance(self.orders[waiting], When)
                    (freed if at_once else self.ready).append(waiting)
        return freed or self._alone()

    def _alone(self) -> list[Seat]:
        """The last one who is in, if that is what he waits for."""
        if len(self.seats) != 1:
            return []
        return [seat for seat in self.seats if isinstance(self.orders[seat], OnlyLeft)]


def _number(waiting: tuple[Numbered, Seat]) -> int:
    return waiting[0].n
