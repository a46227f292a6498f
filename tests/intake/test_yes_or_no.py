"""Any natural yes is one, and nothing else is; our own question says neither."""

import pytest

from pigpost.intake.cut import cut, lines_of
from pigpost.intake.yes_or_no import yes_or_no
from tests.outbox.finnish import in_finnish
from tests.outbox.goldens import rendered
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.test_own_mail_is_no_order import STYLES

QUESTIONS = [
    mail.text
    for name, build in ALL_SAMPLES.items()
    if name.startswith("confirm")
    for mail in (rendered(build()), in_finnish(build()))
]


@pytest.mark.parametrize(
    "text",
    [
        "YES",
        "yes.",
        "Yes, it was me!",
        "Yep",
        "ok",
        "Sure, that's mine",
        "That was me.",
        "It's from me",
        "I wrote that",
        "CONFIRM",
        "Hello Alison,\n\nyes, I sent it from my phone.\n\nBill",
        "Kyllä",
        "Joo, minä se olin",
        "se olin minä",
        "Juu.",
        "Ja.",
        "Oui",
    ],
)
def test_a_natural_yes(text: str) -> None:
    assert yes_or_no(text).yes is True


@pytest.mark.parametrize(
    "text",
    [
        "NO",
        "no, sorry",
        "Nope!",
        "NOT ME",
        "That was not me.",
        "It wasn't me",
        "I didn't write that mail",
        "No! Somebody else did.",
        "Ei",
        "Ei, en minä",
        "En ole lähettänyt sitä",
        "Hello,\nno.\nBill",
    ],
)
def test_a_natural_no(text: str) -> None:
    assert yes_or_no(text).yes is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes?",
        "Is this from me?",
        "Yes\nNo",
        "yes, but not that order",
        "No problem",
        "no, that was me",
        "no idea",
        "I don't understand",
        "En tiedä",
        "THROWS 4",
        "yesterday I was away",
        "not now",
        "What do you want me to say, a plain yes or a plain no, and to whom, and why at all",
    ],
)
def test_what_is_neither(text: str) -> None:
    assert yes_or_no(text).yes is None


def test_what_else_stands_there_is_kept() -> None:
    assert yes_or_no("Yes.\nTHROWS 4").rest == "THROWS 4"
    assert yes_or_no("YES THROWS 4").rest == "THROWS 4"
    assert yes_or_no("THROWS 4\nyes").rest == "THROWS 4"
    assert yes_or_no("maybe\nTHROWS 4").rest == "maybe\nTHROWS 4"


def test_no_line_of_our_question_is_an_answer_to_it() -> None:
    assert len(QUESTIONS) >= 8
    for text in QUESTIONS:
        for line in text.split("\n"):
            assert yes_or_no(line).yes is None, line


@pytest.mark.parametrize("style", STYLES)
def test_a_quoted_question_says_nothing_and_the_word_above_it_does(style: str) -> None:
    for text in QUESTIONS:
        for word, said in (("", None), ("YES\n\n", True), ("no\n\n", False)):
            reply = word + STYLES[style](text)
            visible = cut(reply, known_lines=lines_of([text])).visible
            assert yes_or_no(visible).yes is said, visible


def test_a_long_text_takes_no_time() -> None:
    assert yes_or_no("yes " * 100_000).yes is None
    assert yes_or_no("yes no\n" * 10_000).yes is None
