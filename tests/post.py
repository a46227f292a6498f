"""A whole service without sockets: a real database, an inbox and a sender made of lists."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import count
from pathlib import Path
from typing import Any

from pigpost.adapters.keys import FileKeys, make_keys
from pigpost.audit.games import game_state
from pigpost.config import Settings
from pigpost.errors import MailOutOfReach
from pigpost.games.kinds import Piggyback
from pigpost.games.kinds import Settings as GameSettings
from pigpost.games.outcomes import default_weights
from pigpost.intake.poll import poll_inbox
from pigpost.outbox.deliver import send_outbox
from pigpost.ports import Fetched, Mailbox, MailboxState, Services, Store
from pigpost.replay.state import GameState
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost.rounds.remind import send_reminders
from pigpost.rounds.seal import seal_due_rounds
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import NewPlayer, add_player
from tests.fakes import CountingEntropy, FixedClock

GAME = "spring-pigs"


@dataclass(slots=True)
class FakeInbox:
    """An IMAP folder as a list. `broken` makes every opening fail."""

    clock: FixedClock
    mails: list[Fetched] = field(default_factory=list)
    uidvalidity: int = 1
    broken: bool = False
    handful: int = 2
    _uids: Iterator[int] = field(default_factory=lambda: count(1))

    def deliver(self, raw: bytes, *, at: datetime | None = None) -> int:
        uid = next(self._uids)
        arrived_at = (at or self.clock.now()).replace(microsecond=0)
        mail = Fetched(uid=uid, arrived_at=arrived_at, size=len(raw), raw=raw, complete=True)
        self.mails.append(mail)
        return uid

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        if self.broken:
            raise MailOutOfReach("the inbox is out of reach")
        yield self

    @property
    def state(self) -> MailboxState:
        last = max((mail.uid for mail in self.mails), default=0)
        return MailboxState(uidvalidity=self.uidvalidity, uidnext=last + 1)

    def uids_after(self, uid: int) -> list[int]:
        return sorted(mail.uid for mail in self.mails if mail.uid > uid)

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        mail = next((mail for mail in self.mails if mail.uid == uid), None)
        if mail is None or mail.size <= limit_bytes:
            return mail
        headers = mail.raw.split(b"\r\n\r\n", 1)[0] + b"\r\n\r\n"
        return Fetched(
            uid=uid, arrived_at=mail.arrived_at, size=mail.size, raw=headers, complete=False
        )

    def fetch_all(
        self, uids: Sequence[int], *, limit_bytes: int
    ) -> Iterator[dict[int, Fetched | None]]:
        for first in range(0, len(uids), self.handful):
            some = uids[first : first + self.handful]
            yield {uid: self.fetch(uid, limit_bytes=limit_bytes) for uid in some}

    @contextmanager
    def listen(self) -> Iterator[None]:
        if self.broken:
            raise MailOutOfReach("the inbox is out of reach")
        yield None


@dataclass(slots=True)
class FakeSender:
    """Takes every mail; `fault` is raised instead, once for each in the list."""

    sent: list[tuple[str, EmailMessage]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        del envelope_sender
        if self.faults:
            raise self.faults.pop(0)
        self.sent.append((recipient, BytesParser(policy=policy.default).parsebytes(message)))
        return "250 taken"

    def to(self, recipient: str) -> list[EmailMessage]:
        return [mail for address, mail in self.sent if address == recipient]


@dataclass(slots=True, kw_only=True)
class Post:
    """A service and its surroundings."""

    services: Services
    inbox: FakeInbox
    sender: FakeSender
    clock: FixedClock

    def state(self) -> GameState:
        with self.services.store.reading() as tx:
            return game_state(tx, GAME)

    def events(self, kind: type) -> list[Any]:
        """The game's events of one type, oldest first."""
        with self.services.store.reading() as tx:
            recorded = tx.log.read(f"game-{GAME}")
        return [one.event for one in recorded if isinstance(one.event, kind)]

    def run(self) -> None:
        """One round of everything: poll, seal, throw, remind, send."""
        poll_inbox(self.services, owner="test")
        seal_due_rounds(self.services)
        adjudicate_sealed_rounds(self.services)
        send_reminders(self.services)
        send_outbox(self.services, owner="test")

    def mailed(self, name: str, words: str, **more: Any) -> EmailMessage:
        """Delivers a mail of a player, runs everything, and returns the answer he got."""
        before = len(self.sender.to(address_of(name)))
        self.inbox.deliver(a_mail(name, words, **more))
        self.run()
        answers = [
            mail
            for mail in self.sender.to(address_of(name))[before:]
            if mail["Auto-Submitted"] == "auto-replied"
        ]
        assert len(answers) == 1, [str(mail["Subject"]) for mail in answers]
        return answers[0]

    def sleep_until(self, at: datetime) -> None:
        """Lets time pass while the service looks at the clock as it should."""
        with self.services.store.writing() as tx:
            tx.ticks.tick(at)
        self.clock.at = at

    def last(self, name: str, kind: str) -> EmailMessage:
        """The latest mail of a kind to a player."""
        return [m for m in self.sender.to(address_of(name)) if m["X-Pigpost-Kind"] == kind][-1]


def a_post(store: Store, clock: FixedClock, folder: Path, **mail: object) -> Post:
    make_keys(folder / "keys")
    inbox, sender = FakeInbox(clock), FakeSender()
    services = Services(
        settings=Settings(
            site={"gm_name": "Alison", "gm": "alison@pigs.example"},
            mail={"address": "pigs+{game}@pigs.example", **mail},
            rounds={"early_delay_seconds": 0},
        ),
        store=store,
        clock=clock,
        entropy=CountingEntropy(),
        keys=FileKeys(folder / "keys"),
        inbox=inbox,
        sender=sender,
    )
    return Post(services=services, inbox=inbox, sender=sender, clock=clock)


def a_game(
    post: Post,
    *names: str,
    identity: str = "address",
    early: bool = False,
    schedule: str = "Fri 20:00",
    piggyback: Piggyback = Piggyback.WIPE,
    target: int = 100,
) -> None:
    """A game that is forming, with these players seated, at `<name>@mill.example`."""
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=GameSettings(
            weights=default_weights(piggyback), piggyback=piggyback, target=target
        ),
        schedule=schedule,
        timezone="UTC",
        identity=identity,
        early=early,
    )
    for name in names:
        add_player(post.services, GAME, a_player(name))


def a_running_game(post: Post, *names: str, **settings: Any) -> None:
    """The same, with round 1 open and its opening mails sent."""
    a_game(post, *names, **settings)
    start_game(post.services, GAME)
    post.run()


def a_player(name: str) -> NewPlayer:
    return NewPlayer(name=name, address=address_of(name), language="en", timezone="Europe/Helsinki")


def address_of(name: str) -> str:
    return f"{name.lower()}@mill.example"


_numbers = count(1)


def a_mail(
    name: str,
    words: str,
    *,
    to: str = f"pigs+{GAME}@pigs.example",
    answering: EmailMessage | None = None,
    **headers: str,
) -> bytes:
    """A plain mail as a person's client writes it; `answering` makes it a reply."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = f"{name} <{address_of(name)}>"
    mail["To"] = to
    mail["Subject"] = "my order" if answering is None else f"Re: {answering['Subject']}"
    mail["Date"] = "Mon, 02 Mar 2026 17:59:00 +0000"
    mail["Message-ID"] = f"<{next(_numbers)}@mill.example>"
    if answering is not None:
        mail["In-Reply-To"] = str(answering["Message-ID"])
    mail.set_content(words)
    for header, value in headers.items():
        name_of_header = header.replace("_", "-")
        del mail[name_of_header]
        mail[name_of_header] = value
    return mail.as_bytes()


def text_of(mail: EmailMessage) -> str:
    """The text part of a mail of ours."""
    part = mail.get_body(preferencelist=("plain",))
    assert part is not None
    return str(part.get_content())
