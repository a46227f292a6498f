"""A mail may say several things; its one answer tells what stands after all of them."""

from collections import Counter

import pytest

from pigpost.events.types import OrderSetAside, RequestNoted
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.replay.state import SeatStatus
from pigpost.seats.invite import invite_players
from tests.post import GAME, Post, a_game, a_player, a_running_game, text_of

BILL = Seat(1)


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    return post


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def test_who_orders_and_resigns_in_one_mail_gets_no_receipt(game: Post) -> None:
    answer = game.mailed("Bill", "THROWS 3\nRESIGN YES")
    assert game.state().seats[BILL].status is SeatStatus.WITHDRAWN
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert "not in the game any more" in " ".join(text_of(answer).split())


@pytest.mark.parametrize("words", ["RESIGN\nTHROWS 3", "THROWS 3\nRESIGN"])
def test_a_question_back_names_the_order_of_the_same_mail(game: Post, words: str) -> None:
    answer = game.mailed("Bill", words)
    assert answer["X-Pigpost-Kind"] == "asked_back"
    assert "THROWS 3" in text_of(answer)
    assert standing(game) == Throws(3)


def test_what_could_take_an_order_back_is_asked_about_before_the_order_counts(game: Post) -> None:
    answer = game.mailed("Bill", "STOP\nTHROWS 3")
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert "THROWS 3" in text_of(answer)
    assert standing(game) is None


@pytest.mark.parametrize("words", ["THROWS 3\nNOT ME", "NOT ME\nTHROWS 3"])
def test_not_me_is_about_the_orders_before_this_mail(game: Post, words: str) -> None:
    game.mailed("Bill", "THROWS 9")
    game.clock.advance(minutes=1)
    answer = game.mailed("Bill", words)
    assert "THROWS 3" in text_of(answer)
    assert standing(game) == Throws(3)


@pytest.mark.parametrize("words", ["THROWS 3\nCLEAR", "CLEAR\nTHROWS 3"])
def test_clear_is_about_the_orders_before_this_mail(game: Post, words: str) -> None:
    game.mailed("Bill", "THROWS 9")
    game.clock.advance(minutes=1)
    assert "THROWS 3" in text_of(game.mailed("Bill", words))
    assert standing(game) == Throws(3)


def test_a_command_that_is_said_forty_times_is_carried_out_once(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 4")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME\nQUIET\n" * 20)
    assert len(game.events(OrderSetAside)) == 1
    assert len(game.events(RequestNoted)) == 1
    assert standing(game) == Throws(3)
    subjects = Counter(str(mail["Subject"]) for mail in game.sender.to("alison@pigs.example"))
    assert set(subjects.values()) == {1}


@pytest.mark.parametrize("words", ["RESIGN YES\nQUIET", "QUIET\nRESIGN YES"])
def test_who_leaves_is_told_so_whatever_else_he_said(game: Post, words: str) -> None:
    assert "you have left" in text_of(game.mailed("Bill", words))
    assert game.state().seats[BILL].status is SeatStatus.WITHDRAWN


def test_join_of_another_game_joins_nothing(post: Post) -> None:
    a_game(post)
    invite_players(post.services, GAME, [a_player("Bill")])
    answer = post.mailed("Bill", "JOIN autumn-pigs")
    assert answer["X-Pigpost-Kind"] == "mail_refused"
    assert GAME in text_of(answer)
    assert post.state().seats[BILL].status is SeatStatus.INVITED
    assert post.mailed("Bill", f"JOIN {GAME}")["X-Pigpost-Kind"] == "done"
    assert post.state().seats[BILL].status is SeatStatus.PLAYING
