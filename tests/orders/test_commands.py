"""The commands: each has its line to itself, and every spelling that is printed is understood."""

import pytest

from pigpost.orders.commands import ALL_COMMANDS, command_in
from pigpost.orders.reading import CommandWord, State
from tests.orders.asking import command


def test_every_command_is_understood_as_it_is_printed() -> None:
    assert set(ALL_COMMANDS) == set(CommandWord)
    for word, spelled in ALL_COMMANDS.items():
        for text in (
            spelled,
            spelled.lower(),
            f" {spelled.title()}. ",
            f"{spelled}\n\nThanks\nKaren",
        ):
            assert command(text).word is word, text


@pytest.mark.parametrize("state", State)
def test_every_command_is_understood_from_everybody(state: State) -> None:
    for word, spelled in ALL_COMMANDS.items():
        assert command(spelled, me=None, state=state).word is word


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("JOIN", {}),
        ("join autumn-oinks", {"game": "autumn-oinks"}),
        ("Join AUTUMN-OINKS please", {"game": "autumn-oinks"}),
        ("JOIN pigs2, thanks", {"game": "pigs2"}),
    ],
)
def test_join_may_name_a_game(text: str, args: dict[str, str]) -> None:
    assert command(text).args == args


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("RESIGN", {}),
        ("I resign.", {}),
        ("RESIGN YES", {"confirmed": "yes"}),
        ("resign, yes", {"confirmed": "yes"}),
        ("Yes, I resign", {"confirmed": "yes"}),
    ],
)
def test_resigning_is_confirmed_by_a_yes(text: str, args: dict[str, str]) -> None:
    assert command(text).args == args


@pytest.mark.parametrize(
    "words",
    [
        "resign no",
        "join us all",
        "status 3",
        "not",
        "me",
        "clear my name",
        "help yourself",
        "please",
    ],
)
def test_other_words_are_no_command(words: str) -> None:
    assert command_in(words.split()) is None
