"""The GM says whose a mail is; the service does the rest, as of the mail's arrival."""

from datetime import timedelta

import pytest

from pigpost.errors import AgainstTheRules, NotFound, PigpostError, TooLate, UsageError
from pigpost.events.types import OrderAccepted, OrderSetAside
from pigpost.games.conditions import Throws
from pigpost.intake.desk.boxes import Box
from pigpost.intake.desk.file_mail import file_mail
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
from tests.intake.bounces import a_bounce, last_to
from tests.intake.mails import raw_mail
from tests.post import GAME, Post, a_mail, text_of


def file(post: Post, number: int, name: str | None = "Karen", **more: str) -> None:
    file_mail(
        post.services,
        number,
        **{"game": GAME, "name": name, "reason": "her office, she told me", **more},  # type: ignore[arg-type]
    )
    post.run()


def refused(post: Post, number: int, fault: type[PigpostError], words: str, **more: str) -> None:
    """The act is refused with these words, and nothing has changed."""
    before = log_size(post), mails_out(post), look(post, number)
    with pytest.raises(fault, match=words):
        file(post, number, **more)
    assert (log_size(post), mails_out(post), look(post, number)) == before


def test_a_mail_of_an_unknown_address_becomes_the_players_as_of_its_arrival(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    at = game.clock.at
    game.clock.advance(hours=3)
    file(game, number)
    (order,) = game.events(OrderAccepted)
    assert (order.by, order.arrived_at, order.sealed.seat) == ("gm", at, "p2")
    assert order.sealed.reason == "her office, she told me"
    assert "sue@office.example" in order.personal.sender
    text = " ".join(text_of(game.last("Karen", "receipt")).split())
    assert "(Alison has said that it is yours)" in text
    assert "Alison has said that the mail which arrived" in text
    assert "her office" not in text
    assert box(game, Box.HANDLED) == [number]
    assert box(game, Box.UNKNOWN) == []


def test_a_later_order_that_was_read_before_still_stands(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    game.clock.advance(hours=1)
    game.mailed("Karen", "THROWS 7")
    file(game, number)
    state = game.state()
    assert state.current is not None
    stands = state.current.standing(2)
    assert stands is not None
    assert stands.condition == Throws(7)
    assert "so the later one still stands" in " ".join(
        text_of(game.last("Karen", "receipt")).split()
    )


def test_the_event_says_why_at_once_and_whose_it_was_after_the_throw(game: Post) -> None:
    file(game, arrived(game, from_outside("THROWS 4")))
    (event,) = handled(game)
    assert (event.by, event.what, event.round) == ("gm", "filed", 1)
    assert event.reason == "her office, she told me"
    assert event.sealed is not None
    assert event.sealed.seat == "p2"
    assert event.personal is not None
    assert len(event.personal.mail_sha256) == 64


def test_a_command_is_carried_out_as_well(game: Post) -> None:
    file(game, arrived(game, from_outside("STATUS")))
    assert game.last("Karen", "status")


def test_a_held_mail_is_its_players_without_being_named_anew(careful: Post) -> None:
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    assert box(careful, Box.HELD) == [number]
    file_mail(careful.services, number, reason="I rang her up")
    careful.run()
    assert box(careful, Box.HELD) == []
    (order,) = careful.events(OrderAccepted)
    assert order.sealed.seat == "p2"


def test_a_yes_that_comes_after_it_changes_nothing(careful: Post) -> None:
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    question = careful.last("Karen", "confirm")
    file(careful, number)
    careful.clock.advance(minutes=5)
    answer = careful.mailed("Karen", "yes", answering=question)
    assert "has counted since" in text_of(answer)
    assert len(careful.events(OrderAccepted)) == 1


def test_a_no_that_comes_after_it_sets_the_order_aside(careful: Post) -> None:
    number = arrived(careful, a_mail("Karen", "THROWS 4"))
    question = careful.last("Karen", "confirm")
    file(careful, number)
    careful.clock.advance(minutes=5)
    careful.mailed("Karen", "no", answering=question)
    assert len(careful.events(OrderSetAside)) == 1


def test_not_me_to_its_receipt_sets_that_order_aside_and_no_other(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    game.clock.advance(hours=1)
    file(game, number)
    receipt = game.last("Karen", "receipt")
    game.mailed("Karen", "THROWS 7")
    game.clock.advance(hours=1)
    game.mailed("Karen", "NOT ME", answering=receipt)
    state = game.state()
    assert state.current is not None
    assert {order.condition: order.set_aside for order in state.current.orders} == {
        Throws(4): True,
        Throws(7): False,
    }


def test_twice_is_refused_with_what_stands(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    file(game, number)
    words = "was filed under a player 2026-03-02 18:00 UTC: her office, she told me"
    refused(game, number, TooLate, words)
    refused(game, number, TooLate, words, name="Bill")


def test_once_its_round_is_sealed_nothing_is_done_and_the_player_is_not_bothered(
    game: Post,
) -> None:
    number = arrived(game, from_outside("THROWS 4"))
    game.clock.advance(hours=1)
    close_now(game.services, GAME, round=1, reason="a test")
    game.run()
    refused(game, number, TooLate, r"can't stand: too late \(rule 6.2\)")


def test_an_order_that_came_after_the_deadline_stays_late(game: Post) -> None:
    current = game.state().current
    assert current is not None
    at = current.deadline + timedelta(seconds=1)
    game.sleep_until(at + timedelta(seconds=9))
    number = arrived(game, from_outside("THROWS 4"), at=at)
    refused(game, number, TooLate, "too late")


def test_a_mail_that_was_read_as_its_players_is_not_read_twice(game: Post) -> None:
    refused(game, arrived(game, a_mail("Karen", "THROWS 4")), TooLate, "waits for nothing")
    refused(game, arrived(game, a_mail("Karen", "a few")), TooLate, "enter the order yourself")


def test_copies_reports_and_what_can_not_be_read_are_refused(game: Post) -> None:
    raw = from_outside("THROWS 4")
    arrived(game, raw)
    refused(game, arrived(game, raw), AgainstTheRules, "copy")
    report = arrived(game, a_bounce(last_to(game, "Bill", "opening")))
    refused(game, report, AgainstTheRules, "report of a mail program")
    receipt = arrived(game, raw_mail("read_receipt"))
    refused(game, receipt, AgainstTheRules, "report of a mail program", name="Karen")
    empty = arrived(game, from_outside("", Content_Type="application/pgp-encrypted"))
    set_aside(game, empty)
    refused(game, empty, AgainstTheRules, "can't be read")


def test_a_reason_a_game_and_a_player_there_must_be(game: Post) -> None:
    number = arrived(game, from_outside("THROWS 4", To="pigs@pigs.example"))
    refused(game, number, UsageError, "reason", reason="  \n ")
    refused(game, number, UsageError, "at most 300", reason="x" * 301)
    refused(game, number, NotFound, "no game", game="winter-pigs")
    refused(game, number, NotFound, "nobody called 'Ted'", name="Ted")
    with pytest.raises(UsageError, match="name one"):
        file_mail(game.services, number, reason="a test")
    with pytest.raises(NotFound, match="there is no mail 99"):
        file_mail(game.services, 99, reason="a test")
