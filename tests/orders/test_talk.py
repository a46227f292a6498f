"""Orders and commands with talk around them, and what is no talk."""

import time

import pytest

from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.commands import HARMLESS
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Order, Refusal
from tests.orders.asking import KAREN, NAMES, items, players
from tests.orders.test_gist import answers, lines_of

SEATS = {Seat(number): name for number, name in enumerate(NAMES, 1)}
PATIENCE = 0.05
"""Seconds that the reading of any text may take (issue 3)."""
TALK, ASKED, NO_COMMANDS = map(lines_of, ("talk.txt", "talk_commands.txt", "no_commands.txt"))


@pytest.mark.parametrize("line", TALK)
def test_an_order_with_talk_around_it_is_read(line: str) -> None:
    wanted, text = line.split(" | ", 1)
    (item,) = answers(text)
    assert isinstance(item, Order), item
    assert in_words(item.condition, SEATS) == wanted


@pytest.mark.parametrize("line", ASKED)
def test_a_command_with_talk_around_it_is_carried_out(line: str) -> None:
    wanted, text = line.split(" | ", 1)
    (item,) = answers(text)
    assert isinstance(item, Command), item
    assert item.word.value == wanted


@pytest.mark.parametrize("line", NO_COMMANDS)
def test_what_is_no_command_changes_nothing(line: str) -> None:
    done = [item for item in answers(line) if isinstance(item, Command)]
    assert [command for command in done if command.word not in HARMLESS] == []


@pytest.mark.parametrize("line", [line.split(" | ", 1)[1] for line in TALK if "\\n" not in line])
def test_talk_is_read_in_time(line: str) -> None:
    answers(line)
    start = time.process_time()
    answers(line)
    assert time.process_time() - start < PATIENCE


@pytest.mark.parametrize("joint", [", ", " and ", " so ", ": ", " - ", ". "])
def test_a_sentence_of_many_clauses_is_read_in_time(joint: str) -> None:
    text = joint.join(["I like my tea", "the sun shone", "three throws", "my dog barks"] * 9)
    answers(text)
    start = time.process_time()
    answers(text)
    assert time.process_time() - start < PATIENCE


@pytest.mark.parametrize(
    "above", ["My sister likes", "My mother shouted:", "I made tea and drank", "I dreamt of"]
)
def test_a_line_that_runs_on_into_an_order_is_no_talk(above: str) -> None:
    (item,) = items(f"{above}\nthree throws")
    assert isinstance(item, Refusal)


def test_a_command_that_changes_something_is_none_in_a_line_with_an_order() -> None:
    (item,) = items("Three throws please. I resign.")
    assert isinstance(item, Refusal)


def test_what_is_said_twice_is_asked_once() -> None:
    (item,) = items("What's my order again? MY ORDER")
    assert isinstance(item, Command)


@pytest.mark.parametrize(
    "quote",
    [
        "On Mon, Mar 1, 2027 at 8:14 PM Spring Pigs wrote:\nTHROWS 9",
        "On Mon, 1 March 2027 at 20:14, Spring Pigs\n<pigs@example.org> wrote:\n\nTHROWS 9",
        "-----Original Message-----\nTHROWS 9",
        "From: Spring Pigs\nSent: Monday, 1 March 2027 20:14\nTHROWS 9",
    ],
)
def test_what_follows_the_line_above_a_quote_is_not_read(quote: str) -> None:
    (item,) = items(f"Gimme five throws this week.\n\n{quote}")
    assert isinstance(item, Order)
    assert in_words(item.condition, SEATS) == "THROWS 5"


def test_a_place_below_the_writers_name_is_a_part_of_his_signature() -> None:
    (item,) = items("AFTER Bill and Ted\n\nKaren\nDenver, CO")
    assert isinstance(item, Order)


def test_where_a_player_has_the_name_of_a_word_the_word_stays_one() -> None:
    text = "Hope I survive it: five throws!"
    names = ["Hope", "Karen", "Will"]
    (item,) = read(text, players=players(names), me=KAREN).items
    assert isinstance(item, Order)
