"""Press is taken out before anything else is read; a line can end all reading."""

from typing import Any

import pytest

from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.orders.reading import Command, CommandWord, Doubt, Order, Reason, Refusal
from tests.orders.asking import command, condition, items, refusal


@pytest.mark.parametrize(
    ("text", "to", "words"),
    [
        ("press to all: who let the hogs out", "all", "who let the hogs out"),
        ("PRESS TO ALL\nOink.\nEND", "all", "Oink."),
        ("BROADCAST I shall win with 2 throws", "all", "I shall win with 2 throws"),
        ("broadcast: THROWS 3", "all", "THROWS 3"),
        (
            "PRESS TO Jim\nI hear you want 4 throws.\nENDPRESS",
            ("Jim",),
            "I hear you want 4 throws.",
        ),
        (
            "PRESS TO bill, ted\n\nTHROWS 3\nTHROWS 4\nend press",
            ("Bill", "Ted"),
            "THROWS 3\nTHROWS 4",
        ),
        ("press to Bill and Ted: truce?", ("Bill", "Ted"), "truce?"),
        ("press to Jim I have 20 points", ("Jim",), "I have 20 points"),
        ("PRESS TO Jim, Jim: twice", ("Jim",), "twice"),
        ("PRESS TO Jim\nno end to it, 3 throws", ("Jim",), "no end to it, 3 throws"),
    ],
)
def test_press_reaches_the_players_as_they_are_spelled(
    text: str, to: str | tuple[str, ...], words: str
) -> None:
    told = command(text)
    assert told.word is CommandWord.PRESS
    assert told.args == {"to": to, "text": words}


def test_names_of_several_words_and_with_signs_are_known() -> None:
    names = ("Mary Lou", 'Jim "The Pig" Brown', "O'Brien", "Karen")
    for spelled in names[:3]:
        (told,) = items(f"PRESS TO {spelled.upper()}: hello", names=names, me=Seat(4))
        assert isinstance(told, Command)
        assert told.args["to"] == (spelled,)


def kinds(text: str) -> list[Any]:
    return [i.word if isinstance(i, Command) else type(i) for i in items(text)]


def test_orders_and_commands_around_press_count() -> None:
    text = "THROWS 3\nPRESS TO all\nTHROWS 9\nENDPRESS\nSTATUS"
    assert kinds(text) == [Order, CommandWord.PRESS, CommandWord.STATUS]
    assert kinds("PRESS TO Jim: hi\nENDPRESS\n4 throws, thanks") == [CommandWord.PRESS, Order]
    assert kinds("PRESS TO Jim: a\nENDPRESS\nPRESS TO Bill: b") == [CommandWord.PRESS] * 2


def test_6_1_orders_on_both_sides_of_press_are_held_against_each_other() -> None:
    found = items("THROWS 3\nPRESS TO all\nhi\nENDPRESS\nTHROWS 4")
    assert [type(item) for item in found] == [Command, Refusal]


def test_an_order_below_press_that_nothing_ends_is_asked_about() -> None:
    told, refused = items("PRESS TO all: hello\n\nTHROWS 3")
    assert isinstance(told, Command)
    assert isinstance(refused, Refusal)
    assert refused.suggestions == (Throws(3),)


@pytest.mark.parametrize(
    ("text", "reason", "doubt"),
    [
        ("PRESS\nhello", Reason.UNCLEAR, Doubt.TO_NOBODY),
        ("press: hello", Reason.UNCLEAR, Doubt.TO_NOBODY),
        ("PRESS TO", Reason.UNCLEAR, Doubt.TO_NOBODY),
        ("PRESS TO Jim\nENDPRESS", Reason.UNCLEAR, Doubt.EMPTY),
        ("PRESS TO Steve: hello", Reason.UNKNOWN_PLAYER, None),
        ("PRESS TO Bil: hello", Reason.UNKNOWN_PLAYER, None),
        ("PRESS TO Karen: hello", Reason.NAMES_HIMSELF, None),
    ],
)
def test_press_that_reaches_nobody_is_asked_back(
    text: str, reason: Reason, doubt: Doubt | None
) -> None:
    (complaint,) = refusal(text).complaints
    assert (complaint.reason, complaint.doubt) == (reason, doubt)


def test_a_short_name_that_fits_two_is_asked_back_with_both() -> None:
    names = ("Tom B", "Tom K", "Ann")
    (complaint,) = refusal("press to Tom: hi", names=names, me=Seat(3)).complaints
    assert complaint.reason is Reason.AMBIGUOUS_PLAYER
    assert complaint.names == ("Tom B", "Tom K")


def test_who_is_out_can_still_be_written_to() -> None:
    (told,) = items("press to Bill: hi", out=("Bill",))
    assert isinstance(told, Command)


@pytest.mark.parametrize("mark", ["END", "end", "SIGNOFF", "#END", "#end", "Signoff."])
def test_below_a_line_that_ends_the_reading_nothing_counts(mark: str) -> None:
    assert condition(f"THROWS 3\n{mark}\n\nTHROWS 4") == Throws(3)
    assert refusal(f"{mark}\n\nTHROWS 4").reason is Reason.NOTHING_FOUND


def test_an_end_in_the_middle_of_a_sentence_is_a_word_of_it() -> None:
    assert condition("My turn will\nend\nafter 3 throws") == Throws(3)


def test_words_for_the_game_master_end_where_press_begins() -> None:
    assert kinds("GM is it Friday?\nPRESS TO Jim: hello") == [CommandWord.GM, CommandWord.PRESS]


def test_a_long_letter_to_others_is_no_long_mail() -> None:
    lines = "\n".join(f"line {number}" for number in range(200))
    assert kinds(f"THROWS 3\nPRESS TO all\n{lines}\nENDPRESS") == [Order, CommandWord.PRESS]
