"""What a kill leaves on the disk, step by step, and what must hold when the service goes on from it."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from pigpost.adapters.sql.store import SqlStore
from pigpost.audit.export import export_game
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.ports import MailSender, Store, Transaction
from pigpost.replay.verify import verify
from tests.fakes import CountingEntropy, FixedClock
from tests.post import GAME, FakeInbox, FakeSender, Post

_LEASES_END = timedelta(seconds=301)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wreck:
    """A moment at which the service was killed: its database, and what servers elsewhere hold."""

    step: str
    database: Path
    inbox: FakeInbox
    sent: list[tuple[str, EmailMessage]]

    @contextmanager
    def revived(self, post: Post) -> Iterator[Post]:
        """A new process on the old database, when the leases of the dead have ended."""
        clock = FixedClock(post.clock.at + _LEASES_END)
        inbox = FakeInbox(clock, list(self.inbox.mails), self.inbox.uidvalidity)
        sender = FakeSender(list(self.sent))
        with closing(SqlStore(f"sqlite:///{self.database}", entropy=CountingEntropy())) as store:
            services = replace(post.services, store=store, clock=clock, inbox=inbox, sender=sender)
            yield Post(services=services, inbox=inbox, sender=sender, clock=clock)


@dataclass(slots=True, kw_only=True)
class Witness:
    """Watches a service at work and keeps what a kill at each step would leave."""

    post: Post
    database: Path
    folder: Path
    wrecks: list[Wreck] = field(default_factory=list)

    def watched(self) -> Post:
        """The same service, every step of it seen."""
        services = replace(
            self.post.services,
            store=cast("Store", WatchedStore(self.post.services.store, self.step)),
            sender=cast("MailSender", WatchedSender(self.post.sender, self.step)),
        )
        return replace(self.post, services=services)

    def step(self, name: str) -> None:
        copy = self.folder / f"{len(self.wrecks):03}"
        copy.mkdir(parents=True)
        for file in self.database.parent.glob(f"{self.database.name}*"):
            shutil.copy(file, copy)
        self.wrecks.append(
            Wreck(
                step=name,
                database=copy / self.database.name,
                inbox=self.post.inbox,
                sent=list(self.post.sender.sent),
            )
        )


@dataclass(frozen=True, slots=True)
class WatchedStore:
    """What is not committed is lost with the process: a kill leaves what the last commit left."""

    store: Store
    step: Callable[[str], None]

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        with self.store.writing() as tx:
            yield tx
        self.step("after a commit")

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.store.reading() as tx:
            yield tx


@dataclass(frozen=True, slots=True)
class WatchedSender:
    sender: MailSender
    step: Callable[[str], None]

    def send(self, **mail: Any) -> str:
        words = self.sender.send(**mail)
        self.step("after the server's 250")
        return words


def assert_nothing_lost_nor_doubled(post: Post, *, sent_twice: int = 0) -> None:
    """Each mail is stored once and answered once, each order is one event, and the log verifies.

    `sent_twice` mails may have gone out twice: a kill between the server's 250 and our commit.
    """
    with post.services.store.reading() as tx:
        mails, rows = tx.mails.newest(limit=1000), tx.outbox.newest(limit=1000)
        keys = [entry.idem for entry in tx.log.entries(f"game-{GAME}") if entry.idem is not None]
        exported = export_game(tx, GAME, origin="pigs.example/pigpost")
    assert sorted(mail.uid for mail in mails) == sorted(mail.uid for mail in post.inbox.mails)
    assert {mail.state for mail in mails} <= {"read", "machine", "duplicate"}
    answered = Counter(row.answers for row in rows if row.answers is not None)
    assert answered == {mail.id: 1 for mail in mails if _wants_an_answer(mail.state, mail.outcome)}
    assert {row.state for row in rows} == {"sent"}
    went_out = Counter(str(mail["Message-ID"]) for _, mail in post.sender.sent)
    assert went_out.keys() == {row.message_id for row in rows}
    assert sum(went_out.values()) <= len(rows) + sent_twice
    assert len(keys) == len(set(keys))
    assert all(finding.good for finding in verify(BytesIO(exported)))


def orders_recorded(post: Post) -> list[tuple[str, str]]:
    """Every order, accepted or refused, as seat and canonical order."""
    return sorted(
        (event.sealed.seat, getattr(event.sealed, "order", "refused"))
        for kind in (OrderAccepted, OrderRefused)
        for event in post.events(kind)
    )


def wrecks_on_the_way(post: Post, folder: Path) -> list[Wreck]:
    """Runs everything once; what a kill at every step of it would have left."""
    witness = Witness(post=post, database=folder / "pigpost.db", folder=folder / "wrecks")
    witness.watched().run()
    return witness.wrecks


def _wants_an_answer(state: str, outcome: str | None) -> bool:
    return state == "read" and "not answered" not in (outcome or "")
