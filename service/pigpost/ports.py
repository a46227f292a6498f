"""Every outside thing the application needs, as one list of protocols.

Adapters fulfil them and meet the use cases only in `bootstrap`. All times are aware UTC.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from pigpost.config import Settings
from pigpost.events.record import Addition, Entry, LogHead, Recorded
from pigpost.replay.state import GameState

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

    def fetch_all(
        self, uids: Sequence[int], *, limit_bytes: int
    ) -> Iterator[Mapping[int, Fetched | None]]:
        """The same for many, a handful at a time and in their order."""


class Listening(Protocol):
    """A link to the inbox on which the server can speak first (IDLE, RFC 2177).

    Every method raises `MailOutOfReach` when the link fails; it is of no use any more then.
    """

    def begin(self) -> None:
        """Asks the server to tell what happens from now on."""

    def heard(self, seconds: float) -> bool:
        """Waits so long at most; whether something was said, of which nothing is believed."""

    def end(self) -> None:
        """Asks it to stop, and reads whatever it said."""


class MailboxDoor(Protocol):
    """Opens the inbox."""

    def open(self) -> AbstractContextManager[Mailbox]:
        """Connects, logs in, selects; `MailOutOfReach` when it can't, `LoginRefused` at the door."""

    def listen(self) -> AbstractContextManager[Listening | None]:
        """The same for listening; None where the server can only be asked."""


class MailSender(Protocol):
    """Hands a mail to a server."""

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        """The server's words of acceptance; `SendRefusedForNow` or `SendRefused` otherwise."""


class MailSigner(Protocol):
    """Vouches for a mail in the name of our domain (DKIM, RFC 6376)."""

    def sign(self, message: bytes) -> bytes:
        """The mail with its signature in front; not a byte of the rest is changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureVerdict:
    """What the check of a mail's DKIM signature said.

    `result`: `pass`, `fail`, `none` (not signed by its writer's domain) or `not_checked`; `key` is
    the public key record as it was found that day.
    """

    result: str
    domain: str | None = None
    selector: str | None = None
    key: str | None = None


class SignatureCheck(Protocol):
    """Verifies who signed a mail. It decides nothing: what it says is kept as evidence."""

    def check(self, raw: bytes, *, sender: str) -> SignatureVerdict:
        """The verdict on the signature that stands for the sender's domain. Never raises."""


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

    def history(self, stream: str, *, after: int = 0) -> Iterator[Recorded]:
        """The same, one after the other: for a fold, which keeps few of them.

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

    def streams_of(self, kind: str) -> list[str]:
        """The streams that hold an event of that type."""

    def leaves(self) -> list[bytes]:
        """All leaves in the order of position, for proofs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedMail:
    """A mail in our own database.

    `state`: `stored` (not read yet), `read`, `held` (its writer is asked for), `duplicate`,
    `machine`, `failed`;
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
    signature: str | None = None
    """What the check of its signature said, as in `SignatureVerdict`; None: nobody looked."""
    signed_by: str | None = None
    signed_selector: str | None = None
    signed_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """Some of the mails in: by state and by outcome (none named: any), and by the GM's hand.

    `handled`: whether the GM has done something with them; None: either.
    """

    states: frozenset[str] = frozenset()
    outcomes: frozenset[str] = frozenset()
    handled: bool | None = None


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

    def forgive_try(self, mail_id: int) -> None:
        """Takes the last attempt back: it was not the mail that failed. No matter once it is read."""

    def settle(
        self,
        mail_id: int,
        *,
        state: str,
        outcome: str,
        note: str | None = None,
        game: str | None = None,
        person: str | None = None,
        was: str = "stored",
    ) -> None:
        """Says what became of a mail that was in that state until now (`TooLate` otherwise)."""

    def keep_signature(self, mail_id: int, verdict: SignatureVerdict) -> None:
        """Keeps what the check of a mail's signature said beside it."""

    def get(self, mail_id: int) -> ArrivedMail:
        """`NotFound` when there is none."""

    def at(self, mailbox: str, uidvalidity: int, uid: int) -> ArrivedMail | None:
        """What was stored as that UID, or None."""

    def newest(self, *, limit: int, game: str | None = None) -> list[ArrivedMail]:
        """The latest mails first."""

    def read_again(self, mail_id: int) -> None:
        """Puts a mail that was set aside (`failed`) back to be read; `TooLate` for any other."""

    def pile(self, pile: Pile, *, limit: int, before: int | None = None) -> list[ArrivedMail]:
        """The latest mails of a pile first, those with smaller ids than `before`."""

    def size_of(self, pile: Pile) -> int:
        """How many mails lie on it."""

    def of_person(
        self, person: str, game: str, *, since: datetime, until: datetime, limit: int
    ) -> list[ArrivedMail]:
        """A person's mails about a game that arrived from `since` to `until`, oldest first."""

    def counts(self) -> dict[str, int]:
        """How many mails came in, by state."""

    def outcomes_since(self, since: datetime) -> dict[str, int]:
        """What became of the mails that were stored since then: how many, by outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What the reader made of a mail: `said` is JSON, as `intake.decision` writes it.

    It had before it the log's first `entries` entries, and the rows of the outbox up to `outbox`.
    `seat` is its writer's, if it was read as a player's.
    """

    mail: int
    said: str
    entries: int
    outbox: int
    seat: str | None


class Decisions(Protocol):
    """What the reader made of each mail."""

    def keep(self, decided: Decided) -> None:
        """Kept once a mail: where it is read again, the latest."""

    def all(self) -> Iterator[Decided]:
        """Every decision, by mail."""


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
    """A row of the outbox. `state`: `queued`, `sent` (accepted), `failed` (refused), `bounced`.

    `text` is the text part, kept to recognise quotes; `message` are the exact bytes, fixed before
    the first try. `bounce` is `hard` or `soft` while the mail is known to have come back;
    `bounced_at` and `bounce_words` stay when it is sent anew, and `resends` counts how often it was.
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
    bounce: str | None
    bounced_at: datetime | None
    bounce_words: str | None
    resends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """When a server last took a mail to somebody, and when one last came back, with what words."""

    accepted_at: datetime | None
    bounced_at: datetime | None
    bounce_words: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BouncedAddress:
    """An address from which mail came back; it gets none while `blocked_at` is set."""

    address: str
    soft: int
    blocked_at: datetime | None
    words: str


class BouncedAddresses(Protocol):
    """Addresses from which mail came back; case is of no account in them."""

    def blocks(self, address: str) -> bool:
        """Whether no mail goes there."""

    def bounced(self, address: str, *, hard: bool, words: str, now: datetime) -> BouncedAddress:
        """Counts a bounce, and blocks the address when it is a hard one."""

    def lift(self, address: str) -> None:
        """Mail goes there again, and nothing has come back."""

    def blocked(self) -> list[BouncedAddress]:
        """Those that get no mail, the latest first."""


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
        self, *, owner: str, now: datetime, lease_seconds: int, limit: int, per_minute: int = 0
    ) -> list[OutgoingMail]:
        """Takes due rows that nobody else holds, oldest first, for that long; counts the try.

        No more than `per_minute` within any minute, by whomever; 0 is as many as there are.
        """

    def sent(self, outbox_id: int, *, owner: str, words: str, now: datetime) -> None:
        """The server took it. Does nothing when the lease has gone to somebody else."""

    def retry(self, outbox_id: int, *, owner: str, words: str, next_try_at: datetime) -> None:
        """To be tried again; the lease ends."""

    def failed(self, outbox_id: int, *, owner: str, words: str) -> None:
        """Will never be taken."""

    def bounced(self, outbox_id: int, *, hard: bool, words: str, now: datetime) -> bool:
        """The mail came back. Whether that is news: of several reports only the worst counts."""

    def send_again(
        self, outbox_id: int, *, now: datetime, recipient: str | None = None
    ) -> OutgoingMail:
        """Queues the same bytes once more, to that recipient or the one before.

        `NotFound` when there is none, `TooLate` when it waits to be sent already.
        """

    def get(self, outbox_id: int) -> OutgoingMail | None:
        """The row, or None."""

    def waiting(self, *, limit: int) -> list[OutgoingMail]:
        """What is still to be sent, in the order of the next try."""

    def failed_since(self, since: datetime) -> int:
        """How many mails that were put since then no server took."""

    def delivery_to(self, person: str, game: str) -> "Delivery":
        """What became of the latest mails to a person in a game."""

    def newest(self, *, limit: int, game: str | None = None) -> list[OutgoingMail]:
        """The latest rows first."""

    def texts_to(self, person: str, game: str, *, limit: int, upto: int | None = None) -> list[str]:
        """Text parts of the latest mails to a person in a game, newest first.

        `upto`: only of rows up to that id.
        """

    def to_person(
        self, person: str, game: str, *, since: datetime, until: datetime, limit: int
    ) -> list[OutgoingMail]:
        """Rows for a person in a game that were put from `since` to `until`, oldest first."""

    def last_id(self) -> int:
        """The id of the latest row; zero before the first."""

    def has(self, once: str) -> bool:
        """Whether a mail with that `once` key was put."""

    def about(self, mail: int, *, once: Sequence[str]) -> list[OutgoingMail]:
        """The answer to a mail in, and those that were sent under these keys, oldest first."""

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
    quiet: bool = False
    """Asked for no reminders; known where the holder comes from the game's state."""


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

    def seats_of_person(self, person: str) -> list[SeatHolder]:
        """Every seat that somebody has."""

    def holder(self, game: str, seat: str) -> SeatHolder | None:
        """Who sits there."""

    def holders(self, game: str) -> list[SeatHolder]:
        """Who sits in a game, by seat as first offered."""

    def person_of_address(self, address: str) -> str | None:
        """The id of the person who has that address, or None."""

    def addresses_of(self, person: str) -> list[str]:
        """Every address of a person, the one that mail is sent to first, then the latest."""

    def rebuild(self) -> None:
        """Drops everything and derives it anew from the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A mail out that asks whether a held mail is the reader's.

    `whom`: `player` (at his registered address) or `writer` (at the unknown address that wrote).
    `proven`: the held mail showed a proof of the player's mailbox. `said` is `yes` or `no`, and
    `said_in` the mail that says so; None until then.
    """

    outbox: int
    mail: int
    whom: str
    proven: bool
    said: str | None
    said_in: int | None


class Questions(Protocol):
    """Which mails of ours ask about a held mail, and what was answered."""

    def ask(
        self, mail: int, *, whom: str, proven: bool, answers: int | None, once: str | None = None
    ) -> bool:
        """Notes that a mail out asks about a held mail; False where there is no such mail out.

        It is the answer to the mail `answers`, else the one that was sent under the key `once`.
        """

    def get(self, outbox: int) -> Question | None:
        """What that mail out asks, if it does."""

    def about(self, mail: int) -> list[Question]:
        """All that was asked about a held mail."""

    def answered_by(self, mail: int) -> Question | None:
        """The question that a mail in has answered."""

    def answer(self, outbox: int, *, said: str, mail: int) -> None:
        """Notes what was said to it, and in which mail."""

    def asked_since(self, game: str, person: str, since: datetime) -> int:
        """About how many mails in a player's name it was asked."""

    def disowned_at(self, game: str, person: str) -> datetime | None:
        """When the last mail arrived that showed a player's proof and that he has disowned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handling:
    """What the GM did with a mail in, as in `events.types.MailHandled`; `seat` is whom it touched."""

    mail: int
    what: str
    at: datetime
    reason: str
    game: str | None
    seat: str | None

    @property
    def once(self) -> str:
        """The key under which the mail out that tells of it is sent."""
        return handling_key(self.mail, self.what)


def handling_key(mail: int, what: str) -> str:
    """The `once` of a mail out that tells what was done with a mail in."""
    return f"desk:{mail}:{what}"


class Handlings(Protocol):
    """What the GM did with mails: one answer to each, and one thing that settles it."""

    def note(self, handling: Handling, *, answer: bool) -> None:
        """Notes it; `TooLate` where there is an answer, or the mail is settled, already."""

    def of(self, mail: int) -> list[Handling]:
        """What was done with a mail, the earliest first."""

    def told_in(self, outbox: int) -> int | None:
        """The mail in that a mail out tells of, as something that the GM did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmLogin:
    """A link to the desk that was used, and since when; `ended_at` is when its reader logged out.

    `digest` is of its key; `person` is who plays, where it is a player's.
    """

    digest: str
    role: str
    person: str | None
    used_at: datetime
    ended_at: datetime | None


class GmLogins(Protocol):
    """Links to the desk. Their keys are never stored, only digests of them."""

    def make(
        self,
        *,
        role: str,
        digest: str,
        browser: str | None,
        now: datetime,
        expires_at: datetime,
        person: str | None = None,
    ) -> None:
        """A link that is good once until then, in that browser only (None: in any)."""

    def forget(self, *, made_before: datetime) -> None:
        """Links that were made then or before are gone, with the sessions begun with them."""

    def asked_since(self, since: datetime, *, person: str | None = None) -> int:
        """How many links browsers have asked for: of a player, else of all who decide."""

    def use(self, digest: str, *, browser: str, now: datetime) -> GmLogin | None:
        """Uses a link up; None for one that is not good, or not here, or not any more."""

    def get(self, digest: str) -> GmLogin | None:
        """A link that was used, or None."""

    def end(self, digest: str, *, now: datetime) -> None:
        """Its reader logs out."""


class CodeState(StrEnum):
    """What a one-time code was when somebody tried it; a good one is used up by that."""

    GOOD = "good"
    USED = "used"
    EXPIRED = "expired"
    WRONG = "wrong"


class GmCodes(Protocol):
    """One-time codes of the GM's mails. They are never stored, only digests of them."""

    def make(self, *, role: str, digest: str, now: datetime, expires_at: datetime) -> None:
        """A code that is good once until then, for mails of that role only."""

    def forget(self, *, made_before: datetime) -> None:
        """Codes that were made then or before are gone."""

    def use(self, digest: str, *, role: str, now: datetime) -> CodeState:
        """Uses a code up if it is good, and tells what it was."""


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

    def lag(self, now: datetime) -> timedelta | None:
        """How old the latest view of the inbox is; None before the first."""
        return None if self.seen_at is None else max(now - self.seen_at, timedelta(0))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorState:
    """How the door is doing at which a mail server delivers (`pigpost lmtp`).

    `beat_at` is when it last was open; None: never. The gap is the latest time in which a server may
    have found it shut, and have kept a mail.
    """

    beat_at: datetime | None
    gap_began: datetime | None
    gap_ended: datetime | None


class Doors(Protocol):
    """Mail that is delivered to us and not fetched, by mailbox."""

    def next_number(self, mailbox: str) -> int:
        """1, 2, 3 ...: whoever has one keeps all others waiting until his transaction has ended."""

    def wait(self, mailbox: str) -> None:
        """Waits for the deliveries under way: then all mail that was taken until now can be seen."""

    def state(self, mailbox: str) -> DoorState:
        """As it is noted; nothing in it where the door was never open."""

    def note(self, mailbox: str, state: DoorState) -> None:
        """Notes it."""


class Leases(Protocol):
    """One worker at a time."""

    def take(self, name: str, *, owner: str, now: datetime, seconds: int) -> bool:
        """True when the lease is ours until then; taking again extends it."""

    def release(self, name: str, *, owner: str) -> None:
        """Gives it back, if it is still ours."""

    def until(self, name: str) -> datetime | None:
        """When it ends; None when nobody has it."""


class Ticks(Protocol):
    """When the service last looked at the clock, to notice that it jumped."""

    def last(self) -> datetime | None:
        """The last tick, or None before the first."""

    def tick(self, now: datetime) -> None:
        """Notes a tick."""


class Transaction(Protocol):
    """One database transaction; everything in it happens, or nothing.

    `folded` are games that were folded in it: who asks for one again folds only what came since.
    """

    @property
    def folded(self) -> dict[str, GameState]:
        """By name, those asked for last at the end; gone with the transaction."""

    def attempt(self) -> AbstractContextManager[None]:
        """What fails in the block is undone, and all that was done before it stays."""

    @property
    def log(self) -> EventLog:
        """The events."""

    @property
    def mails(self) -> MailStore:
        """Mails in."""

    @property
    def decisions(self) -> Decisions:
        """What was made of mails in."""

    @property
    def outbox(self) -> Outbox:
        """Mails out."""

    @property
    def bounces(self) -> BouncedAddresses:
        """Where mail came back from."""

    @property
    def questions(self) -> Questions:
        """What is asked about held mails."""

    @property
    def handlings(self) -> Handlings:
        """What the GM did with mails."""

    @property
    def logins(self) -> GmLogins:
        """Who was let in to the desk."""

    @property
    def codes(self) -> GmCodes:
        """With which mails the GM gives commands."""

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
    def doors(self) -> Doors:
        """Where mail is delivered."""

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


INBOX = "inbox"


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
    signer: MailSigner | None = None
    """None where mails go out unsigned."""
    mailbox: str = INBOX
    """The inbox's id in the database."""
    signatures: SignatureCheck | None = None
    """Looks up keys and verifies; None: no mail is checked."""
