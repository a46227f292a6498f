"""Stored mails are read by one reader at a time, many in one transaction, and none harms another."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from pigpost.errors import DatabaseOutOfReach
from pigpost.events.types import OrderAccepted
from pigpost.intake import receive as way
from pigpost.intake.fingerprint import content_hash
from pigpost.intake.receive import MAILS_AT_ONCE, read_stored
from pigpost.ports import ArrivedMail, Services, Store, Transaction
from tests.post import Post, a_mail, a_running_game


def stored(post: Post, *words: str) -> None:
    """Mails of Bill's lie in the database, unread."""
    for each in words:
        post.inbox.deliver(a_mail("Bill", each))
    with post.services.store.writing() as tx:
        for mail in post.inbox.mails:
            sha256 = content_hash(mail.raw)
            tx.mails.store("inbox", 1, mail, sha256=sha256, now=post.clock.now())


def mails(post: Post) -> list[ArrivedMail]:
    """All of them, the first first."""
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=1000)[::-1]


def answers(post: Post) -> list[int | None]:
    """The mails that were answered, in the order of the answers."""
    with post.services.store.reading() as tx:
        rows = tx.outbox.newest(limit=1000)
    return [row.answers for row in reversed(rows) if row.answers is not None]


@dataclass(frozen=True, slots=True)
class CountedStore:
    """A store that counts the transactions that may write."""

    store: Store
    written: list[None] = field(default_factory=list)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        self.written.append(None)
        with self.store.writing() as tx:
            yield tx

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.store.reading() as tx:
            yield tx


def test_who_may_not_go_on_leaves_the_other_mails_to_somebody_else(post: Post) -> None:
    """Tries are counted: of many readers at once the last would take the mail for one of the bad."""
    a_running_game(post, "Bill", "Karen")
    stored(post, *(f"THROWS {n + 1}" for n in range(MAILS_AT_ONCE + 1)))
    read_stored(post.services, may_go_on=iter((True, True, False)).__next__)
    with post.services.store.reading() as tx:
        (left,) = tx.mails.unread("inbox", limit=99)
    assert left.tries == 0


def test_who_may_not_go_on_after_counting_a_try_reads_nothing(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4")
    read_stored(post.services, may_go_on=iter((True, False)).__next__)
    assert [(mail.state, mail.tries) for mail in mails(post)] == [("stored", 1)] * 2


def test_mails_that_wait_together_are_read_in_one_transaction(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4", "STATUS", "What?", "Subject: nothing")
    store = CountedStore(post.services.store)
    read_stored(replace(post.services, store=cast("Store", store)))
    assert len(store.written) == 2, "one that counts the tries, one that reads"
    assert [mail.state for mail in mails(post)] == ["read"] * 5
    assert answers(post) == [mail.id for mail in mails(post)]
    assert len(post.events(OrderAccepted)) == 2


def test_a_transaction_that_takes_too_long_takes_up_no_other_mail(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4", "THROWS 5")
    receive = way.receive

    def slowly(services: Services, tx: Transaction, mail: ArrivedMail) -> None:
        receive(services, tx, mail)
        post.clock.advance(seconds=1)

    monkeypatch.setattr(way, "receive", slowly)
    store = CountedStore(post.services.store)
    read_stored(replace(post.services, store=cast("Store", store)))
    assert len(store.written) == 4
    assert [(mail.state, mail.tries) for mail in mails(post)] == [("read", 1)] * 3


def test_one_bad_mail_costs_the_others_nothing_but_time(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4", "THROWS 5")
    _spoil(monkeypatch, ValueError("a mail that nobody can read"))
    with caplog.at_level(logging.WARNING):
        read_stored(post.services)
    assert [mail.state for mail in mails(post)] == ["read", "stored", "read"]
    assert len(caplog.messages) == 1
    for _ in range(3):
        read_stored(post.services)
    assert [mail.state for mail in mails(post)] == ["read", "failed", "read"]
    assert sorted(filter(None, answers(post))) == [mails(post)[0].id, mails(post)[2].id]
    assert len(post.events(OrderAccepted)) == 2


def test_a_mail_that_ends_the_process_is_set_aside_and_none_with_it(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read with it is undone with it; the next process reads each of them alone."""
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4", "THROWS 5")
    _spoil(monkeypatch, SystemExit())
    for _ in range(3):
        with pytest.raises(SystemExit):
            read_stored(post.services)
    read_stored(post.services)
    assert [mail.state for mail in mails(post)] == ["read", "failed", "read"]
    assert len(post.events(OrderAccepted)) == 2
    assert len(answers(post)) == 2


def test_nothing_is_half_done_when_the_database_goes_away_under_many_mails(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_running_game(post, "Bill", "Karen")
    stored(post, "THROWS 3", "THROWS 4")
    with monkeypatch.context() as patch:
        _spoil(patch, DatabaseOutOfReach("the disk is full"))
        with pytest.raises(DatabaseOutOfReach):
            read_stored(post.services)
    assert [mail.state for mail in mails(post)] == ["stored"] * 2
    assert not post.events(OrderAccepted)
    read_stored(post.services)
    assert [mail.state for mail in mails(post)] == ["read"] * 2
    assert len(post.events(OrderAccepted)) == len(answers(post)) == 2


def _spoil(patch: pytest.MonkeyPatch, fault: BaseException) -> None:
    """The mail with THROWS 4 raises it once all that it causes was done."""
    receive = way.receive

    def spoilt(services: Services, tx: Transaction, mail: ArrivedMail) -> None:
        receive(services, tx, mail)
        if b"THROWS 4" in mail.raw:
            raise fault

    patch.setattr(way, "receive", spoilt)
