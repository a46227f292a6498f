"""The state of a game: a fold of its events and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from pigpost.events.types import OutageNoted, RoundThrown
from pigpost.games.conditions import Condition
from pigpost.games.kinds import GameId, Seat, Settings, Standings
from pigpost.replay.disputes import Claim, Correction, Ruling

Arrival: TypeAlias = tuple[datetime, int]
"""When a mail reached the server (INTERNALDATE), and its UID there."""


SEALED = "sealed"
"""The level of fairness at which throws come from a seed that was locked beforehand."""

BY_HAND = "hand"
"""The level of fairness at which the game master throws himself and enters it (design 4)."""


class Phase(StrEnum):
    """Where a game is in its life; `open` with no current round between a throw and what follows."""

    FORMING = "forming"
    OPEN = "open"
    SEALED = "sealed"
    OVER = "over"


class SeatStatus(StrEnum):
    """Where a seat is in its life."""

    INVITED = "invited"
    DECLINED = "declined"
    PLAYING = "playing"
    ELIMINATED = "eliminated"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who sits in a seat; all but the id is empty text once the personal part is erased."""

    id: str
    name: str
    address: str
    language: str
    timezone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A time in which a player is away: from `begins_at` to before `ends_at`.

    It covers deadlines of rounds after `after`, the one that was under way when it was noted.
    """

    begins_at: datetime
    ends_at: datetime
    after: int
    arrival: Arrival

    def covers(self, round: int, deadline: datetime) -> bool:
        """Whether the player need not order for that round."""
        return round > self.after and self.begins_at <= deadline < self.ends_at


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatState:
    """A seat of the game. `misses` counts rounds played on the default for want of an order.

    A default in a noted absence is no miss, nor where the mail that asked for an order came back.
    `absences` are in the order of the log.
    """

    seat: Seat
    status: SeatStatus
    person: Person
    score: int
    misses: int = 0
    quiet: bool = False
    """Asked for no reminders."""
    bot: str | None = None
    """What a house player plays by; None for a person."""
    absences: tuple[Absence, ...] = ()
    back_at: Arrival | None = None
    """When he last said that he is back."""
    left_in: int | None = None
    """The round that was under way when he left the game, if he did: he is not in it (rule 6.7)."""

    def is_away(self, round: int, deadline: datetime) -> bool:
        """Whether he has said that he will be away at the deadline of that round."""
        return any(absence.covers(round, deadline) for absence in self.absences)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOrder:
    """An accepted order. `standing` is the one that would be thrown now.

    `round` is the one it is for; None is for every round without one of its own, from `since` on.
    `condition` is None where the reader may not see the sealed part.
    """

    seat: Seat
    round: int | None
    condition: Condition | None
    arrived_at: datetime
    uid: int
    pos: int
    ver: int
    leaf: str
    standing: bool
    since: int | None = None
    set_aside: bool = False
    """The player said NOT ME: it never counts."""

    @property
    def arrival(self) -> Arrival:
        """What decides which of several orders stands, wherever they came in the log."""
        return self.arrived_at, self.uid


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """What a player wrote, to be printed with a result; `to` is empty where it is for all."""

    seat: Seat
    to: frozenset[Seat]
    words: str
    pos: int

    def is_for(self, seat: Seat) -> bool:
        """Whether that player may read it; its writer may."""
        return not self.to or seat == self.seat or seat in self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """The open or sealed round. `orders` are all accepted ones that bear on it, as they were entered.

    Those are the ones for this round, whenever they were mailed, and those for every round. A book
    that is sealed is closed: what is recorded afterwards is not in it.
    """

    round: int
    attempt: int
    commitment: str
    opened_at: datetime
    deadline: datetime
    orders: tuple[StoredOrder, ...] = ()
    refused: Mapping[Seat, str] | None = None
    """Seat -> reason of its last refused order; why a default was used (rule 3.7.1)."""
    refused_at: Mapping[Seat, Arrival] = field(default_factory=dict)
    """When that refused order arrived: a mail that was overtaken is not the last."""
    cleared_at: Mapping[Seat, Arrival] = field(default_factory=dict)
    """Seat -> its latest CLEAR in this round: orders that arrived before it do not stand."""
    cleared_before: Mapping[Seat, Arrival] = field(default_factory=dict)
    """Seat -> its latest CLEAR in an earlier round: of later mails that touches standing orders."""
    absent: frozenset[Seat] = frozenset()
    """Who has said that he will be away at the deadline; once sealed, those without an order."""
    waits: Mapping[Seat, tuple[Arrival, bool]] = field(default_factory=dict)
    """Seat -> its latest WAIT or NOWAIT for this round, and whether it was WAIT."""
    press: tuple[Press, ...] = ()
    """To be printed with the result."""
    bounces: Mapping[Seat, datetime] = field(default_factory=dict)
    """Seat -> when it was known first that the mail which asks for orders can't reach it."""
    orders_digest: str | None = None
    entered: tuple[str, ...] = ()
    """What was thrown by hand so far, at the level `hand`."""

    def standing(self, seat: Seat) -> StoredOrder | None:
        """The order that would be thrown for the seat now."""
        return next((o for o in self.orders if o.seat == seat and o.standing), None)

    def waits_for(self, seat: Seat) -> bool:
        """Whether the player has asked not to throw before the deadline."""
        return seat in self.waits and self.waits[seat][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownRound:
    """A round that is over: what was recorded, where it stands in the log, and what rulings made of it."""

    recorded: RoundThrown
    commitment: str
    deadline: datetime
    pos: int
    leaf: str
    press: tuple[Press, ...] = ()
    unreached: frozenset[Seat] = frozenset()
    """Who could not be asked for an order: to play the default was no miss for them."""
    corrections: tuple[Correction, ...] = ()
    """As each ruling had it that changed something, in their order."""
    annulled_by: int | None = None
    """The ruling since which it does not count any more."""

    @property
    def event(self) -> RoundThrown:
        """The round as it counts now: as ruled, else as recorded."""
        return self.corrections[-1].event if self.corrections else self.recorded

    @property
    def number(self) -> int:
        """Which round it is."""
        return self.recorded.round or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Everything about a game at one entry of its stream. `version` is the last event folded."""

    id: GameId
    title: str
    settings: Settings
    rules: str
    level: str
    schedule: str
    timezone: str
    identity: str
    early: bool
    phase: Phase
    held: str | None
    """Why no round is thrown at the moment, or None."""
    seats: Mapping[Seat, SeatState]
    current: RoundState | None
    thrown: tuple[ThrownRound, ...]
    """Rounds that count, oldest first."""
    winners: tuple[Seat, ...]
    ended_because: str | None
    version: int
    ended_note: str | None = None
    """What the GM wrote on ending the game by hand."""
    outages: tuple[OutageNoted, ...] = ()
    """Outages noted since the game was held; empty when it is not held."""
    kept: tuple[StoredOrder, ...] = ()
    """Orders that outlast the round they were mailed in, for a round to come or for every one."""
    cleared_at: Mapping[Seat, Arrival] = field(default_factory=dict)
    """Seat -> its latest CLEAR."""
    annulled: tuple[ThrownRound, ...] = ()
    """Rounds that were thrown and count no more, by a ruling."""
    claims: tuple[Claim, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    spent: Mapping[int, int] = field(default_factory=dict)
    """Round -> attempts at it that will not count: by rulings, thrown or not."""

    @property
    def round(self) -> int | None:
        """The number of the round under way, or None."""
        return None if self.current is None else self.current.round

    @property
    def by_hand(self) -> bool:
        """Whether somebody throws, and no seed does."""
        return self.level == BY_HAND

    def next_attempt(self, round: int) -> int:
        """The number of the attempt with which a round is opened that does not count yet."""
        return self.spent.get(round, 0) + 1

    def newest(self, seat: Seat, round: int | None) -> StoredOrder | None:
        """The order of a seat that counts for a round; with None, for every one without its own."""
        now = self.current if round is not None and round == self.round else None
        stored, cleared_at = (
            (self.kept, self.cleared_at) if now is None else (now.orders, now.cleared_at)
        )
        cleared = cleared_at.get(seat)
        mine = (
            order
            for order in stored
            if (order.seat, order.round, order.set_aside) == (seat, round, False)
            and (cleared is None or order.arrival >= cleared)
        )
        return max(mine, key=lambda order: order.arrival, default=None)

    @property
    def standings(self) -> Standings:
        """The table as the rules see it: all seats that ever played."""
        played = {
            s.seat: s
            for s in self.seats.values()
            if s.status not in (SeatStatus.INVITED, SeatStatus.DECLINED)
        }
        return Standings(
            scores={seat: s.score for seat, s in played.items()},
            eliminated=frozenset(k for k, s in played.items() if s.status is SeatStatus.ELIMINATED),
            withdrawn=frozenset(k for k, s in played.items() if s.status is SeatStatus.WITHDRAWN),
        )
