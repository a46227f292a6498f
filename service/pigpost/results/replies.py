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
    """REPORT: a thrown round once more; `log` is as of now."""

    KIND: ClassVar[str] = "report"
    head: Letterhead
    due: Due | None
    sheet: ResultSheet
    log: LogHead
    press: tuple[PressLine, ...]
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

    `what`: `follow`, `standby`, `take`, `pass`, `again`, `appeal`, `address` (the GM was told),
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
