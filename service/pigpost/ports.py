"""Every outside thing the application needs, as one list of protocols.

Adapters fulfil them and meet the use cases only in `bootstrap`. All times are aware UTC.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pigpost.config import Settings
from pigpost.events.record import Addition, Entry, LogHead, Recorded

# --- the world -----------------------------------------------------------------------------------


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present instant, aware UTC."""


class Entropy(Protocol):
    """Chance that nobody can foresee."""

    def seed(self) -> bytes:
        """32 fresh bytes for a round."""

    def salt(self) -> bytes:
        """16 fresh bytes for a detached part."""


class SiteKeys(Protocol):
    """The site's secrets (formats 6)."""

    @property
    def key_id(self) -> str:
        """Which site key is in use; stored with each mail whose proof was made with it."""

    def site_key(self, key_id: str) -> bytes | None:
        """The HMAC key of that id, or None when it is not known."""

    @property
    def public_key(self) -> str:
        """The Ed25519 public key in lower hex."""


# --- mail on the wire --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MailboxState:
    """What the server says of the folder on opening it."""

    uidvalidity: int
    uidnext: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """A mail as fetched, CRLF bytes. `complete` is False where only the headers were (too big)."""

    uid: int
    arrived_at: datetime
    size: int
    raw: bytes
    complete: bool


class Mailbox(Protocol):
    """An IMAP folder that was opened. Every method raises `MailOutOfReach` when the link fails."""

    @property
    def state(self) -> MailboxState:
        """As of opening."""

    def uids_after(self, uid: int) -> list[int]:
        """UIDs greater than `uid`, ascending; never `uid` itself."""

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        """The mail, or only its headers when it is larger than the limit; None when it is gone.

        Never sets a flag.
        """


class MailboxDoor(Protocol):
    """Opens the inbox."""

    def open(self) -> AbstractContextManager[Mailbox]:
        """Connects, logs in, selects; `MailOutOfReach` when it can't."""


class MailSender(Protocol):
    """Hands a mail to a server."""

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        """The server's words of acceptance; `SendRefusedForNow` or `SendRefused` otherwise."""


# --- what is stored ------------------------------------------------------------------------------


class EventLog(Protocol):
    """The append-only log."""

    def append(
        self, stream: str, additions: Sequence[Addition], *, expected: int | None
    ) -> list[Recorded]:
        """Appends all or nothing, in order.

        `expected` is the stream's version the decision was made on (0: empty), None means any.
        Raises `VersionConflict` or `AlreadyRecorded`.
        """

    def read(self, stream: str, *, after: int = 0) -> list[Recorded]:
        """The stream's events with version greater than `after`, with every stored part.

        `LogBroken` when an event is looked at that can't be read, `UnknownEvent` at once.
        """

    def history(self, stream: str) -> Iterator[Recorded]:
        """The same from the first event, one after the other: for a fold, which keeps few of them.

        To be used up within the transaction.
        """

    def entries(self, stream: str | None = None, *, after: int = 0) -> Iterator[Entry]:
        """Stored lines with position greater than `after`, of one stream or of all."""

    def has(self, stream: str, idem: str) -> bool:
        """Whether the stream holds an event with that idempotency key."""

    def head(self) -> LogHead:
        """Size and root of the whole log."""

    def began_at(self) -> datetime | None:
        """When the first entry was recorded; None for an empty log."""

    def leaves(self) -> list[bytes]:
        """All leaves in the order of position, for proofs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedMail:
    """A mail in our own database.

    `state`: `stored` (not read yet), `read`, `duplicate`, `machine`, `failed`;
    `outcome` is one word for what became of it, `note` a sentence for the GM.
    `complete` is False when only its headers were fetched.
    """

    id: int
    mailbox: str
    uidvalidity: int
    uid: int
    arrived_at: datetime
    stored_at: datetime
    sha256: str
    size: int
    complete: bool
    raw: bytes
    state: str
    outcome: str | None
    note: str | None
    game: str | None
    person: str | None
    tries: int


class MailStore(Protocol):
    """Raw mails, stored before anything looks into them."""

    def store(
        self, mailbox: str, uidvalidity: int, mail: Fetched, *, sha256: str, now: datetime
    ) -> ArrivedMail:
        """Stores once per (mailbox, uidvalidity, uid); a content seen before gets state `duplicate`."""

    def unread(self, mailbox: str, *, limit: int) -> list[ArrivedMail]:
        """Mails in state `stored`, by arrival and UID."""

    def begin_try(self, mail_id: int) -> int:
        """Counts one more attempt at reading the mail; the number of attempts so far."""

    def settle(
        self,
        mail_id: int,
        *,
        state: str,
        outcome: str,
        note: str | None = None,
        game: str | None = None,
        person: str | None = None,
    ) -> None:
        """Says what became of a mail; from `stored` only (`TooLate` otherwise)."""

    def get(self, mail_id: int) -> ArrivedMail:
        """`NotFound` when there is none."""

    def newest(self, *, limit: int, game: str | None = None) -> list[ArrivedMail]:
        """The latest mails first."""

    def read_again(self, mail_id: int) -> None:
        """Puts a mail that was set aside (`failed`) back to be read; `TooLate` for any other."""

    def counts(self) -> dict[str, int]:
        """How many mails came in, by state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMail:
    """A mail to be sent. `asks_round` is the round whose orders it asks for (formats 4)."""

    game: str | None
    person: str | None
    seat: str | None
    kind: str
    asks_round: int | None
    recipient: str
    answers: int | None
    """The id of the mail it answers, or None. One answer a mail: unique."""
    key_id: str
    once: str | None = None
    """A key under which a mail is sent at most once, as `reminder:spring-pigs:4:1:p2:48`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMail:
    """A row of the outbox. `state`: `queued`, `sent`, `failed`.

    `text` is the text part, kept to recognise quotes; `message` are the exact bytes, fixed before
    the first try.
    """

    id: int
    game: str | None
    person: str | None
    seat: str | None
    kind: str
    asks_round: int | None
    recipient: str
    answers: int | None
    key_id: str
    message_id: str
    envelope_sender: str
    subject: str
    text: str
    message: bytes
    created_at: datetime
    state: str
    tries: int
    next_try_at: datetime
    server_words: str | None
    sent_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A mail as written, for the outbox row that asked for it."""

    message_id: str
    envelope_sender: str
    subject: str
    text: str
    message: bytes


class Composer(Protocol):
    """Writes the mail for an outbox row once the row's id is known."""

    def __call__(self, outbox_id: int) -> Composed:
        """The mail for that row."""


class Outbox(Protocol):
    """Mails out, in the transaction of what they tell."""

    def put(self, mail: NewMail, *, compose: Composer, now: datetime) -> int:
        """Reserves a row, has the mail written for its id, stores it; the row's id.

        Raises `TooLate` when `answers` has its answer already, or `once` was used.
        """

    def claim(
        self, *, owner: str, now: datetime, lease_seconds: int, limit: int
    ) -> list[OutgoingMail]:
        """Takes due rows that nobody else holds, oldest first, for that long; counts the try."""

    def sent(self, outbox_id: int, *, owner: str, words: str, now: datetime) -> None:
        """The server took it. Does nothing when the lease has gone to somebody else."""

    def retry(self, outbox_id: int, *, owner: str, words: str, next_try_at: datetime) -> None:
        """To be tried again; the lease ends."""

    def failed(self, outbox_id: int, *, owner: str, words: str) -> None:
        """Will never be taken."""

    def get(self, outbox_id: int) -> OutgoingMail | None:
        """The row, or None."""

    def newest(self, *, limit: int, game: str | None = None) -> list[OutgoingMail]:
        """The latest rows first."""

    def texts_to(self, person: str, game: str, *, limit: int) -> list[str]:
        """Text parts of the latest mails to a person in a game, newest first."""

    def has(self, once: str) -> bool:
        """Whether a mail with that `once` key was put."""

    def answers_since(self, recipient: str | None, since: datetime) -> int:
        """How many answers went to an address, or to all."""

    def counts(self) -> dict[str, int]:
        """Rows by state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHolder:
    """Who sits where: a projection of PlayerInvited and what followed (person, address, seat)."""

    game: str
    seat: str
    person: str
    name: str
    address: str
    language: str
    timezone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in one line: a projection, rebuilt from the log at will.

    `phase` as replay.state.Phase. `deadline` of the open or sealed round, else None.
    """

    game: str
    title: str
    kind: str
    form: str
    phase: str
    held: str | None
    round: int | None
    attempt: int | None
    deadline: datetime | None
    early: bool
    version: int


class Projections(Protocol):
    """What is derived from the log for look-ups; kept in the transaction of the append."""

    def games(self) -> list[GameRow]:
        """All games, the newest first."""

    def game(self, game: str) -> GameRow | None:
        """One game."""

    def seats_of_address(self, address: str) -> list[SeatHolder]:
        """Every seat whose person has that address (case of the domain and local part ignored)."""

    def holder(self, game: str, seat: str) -> SeatHolder | None:
        """Who sits there."""

    def person_of_address(self, address: str) -> str | None:
        """The id of the person who has that address, or None."""

    def rebuild(self) -> None:
        """Drops everything and derives it anew from the log."""


class Seeds(Protocol):
    """Seeds of rounds that are not thrown yet: secret until RoundThrown shows them."""

    def keep(self, game: str, round: int, attempt: int, seed: bytes) -> None:
        """Stored once; there is never a second seed within an attempt."""

    def get(self, game: str, round: int, attempt: int) -> bytes:
        """`NotFound` when there is none."""


_HICCUP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxHealth:
    """How the inbox is doing: a watermark and the last poll.

    `seen_at` is when the last successful poll began: all mail that had arrived by then is stored.
    """

    mailbox: str
    uidvalidity: int | None
    last_uid: int
    seen_at: datetime | None
    failing_since: datetime | None
    last_error: str | None
    failures: int

    @property
    def blind(self) -> bool:
        """Whether polls fail for longer than a hiccup: three in a row."""
        return self.failures >= _HICCUP


class Inboxes(Protocol):
    """Watermarks and health of the mailboxes."""

    def health(self, mailbox: str) -> InboxHealth:
        """All zero for a mailbox never polled."""

    def reach(self, mailbox: str, *, uidvalidity: int, last_uid: int) -> None:
        """Moves the watermark, in the transaction that stored the mail."""

    def polled(self, mailbox: str, *, began_at: datetime) -> None:
        """A poll succeeded."""

    def failing(self, mailbox: str, *, at: datetime, error: str) -> None:
        """A poll failed."""


class Leases(Protocol):
    """One worker at a time."""

    def take(self, name: str, *, owner: str, now: datetime, seconds: int) -> bool:
        """True when the lease is ours until then; taking again extends it."""

    def release(self, name: str, *, owner: str) -> None:
        """Gives it back, if it is still ours."""


class Ticks(Protocol):
    """When the service last looked at the clock, to notice that it jumped."""

    def last(self) -> datetime | None:
        """The last tick, or None before the first."""

    def tick(self, now: datetime) -> None:
        """Notes a tick."""


class Transaction(Protocol):
    """One database transaction; everything in it happens, or nothing."""

    @property
    def log(self) -> EventLog:
        """The events."""

    @property
    def mails(self) -> MailStore:
        """Mails in."""

    @property
    def outbox(self) -> Outbox:
        """Mails out."""

    @property
    def projections(self) -> Projections:
        """What is derived from the events."""

    @property
    def seeds(self) -> Seeds:
        """The secrets behind the locks."""

    @property
    def inboxes(self) -> Inboxes:
        """How far the inbox was read."""

    @property
    def leases(self) -> Leases:
        """Who is at it."""

    @property
    def ticks(self) -> Ticks:
        """When the clock was last looked at."""


class Store(Protocol):
    """The database."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """Commits at the end of the block, rolls back on any exception.

        Raises `DatabaseOutOfReach` when the database does not answer.
        """

    def reading(self) -> AbstractContextManager[Transaction]:
        """A consistent view; writes in it are an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything outside in one value: what a use case may touch. Built in `bootstrap`."""

    settings: Settings
    store: Store
    clock: Clock
    entropy: Entropy
    keys: SiteKeys
    inbox: MailboxDoor
    sender: MailSender
    mailbox: str = "inbox"
    """The inbox's id in the database."""
