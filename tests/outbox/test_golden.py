import re
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from pigpost.games.conditions import Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.results.letters import Letter
from tests.outbox.goldens import FOLDER, files, rendered
from tests.outbox.letters import NAMES
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.seen import Page, numbers


def one_line(text: str) -> str:
    return " ".join(text.split())


every_sample = pytest.mark.parametrize("name", ALL_SAMPLES)
TEXTS = {name: rendered(build()) for name, build in ALL_SAMPLES.items()}


@every_sample
def test_a_mail_is_what_it_was(name: str) -> None:
    for file, content in files(name).items():
        assert (FOLDER / file).read_text("utf-8") == content, "python -m tests.outbox.goldens"


def test_there_is_no_golden_mail_without_a_sample() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(ALL_SAMPLES)


def test_every_kind_of_letter_has_a_sample() -> None:
    assert {build().KIND for build in ALL_SAMPLES.values()} == {
        kind.KIND for kind in get_args(Letter)
    }


@every_sample
def test_text_and_html_say_the_same_numbers_and_names(name: str) -> None:
    mail, page = TEXTS[name], Page(TEXTS[name].html)
    assert numbers(mail.text) == numbers(page.text)
    for word in (*NAMES.values(), "Alison Green", "Spring Pigs"):
        assert (word in one_line(mail.text)) == (word in one_line(page.text)), word


@every_sample
def test_text_has_72_columns_and_no_trailing_spaces(name: str) -> None:
    text = TEXTS[name].text
    assert max(map(len, text.split("\n"))) <= 72
    assert not re.search(r"[ \t]\n|\n\n\n|\t", text)
    assert text.endswith("\n")


@every_sample
def test_no_line_is_an_order_or_a_command_that_a_player_may_want_to_send(name: str) -> None:
    """Lines that we sent do not count when they come back, not even when they are meant."""
    orders = {in_words(c, NAMES).casefold() for c in _conditions(ALL_SAMPLES[name]())}
    lines = {one_line(line).casefold() for line in TEXTS[name].text.split("\n")}
    assert orders, "the scan sees no orders"
    assert not lines & (orders | {"resign yes", "not me", "my order"})


def _conditions(letter: object) -> list[Condition]:
    numbered = [kind(n) for kind in (Throws, Turn, Total, Dice) for n in range(1, 101)]
    return [*numbered, OnlyLeft(), When(frozenset({Seat(1)})), *_in(letter)]


def _in(value: object) -> list[Condition]:
    """Every condition somewhere in a letter."""
    if isinstance(value, Condition):
        return [value]
    if isinstance(value, tuple):
        return [found for item in value for found in _in(item)]
    if is_dataclass(value):
        return [found for f in fields(value) for found in _in(getattr(value, f.name))]
    return []


@every_sample
def test_the_subject_is_one_line_and_says_the_game(name: str) -> None:
    subject = TEXTS[name].subject
    assert "\n" not in subject
    assert len(subject) <= 78
    assert ("spring-pigs" in subject) == (ALL_SAMPLES[name]().head.game != "")


@every_sample
def test_every_mail_says_how_fair_the_throws_are_why_it_came_and_who_runs_it(name: str) -> None:
    text = one_line(TEXTS[name].text)
    if ALL_SAMPLES[name]().head.level:
        assert "Fairness, level sealed:" in text
        assert "could know them early" in text
    assert "You get this mail because" in text
    assert "Run by Alison Green at Pigpost." in text


@every_sample
def test_no_weekday_stands_without_its_date(name: str) -> None:
    days = re.findall(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.{0,12}", TEXTS[name].text)
    dated = [day for day in days if re.match(r"\w{3},? \d{1,2} \w{3} 2027", day)]
    assert days == dated or ALL_SAMPLES[name]().KIND == "invitation"  # there it is the schedule
