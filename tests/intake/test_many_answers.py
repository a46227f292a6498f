"""Several commands in one mail: all are carried out, and the one answer tells of each."""

import pytest

from pigpost.events.types import OrderAccepted, PressSent, RequestNoted
from pigpost.intake.run_command import _RUN, HARMLESS, REQUESTS
from pigpost.orders import commands
from pigpost.orders.reading import CommandWord
from tests.post import Post, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    post.clock.advance(hours=1)
    return post


def said(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


def test_every_command_that_can_be_read_is_carried_out() -> None:
    assert set(_RUN) == set(CommandWord)


def test_what_is_harmless_to_the_reader_asks_for_no_proof() -> None:
    assert HARMLESS == commands.HARMLESS
    assert not HARMLESS & REQUESTS


def test_the_order_leads_and_the_rest_goes_along(game: Post) -> None:
    answer = game.mailed("Bill", "TRY TURN 20\nTHROWS 3\nQUIET\nSTATUS")
    assert answer["X-Pigpost-Kind"] == "receipt"
    text = said(answer)
    assert "Got it, Bill" in text
    assert "you get no more reminders" in text
    assert "Round 1 of Spring Pigs is open for orders" in text
    assert "I have only tried this" in text
    assert text.index("Got it, Bill") < text.index("And the rest of your mail")
    assert len(game.events(OrderAccepted)) == len(game.events(RequestNoted)) == 1
    html = answer.get_body(preferencelist=("html",))
    assert html is not None
    page = html.get_content()
    assert "you get no more reminders" in page
    assert "Reads as" in page


def test_a_refusal_leads_and_what_was_done_beside_it_is_told(game: Post) -> None:
    answer = game.mailed("Bill", "about 20 points\nQUIET")
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert "you get no more reminders" in said(answer)


def test_what_is_said_twice_is_answered_once(game: Post) -> None:
    text = said(game.mailed("Bill", "STATUS\nWHO\nMY ORDER\nSTATUS"))
    assert text.count("is open for orders") == 1
    assert "rest of your mail" not in text


def test_each_part_tells_what_stands_after_the_whole_mail(game: Post) -> None:
    text = said(game.mailed("Bill", "STATUS\nTHROWS 3\nSTANDING THROWS 2\nTRY TURN 20"))
    assert text.count("Round 1 THROWS 3 of") == 3
    assert text.count("Counts now THROWS 3 of") == 1


def test_a_mail_has_room_for_so_many_answers_and_says_so(game: Post) -> None:
    words = "\n".join(f"TRY TURN {n}" for n in range(10, 20))
    text = said(game.mailed("Bill", words))
    assert text.count("I have only tried this") == 7
    assert "no room here for 3 more answers" in text


def test_press_is_no_order_and_what_stands_behind_it_is(game: Post) -> None:
    answer = game.mailed("Bill", "PRESS TO ALL\nI will throw 9 times!\nTHROWS 9\nEND\nTHROWS 2")
    assert answer["X-Pigpost-Kind"] == "receipt"
    (order,) = game.events(OrderAccepted)
    assert order.sealed.order == "THROWS 2"
    (press,) = game.events(PressSent)
    assert press.personal.words == "I will throw 9 times!\nTHROWS 9"
    assert "your words for all are taken" in said(answer)
