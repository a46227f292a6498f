"""One-time codes of the GM's mails, and what is tried within a transaction, on either database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import TooLate
from pigpost.ports import CodeState
from tests.contracts.samples import AT, created, opened

DIGEST = "ab" * 32
UNTIL = AT + timedelta(days=8)


def _make(store: SqlStore, digest: str = DIGEST) -> None:
    with store.writing() as tx:
        tx.codes.make(role="gm", digest=digest, now=AT, expires_at=UNTIL)


def _use(
    store: SqlStore, *, digest: str = DIGEST, role: str = "gm", minutes: float = 0
) -> CodeState:
    with store.writing() as tx:
        return tx.codes.use(digest, role=role, now=AT + timedelta(minutes=minutes))


def test_a_code_is_used_once_by_its_role_in_its_time(store: SqlStore) -> None:
    _make(store)
    assert _use(store, role="deputy") is CodeState.WRONG
    assert _use(store, digest="cd" * 32) is CodeState.WRONG
    assert _use(store, minutes=8 * 24 * 60) is CodeState.EXPIRED
    assert _use(store, minutes=8 * 24 * 60 - 1) is CodeState.GOOD
    assert _use(store) is CodeState.USED


def test_codes_that_were_made_before_are_forgotten(store: SqlStore) -> None:
    _make(store)
    with store.writing() as tx:
        tx.codes.forget(made_before=AT - timedelta(seconds=1))
    assert _use(store) is CodeState.GOOD
    with store.writing() as tx:
        tx.codes.forget(made_before=AT)
    assert _use(store) is CodeState.WRONG


def test_of_many_who_use_a_code_at_once_one_is_in_time(
    store: SqlStore, open_store: Callable[[], SqlStore]
) -> None:
    _make(store)
    with ThreadPoolExecutor(5) as workers:
        found = [*workers.map(lambda _: _use(open_store()), range(5))]
    assert sorted(found) == [CodeState.GOOD, *[CodeState.USED] * 4]


def test_a_code_that_is_used_in_a_transaction_that_fails_is_good_again(store: SqlStore) -> None:
    _make(store)
    with suppress(TooLate), store.writing() as tx:
        assert tx.codes.use(DIGEST, role="gm", now=AT) is CodeState.GOOD
        raise TooLate
    assert _use(store) is CodeState.GOOD


def test_what_fails_in_an_attempt_is_undone_and_all_else_stays(store: SqlStore) -> None:
    _make(store)
    with store.writing() as tx:
        assert tx.codes.use(DIGEST, role="gm", now=AT) is CodeState.GOOD
        with tx.attempt():
            tx.log.append("game-spring-pigs", [created()], expected=0)
        with suppress(TooLate), tx.attempt():
            tx.log.append("game-spring-pigs", [opened()], expected=1)
            with tx.attempt():
                tx.codes.make(role="gm", digest="cd" * 32, now=AT, expires_at=UNTIL)
            raise TooLate
        tx.log.append("game-spring-pigs", [opened()], expected=1)
    assert _use(store) is CodeState.USED
    assert _use(store, digest="cd" * 32) is CodeState.WRONG
    with store.reading() as tx:
        assert [one.ver for one in tx.log.read("game-spring-pigs")] == [1, 2]
        assert tx.log.head().size == 2


def test_a_statement_that_fails_in_an_attempt_does_not_end_the_transaction(store: SqlStore) -> None:
    _make(store)
    with store.writing() as tx:
        with pytest.raises(Exception, match=r"(?i)unique"), tx.attempt():
            tx.codes.make(role="gm", digest=DIGEST, now=AT, expires_at=UNTIL)
        tx.codes.make(role="gm", digest="cd" * 32, now=AT, expires_at=UNTIL)
    assert _use(store, digest="cd" * 32) is CodeState.GOOD
