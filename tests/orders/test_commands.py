"""The commands: each has its lines to itself, and every spelling that is printed is understood."""

import pytest

from pigpost.games.conditions import Throws
from pigpost.orders.commands import ALL_COMMANDS, command_in
from pigpost.orders.language import language, languages
from pigpost.orders.reading import Command, CommandWord, Doubt, Order, Reason, State
from tests.orders.asking import command, items, refusal

WITH = {
    CommandWord.PRESS: " all: hello",
    CommandWord.VACATION: " 2027-03-05 to 2027-03-12",
    CommandWord.TRY: " THROWS 4",
    CommandWord.ADDRESS: " karen@new.example",
}
"""Commands that are none alone, and what can go with them."""
PRINTED = {word: spelled + WITH.get(word, "") for word, spelled in ALL_COMMANDS.items()}


def test_every_command_has_a_printed_form() -> None:
    assert set(ALL_COMMANDS) == set(CommandWord)
    assert len(set(ALL_COMMANDS.values())) == len(ALL_COMMANDS)


@pytest.mark.parametrize("word", CommandWord)
def test_every_command_is_understood_as_it_is_printed(word: CommandWord) -> None:
    spelled = PRINTED[word]
    for text in (spelled, spelled.lower(), f" {spelled.title()}. ", f"{spelled}\n\nThanks\nKaren"):
        assert command(text, state=State.INVITED).word is word, text


@pytest.mark.parametrize("state", State)
def test_every_command_is_understood_from_everybody(state: State) -> None:
    for word, spelled in PRINTED.items():
        if (word, state) != (CommandWord.STOP, State.PLAYING):
            assert command(spelled, me=None, state=state).word is word


@pytest.mark.parametrize("tag", languages())
def test_every_command_is_understood_in_every_language(tag: str) -> None:
    for word, spelled in PRINTED.items():
        (item,) = items(spelled, state=State.STRANGER, languages=(tag,))
        assert isinstance(item, Command), spelled
        assert item.word is word


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
    ("text", "word", "args"),
    [
        ("REPORT 3", CommandWord.REPORT, {"round": "3"}),
        ("send me the report of round four", CommandWord.REPORT, {"round": "4"}),
        ("HISTORY", CommandWord.HISTORY, {}),
        ("takeover", CommandWord.TAKE, {}),
        ("TAKE spring-pigs", CommandWord.TAKE, {"game": "spring-pigs"}),
        ("observe hog-heaven", CommandWord.FOLLOW, {"game": "hog-heaven"}),
        ("monitor", CommandWord.FOLLOW, {}),
        (
            "ADDRESS Karen.Hill@New.Example",
            CommandWord.ADDRESS,
            {"address": "Karen.Hill@New.Example"},
        ),
        (
            "my new address is jürgen@x.example",
            CommandWord.ADDRESS,
            {"address": "jürgen@x.example"},
        ),
        ("set wait", CommandWord.WAIT, {}),
        ("preliminary", CommandWord.WAIT, {}),
        ("commit", CommandWord.NOWAIT, {}),
        ("list", CommandWord.STATUS, {}),
        ("Rules, again please", CommandWord.RULES, {}),
        ("TRY after Bill", CommandWord.TRY, {"order": "AFTER Bill"}),
        ("forecast: twenty points this turn", CommandWord.TRY, {"order": "TURN 20"}),
    ],
)
def test_the_words_that_players_know_are_understood(
    text: str, word: CommandWord, args: dict[str, str]
) -> None:
    asked = command(text)
    assert (asked.word, asked.args) == (word, args)


@pytest.mark.parametrize("text", ["TRY THROWS 0", "TRY after Steve", "try hold at 20"])
def test_an_order_that_is_no_good_is_not_tried(text: str) -> None:
    assert refusal(text).complaints


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("STOP", (CommandWord.RESIGN, CommandWord.CLEAR, CommandWord.QUIET)),
        ("I quit", (CommandWord.RESIGN, CommandWord.CLEAR, CommandWord.QUIET)),
        ("unsubscribe", (CommandWord.RESIGN, CommandWord.CLEAR, CommandWord.QUIET)),
        ("undo", (CommandWord.RESIGN, CommandWord.CLEAR, CommandWord.QUIET)),
        ("WITHDRAW", (CommandWord.RESIGN, CommandWord.CLEAR, CommandWord.QUIET)),
        ("I withdraw my order", (CommandWord.CLEAR,)),
    ],
)
def test_what_could_mean_an_order_a_seat_or_the_mails_is_asked_back(
    text: str, means: tuple[CommandWord, ...]
) -> None:
    refused = refusal(text)
    assert refused.reason is Reason.UNCLEAR
    assert refused.complaints[0].doubt is Doubt.LEAVING
    assert refused.commands == means


def test_a_clear_is_about_earlier_mails_and_a_delete_it_may_be_about_this() -> None:
    for text in ("CLEAR\nTHROWS 3", "THROWS 3\nCLEAR", "delete it\nTHROWS 3"):
        assert {type(item) for item in items(text)} == {Command, Order}
    assert refusal("THROWS 3\ndelete it").reason is Reason.UNCLEAR


def test_a_wait_beside_what_can_not_be_undone_is_asked_back() -> None:
    for text in ("RESIGN YES\nwait", "CLEAR\nWait!"):
        assert refusal(text).reason is Reason.UNCLEAR


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("THROWS 4 (provisional)", CommandWord.WAIT),
        ("provisional: 4 throws", CommandWord.WAIT),
        ("Preliminary order: 4 throws", CommandWord.WAIT),
        ("4 throws\nprovisional", CommandWord.WAIT),
        ("final: 4 throws", CommandWord.NOWAIT),
    ],
)
def test_a_provisional_order_is_an_order_that_waits(text: str, word: CommandWord) -> None:
    kinds = {type(item): item for item in items(text)}
    assert set(kinds) == {Order, Command}
    asked = kinds[Command]
    assert isinstance(asked, Command)
    assert asked.word is word


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
        "take care",
        "take three",
        "watch out",
        "report card",
        "address me",
    ],
)
def test_other_words_are_no_command(words: str) -> None:
    assert command_in(words.split(), language("en").commands) is None


@pytest.mark.parametrize("order", ["THROWS 3", "STANDING THROWS 3", "ROUND 4 THROWS 3"])
def test_my_order_above_an_order_leaves_no_doubt_about_it(order: str) -> None:
    shown, ordered = items(f"MY ORDER\n{order}")
    assert isinstance(shown, Command)
    assert shown.word is CommandWord.SHOW_ORDER
    assert isinstance(ordered, Order)
    assert ordered.condition == Throws(3)
