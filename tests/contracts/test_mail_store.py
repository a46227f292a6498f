from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import NotFound, TooLate
from pigpost.ports import ArrivedMail
from tests.contracts.samples import AT, fetched

SHA = "ab" * 32


def _stored(store: SqlStore, uid: int, *, sha256: str = SHA, mailbox: str = "inbox") -> ArrivedMail:
    with store.writing() as tx:
        return tx.mails.store(mailbox, 1, fetched(uid), sha256=sha256, now=AT)


def test_a_mail_is_stored_as_it_was_fetched(store: SqlStore) -> None:
    mail = _stored(store, 7)
    assert (mail.uid, mail.arrived_at, mail.raw) == (7, AT, fetched(7).raw)
    assert (mail.state, mail.outcome, mail.tries, mail.complete) == ("stored", None, 0, True)
    with store.reading() as tx:
        assert tx.mails.get(mail.id) == mail
        assert tx.mails.unread("inbox", limit=9) == [mail]


def test_the_same_mail_fetched_five_times_is_one_row(store: SqlStore) -> None:
    assert len({_stored(store, 7).id for _ in range(5)}) == 1
    with store.reading() as tx:
        assert tx.mails.counts() == {"stored": 1}


def test_a_content_seen_before_is_a_duplicate_whose_bytes_are_not_kept_again(
    store: SqlStore,
) -> None:
    original, again = _stored(store, 7), _stored(store, 8)
    assert (again.state, again.outcome) == ("duplicate", "duplicate")
    assert again.raw == original.raw
    with store.reading() as tx:
        assert tx.mails.unread("inbox", limit=9) == [original]
        assert sum(tx.mails.counts().values()) == 2


def test_a_duplicate_of_a_duplicate_shares_the_original(store: SqlStore) -> None:
    original = _stored(store, 7)
    assert [_stored(store, uid).raw for uid in (8, 9)] == [original.raw] * 2


def test_the_same_content_in_another_mailbox_is_another_mail(store: SqlStore) -> None:
    _stored(store, 7)
    assert _stored(store, 7, mailbox="second").state == "stored"


def test_a_folder_made_anew_brings_duplicates_under_the_same_uids(store: SqlStore) -> None:
    _stored(store, 7)
    with store.writing() as tx:
        again = tx.mails.store("inbox", 2, fetched(7), sha256=SHA, now=AT)
        other = tx.mails.store("inbox", 2, fetched(8), sha256="cd" * 32, now=AT)
    assert (again.state, other.state) == ("duplicate", "stored")


def test_two_pollers_that_store_the_same_mail_at_once_store_it_once(
    open_store: Callable[[], SqlStore],
) -> None:
    stores, barrier = [open_store(), open_store()], Barrier(2)

    def poll(store: SqlStore) -> list[int]:
        barrier.wait(10)
        return [_stored(store, uid, sha256=f"{uid:064}").id for uid in range(1, 31)]

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(poll, stores)
    assert first == second
    assert len(set(first)) == 30


def test_unread_mail_comes_by_arrival_then_uid(store: SqlStore) -> None:
    late = fetched(1)
    with store.writing() as tx:
        for number, mail in enumerate((fetched(9), fetched(3))):
            tx.mails.store("inbox", 1, mail, sha256=f"{number:064}", now=AT)
        tx.mails.store(
            "inbox",
            1,
            type(late)(
                uid=1,
                arrived_at=AT + timedelta(seconds=1),
                size=late.size,
                raw=late.raw,
                complete=False,
            ),
            sha256=SHA,
            now=AT,
        )
    with store.reading() as tx:
        unread = tx.mails.unread("inbox", limit=9)
        assert [mail.uid for mail in unread] == [3, 9, 1]
        assert unread[2].complete is False
        assert len(tx.mails.unread("inbox", limit=2)) == 2


def test_what_became_of_a_mail_is_said_once(store: SqlStore) -> None:
    mail = _stored(store, 7)
    with store.writing() as tx:
        tx.mails.settle(mail.id, state="read", outcome="order", game="g", person="p", note="n")
    with store.reading() as tx:
        settled = tx.mails.get(mail.id)
        assert (settled.state, settled.outcome, settled.note) == ("read", "order", "n")
        assert (settled.game, settled.person) == ("g", "p")
        assert tx.mails.unread("inbox", limit=9) == []
    with store.writing() as tx, pytest.raises(TooLate, match="read already"):
        tx.mails.settle(mail.id, state="failed", outcome="fault")
    with store.writing() as tx, pytest.raises(NotFound):
        tx.mails.settle(99, state="failed", outcome="fault")


def test_tries_at_reading_are_counted(store: SqlStore) -> None:
    mail = _stored(store, 7)
    counted = []
    for _ in range(3):
        with store.writing() as tx:
            counted.append(tx.mails.begin_try(mail.id))
    assert counted == [1, 2, 3]
    with store.writing() as tx, pytest.raises(NotFound):
        tx.mails.begin_try(99)


def test_a_try_that_is_forgiven_was_none(store: SqlStore) -> None:
    mail, read = (_stored(store, uid, sha256=f"{uid:064}") for uid in (7, 8))
    with store.writing() as tx:
        tx.mails.begin_try(mail.id)
        tx.mails.begin_try(read.id)
        tx.mails.settle(read.id, state="read", outcome="order")
        for _ in range(2):
            tx.mails.forgive_try(mail.id)
            tx.mails.forgive_try(read.id)
    with store.reading() as tx:
        assert (tx.mails.get(mail.id).tries, tx.mails.get(read.id).tries) == (0, 1)


def test_the_newest_come_first_of_one_game_or_of_all(store: SqlStore) -> None:
    ids = [_stored(store, uid, sha256=f"{uid:064}").id for uid in range(1, 5)]
    with store.writing() as tx:
        for mail_id in ids[:2]:
            tx.mails.settle(mail_id, state="read", outcome="order", game="g")
    with store.reading() as tx:
        assert [mail.id for mail in tx.mails.newest(limit=3)] == ids[:0:-1]
        assert [mail.id for mail in tx.mails.newest(limit=9, game="g")] == [ids[1], ids[0]]
        with pytest.raises(NotFound):
            tx.mails.get(99)


def test_a_mail_is_found_by_its_uid(store: SqlStore) -> None:
    with store.writing() as tx:
        first = tx.mails.store("inbox", 1, fetched(1), sha256="same", now=AT)
        copy = tx.mails.store("inbox", 2, fetched(1), sha256="same", now=AT)
        assert tx.mails.at("inbox", 1, 1) == first
        assert tx.mails.at("inbox", 2, 1) == copy
        assert copy.raw == first.raw
        assert tx.mails.at("inbox", 1, 2) is None
        assert tx.mails.at("other", 1, 1) is None
