"""Servers and clocks that misbehave: nothing is lost, nothing doubled, nobody's score bent."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from pigpost.errors import MailOutOfReach, SendRefused, SendRefusedForNow
from pigpost.events.types import OrderAccepted, RoundThrown
from pigpost.intake.poll import poll_inbox
from pigpost.outbox.deliver import send_outbox
from pigpost.ports import Fetched
from pigpost.rounds.hold import resume_game
from tests.post import GAME, FakeSender, Post, a_mail, a_running_game
from tests.workers.crashes import assert_nothing_lost_nor_doubled, orders_recorded
from tests.workers.scenes import pass_the_deadline


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


@dataclass(slots=True)
class DroppingSender(FakeSender):
    """Takes the next mails, but the line breaks before it can say so."""

    drops: int = 0
    envelopes: list[dict[str, Any]] = field(default_factory=list)

    def send(self, **mail: Any) -> str:
        words = FakeSender.send(self, **mail)
        self.envelopes.append(mail)
        if self.drops:
            self.drops -= 1
            raise MailOutOfReach("the line broke after the last byte")
        return words


def test_a_line_that_breaks_after_the_mail_brings_the_same_bytes_twice(game: Post) -> None:
    sender = DroppingSender(drops=1)
    services = replace(game.services, sender=sender)
    game.inbox.deliver(a_mail("Bill", "THROWS 3"))
    poll_inbox(services, owner="test")
    for _ in range(2):
        send_outbox(services, owner="test")
        game.clock.advance(minutes=1)
    first, second = sender.envelopes
    assert first == second
    assert len(game.events(OrderAccepted)) == 1


def test_a_server_that_refuses_for_now_and_one_mail_for_good_delays_nobody_else(
    game: Post,
) -> None:
    for name in ("Bill", "Karen", "Bill"):
        game.inbox.deliver(a_mail(name, "THROWS 3"))
    game.sender.faults += [SendRefusedForNow("451 later"), SendRefused("550 no such user")]
    game.run()
    kinds = Counter(str(mail["X-Pigpost-Kind"]) for _, mail in game.sender.sent)
    assert kinds["receipt"] == 1
    game.clock.advance(minutes=1)
    game.run()
    with game.services.store.reading() as tx:
        assert tx.outbox.counts()["failed"] == 1
        assert "queued" not in tx.outbox.counts()
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_a_folder_made_anew_is_read_again_and_what_is_known_is_not_done_again(
    game: Post,
) -> None:
    old = [a_mail("Bill", "THROWS 3"), a_mail("Karen", "TURN 20")]
    new = [a_mail("Bill", "TURN 30"), a_mail("Karen", "THROWS 1")]
    for raw in old:
        game.inbox.deliver(raw)
    game.run()
    recreate(game, uidvalidity=2, raws=[*old, new[0]])
    game.run()
    recreate(game, uidvalidity=3, raws=[new[1], new[0], old[1]])
    game.run()
    game.run()
    assert orders_recorded(game) == [
        ("p1", "THROWS 3"),
        ("p1", "TURN 30"),
        ("p2", "THROWS 1"),
        ("p2", "TURN 20"),
    ]
    receipts = [m for _, m in game.sender.sent if m["X-Pigpost-Kind"] == "receipt"]
    assert len(receipts) == 4


def test_a_folder_set_back_is_left_alone_until_somebody_has_looked(game: Post) -> None:
    for _ in range(3):
        game.inbox.deliver(a_mail("Bill", "THROWS 3"))
    game.run()
    del game.inbox.mails[1:]
    assert not poll_inbox(game.services, owner="test")
    with game.services.store.reading() as tx:
        assert "set back" in (tx.inboxes.health("inbox").last_error or "")


def test_a_clock_set_back_an_hour_loses_no_order_and_throws_no_round_twice(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    true_time = game.clock.at + timedelta(minutes=1)
    game.clock.advance(hours=-1)
    game.inbox.deliver(a_mail("Karen", "TURN 20"), at=true_time)
    game.run()
    assert game.last("Karen", "notice")
    assert len(game.events(OrderAccepted)) == 2
    resume_game(game.services, GAME, reason="it is summer time no more")
    pass_the_deadline(game, seconds=10)
    game.run()
    game.run()
    (thrown,) = game.events(RoundThrown)
    assert thrown.orders == {"p1": "THROWS 3", "p2": "TURN 20"}
    assert_nothing_lost_nor_doubled(game)


def recreate(post: Post, *, uidvalidity: int, raws: list[bytes]) -> None:
    """The folder with other UIDs under another UIDVALIDITY."""
    at = post.clock.at.replace(microsecond=0)
    post.inbox.uidvalidity = uidvalidity
    post.inbox.mails[:] = [
        Fetched(uid=uid, arrived_at=at, size=len(raw), raw=raw, complete=True)
        for uid, raw in enumerate(raws, 1)
    ]
