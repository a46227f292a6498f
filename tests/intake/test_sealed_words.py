"""Words of a mail that may be a sealed order are in no note to the GM and in no log line."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

import pytest

from pigpost.intake.poll import poll_inbox
from pigpost.ports import Store, Transaction
from tests.post import Post, a_mail, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


@pytest.mark.parametrize("words", ["GM you misread me\nTHROWS 17\nis what I meant", "GM THROWS 17"])
def test_an_order_among_words_for_the_gm_is_kept_from_him(game: Post, words: str) -> None:
    game.mailed("Bill", words)
    (note,) = game.sender.to("alison@pigs.example")
    assert "THROWS 17" not in text_of(note)
    assert "(an order)" in text_of(note)


def test_all_other_words_for_the_gm_are_his(game: Post) -> None:
    game.mailed("Bill", "GM when does Karen come back?")
    (note,) = game.sender.to("alison@pigs.example")
    assert "when does Karen come back?" in text_of(note)


@dataclass(frozen=True, slots=True)
class _Broken:
    """A store whose outbox quotes what it can't store, as databases do."""

    store: Store

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.store.reading() as tx:
            yield tx

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        with self.store.writing() as tx:
            yield cast("Transaction", _Quoting(tx))


@dataclass(frozen=True, slots=True)
class _Quoting:
    tx: Transaction

    def __getattr__(self, name: str) -> object:
        if name == "outbox":
            raise RuntimeError("INSERT INTO outbox VALUES ('THROWS 17', 'bill@mill.example')")
        return getattr(self.tx, name)


def test_a_mail_that_can_not_be_read_is_logged_without_a_word_of_it(
    game: Post, caplog: pytest.LogCaptureFixture
) -> None:
    game.inbox.deliver(a_mail("Bill", "THROWS 17"))
    broken = replace(game.services, store=cast("Store", _Broken(game.services.store)))
    with caplog.at_level(logging.DEBUG):
        poll_inbox(broken, owner="test")
    (line,) = caplog.messages
    assert "RuntimeError < " in line
    assert "receive.py" in line
    assert "THROWS" not in caplog.text
    assert "mill.example" not in caplog.text
