"""What became of mails out, and how fast they go: on every database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import NotFound, TooLate
from pigpost.ports import OutgoingMail
from tests.contracts.samples import AT, compose, new_mail


def _put(store: SqlStore) -> int:
    with store.writing() as tx:
        return tx.outbox.put(new_mail(), compose=compose, now=AT)


def _claim(store: SqlStore, *, seconds: float = 0, per_minute: int = 0, limit: int = 9) -> int:
    with store.writing() as tx:
        rows = tx.outbox.claim(
            owner="a",
            now=AT + timedelta(seconds=seconds),
            lease_seconds=600,
            limit=limit,
            per_minute=per_minute,
        )
    return len(rows)


def _sent(store: SqlStore) -> int:
    outbox_id = _put(store)
    _claim(store)
    with store.writing() as tx:
        tx.outbox.sent(outbox_id, owner="a", words="250 taken", now=AT)
    return outbox_id


def _row(store: SqlStore, outbox_id: int) -> OutgoingMail:
    with store.reading() as tx:
        row = tx.outbox.get(outbox_id)
    assert row is not None
    return row


def test_no_more_mails_go_than_a_minute_may_have(store: SqlStore) -> None:
    for _ in range(7):
        _put(store)
    assert _claim(store, per_minute=3, limit=2) == 2
    assert _claim(store, seconds=20, per_minute=3) == 1
    assert _claim(store, seconds=40, per_minute=3) == 0
    assert _claim(store, seconds=61, per_minute=3) == 2
    assert _claim(store, seconds=62, per_minute=3) == 0
    assert _claim(store, seconds=62) == 2, "0 is as many as there are"


def test_a_clock_set_back_an_hour_keeps_no_mail_waiting(store: SqlStore) -> None:
    """Neither what was queued, sent or begun before, nor what comes after."""
    hour = 3600
    for _ in range(3):
        _sent(store)
    _put(store)
    assert _claim(store, per_minute=9) == 1
    _put(store)
    assert _claim(store, seconds=-hour, per_minute=3) == 2
    assert _claim(store, seconds=-hour, per_minute=3) == 0
    _put(store)
    assert _claim(store, seconds=-hour + 1, per_minute=3) == 1


def test_after_a_clock_was_set_back_a_mail_still_waits_between_its_tries(store: SqlStore) -> None:
    outbox_id = _put(store)
    before, later = AT - timedelta(hours=1), timedelta(minutes=5)
    assert _claim(store, seconds=-3600) == 1
    with store.writing() as tx:
        tx.outbox.retry(outbox_id, owner="a", words="450 later", next_try_at=before + later)
    assert _claim(store, seconds=-3600) == 0
    assert _claim(store, seconds=-3600 + later.seconds) == 1


def test_two_workers_share_the_minute(open_store: Callable[[], SqlStore]) -> None:
    stores, barrier = [open_store(), open_store()], Barrier(2)
    for _ in range(40):
        _put(stores[0])

    def claim_all(store: SqlStore) -> int:
        barrier.wait(10)
        return sum(_claim(store, per_minute=15, limit=1) for _ in range(20))

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(claim_all, stores)) == 15


def test_what_waits_is_listed_by_the_next_try(store: SqlStore) -> None:
    first, second = _put(store), _put(store)
    _claim(store)
    with store.writing() as tx:
        tx.outbox.retry(first, owner="a", words="451 later", next_try_at=AT + timedelta(hours=1))
        assert [row.id for row in tx.outbox.waiting(limit=9)] == [second, first]
        assert [row.id for row in tx.outbox.waiting(limit=1)] == [second]


def test_a_bounce_counts_once_and_the_worst_one_stays(store: SqlStore) -> None:
    outbox_id = _sent(store)
    with store.writing() as tx:
        news = [
            tx.outbox.bounced(outbox_id, hard=hard, words=words, now=AT)
            for hard, words in ((False, "4.2.2"), (False, "4.4.1"), (True, "5.1.1"), (True, "x"))
        ]
        assert not tx.outbox.bounced(outbox_id, hard=False, words="4.2.2", now=AT)
    assert news == [True, False, True, False]
    row = _row(store, outbox_id)
    assert (row.state, row.bounce, row.bounced_at) == ("bounced", "hard", AT)
    assert row.bounce_words == "5.1.1"


def test_a_mail_that_was_never_tried_can_not_have_come_back(store: SqlStore) -> None:
    outbox_id = _put(store)
    with store.writing() as tx:
        assert not tx.outbox.bounced(outbox_id, hard=True, words="5.1.1", now=AT)
        assert not tx.outbox.bounced(999, hard=True, words="5.1.1", now=AT)


def test_a_mail_that_a_crash_has_left_in_the_queue_can_have_come_back(store: SqlStore) -> None:
    outbox_id = _put(store)
    _claim(store)
    with store.writing() as tx:
        assert tx.outbox.bounced(outbox_id, hard=True, words="5.1.1", now=AT)
        tx.outbox.sent(outbox_id, owner="a", words="250", now=AT)
    assert _row(store, outbox_id).state == "bounced"


def test_to_send_again_keeps_bytes_and_history_and_counts(store: SqlStore) -> None:
    outbox_id = _sent(store)
    before = _row(store, outbox_id)
    with store.writing() as tx:
        tx.outbox.bounced(outbox_id, hard=True, words="5.1.1", now=AT)
        again = tx.outbox.send_again(outbox_id, now=AT, recipient="Ann@y.org")
        with pytest.raises(TooLate, match="waits"):
            tx.outbox.send_again(outbox_id, now=AT)
        with pytest.raises(NotFound):
            tx.outbox.send_again(999, now=AT)
    assert (again.state, again.resends, again.recipient, again.tries) == (
        "queued",
        1,
        "Ann@y.org",
        0,
    )
    assert (again.message, again.message_id) == (before.message, before.message_id)
    assert (again.bounce, again.bounced_at, again.bounce_words) == (None, AT, "5.1.1")
    assert _claim(store) == 1


def test_delivery_tells_the_latest_of_both(store: SqlStore) -> None:
    with store.reading() as tx:
        nothing = tx.outbox.delivery_to("bill", "spring-pigs")
    assert (nothing.accepted_at, nothing.bounced_at, nothing.bounce_words) == (None, None, None)
    first, _ = _sent(store), _sent(store)
    with store.writing() as tx:
        tx.outbox.bounced(first, hard=False, words="4.2.2 full", now=AT + timedelta(hours=1))
        told = tx.outbox.delivery_to("bill", "spring-pigs")
        other = tx.outbox.delivery_to("bill", "another")
    assert (told.accepted_at, told.bounced_at) == (AT, AT + timedelta(hours=1))
    assert told.bounce_words == "4.2.2 full"
    assert other.accepted_at is None


def test_an_address_is_blocked_by_a_hard_bounce_whatever_its_case(store: SqlStore) -> None:
    later = AT + timedelta(days=1)
    with store.writing() as tx:
        assert not tx.bounces.blocks("bill@x.org")
        soft = tx.bounces.bounced("Bill@X.org", hard=False, words="4.2.2", now=AT)
        assert (soft.soft, soft.blocked_at) == (1, None)
        assert not tx.bounces.blocks("bill@x.org")
        tx.bounces.bounced("bill@x.org", hard=True, words="5.1.1", now=AT)
        hard = tx.bounces.bounced("bill@x.org", hard=True, words="5.1.2", now=later)
        assert (hard.soft, hard.blocked_at, hard.words) == (1, AT, "5.1.2")
        assert tx.bounces.blocks("BILL@x.org")
        tx.bounces.bounced("ann@x.org", hard=True, words="5.1.1", now=later)
        assert [each.address for each in tx.bounces.blocked()] == ["ann@x.org", "bill@x.org"]
        tx.bounces.lift("Bill@x.org")
        assert not tx.bounces.blocks("bill@x.org")
        again = tx.bounces.bounced("bill@x.org", hard=False, words="", now=AT)
    assert again.soft == 1
