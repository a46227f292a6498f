"""One value for each kind of mail. Text and HTML are made from it, and nothing else.

A value carries facts, never sentences: all words come from the templates and the catalogue.
Times are aware UTC; conditions are shown through `orders.canonical` with `Letterhead.names`.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, TypeAlias

from pigpost.events.record import LogHead
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat
from pigpost.orders.reading import Complaint
from pigpost.results.by_hand import ByHand, LoginLink
from pigpost.results.gm_done import GmDone, OneTimeCode
from pigpost.results.letter_parts import (
    Delivered,
    Due,
    DueRound,
    HeldGame,
    LaterOrder,
    Letterhead,
    NoMailTo,
    PressLine,
    Reader,
    ScoreLine,
    StandingOrder,
    StoredOrders,
    WaitingClaim,
)
from pigpost.results.replies import (
    Away,
    Confirm,
    Confirmation,
    HeldOrder,
    History,
    Noted,
    Report,
    Tried,
)
from pigpost.results.result import ResultSheet
from pigpost.results.ruling import ClaimNews, RulingTold

__all__ = [
    "Away",
    "ByHand",
    "ClaimNews",
    "Confirm",
    "Confirmation",
    "Delivered",
    "Due",
    "DueRound",
    "GmDone",
    "HeldGame",
    "HeldOrder",
    "History",
    "LaterOrder",
    "Letterhead",
    "LoginLink",
    "NoMailTo",
    "Noted",
    "PressLine",
    "Reader",
    "Report",
    "RulingTold",
    "ScoreLine",
    "StandingOrder",
    "StoredOrders",
    "Tried",
    "WaitingClaim",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A seat is offered. `schedule` is the text of the game's schedule."""

    KIND: ClassVar[str] = "invitation"
    head: Letterhead
    players: int
    schedule: str
    timezone: str = ""
    """The zone of the schedule's hours, where it has any (IANA)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The first round (or one opened anew) wants orders; `commitment` locks its throws."""

    KIND: ClassVar[str] = "opening"
    head: Letterhead
    due: Due
    scores: tuple[ScoreLine, ...]
    commitment: str
    log: LogHead


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """An order was accepted.

    `proof`: `reply`, `token`, `dmarc`, `dkim`, `confirmed`, `address`, `gm` (entered by hand) or
    `filed` (the GM has said whose mail it is).
    """

    KIND: ClassVar[str] = "receipt"
    head: Letterhead
    due: Due
    condition: Condition
    words: str
    sender: str
    proof: str
    arrived_at: datetime
    dated: str
    replaces: StandingOrder | None
    overtaken_by: StandingOrder | None
    """A later mail that was read earlier: that one stands, and this mail says so."""
    receipt: str
    position: int
    elided: tuple[Condition, ...]
    """Orders seen in the quoted part, not used."""
    round: int | None = None
    """The round it is for; None where it is for every one without an order of its own."""
    since: int | None = None
    """The first round that an order for every one counts in."""
    stored: StoredOrders | None = None
    """All his orders, where there is more to tell than this one."""
    confirmed_at: datetime | None = None
    """When the mail arrived that says it is his, for `confirmed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The words of a mail are no order. Spans of the complaints index `line`."""

    KIND: ClassVar[str] = "refusal"
    head: Letterhead
    due: Due | None
    line: str
    complaints: tuple[Complaint, ...]
    suggestions: tuple[Condition, ...]
    stands: StandingOrder | None
    late_seconds: int | None
    """How long after the deadline the mail arrived, for `too_late`."""
    elided: tuple[Condition, ...]
    phase: str = "open"
    """Where the game is in its life, as in `Status`."""
    named: int | None = None
    """The round that the mail was for, for `wrong_round`."""
    furthest: int | None = None
    """The last round for which orders are taken by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailRefused:
    """A mail as such could not be taken.

    `problem`: `too_big`, `too_many_parts`, `too_deep`, `no_text`, `winmail`, `encrypted`,
    `bad_sender`, `unknown_sender`, `unknown_game`, `not_a_player`, `unproven`,
    `stranger_with_proof`, `which_seat`.
    """

    KIND: ClassVar[str] = "mail_refused"
    head: Letterhead
    problem: str
    due: Due | None
    stands: StandingOrder | None
    games: tuple[str, ...]
    """Games the sender could have meant, for `unknown_game`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBack:
    """What was meant is asked before anything is done. `question`: `resign`, `stop` or `join`."""

    KIND: ClassVar[str] = "asked_back"
    head: Letterhead
    question: str
    due: Due | None
    stands: StandingOrder | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The table, who has sent, and the reader's own order. `held` is why the game waits, or None."""

    KIND: ClassVar[str] = "status"
    head: Letterhead
    due: Due | None
    phase: str
    held: str | None
    scores: tuple[ScoreLine, ...]
    stands: StandingOrder | None
    stored: StoredOrders | None = None
    """All his orders, where there is more to tell than what stands."""
    delivered: Delivered | None = None
    """Whether mail reaches him; None where none was sent yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Help:
    """What one can write: orders by example and every command."""

    KIND: ClassVar[str] = "help"
    head: Letterhead
    due: Due | None
    stands: StandingOrder | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules on one page."""

    KIND: ClassVar[str] = "rules"
    head: Letterhead


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A command was carried out.

    `what`: `joined`, `already_joined`, `declined`, `cleared`, `nothing_to_clear`, `set_aside`,
    `nothing_to_set_aside`, `resigned`, `quiet`, `stopped`, `gm_told`.
    """

    KIND: ClassVar[str] = "done"
    head: Letterhead
    what: str
    due: Due | None
    stands: StandingOrder | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """No order of the reader is in; `hours` is the mark that was reached (48, 12)."""

    KIND: ClassVar[str] = "reminder"
    head: Letterhead
    due: Due
    hours: int
    scores: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NmrWarning:
    """The default was played for the reader. `misses` counts such rounds so far."""

    KIND: ClassVar[str] = "nmr_warning"
    head: Letterhead
    sheet: ResultSheet
    reason: str
    misses: int
    next: Due | None
    unreached: bool = False
    """The mail that asked for his order came back before the deadline: it is no miss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound:
    """The round that the result mail asks orders for."""

    due: Due
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A round was thrown."""

    KIND: ClassVar[str] = "result"
    head: Letterhead
    sheet: ResultSheet
    next: NextRound | None
    log: LogHead
    press: tuple[PressLine, ...] = ()
    """What was written for the press until the throw, as far as the reader may see it."""
    gone: tuple[str, ...] = ()
    """Players who are out, and whom orders that the reader has stored still name (rule 3.3.7)."""
    stands: StandingOrder | None = None
    """What he has ordered for the next round already."""
    disputable: bool = True
    """It is news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver:
    """The game is over. `rounds` are all thrown rounds, the last one included, oldest first."""

    KIND: ClassVar[str] = "game_over"
    head: Letterhead
    reason: str
    note: str | None
    winners: tuple[Seat, ...]
    scores: tuple[ScoreLine, ...]
    rounds: tuple[ResultSheet, ...]
    log: LogHead


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about the game changed.

    `what`: `held`, `resumed`, `deadline_moved`, `resigned` (then `who`), `words` (the GM's `reason`).
    """

    KIND: ClassVar[str] = "notice"
    head: Letterhead
    what: str
    reason: str
    who: str | None
    old_deadline: datetime | None
    due: Due | None
    stands: StandingOrder | None
    gone: tuple[str, ...] = ()
    """As in `Result`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmNote:
    """Something waits for the GM.

    `what`: `gm`, `quiet`, `stop`, `protest`, `not_me`, `resigned`, `declined`, `joined`,
    `unread_mail`, `silenced` (reply budget used up), `mail_failed`, `held`, `follow`, `standby`,
    `take`, `pass`, `again`, `appeal`, `address`, `inbox_failing`, `inbox_well`,
    `bounced`, `bounced_softly`, `disowned`, `misfiled`, `unasked`, `address_added`, `late_protest`,
    `appealed`, `ruled` (by whom is `who`), `contested`, `throws_wanted`. `claim` is the claim that it
    is about.
    `words` are the player's, or the server's for `mail_failed` and bounces, or of the inbox.
    """

    KIND: ClassVar[str] = "gm_note"
    head: Letterhead
    what: str
    who: str
    words: str
    mail: int | None
    claim: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """Once a day: what is due, what waits for the GM, and whether mail goes in and out.

    Counts are of the last day, but for mails `held` and `unread`, which are all that wait.
    """

    KIND: ClassVar[str] = "digest"
    head: Letterhead
    due: tuple[DueRound, ...]
    on_hold: tuple[HeldGame, ...]
    blocked: tuple[NoMailTo, ...]
    """Addresses that get no mail, because it comes back."""
    held: int
    """Mails whose writer is not known yet."""
    unread: int
    """Mails that could not be read, by a fault of ours."""
    asked_back: int
    unanswered: int
    """Mails that were read and got no answer: from lists, or beyond the reply budget."""
    refused: int
    """Mails out that no server took."""
    blind_since: datetime | None
    """Since when the inbox can't be read."""
    claims: tuple[WaitingClaim, ...] = ()
    code: OneTimeCode | None = None


Letter: TypeAlias = (
    Invitation
    | Opening
    | Receipt
    | Refusal
    | MailRefused
    | AskedBack
    | Status
    | Help
    | Rules
    | Done
    | Reminder
    | NmrWarning
    | Result
    | GameOver
    | Notice
    | GmNote
    | Digest
    | Tried
    | Report
    | History
    | Noted
    | Away
    | Confirm
    | Confirmation
    | ByHand
    | LoginLink
    | GmDone
    | RulingTold
    | ClaimNews
)
