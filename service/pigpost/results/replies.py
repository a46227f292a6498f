"""Answers to commands that ask for something to be told or noted; as in `results.letters`."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import ClassVar

from pigpost.events.record import LogHead
from pigpost.games.conditions import Condition
from pigpost.games.odds import Odds
from pigpost.orders.reading import Complaint
from pigpost.results.letter_parts import Due, Letterhead, PressLine, StandingOrder
from pigpost.results.result import ResultSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """TRY: how words would be read as an order, and what it is worth; nothing was stored.

    `condition` is None where they would be refused; then there are `complaints`, whose spans index
    `line`. `odds` are None where the turn hangs on others' orders, or the fractions on too much.
    """

    KIND: ClassVar[str] = "tried"
    head: Letterhead
    due: Due | None
    stands: StandingOrder | None
    line: str
    condition: Condition | None
    complaints: tuple[Complaint, ...]
    suggestions: tuple[Condition, ...]
    odds: Odds | None
    score: int
    """The reader's match score, from which the odds are reckoned up to the target."""
    hangs_on_others: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """REPORT: a thrown round once more; `log` is as of now.

    `disputable` tells whether PROTEST can still be about it.
    """

    KIND: ClassVar[str] = "report"
    head: Letterhead
    due: Due | None
    sheet: ResultSheet
    log: LogHead
    press: tuple[PressLine, ...]
    disputable: bool
    next: None = None
    gone: tuple[str, ...] = ()
    stands: None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """HISTORY: thrown rounds in a line each, the oldest first."""

    KIND: ClassVar[str] = "history"
    head: Letterhead
    due: Due | None
    rounds: tuple[ResultSheet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Something was noted or passed on, or could not be.

    `what`: `follow`, `standby`, `take`, `pass`, `again`, `address` (the GM was told),
    `cleared_all`, `cleared_some`, `wait`, `nowait`, `wait_not_early`, `wait_no_round`, `press_sent`,
    `press_gone`, `press_too_long`, `press_too_many`, `press_full`, `press_no_round`, `vacation_off`,
    `vacation_none`, `vacation_past`, `vacation_too_far`, `vacation_too_many`, `vacation_too_long`,
    `vacation_not_playing`, `no_such_round`, `no_rounds`.
    """

    KIND: ClassVar[str] = "noted"
    head: Letterhead
    what: str
    due: Due | None
    stands: StandingOrder | None
    names: tuple[str, ...] = ()
    """Whom press is for, none where it is for all; or who gets no results any more."""
    number: int | None = None
    """What is left, or the limit that was reached, or the last round there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """VACATION: the reader is away from the `first` day to the `last`, in his own zone.

    `covered` are deadlines in it as far as the schedule tells, of rounds to come; `every_round` is
    what he has ordered for every round, `days_left` how many days of the game's limit remain.
    """

    KIND: ClassVar[str] = "away"
    head: Letterhead
    first: date
    last: date
    due: Due | None
    covered: tuple[datetime, ...]
    every_round: StandingOrder | None
    days_left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOrder:
    """An order that waits for its writer to be known; without a round it is for the one under way."""

    condition: Condition
    round: int | None
    standing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """Is this from you? What was read in a mail that proves nothing yet, and until when to answer.

    `whose`: `own` (the mail has the reader's own address), `second` (another one, `sender`, with a
    proof of his) or `writer` (the reader is at that address, and `who` is whom he writes as); `filed`
    and `filed_writer` ask the same two of a mail that counts by the GM's word.
    """

    KIND: ClassVar[str] = "confirm"
    head: Letterhead
    whose: str
    sender: str
    who: str
    arrived_at: datetime
    orders: tuple[HeldOrder, ...]
    commands: tuple[str, ...]
    unread: int
    """How many other things in it are no order and no command."""
    due: Due | None
    stands: StandingOrder | None
    again: bool = False
    """The reader has answered, but neither yes nor no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What comes of an answer to `Confirm` that makes no order stand.

    `what`: `disowned`, `disowned_before`, `confirmed_before`, `waits` (the other address has not
    answered yet), `too_late`, `learned` (the address is known from now on), `learned_too_late`;
    `address_waits` and `not_learned` where it was only asked about the address.
    `sender` is the address that the held mail came from, and `arrived_at` when.
    """

    KIND: ClassVar[str] = "confirmation"
    head: Letterhead
    what: str
    sender: str
    arrived_at: datetime
    due: Due | None
    stands: StandingOrder | None
