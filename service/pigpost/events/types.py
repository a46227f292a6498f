"""The catalogue of events, one frozen dataclass each, named in the past tense.

An event has a public head, and up to two detached parts: `sealed` is opened to all when its
round is thrown, `personal` (names, addresses, words as mailed) can be erased. A part is None
where the reader may not see it, where it was erased, or where the event has none.

A class is never renamed. A new optional field has a default; any other change of shape is a
new version beside the old one (`VERSION`), with an upcaster in `events.codec`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeAlias

from pigpost.games.kinds import MOST_DICE


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What every head has: when it was recorded (UTC), by whom (`p1`.., `gm`, `service`), the round."""

    VERSION: ClassVar[int] = 1

    at: datetime
    by: str
    round: int | None = None


# --- parts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEntered:
    """Who sits in a seat: the person's id, name, address, language (BCP 47) and time zone (IANA)."""

    person: str
    name: str
    address: str
    language: str
    timezone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailed:
    """The mail behind an event: the words read, its fingerprint, and its From and Date as written."""

    words: str
    mail_sha256: str
    sender: str
    dated: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedOrder:
    """Whose order it is and its canonical line; `reason` is the GM's, for orders put by hand.

    A `standing` order is played in every round for which the seat has ordered nothing else, from
    the round `since` on.
    """

    seat: str
    order: str
    reason: str | None = None
    standing: bool = False
    since: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PressMailed(Mailed):
    """Who wrote something for the press, and to which seats: to all where none is named."""

    seat: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceMailed(Mailed):
    """Who is away from `begins_at` to before `ends_at`; without them, who is back.

    Nobody's business but his and the game master's: what followed from it is in OrdersSealed.
    """

    seat: str
    begins_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressConfirmed:
    """A further address of a person, as both it and the one known before have said."""

    person: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedComplaint:
    """One thing that was wrong with a refused order (rule 6.2). `start`, `end` index the words' line."""

    reason: str
    rule: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRefusal:
    """Why an order was refused, and the canonical orders that were suggested instead."""

    seat: str
    complaints: tuple[SealedComplaint, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSeat:
    """Whose seat an event is about, where even that waits for the throw."""

    seat: str


# --- the game and its seats -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCreated(Happened):
    """A game was announced with all that never changes during it (rule 1.2).

    `schedule` is the text of `rounds.schedule`; `identity` is `proven` or `address`;
    `early` tells whether a round is thrown as soon as all orders are in;
    `public_key` is the site's Ed25519 key in hex; `weights` is empty where dice are thrown;
    `max_dice` bounds an order of Hog.
    """

    game: str
    title: str
    kind: str
    form: str
    target: int
    piggyback: str
    first_throw_scores: bool
    weights: tuple[int, ...]
    rules: str
    level: str
    schedule: str
    timezone: str
    identity: str
    early: bool
    public_key: str
    max_dice: int = MOST_DICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInvited(Happened):
    """A seat was offered to a person, or given to a house player: `bot` is what he plays by."""

    seat: str
    bot: str | None = None
    personal: PersonEntered | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationDeclined(Happened):
    """The invited person does not want the seat; it stays empty."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Happened):
    """The invited person plays."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned(Happened):
    """The seat is withdrawn from the game (rule 6.7)."""

    seat: str
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Happened):
    """Play begins with these seats; no seat is added afterwards.

    `first` begins every round that is played seat by seat: the lot of round 1's seed (rule 4.7).
    """

    seats: tuple[str, ...]
    first: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHeld(Happened):
    """No round is thrown until the game is resumed."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed(Happened):
    """The game goes on."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Happened):
    """The game is over. `reason`: `target`, `nobody_left`, `ended_by_gm` or, by a ruling, `awarded`."""

    reason: str
    winners: tuple[str, ...]
    note: str | None = None


# --- a round ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Happened):
    """Orders for a round are due at `deadline`; its throws are fixed by the seed behind `commitment`."""

    attempt: int
    commitment: str
    deadline: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineMoved(Happened):
    """The open round's deadline was moved."""

    attempt: int
    old_deadline: datetime
    deadline: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageNoted(Happened):
    """The service was blind or its clock jumped from `began` to `ended` (None: not over yet).

    `what`: `inbox`, `clock_back` or `clock_forward`.
    """

    what: str
    began: datetime
    ended: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAccepted(Happened):
    """An acceptable order arrived. The one with the greatest (arrived_at, uid) stands.

    `round` is the one it is for, which may be one to come; null is for a standing order, which
    counts where a seat has none for the round.
    """

    arrived_at: datetime
    uid: int
    sealed: SealedOrder | None = None
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRefused(Happened):
    """A mail meant as an order could not stand; an earlier order is not touched (rule 6.4)."""

    arrived_at: datetime
    uid: int
    sealed: SealedRefusal | None = None
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWithdrawn(Happened):
    """CLEAR: the seat's orders that arrived before (arrived_at, uid) no longer stand.

    Those are the orders for its own round, for later ones that are recorded before these are opened,
    and for every round; what a later round takes for itself is not touched.
    """

    arrived_at: datetime
    uid: int
    sealed: SealedSeat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSetAside(Happened):
    """NOT ME: the order at version `order` of this stream does not count."""

    order: int
    sealed: SealedSeat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersSealed(Happened):
    """The book of a round is closed. `polled_at` is when the poll that saw all mail in time began.

    `early` tells that all orders were in before the deadline. `absent` are seats without an order
    that had said they would be away: they play the default, and it is no miss.
    """

    attempt: int
    orders_digest: str
    polled_at: datetime
    early: bool
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundThrown(Happened):
    """A round as adjudicated (rule 7.3).

    `orders`: seat -> canonical order; `sources`: seat -> `order:<pos>` or `default:<reason>`;
    `draws`: outcome names in the order drawn, the discarded ones included; where each seat has
    throws of its own they are `own_draws`, seat -> outcome names;
    `result`: the round's output in the shape of the adjudicate command, seats for names;
    `result_digest`: SHA-256 of its canonical JSON.
    """

    attempt: int
    seed: str
    orders_digest: str
    participants: tuple[str, ...]
    scores: Mapping[str, int]
    orders: Mapping[str, str]
    sources: Mapping[str, str]
    draws: tuple[str, ...]
    result: Mapping[str, Any]
    result_digest: str
    own_draws: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowsEntered(Happened):
    """The game master has thrown, at the level `hand`: names of outcomes, behind those entered before."""

    attempt: int
    draws: tuple[str, ...]


# --- disputes ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewOpened(Happened):
    """Somebody who rules has looked at what a ruling would do.

    `reason` is what he had written before; without one he looked before he had a reason.
    """

    claim: int
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade(Happened):
    """A dispute about a thrown round was decided; nothing recorded before is touched.

    `ruling` counts from 1 through the game; `what` is a `replay.disputes.RulingKind`; `blind` tells
    that the reason was written before the consequences were looked at. `later` tells what becomes
    of rounds thrown since: `forward` or `scores_only`.

    `orders`: seat -> the canonical order that counts now, or null for the default, and `sources`
    where it comes from, both as in RoundThrown. `points`: round -> seat -> points given or taken
    after that round. `draws`: source of throws -> what was really thrown. `evidence` is the position
    of the entry that the ruling rests on. `overrules` is the ruling that is taken back.
    `annuls` are rounds that count no more; `reopened`: the game had ended and goes on.
    `shown_seed` is that of a round which was open and will not be thrown.
    `seat` and `act` (`remove`, `reinstate`, `replace`) for a ruling on a seat; `winners` where the
    game is awarded.
    """

    ruling: int
    what: str
    attempt: int
    reason: str
    blind: bool
    claim: int | None = None
    later: str = "forward"
    orders: Mapping[str, str | None]
    sources: Mapping[str, str]
    points: Mapping[str, Mapping[str, int]]
    draws: Mapping[str, tuple[str, ...]] | None = None
    evidence: int | None = None
    overrules: int | None = None
    annuls: tuple[int, ...] = ()
    reopened: bool = False
    shown_seed: str | None = None
    seat: str | None = None
    act: str | None = None
    winners: tuple[str, ...] = ()
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCorrected(Happened):
    """A thrown round as a ruling has it: the same throws, drawn further where it lasts longer.

    Fields as in RoundThrown. What was recorded first stays.
    """

    attempt: int
    ruling: int
    participants: tuple[str, ...]
    scores: Mapping[str, int]
    orders: Mapping[str, str]
    sources: Mapping[str, str]
    draws: tuple[str, ...]
    result: Mapping[str, Any]
    result_digest: str
    own_draws: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReplaced(Happened):
    """By a ruling somebody else sits in a seat from now on."""

    seat: str
    ruling: int
    personal: PersonEntered | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingContested(Happened):
    """A player wants a ruling to be taken back; if all who play do, it is."""

    ruling: int
    arrived_at: datetime
    uid: int
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAppealed(Happened):
    """APPEAL: the ombudsman is asked to look at the ruling on a claim, once."""

    claim: int
    arrived_at: datetime
    uid: int
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimClosed(Happened):
    """Nothing more is to be decided about a claim."""

    claim: int
    reason: str


# --- what players ask for besides ordering -----------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFiled(Happened):
    """PROTEST: a player disputes something, or the GM does in his stead; the GM was told.

    `claim` counts from 1 through the game. `about` is the round that it is about and `entry` the
    position of the entry whose receipt was quoted, as far as that is known.
    """

    arrived_at: datetime
    uid: int
    personal: Mailed | None = None
    claim: int | None = None
    about: int | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestNoted(Happened):
    """Something was asked for by mail.

    `gm`, `quiet`, `stop`, `follow`, `standby`, `take`, `pass`, `again`, `appeal` and `address`: the
    GM was told. `wait` and `nowait`: whether the round may be thrown before its deadline. `notice`: who
    decides told all players something.
    """

    request: str
    arrived_at: datetime
    uid: int
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PressSent(Happened):
    """A player wrote something to be printed with the result of the round."""

    arrived_at: datetime
    uid: int
    personal: PressMailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceNoted(Happened):
    """A player said that he will be away, or that he is back; never for the round under way."""

    arrived_at: datetime
    uid: int
    personal: AbsenceMailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressAdded(Happened):
    """A player writes from a further address; who that is stands in the personal part alone."""

    personal: AddressConfirmed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MailBounced(Happened):
    """A mail of ours to a player came back; `round` is the one that it asked orders for.

    `kind` is the mail's; `hard` tells that its server will never take it. `arrived_at` is when the
    report reached us.
    """

    seat: str
    kind: str
    hard: bool
    arrived_at: datetime
    personal: Mailed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MailHandled(Happened):
    """The GM did with a mail what the service could not do by itself, and says why.

    `what`: `filed` (it is a player's, and acted on as of its arrival), `taken_as_order`, `answered`
    or `discarded`. Whose mail it is is sealed, for it would tell who ordered. What is about no game
    is in the stream of the site.
    """

    what: str
    reason: str
    arrived_at: datetime
    uid: int
    sealed: SealedSeat | None = None
    personal: Mailed | None = None


Event: TypeAlias = (
    GameCreated
    | PlayerInvited
    | InvitationDeclined
    | SeatTaken
    | SeatResigned
    | GameStarted
    | GameHeld
    | GameResumed
    | GameEnded
    | RoundOpened
    | DeadlineMoved
    | OutageNoted
    | OrderAccepted
    | OrderRefused
    | OrderWithdrawn
    | OrderSetAside
    | OrdersSealed
    | ThrowsEntered
    | RoundThrown
    | ClaimFiled
    | PreviewOpened
    | RulingMade
    | RoundCorrected
    | SeatReplaced
    | RulingContested
    | ClaimAppealed
    | ClaimClosed
    | RequestNoted
    | PressSent
    | AbsenceNoted
    | AddressAdded
    | MailBounced
    | MailHandled
)
