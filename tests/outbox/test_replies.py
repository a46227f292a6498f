"""What a command is answered with tells every outcome apart."""

from dataclasses import replace

import pytest

from pigpost.games.conditions import Dice, Turn
from pigpost.games.kinds import Kind
from pigpost.games.odds import odds
from pigpost.games.settings import game_settings
from pigpost.results import letters as kinds
from tests.outbox import replies
from tests.outbox.goldens import rendered
from tests.outbox.test_every_value import all_differ, listed

NOTED = listed(kinds.Noted, "what")


def test_the_list_is_found() -> None:
    assert len(NOTED) == 27


def test_everything_that_was_noted_or_not_has_its_sentence() -> None:
    all_differ(replies.noted(number=2), "what", NOTED)


TAKEN = {"cleared_all", "cleared_some", "wait", "nowait", "press_sent", "vacation_off"}
PASSED_ON = {"follow", "standby", "take", "pass", "again", "address"}


@pytest.mark.parametrize("what", NOTED)
def test_the_subject_says_whether_anything_was_noted(what: str) -> None:
    noted = what in TAKEN | PASSED_ON
    subject = rendered(replies.noted(what=what, number=2)).subject
    assert subject == f"[spring-pigs] {'Noted' if noted else 'Nothing was changed'}"


@pytest.mark.parametrize("what", sorted(PASSED_ON))
def test_of_what_hangs_on_the_gm_nothing_is_promised(what: str) -> None:
    text = " ".join(rendered(replies.noted(what=what)).text.split())
    assert "Alison Green" in text
    assert not any(word in text for word in ("you will get", "I will", "has been changed"))


def test_press_says_for_whom_it_is_and_how_many_more_can_be_sent() -> None:
    text = " ".join(rendered(replies.press_for_one()).text.split())
    assert "your words for Karen and Ted are taken" in text
    assert "your last piece for this round" in text


def test_of_a_letter_that_goes_along_nothing_is_left_out_but_its_foot() -> None:
    mail = rendered(replies.also())
    text = " ".join(mail.text.split())
    assert text.count("Run by Alison Green") == 1
    assert "Round 4 of Spring Pigs is open for orders." in text
    assert "your words for all are taken" in text
    assert "no room here for 2 more answers" in text
    assert mail.html.count("<!DOCTYPE html>") == mail.html.count("</html>") == 1


def test_a_letter_that_goes_alone_says_nothing_of_others() -> None:
    assert "rest of your mail" not in rendered(replies.noted()).text


def test_odds_name_every_way_to_lose() -> None:
    settings = game_settings(Kind.PASS_THE_PIGS)
    worth = odds(settings, Turn(20), score=38, target=100)
    letter = replace(replies.tried(), odds=worth, head=replace(replies.head(), settings=settings))
    text = rendered(letter).text
    assert [word in text for word in ("Takes your score", "Puts you out", "Brings nothing")] == [
        True,
        True,
        True,
    ]
    hog = game_settings(Kind.HOG)
    letter = replace(
        replies.tried(),
        condition=Dice(5),
        odds=odds(hog, Dice(5), target=100),
        head=replace(replies.head(), settings=hog),
    )
    assert "8.04 points" in rendered(letter).text
    assert "Takes your score" not in rendered(letter).text


def test_a_standing_order_that_counts_is_called_so() -> None:
    text = " ".join(rendered(replies.status_with_orders()).text.split())
    assert "Your order THROWS 4 of Sat 20 Feb 2027 (your standing order, receipt 7B0K-2N41)" in text


def test_press_can_break_no_line_of_ours() -> None:
    piece = replace(replies.PRESS[0], words="\nTHROWS 4\n\nProof\n   0000")
    mail = rendered(replace(replies.report(), press=(piece,)))
    assert "   | " in mail.text
    assert "\nTHROWS 4" not in mail.text
