"""The GM enters the order of a mail that could not be read; it counts as of the mail's arrival."""

from datetime import timedelta

import pytest

from pigpost.errors import AgainstTheRules, PigpostError, TooLate
from pigpost.events.types import OrderAccepted, OrderRefused
from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.take_as_order import take_as_order
from pigpost.rounds.run_now import close_now
from tests.desk.queue import (
    arrived,
    box,
    from_outside,
    handled,
    log_size,
    look,
    mails_out,
    set_aside,
)
from tests.post import GAME, Post, a_mail, text_of


def take(post: Post, number: int, words: str = "THROWS 4", name: str | None = "Karen") -> None:
    reason = "a scan of her letter"
    take_as_order(post.services, number, words, reason=reason, game=GAME, name=name)
    post.run()


def refused(
    post: Post, number: int, fault: type[PigpostError], why: str, words: str = "THROWS 4"
) -> None:
    before = log_size(post), mails_out(post), look(post, number)
    with pytest.raises(fault, match=why):
        take(post, number, words)
    assert (log_size(post), mails_out(post), look(post, number)) == before


def test_it_counts_as_of_the_mails_arrival_and_uid(game: Post) -> None:
    number = arrived(game, from_outside("see attached", Subject="see attached"))
    set_aside(game, number)
    at = game.clock.at
    game.clock.advance(hours=2)
    take(game, number)
    (order,) = game.events(OrderAccepted)
    assert (order.by, order.arrived_at, order.uid) == ("gm", at, 1)
    assert (order.sealed.seat, order.sealed.order) == ("p2", "THROWS 4")
    assert order.sealed.reason == "a scan of her letter"
    (event,) = handled(game)
    assert (event.what, event.reason) == ("taken_as_order", "a scan of her letter")
    assert box(game, Box.UNREAD) == []


def test_the_player_gets_a_receipt_that_says_so_without_the_gms_words(game: Post) -> None:
    take(game, arrived(game, a_mail("Karen", "a few")), name=None)
    text = " ".join(text_of(game.last("Karen", "receipt")).split())
    assert "Alison has entered an order for you" in text
    assert "I could not take the mail that arrived" in text
    assert "scan" not in text


def test_a_mail_that_was_asked_back_can_become_an_order(game: Post) -> None:
    number = arrived(game, a_mail("Karen", "a few"))
    take(game, number)
    assert len(game.events(OrderRefused)) == 1
    assert len(game.events(OrderAccepted)) == 1
    refused(game, number, TooLate, "was taken as an order")


def test_words_that_are_no_order_and_rounds_that_take_none_are_refused(game: Post) -> None:
    number = arrived(game, a_mail("Karen", "a few"))
    refused(game, number, AgainstTheRules, "is no order", words="a few")
    refused(game, number, AgainstTheRules, "is no order", words="STATUS")
    refused(game, number, AgainstTheRules, "is no order", words="AFTER Karen")
    refused(game, number, AgainstTheRules, "wrong round", words="ROUND 99 THROWS 4")
    game.clock.advance(hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    refused(game, number, TooLate, "too late")


def test_a_mail_that_came_too_late_stays_too_late(game: Post) -> None:
    current = game.state().current
    assert current is not None
    at = current.deadline + timedelta(seconds=1)
    game.sleep_until(at + timedelta(seconds=9))
    refused(game, arrived(game, from_outside("THROWS 4"), at=at), TooLate, "too late")


def test_an_order_that_stands_is_not_replaced_by_this_door(game: Post) -> None:
    refused(game, arrived(game, a_mail("Karen", "THROWS 4")), TooLate, "waits for nothing")
