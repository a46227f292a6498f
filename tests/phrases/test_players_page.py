"""The page for players says nothing about orders and commands that is not so."""

import re
from pathlib import Path

import pytest

from pigpost.orders.canonical import in_words
from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.reading import CommandWord, Order, Refusal, State
from tests.orders.asking import NAMES, command, items

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
READ_AS = re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)
ASKED_BACK = re.findall(r"^\| `(.+?)` \| [^`].*\|$", PAGE, re.MULTILINE)
LISTED = re.findall(r"^\| ([A-Z ]+) \|", PAGE, re.MULTILINE)
SEATS = dict(enumerate(NAMES, 1))


def test_there_are_examples_of_all_six_kinds() -> None:
    kinds = {re.sub(r" (\d+|[A-Z][a-z].*)$", "", spelled) for _, spelled in READ_AS}
    assert kinds == {"THROWS", "TURN", "TOTAL", "ONLY LEFT", "WHEN", "AFTER"}
    assert len(READ_AS) >= 20
    assert len(ASKED_BACK) >= 10


@pytest.mark.parametrize(("text", "spelled"), READ_AS)
def test_every_example_is_read_as_the_page_says(text: str, spelled: str) -> None:
    for written in (text, spelled):
        (item,) = items(written)
        assert isinstance(item, Order)
        assert in_words(item.condition, SEATS) == spelled  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ASKED_BACK)
def test_every_example_of_what_is_asked_back_is_asked_back(text: str) -> None:
    (item,) = items(text)
    assert isinstance(item, Refusal)


def test_no_example_escapes_these_tests() -> None:
    inline = set(re.findall(r"`([^`]+)`", PAGE))
    in_tables = {text for row in READ_AS for text in row} | set(ASKED_BACK)
    assert inline - in_tables == {"Tom"}


def test_the_page_lists_every_command_and_no_other() -> None:
    assert sorted(LISTED) == sorted(ALL_COMMANDS.values())
    spelled = {word for command in ALL_COMMANDS.values() for word in command.split()}
    capitals = set(re.findall(r"\b[A-Z]{2,}\b", re.sub(r"`[^`]*`", "", PAGE)))
    assert capitals <= spelled | {"YES", "WITHDRAW"}


@pytest.mark.parametrize("text", ["yes please", "I'm in"])
def test_the_answers_to_an_invitation_are_understood(text: str) -> None:
    assert f'"{text}"' in PAGE
    assert command(text, state=State.INVITED).word is CommandWord.JOIN


def test_so_is_the_other() -> None:
    assert '"no thanks"' in PAGE
    assert command("no thanks", state=State.INVITED).word is CommandWord.DECLINE
