"""Leases, ticks, seeds, and how the inbox is doing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import NotFound, TooLate
from tests.contracts.samples import AT


def test_a_lease_is_one_owners_until_it_runs_out(store: SqlStore) -> None:
    with store.writing() as tx:
        assert tx.leases.take("poll", owner="a", now=AT, seconds=60)
        assert not tx.leases.take("poll", owner="b", now=AT, seconds=60)
        assert tx.leases.take("other", owner="b", now=AT, seconds=60)
        at_59, at_60 = AT + timedelta(seconds=59), AT + timedelta(seconds=60)
        assert tx.leases.take("poll", owner="a", now=at_59, seconds=1)
        assert tx.leases.take("poll", owner="b", now=at_60, seconds=60)


def test_only_the_owner_gives_a_lease_back(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.leases.take("poll", owner="a", now=AT, seconds=60)
        tx.leases.release("poll", owner="b")
        assert not tx.leases.take("poll", owner="b", now=AT, seconds=60)
        tx.leases.release("poll", owner="a")
        assert tx.leases.take("poll", owner="b", now=AT, seconds=60)


def test_of_many_who_take_a_lease_at_once_one_has_it(open_store: Callable[[], SqlStore]) -> None:
    store, barrier = open_store(), Barrier(8)

    def take(owner: int) -> bool:
        barrier.wait(10)
        with store.writing() as tx:
            return tx.leases.take("poll", owner=str(owner), now=AT, seconds=60)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(take, range(8))) == 1


def test_the_last_tick_is_remembered(store: SqlStore) -> None:
    with store.writing() as tx:
        assert tx.ticks.last() is None
        tx.ticks.tick(AT)
        tx.ticks.tick(AT + timedelta(seconds=1))
        assert tx.ticks.last() == AT + timedelta(seconds=1)


def test_there_is_never_a_second_seed_within_an_attempt(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.seeds.keep("g", 1, 1, b"one")
        tx.seeds.keep("g", 1, 2, b"two")
        with pytest.raises(TooLate):
            tx.seeds.keep("g", 1, 1, b"other")
        assert (tx.seeds.get("g", 1, 1), tx.seeds.get("g", 1, 2)) == (b"one", b"two")
        with pytest.raises(NotFound):
            tx.seeds.get("g", 2, 1)


def test_a_mailbox_never_polled_is_all_zero(store: SqlStore) -> None:
    with store.reading() as tx:
        health = tx.inboxes.health("inbox")
    assert (health.uidvalidity, health.last_uid, health.seen_at) == (None, 0, None)
    assert (health.failing_since, health.last_error, health.failures) == (None, None, 0)


def test_failures_add_up_until_a_poll_succeeds(store: SqlStore) -> None:
    later = AT + timedelta(minutes=1)
    with store.writing() as tx:
        tx.inboxes.failing("inbox", at=AT, error="refused")
        tx.inboxes.failing("inbox", at=later, error="timed out")
        failing = tx.inboxes.health("inbox")
        tx.inboxes.reach("inbox", uidvalidity=5, last_uid=7)
        tx.inboxes.polled("inbox", began_at=later)
        well = tx.inboxes.health("inbox")
    assert (failing.failing_since, failing.last_error, failing.failures) == (AT, "timed out", 2)
    assert (well.failing_since, well.last_error, well.failures) == (None, None, 0)
    assert (well.uidvalidity, well.last_uid, well.seen_at) == (5, 7, later)
