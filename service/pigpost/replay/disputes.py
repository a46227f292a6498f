"""What was disputed in a game, and what was decided: values of its state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pigpost.events.types import RoundThrown
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat


class ClaimStatus(StrEnum):
    """Where a claim is in its life."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    CLOSED = "closed"


class RulingKind(StrEnum):
    """What can be decided about a thrown round."""

    COUNT = "count"
    """A mail that was late, refused, held or unread counts as an order."""
    STRIKE = "strike"
    """An order is set aside; the one before it stands, else the default."""
    AMEND = "amend"
    """The same mail, read in another way."""
    CORRECT_THROW = "correct_throw"
    """Throws made by hand were written down wrongly."""
    VOID = "void"
    """The round is annulled and opened again."""
    ADJUST = "adjust"
    """Points are given or taken."""
    SEAT = "seat"
    """Somebody leaves a seat, comes back to it, or is replaced."""
    END = "end"
    """The game is abandoned or awarded."""
    DISMISS = "dismiss"
    """The result stands."""
    OVERRULE = "overrule"
    """An earlier ruling is taken back."""


class Later(StrEnum):
    """What becomes of rounds that were thrown after the one that is ruled upon."""

    FORWARD = "forward"
    """They are replayed on their own throws with their own orders."""
    SCORES_ONLY = "scores_only"
    """They keep their course; the difference is carried as points."""


class SeatAct(StrEnum):
    """What a ruling does with a seat."""

    REMOVE = "remove"
    REINSTATE = "reinstate"
    REPLACE = "replace"


STRUCK = "struck"
"""Why a default was played that is no miss: the order was struck by a ruling."""

NOT_IN = "not_in"
"""Why a default was played that is no miss: as the round was thrown, the seat was out of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What takes the place of what was recorded, of one attempt of a round and of scores after it.

    `orders` has None for the default; `sources` says where each comes from. `points` are given after
    a round: round -> seat -> points. `draws` are by source of throws.
    """

    round: int
    attempt: int
    orders: Mapping[Seat, Condition | None] = field(default_factory=dict)
    sources: Mapping[Seat, str] = field(default_factory=dict)
    points: Mapping[int, Mapping[Seat, int]] = field(default_factory=dict)
    draws: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision as it stands in the log; `by` is `gm`, `deputy`, `ombudsman` or `service`.

    `change` has what it puts in place of the record: nothing for a void, a seat, an end, a dismissal.
    """

    number: int
    what: RulingKind
    claim: int | None
    by: str
    at: datetime
    reason: str
    blind: bool
    later: Later
    change: Change
    evidence: int | None
    overrules: int | None
    annuls: tuple[int, ...]
    seat: Seat | None
    act: SeatAct | None
    shown_seed: str | None
    """That of a round which was open and will not be thrown."""
    pos: int
    leaf: str
    contested_by: frozenset[Seat] = frozenset()
    """Players who want it to be taken back."""
    overruled_by: int | None = None
    """The ruling that took it back."""

    @property
    def round(self) -> int:
        """The round that it is about."""
        return self.change.round


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A round as a ruling has it, and the entry that says so."""

    ruling: int
    event: RoundThrown
    pos: int
    leaf: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Something that is disputed. `by` filed it; `about` is the round, `entry` the entry in dispute."""

    number: int
    by: str
    filed_in: int | None
    """The round that was under way."""
    about: int | None
    entry: int | None
    filed_at: datetime
    arrived_at: datetime
    words: str
    pos: int
    status: ClaimStatus = ClaimStatus.OPEN
    rulings: tuple[int, ...] = ()
    looked_early: frozenset[str] = frozenset()
    """Who looked at what a ruling would do before he had written a reason: roles, as `Ruling.by`."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """By role, the reason that was written before the look, of the ruling that is to come."""
    appealed_by: str | None = None
    closed_because: str | None = None

    @property
    def waits(self) -> bool:
        """Whether somebody has to decide it."""
        return self.status in (ClaimStatus.OPEN, ClaimStatus.APPEALED)
