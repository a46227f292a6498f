"""Which words are read, and which orders are told of that were not."""

from functools import partial

import pytest

from pigpost.games.conditions import After, Throws
from pigpost.games.kinds import Seat
from pigpost.intake.cut import cut, lines_of
from pigpost.intake.words import elided_orders, words_of
from pigpost.orders.read import read
from pigpost.orders.reading import Player
from tests.intake.mails import a_mail, an_envelope

PLAYERS = [Player(seat=Seat(1), name="Bill"), Player(seat=Seat(2), name="Karen")]
READ = partial(read, players=PLAYERS, me=Seat(2))


def words(subject: str, visible: str) -> str:
    return words_of(an_envelope(a_mail(visible, f"Subject: {subject}\n")), cut(visible).visible)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("STATUS", "STATUS"),
        ("throws 4", "throws 4"),
        ("Re: throws 4", ""),
        ("AW: [spring-pigs] Round 4: orders by Fri 12 Mar", ""),
        ("Fwd: throws 4", ""),
        ("Re[2]: throws 4", ""),
        ("R: throws 4", ""),
        ("SV: throws 4", ""),
        ("Odp.: throws 4", ""),
        ("=?utf-8?b?5Zue5aSN77yadGhyb3dzIDQ=?=", ""),
        ("I go: throws 4", "I go: throws 4"),
        ("ROUND 5: throws 4", "ROUND 5: throws 4"),
        ("[spring-pigs] Alison invites you", ""),
        ("Order spring-pigs r5 t-0123456789abcdef", ""),
        ("Retire? RESIGN", "Retire? RESIGN"),
    ],
)
def test_a_subject_is_read_where_the_text_is_blank_and_he_wrote_it(subject: str, said: str) -> None:
    assert words(subject, " \n").strip() == said
    assert words(subject, "\n-- \nKaren\n").strip() == said
    assert words(subject, "Sent from my iPhone\n").strip() == said
    assert words(subject, "> our words\n\nTHROWS 9\n").strip() == ""
    assert words(subject, "AFTER Bill") == "AFTER Bill"


def test_an_order_token_is_no_word() -> None:
    assert words("x", "THROWS 4\nT-0123456789ABCDEF\n").split() == ["THROWS", "4"]


def test_orders_below_the_cut_are_told_once_each() -> None:
    elided = "> after BILL\n> for example\nTHROWS 4\n\n> > throws 4"
    found = elided_orders(elided, read=READ)
    assert found == (Throws(4), After(frozenset({Seat(1)})))


def test_an_order_that_stands_in_our_own_mail_is_not_told() -> None:
    known = lines_of(["for example\n   THROWS 4"])
    found = elided_orders("> THROWS 4\n> THROWS 5", read=READ, known_lines=known)
    assert found == (Throws(5),)


def test_an_answer_below_a_long_quote_is_found() -> None:
    elided = "\n".join(f"> line {n} of the quote" for n in range(500)) + "\n\nTHROWS 4\n"
    assert elided_orders(elided, read=READ) == (Throws(4),)
