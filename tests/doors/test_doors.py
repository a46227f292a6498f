"""Until when all mail is here, where a mail server delivers it: rounds wait for what it may still hold."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from pigpost.adapters.delivered import DeliveredMail
from pigpost.errors import DatabaseOutOfReach
from pigpost.events.types import GameHeld, OrderAccepted, OrdersSealed, RoundThrown
from pigpost.intake.doors import BEAT_SECONDS, keep_open, note_open
from pigpost.intake.poll import poll_inbox
from pigpost.ports import MailboxDoor, Store, Transaction
from tests.doors.by_hand import handed
from tests.post import Post, a_mail, a_running_game

RETRY = 600
BEAT = timedelta(seconds=BEAT_SECONDS)


def by_door(post: Post, *, mode: str = "lmtp", own_servers: tuple[str, ...] = ()) -> Post:
    """The same service with mail delivered to it, at a door that has just been opened."""
    mail = post.services.settings.mail.model_copy(update={"mode": mode, "own_servers": own_servers})
    services = replace(
        post.services, settings=post.services.settings.model_copy(update={"mail": mail})
    )
    inbox = DeliveredMail(
        store=services.store,
        clock=services.clock,
        mailbox=services.mailbox,
        watched=mode == "lmtp",
    )
    opened = replace(post, services=replace(services, inbox=cast("MailboxDoor", inbox)))
    if mode == "lmtp":
        note_open(opened.services, fresh=True)
    return opened


@pytest.fixture
def game(post: Post) -> Post:
    opened = by_door(post)
    a_running_game(opened, "Bill", "Karen")
    return opened


@pytest.fixture
def trusting(post: Post) -> Post:
    """Where the time at which our own server took a mail counts."""
    opened = by_door(post, own_servers=("mx.pigs.example",))
    a_running_game(opened, "Bill", "Karen")
    return opened


def deadline(post: Post) -> datetime:
    current = post.state().current
    assert current is not None
    return current.deadline


def seen_at(post: Post) -> datetime | None:
    with post.services.store.reading() as tx:
        return tx.inboxes.health("inbox").seen_at


def queued(name: str, words: str, took: datetime) -> bytes:
    """A mail that our server took then and hands over now."""
    top = f"Received: from x by mx.pigs.example; {took:%a, %d %b %Y %H:%M:%S} +0000\r\n"
    return top.encode() + a_mail(name, words)


def sleep(post: Post, at: datetime, *, open_at: datetime | None = None) -> None:
    """Time passes; the door says that it is open until that moment, until now if none is named."""
    post.sleep_until(open_at or at)
    with post.services.store.writing() as tx:
        beats = replace(tx.doors.state("inbox"), beat_at=post.clock.at - BEAT)
        tx.doors.note("inbox", beats)
    note_open(post.services)
    post.sleep_until(at)


def test_a_whole_round_is_played_by_delivered_mail(game: Post) -> None:
    handed(game.services, a_mail("Bill", "THROWS 3"))
    handed(game.services, a_mail("Karen", "THROWS 2"), sender="karen@mill.example")
    game.run()
    sleep(game, deadline(game) + timedelta(seconds=2))
    game.run()
    (thrown,) = game.events(RoundThrown)
    assert thrown.orders == {"p1": "THROWS 3", "p2": "THROWS 2"}
    assert game.last("Karen", "result")


def test_a_pipe_needs_nobody_at_the_door(post: Post) -> None:
    game = by_door(post, mode="pipe")
    a_running_game(game, "Bill", "Karen")
    handed(game.services, a_mail("Bill", "THROWS 3"))
    game.sleep_until(deadline(game) + timedelta(seconds=2))
    game.run()
    assert game.events(RoundThrown)[0].orders["p1"] == "THROWS 3"


def test_the_view_of_the_inbox_is_as_old_as_the_last_sign_that_the_door_is_open(
    game: Post,
) -> None:
    now = game.clock.at
    sleep(game, now + timedelta(seconds=40), open_at=now + timedelta(seconds=30))
    assert poll_inbox(game.services, owner="test")
    assert seen_at(game) == now + timedelta(seconds=30)


def test_a_round_is_not_sealed_before_the_door_was_open_after_its_deadline(game: Post) -> None:
    end = deadline(game)
    sleep(game, end + timedelta(seconds=4), open_at=end)
    game.run()
    assert game.events(OrdersSealed) == []
    sleep(game, end + timedelta(seconds=5))
    game.run()
    assert len(game.events(OrdersSealed)) == 1


def test_a_mail_taken_before_the_deadline_and_read_after_it_counts(game: Post) -> None:
    end = deadline(game)
    sleep(game, end + timedelta(milliseconds=900))
    handed(game.services, a_mail("Bill", "THROWS 3"))
    sleep(game, end + timedelta(seconds=3))
    handed(game.services, a_mail("Karen", "THROWS 2"), sender="karen@mill.example")
    game.run()
    assert [event.sealed.seat for event in game.events(OrderAccepted)] == ["p1"]
    assert game.events(RoundThrown)[0].orders["p1"] == "THROWS 3"


def test_a_door_that_stays_shut_is_a_blind_inbox_and_no_deadline_passes(game: Post) -> None:
    end = deadline(game)
    sleep(game, end + timedelta(seconds=2), open_at=end - timedelta(minutes=2))
    for _ in range(3):
        assert not poll_inbox(game.services, owner="test")
    with game.services.store.reading() as tx:
        health = tx.inboxes.health("inbox")
    assert health.blind
    assert "pigpost lmtp" in (health.last_error or "")
    game.run()
    assert game.events(GameHeld)
    assert not game.events(RoundThrown)
    assert game.sender.to("alison@pigs.example")


def test_a_door_that_was_never_opened_says_so(post: Post) -> None:
    shut = by_door(post)
    with shut.services.store.writing() as tx:
        tx.doors.note("other", tx.doors.state("inbox"))
    other = replace(shut.services.inbox, mailbox="third")  # type: ignore[type-var]
    assert not poll_inbox(replace(shut.services, inbox=other), owner="test")
    with shut.services.store.reading() as tx:
        assert (tx.inboxes.health("inbox").last_error or "").startswith("nobody has taken mail yet")


def test_after_a_gap_a_round_waits_until_the_mail_server_must_have_tried_again(
    trusting: Post,
) -> None:
    """The process was restarted over a deadline; a mail in time was refused, and comes later."""
    end = deadline(trusting)
    sleep(trusting, end - timedelta(seconds=30))
    trusting.sleep_until(end + timedelta(seconds=30))
    note_open(trusting.services, fresh=True)
    trusting.run()
    sleep(trusting, end + timedelta(seconds=RETRY))
    trusting.run()
    assert trusting.events(OrdersSealed) == []
    took = end - timedelta(seconds=5)
    handed(trusting.services, queued("Bill", "THROWS 3", took))
    sleep(trusting, end + timedelta(seconds=30 + RETRY + 60 + 1))
    trusting.run()
    (accepted,) = trusting.events(OrderAccepted)
    assert accepted.arrived_at == took
    assert trusting.events(RoundThrown)[0].orders["p1"] == "THROWS 3"


def test_after_a_gap_nothing_waits_where_arrival_is_when_we_take_a_mail(game: Post) -> None:
    end = deadline(game)
    game.sleep_until(end + timedelta(seconds=30))
    note_open(game.services, fresh=True)
    game.run()
    assert len(game.events(OrdersSealed)) == 1


@pytest.mark.parametrize("what", ["sent away", "silent", "clock"])
def test_a_mail_that_was_sent_away_makes_a_gap_and_so_does_silence(
    trusting: Post, what: str
) -> None:
    last = trusting.clock.at
    match what:
        case "sent away":
            trusting.sleep_until(last + BEAT)
            note_open(trusting.services, failed_since=last + BEAT / 2)
        case "silent":
            trusting.sleep_until(last + 5 * BEAT)
            note_open(trusting.services)
        case _:
            trusting.sleep_until(last + BEAT)
            note_open(trusting.services)
    assert poll_inbox(trusting.services, owner="test")
    assert seen_at(trusting) == (trusting.clock.at if what == "clock" else last)


def test_gaps_that_follow_one_another_are_one(trusting: Post) -> None:
    first = trusting.clock.at
    for minutes in (5, 10):
        trusting.sleep_until(first + timedelta(minutes=minutes))
        note_open(trusting.services, fresh=True)
    with trusting.services.store.reading() as tx:
        door = tx.doors.state("inbox")
    assert (door.gap_began, door.gap_ended) == (first, trusting.clock.at)
    sleep(trusting, trusting.clock.at + timedelta(minutes=20))
    trusting.sleep_until(trusting.clock.at + timedelta(minutes=5))
    note_open(trusting.services, fresh=True)
    with trusting.services.store.reading() as tx:
        assert tx.doors.state("inbox").gap_began == trusting.clock.at - timedelta(minutes=5)


def test_a_door_beside_imap_waits_for_nobody(post: Post) -> None:
    """Mail by IMAP alone says how far the inbox was seen; the door may be shut."""
    a_running_game(post, "Bill", "Karen")
    handed(post.services, a_mail("Bill", "THROWS 3"))
    post.inbox.deliver(a_mail("Karen", "THROWS 2"))
    post.sleep_until(deadline(post) + timedelta(seconds=2))
    post.run()
    assert post.events(RoundThrown)[0].orders == {"p1": "THROWS 3", "p2": "THROWS 2"}


@dataclass(slots=True)
class Over:
    """Ends after so many looks, a beat apart."""

    post: Post
    looks: int

    def is_set(self) -> bool:
        return self.looks == 0

    def wait(self, timeout: float) -> bool:
        self.looks -= 1
        self.post.sleep_until(self.post.clock.at + timedelta(seconds=timeout))
        return self.is_set()


@dataclass(slots=True)
class Locked:
    """A database that can't be written for the first few times."""

    store: Store
    times: int

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        if self.times:
            self.times -= 1
            raise DatabaseOutOfReach("the database is locked")
        with self.store.writing() as tx:
            yield tx


def test_a_door_says_that_it_is_open_as_long_as_it_is(
    trusting: Post, caplog: pytest.LogCaptureFixture
) -> None:
    began = trusting.clock.at
    trusting.sleep_until(began + timedelta(seconds=60))
    locked: Any = replace(trusting.services, store=Locked(trusting.services.store, 2))
    away = iter([True, False, False, False, False])
    with caplog.at_level(logging.WARNING):
        keep_open(locked, sent_away=lambda: next(away), over=Over(trusting, 5))
    assert len(caplog.messages) == 2
    with trusting.services.store.reading() as tx:
        door = tx.doors.state("inbox")
    assert door.beat_at == began + timedelta(seconds=60) + 4 * BEAT
    assert (door.gap_began, door.gap_ended) == (began, began + timedelta(seconds=60) + 2 * BEAT)
