"""What letters are made of: their head, and the parts that several kinds of them have."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, Settings

if TYPE_CHECKING:
    from pigpost.results.letters import Letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """To whom a mail speaks. `seat` is None for the GM and for strangers."""

    name: str
    seat: Seat | None
    language: str
    timezone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """What every mail of a game knows.

    `address` is the game's own mail address; `token` the reader's own order token (empty where he
    has none): it goes into the subject of order links. `names` holds every seat; `out` are those
    that no order should name, `bots` those of house players. `settings` is None for no game.
    `score` is the reader's match score. `also` are answers to the other things that the mail has
    asked for; `left_out` counts those for which there was no room.
    """

    game: str
    title: str
    gm: str
    address: str
    site_url: str
    level: str
    names: Mapping[Seat, str]
    reader: Reader
    token: str = ""
    settings: Settings | None = None
    out: frozenset[Seat] = frozenset()
    bots: frozenset[Seat] = frozenset()
    score: int = 0
    also: "tuple[Letter, ...]" = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrder:
    """The order that counts at the moment; `every_round`: one that was sent to stand for all."""

    condition: Condition
    arrived_at: datetime
    receipt: str
    every_round: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterOrder:
    """An order for a round to come."""

    round: int
    order: StandingOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOrders:
    """All that a player has ordered: what counts now, for later rounds, and for every one."""

    now: StandingOrder | None
    later: tuple[LaterOrder, ...]
    every_round: StandingOrder | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The round that wants orders, and how long it still does, as of `now`."""

    round: int
    deadline: datetime
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """A player in the table. `status`: `playing`, `eliminated` or `withdrawn`; `sent`: order is in.

    `name` is the bare one: `phrases.called` labels a `bot`.
    """

    seat: Seat
    name: str
    score: int
    status: str
    sent: bool
    bot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PressLine:
    """What a player wrote for the press; `names` are those it is for, none where it is for all."""

    who: str
    names: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """When a server last took a mail to the reader, and when one last came back, with its status."""

    accepted_at: datetime | None
    bounced_at: datetime | None
    status: str
    """As `5.1.1` (RFC 3463), or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRound:
    """A round that is due soon: how many of the players have ordered, and who has not."""

    game: str
    round: int
    deadline: datetime
    sent: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldGame:
    """A game in which nothing is thrown for the time being, and why."""

    game: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingClaim:
    """A claim that somebody has to decide: the ombudsman, where it was `appealed` against."""

    game: str
    number: int
    appealed: bool
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMailTo:
    """An address that mail comes back from, and since when it gets none."""

    address: str
    since: datetime
