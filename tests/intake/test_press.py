"""PRESS: printed with the result, for whom it is meant, and for nobody before."""

from datetime import timedelta

import pytest

from pigpost.audit.entries import public_entries
from pigpost.events.types import PressSent
from pigpost.games.kinds import Seat
from pigpost.intake.press import LONGEST
from tests.post import GAME, Post, a_mail, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    post.clock.advance(hours=1)
    return post


def said(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


def plays_round(post: Post) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()


def test_press_reaches_its_addressees_with_the_result_and_nobody_else(game: Post) -> None:
    answer = game.mailed("Bill", "PRESS TO Karen\nKeep it between us.")
    assert answer["X-Pigpost-Kind"] == "noted"
    assert "your words for Karen are taken" in said(answer)
    game.mailed("Ted", "PRESS TO ALL: Oink.")
    assert not any(
        "Oink" in said(m) for a, m in game.sender.sent if a.startswith(("bill", "karen"))
    )
    plays_round(game)
    results = {name: said(game.last(name, "result")) for name in ("Bill", "Karen", "Ted")}
    assert ["Keep it between us." in results[name] for name in results] == [True, True, False]
    assert ["Ted to all: | Oink." in results[name] for name in results] == [True, True, True]
    assert "Bill to Karen:" in results["Karen"]


def test_press_of_one_round_is_not_printed_with_the_next(game: Post) -> None:
    game.mailed("Bill", "PRESS TO ALL: Oink.")
    plays_round(game)
    plays_round(game)
    assert "Oink" not in said(game.last("Karen", "result"))
    game.clock.advance(minutes=1)
    assert "Oink" in said(game.mailed("Karen", "REPORT 1"))
    assert "Oink" not in said(game.mailed("Karen", "REPORT"))


def test_no_press_makes_another_s_order_a_line_of_ours(game: Post) -> None:
    """A long word behind each of them puts orders on lines of their own: what rivals may want to play."""
    orders = ("THROWS 4", "THROWS 5", "TURN 20", "throws 6")
    behind = f" {'x' * 62} "
    game.mailed("Karen", f"PRESS TO ALL\n{behind.join(orders)}")
    plays_round(game)
    printed = text_of(game.last("Bill", "result")).split("\r\n")
    assert {"   | THROWS 4", "   | THROWS 5"} <= set(printed)
    game.clock.advance(minutes=1)
    for order in orders:
        assert game.mailed("Bill", order)["X-Pigpost-Kind"] == "receipt", order


def test_a_quoted_result_with_press_in_it_is_no_order(game: Post) -> None:
    game.mailed(
        "Bill", "PRESS TO ALL\nTHROWS 9\n\nWHEN Ted is out I go, and so on and so on, on and on"
    )
    plays_round(game)
    result = game.last("Karen", "result")
    game.clock.advance(minutes=1)
    for quoted in (text_of(result), text_of(result).replace("   | ", "")):
        game.inbox.deliver(a_mail("Karen", quoted, answering=result))
    game.run()
    current = game.state().current
    assert current is not None
    assert current.standing(Seat(2)) is None


def test_the_log_shows_neither_who_wrote_nor_what(game: Post) -> None:
    game.mailed("Bill", "PRESS TO Karen: Oink.")
    plays_round(game)
    (event,) = game.events(PressSent)
    assert (event.by, event.round, event.personal.to) == ("service", 1, ("p2",))
    with game.services.store.reading() as tx:
        (entry,) = [e for e in public_entries(tx, GAME) if e.type == "PressSent"]
    assert (entry.sealed, entry.personal) == (None, None)
    assert b"p1" not in entry.head
    assert b"p2" not in entry.head


def test_a_player_has_three_pieces_a_round(game: Post) -> None:
    left = [said(game.mailed("Bill", f"PRESS TO ALL: Oink {n}")) for n in range(3)]
    assert "You can send 2 more pieces" in left[0]
    assert "last piece" in left[2]
    assert "no more are printed" in said(game.mailed("Bill", "PRESS TO ALL: Oink again"))
    assert len(game.events(PressSent)) == 3
    plays_round(game)
    game.clock.advance(minutes=1)
    assert "are taken" in said(game.mailed("Bill", "PRESS TO ALL: Oink again"))


def test_a_piece_has_its_length(game: Post) -> None:
    words = "oink " * (LONGEST // 5)
    assert "are taken" in said(game.mailed("Bill", f"PRESS TO ALL\n{words.strip()}"))
    answer = game.mailed("Bill", f"PRESS TO ALL\n{words}oink oink")
    assert f"at most {LONGEST} characters" in said(answer)
    assert len(game.events(PressSent)) == 1


def test_press_for_who_has_left_is_not_taken(game: Post) -> None:
    game.mailed("Ted", "RESIGN YES")
    answer = game.mailed("Bill", "PRESS TO Karen, Ted: Oink.")
    assert "can't be printed for Ted" in said(answer)
    assert game.events(PressSent) == []


def test_the_same_mail_twice_is_one_piece(game: Post) -> None:
    raw = a_mail("Bill", "PRESS TO ALL: Oink.")
    for number in range(3):
        game.inbox.deliver(b"Received: from x by y; %d\r\n" % number + raw)
    game.run()
    assert len(game.events(PressSent)) == 1
