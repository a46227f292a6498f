from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Barrier

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import TooLate
from pigpost.ports import Composed, NewMail, OutgoingMail
from tests.contracts.samples import AT, compose, fetched, new_mail


def _put(store: SqlStore, mail: NewMail | None = None, *, now: datetime = AT) -> int:
    with store.writing() as tx:
        return tx.outbox.put(mail or new_mail(), compose=compose, now=now)


def _claimed(
    store: SqlStore, *, owner: str = "a", now: datetime = AT, limit: int = 9
) -> list[OutgoingMail]:
    with store.writing() as tx:
        return tx.outbox.claim(owner=owner, now=now, lease_seconds=60, limit=limit)


def test_a_mail_is_written_for_its_own_row(store: SqlStore) -> None:
    outbox_id = _put(store)
    with store.reading() as tx:
        row = tx.outbox.get(outbox_id)
        assert tx.outbox.get(999) is None
    assert row is not None
    assert (row.message_id, row.text) == (f"<spring-pigs.{outbox_id}@x.org>", f"Words {outbox_id}")
    assert (row.state, row.tries, row.next_try_at) == ("queued", 0, AT)
    assert row.message == compose(outbox_id).message


def test_a_mail_that_cannot_be_written_is_never_claimed(store: SqlStore) -> None:
    def broken(outbox_id: int) -> Composed:
        raise LookupError(outbox_id)

    with store.writing() as tx, suppress(LookupError):
        tx.outbox.put(new_mail(), compose=broken, now=AT)
    assert _claimed(store) == []


def test_one_answer_a_mail(store: SqlStore) -> None:
    with store.writing() as tx:
        mail = tx.mails.store("inbox", 1, fetched(1), sha256="ab", now=AT)
    _put(store, new_mail(answers=mail.id))
    with store.writing() as tx:
        with pytest.raises(TooLate):
            tx.outbox.put(new_mail(answers=mail.id), compose=compose, now=AT)
        tx.outbox.put(new_mail(), compose=compose, now=AT)
    with store.reading() as tx:
        assert tx.outbox.counts() == {"queued": 2}


def test_once_is_once(store: SqlStore) -> None:
    _put(store, new_mail(once="reminder:1"))
    with pytest.raises(TooLate):
        _put(store, new_mail(once="reminder:1"))
    with store.reading() as tx:
        assert tx.outbox.has("reminder:1")
        assert not tx.outbox.has("reminder:2")


def test_due_rows_are_claimed_oldest_first_and_their_try_is_counted(store: SqlStore) -> None:
    ids = [_put(store) for _ in range(3)]
    _put(store, now=AT + timedelta(seconds=1))
    first = _claimed(store, limit=2)
    assert ([row.id for row in first], [row.tries for row in first]) == (ids[:2], [1, 1])
    assert [row.id for row in _claimed(store, owner="b")] == ids[2:]
    assert _claimed(store, owner="c") == []


def test_two_claimers_never_take_the_same_row(open_store: Callable[[], SqlStore]) -> None:
    stores, barrier = [open_store(), open_store()], Barrier(2)
    with stores[0].writing() as tx:
        ids = [tx.outbox.put(new_mail(), compose=compose, now=AT) for _ in range(60)]

    def claim_all(store: SqlStore) -> list[int]:
        barrier.wait(10)
        taken: list[int] = []
        while rows := _claimed(store, owner=str(id(store)), limit=3):
            taken += [row.id for row in rows]
        return taken

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(claim_all, stores)
    assert sorted(first + second) == ids


def test_a_lease_that_ran_out_is_claimed_by_the_next(store: SqlStore) -> None:
    _put(store)
    _claimed(store, owner="crashed")
    (row,) = _claimed(store, owner="b", now=AT + timedelta(seconds=60))
    assert row.tries == 2
    with store.writing() as tx:
        tx.outbox.sent(row.id, owner="crashed", words="250", now=AT)
        tx.outbox.failed(row.id, owner="crashed", words="550")
        tx.outbox.retry(row.id, owner="crashed", words="450", next_try_at=AT)
    assert _claimed(store, owner="c", now=AT + timedelta(seconds=61)) == []
    with store.writing() as tx:
        tx.outbox.sent(row.id, owner="b", words="250 taken", now=AT)
        sent = tx.outbox.get(row.id)
    assert sent is not None
    assert (sent.state, sent.server_words, sent.sent_at) == ("sent", "250 taken", AT)


def test_a_row_is_tried_again_when_it_is_due_and_never_after_a_failure(store: SqlStore) -> None:
    later = AT + timedelta(minutes=5)
    _put(store)
    (row,) = _claimed(store)
    with store.writing() as tx:
        tx.outbox.retry(row.id, owner="a", words="450 later", next_try_at=later)
    assert _claimed(store, now=later - timedelta(seconds=1)) == []
    assert [again.id for again in _claimed(store, owner="b", now=later)] == [row.id]
    with store.writing() as tx:
        tx.outbox.failed(row.id, owner="b", words="550 no")
    assert _claimed(store, now=later + timedelta(days=1)) == []
    with store.reading() as tx:
        assert tx.outbox.counts() == {"failed": 1}


def test_the_latest_texts_to_a_person_come_first(store: SqlStore) -> None:
    ids = [_put(store) for _ in range(3)]
    _put(store, new_mail(game="other"))
    with store.reading() as tx:
        texts = tx.outbox.texts_to("bill", "spring-pigs", limit=2)
        assert [row.id for row in tx.outbox.newest(limit=2, game="spring-pigs")] == ids[:0:-1]
        assert len(tx.outbox.newest(limit=9)) == 4
    assert texts == [f"Words {ids[2]}", f"Words {ids[1]}"]


def test_answers_to_an_address_are_counted_whatever_its_case(store: SqlStore) -> None:
    with store.writing() as tx:
        mails = [
            tx.mails.store("inbox", 1, fetched(uid), sha256=str(uid), now=AT).id
            for uid in range(1, 4)
        ]
    for number, mail_id in enumerate(mails):
        now = AT + timedelta(hours=number)
        _put(store, new_mail(answers=mail_id, recipient="Bill@X.org"), now=now)
    _put(store)
    with store.reading() as tx:
        assert tx.outbox.answers_since("bill@x.ORG", AT) == 3
        assert tx.outbox.answers_since("bill@x.org", AT + timedelta(hours=1)) == 2
        assert tx.outbox.answers_since("ann@x.org", AT) == 0
