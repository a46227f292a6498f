"""Several at the same thing in the same moment: one does it, the others see that it is done."""

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from threading import Barrier, get_ident
from typing import cast

import pytest

from pigpost.adapters.sql.outbox import SqlOutbox
from pigpost.events.types import RoundThrown
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.poll import poll_inbox
from pigpost.intake.receive import read_stored
from pigpost.ports import Store, Transaction
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost.rounds.remind import send_reminders
from pigpost.rounds.seal import seal_due_rounds
from tests.fakes import CountingEntropy
from tests.post import GAME, Post, a_running_game, address_of
from tests.workers.crashes import assert_nothing_lost_nor_doubled, orders_recorded
from tests.workers.scenes import a_lively_round, a_quiet_round

READERS = 3


@dataclass(frozen=True, slots=True)
class _InStep:
    """A store whose first view all of its users take before any of them goes on."""

    store: Store
    all_have_looked: Barrier = field(default_factory=lambda: Barrier(READERS))
    looked: set[int] = field(default_factory=set)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.store.reading() as tx:
            yield tx
        if get_ident() not in self.looked:
            self.looked.add(get_ident())
            self.all_have_looked.wait(10)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        with self.store.writing() as tx:
            yield tx


@pytest.fixture
def database_url(each_url: str) -> str:
    return each_url


def test_three_readers_of_one_inbox_read_each_mail_once_and_complain_of_nothing(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    a_lively_round(post)
    with post.services.store.writing() as tx:
        for mail in post.inbox.mails:
            sha256 = content_hash(mail.raw)
            tx.mails.store("inbox", 1, mail, sha256=sha256, now=post.clock.now())
    services = replace(post.services, store=cast("Store", _InStep(post.services.store)))
    with caplog.at_level(logging.WARNING), ThreadPoolExecutor(READERS) as readers:
        list(readers.map(lambda _: read_stored(services), range(READERS)))
    assert caplog.messages == []
    post.run()
    assert_nothing_lost_nor_doubled(post)
    assert len(orders_recorded(post)) == 5


class _Meeting(CountingEntropy):
    """The seed of the next round is drawn when two workers have come so far."""

    both_are_here = Barrier(2)

    def seed(self) -> bytes:
        self.both_are_here.wait(10)
        return super().seed()


@pytest.mark.servers
@pytest.mark.parametrize("each_url", ["postgresql"], indirect=True)  # SQLite lets one in at a time
def test_of_two_that_throw_a_round_in_one_moment_one_does_and_the_other_says_nothing(
    post: Post,
) -> None:
    a_quiet_round(post)
    poll_inbox(post.services, owner="test")
    seal_due_rounds(post.services)
    services = replace(post.services, entropy=_Meeting())
    with ThreadPoolExecutor(2) as workers:
        done = list(workers.map(adjudicate_sealed_rounds, [services] * 2))
    assert sorted(done) == [[], [GAME]]
    assert len(post.events(RoundThrown)) == 1


def test_a_mail_that_somebody_else_has_just_put_is_not_put_again(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked before the other's commit saw nothing of it."""
    a_running_game(post, "Bill", "Karen")
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline - timedelta(hours=10))
    monkeypatch.setattr(SqlOutbox, "has", lambda *_: False)
    send_reminders(post.services)
    send_reminders(post.services)
    post.run()
    assert [m["X-Pigpost-Kind"] for m in post.sender.to(address_of("Bill"))].count("reminder") == 1
