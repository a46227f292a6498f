"""Sentences that are understood by their gist, and those that must never be."""

import time
from pathlib import Path

import pytest

from pigpost.games.kinds import Kind, Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.language import languages
from pigpost.orders.read import read
from pigpost.orders.reading import Complaint, Item, Order, Reason, Refusal
from tests.orders.asking import KAREN, NAMES, items, order, players

FOLDER = Path(__file__).parent
SEATS = {Seat(number): name for number, name in enumerate(NAMES, 1)}
PATIENCE = 0.05
"""Seconds that the reading of any text may take (issue 3)."""


def lines_of(name: str) -> list[str]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and line[0] != "#"]


NEVER, GIST = lines_of("never.txt"), lines_of("gist.txt")


def answers(line: str) -> tuple[Item, ...]:
    """What is read in a line of the files, of the game that is named before it."""
    kind, text = Kind.POSTAL_PIGS, line
    if line.startswith("@"):
        name, text = line[1:].split(" ", 1)
        kind = Kind(name)
    return read(text.replace("\\n", "\n"), players=players(), me=KAREN, kind=kind).items


def complaints(text: str) -> tuple[Complaint, ...]:
    (item,) = items(text)
    assert isinstance(item, Refusal), item
    return item.complaints


@pytest.mark.parametrize("line", NEVER)
def test_what_is_no_order_is_never_accepted_as_one(line: str) -> None:
    assert [item for item in answers(line) if isinstance(item, Order)] == []


@pytest.mark.parametrize("line", GIST)
def test_a_wording_that_the_grammar_does_not_know_is_read_as_what_it_says(line: str) -> None:
    wanted, text = line.split(" | ", 1)
    (item,) = answers(text)
    assert isinstance(item, Order), item
    assert in_words(item.condition, SEATS) == wanted


def test_no_line_stands_twice() -> None:
    assert len(set(NEVER)) == len(NEVER) >= 150
    assert len(set(GIST)) == len(GIST)


def test_6_2_a_stranger_in_a_gist_is_refused_by_name() -> None:
    (complaint,) = complaints("Should Arthur pack it in, I pack it in at the same throw.")
    assert (complaint.reason, complaint.name) == (Reason.UNKNOWN_PLAYER, "Arthur")


def test_6_2_the_writer_in_a_gist_is_refused() -> None:
    (complaint,) = complaints("Should Karen pack it in, I pack it in at the same throw.")
    assert complaint.reason is Reason.NAMES_HIMSELF


def test_6_2_a_number_below_1_in_a_gist_is_refused() -> None:
    (complaint,) = complaints("Yank me out once the turn score climbs to 0.")
    assert complaint.reason is Reason.BAD_NUMBER


def test_6_5_more_than_n_counts_one_more_in_a_gist() -> None:
    heard = order("Yank me when the turn score climbs past 20.")
    assert in_words(heard.condition, SEATS) == "TURN 21"


def test_a_player_whose_name_is_a_word_of_a_gist_is_asked_about() -> None:
    text = "Yank me the instant Bill has packed it in."
    assert isinstance(items(text)[0], Order)
    assert isinstance(items(text, names=["Bill", "Karen", "Yank"])[0], Refusal)


@pytest.mark.parametrize(
    "talk",
    [
        "The allotment is a swamp again.",
        "It's so humid the piano sticks.",
        "Grandma is 90 years young and dancing.",
        "No rain for nine weeks, the hens are puzzled.",
    ],
)
def test_talk_is_left_out_beside_an_order_and_nowhere_else(talk: str) -> None:
    heard = order(f"Hi all,\n\n{talk}\n\nThree throws please.\n\nKaren")
    assert in_words(heard.condition, SEATS) == "THROWS 3"
    assert isinstance(items(talk)[0], Refusal)


def test_a_line_that_goes_on_in_an_order_is_no_talk() -> None:
    (item,) = items("The gardener told the vicar over a glass of wine\nthree throws")
    assert isinstance(item, Refusal)


def test_a_language_without_gists_is_read_by_its_grammar_alone() -> None:
    assert "fi" in languages()
    (item,) = items("Yank me out, kolme heittoa", languages=["fi"])
    assert isinstance(item, Refusal)


@pytest.mark.parametrize(
    "word", ["turn ", "out ", "leave ", "over ", "same throw ", "one more ", "("]
)
def test_words_with_many_signs_are_read_in_time(word: str) -> None:
    text = "Stop me when " + word * 30
    answers(text)
    start = time.process_time()
    answers(text)
    assert time.process_time() - start < PATIENCE
