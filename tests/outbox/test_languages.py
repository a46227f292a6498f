"""Finnish mails: nothing is left out, nothing breaks, and each reads as it did."""

import re
from functools import cache

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from pigpost.games.kinds import Kind
from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Order, Player, State
from pigpost.outbox.words import words
from pigpost.resources import templates
from tests.outbox.finnish import FOLDER, golden, mails
from tests.outbox.goldens import rendered
from tests.outbox.letters import NAMES
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.seen import Page, numbers
from tests.outbox.test_words import OF_MAILS, messages

PO = templates() / "locale" / "fi.po"
PLACEHOLDERS = re.compile(r"\{\w*\}|%\(\w+\)s|<[^>]+>")
SPELLED = (
    *ALL_COMMANDS.values(),
    *("THROWS", "TURN", "TOTAL", "ONLY LEFT", "WHEN", "AFTER", "DICE", "STANDING", "ROUND", "YES"),
)
SENT = re.compile(rf"\b(?:{'|'.join(SPELLED)})\b")
"""Words that a player can send back."""

PLAYERS = [Player(seat=seat, name=name) for seat, name in NAMES.items()]
EXAMPLE = re.compile(r"(THROWS \d|TURN \d|TOTAL \d|ONLY LEFT|WHEN \w|AFTER \w|DICE \d)")
MAILS = mails()

every_sample = pytest.mark.parametrize("name", ALL_SAMPLES)


def catalogue() -> list[Message]:
    with PO.open("rb") as file:
        return [message for message in read_po(file, locale="fi") if message.id]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))  # type: ignore[call-overload]


def of_mails() -> list[Message]:
    return [m for m in catalogue() if any(file.startswith(OF_MAILS) for file, _ in m.locations)]


def translated() -> list[Message]:
    return [message for message in catalogue() if all(forms(message.string))]


# --- the catalogue ----------------------------------------------------------------------------


def test_no_text_of_a_mail_lacks_a_translation() -> None:
    known = {forms(message.id)[0]: message for message in of_mails()}
    wanted = {forms(message)[0] for message in messages()}
    assert not wanted - known.keys(), "python ops/words.py, then translate"
    assert not [m.id for m in known.values() if not all(forms(m.string))]


def test_the_catalogue_has_no_text_that_no_mail_or_page_has() -> None:
    gone = {forms(m.id)[0] for m in of_mails()} - {forms(message)[0] for message in messages()}
    assert not gone, "python ops/words.py"


def test_no_translation_is_doubtful() -> None:
    assert not [message.id for message in catalogue() if message.fuzzy]


def test_every_translation_has_the_placeholders_of_its_text() -> None:
    for message in translated():
        ids, strings = forms(message.id), forms(message.string)
        allowed = set(PLACEHOLDERS.findall(ids[-1]))
        for string in strings:
            assert set(PLACEHOLDERS.findall(string)) <= allowed, message.id
        assert set(PLACEHOLDERS.findall(strings[-1])) == allowed, message.id


def test_what_is_said_of_several_has_two_forms() -> None:
    for message in translated():
        if message.pluralizable:
            assert len(forms(message.string)) == 2, message.id


def test_words_that_players_send_stay_as_they_are() -> None:
    for message in translated():
        for string in forms(message.string):
            assert set(SENT.findall(forms(message.id)[-1])) <= set(SENT.findall(string)), message.id


# --- the mails --------------------------------------------------------------------------------


@every_sample
def test_a_finnish_mail_is_what_it_was(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert golden(MAILS[name]) == expected, "python -m tests.outbox.finnish"


def test_there_is_no_finnish_mail_without_a_sample() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(ALL_SAMPLES)


@every_sample
def test_a_finnish_mail_says_it_of_itself(name: str) -> None:
    assert Page(MAILS[name].html).all("html")[0].attributes["lang"] == "fi"


@every_sample
def test_text_and_html_say_the_same_numbers_and_names(name: str) -> None:
    mail, page = MAILS[name], Page(MAILS[name].html)
    assert numbers(mail.text) == numbers(page.text)
    text, seen = (" ".join(one.split()) for one in (mail.text, page.text))
    for word in (*NAMES.values(), "Alison Green", "Spring Pigs"):
        assert (word in text) == (word in seen), word


@every_sample
def test_it_fits_its_columns(name: str) -> None:
    mail = MAILS[name]
    assert max(map(len, mail.text.split("\n"))) <= 72
    assert len(mail.subject) <= 78
    assert not re.search(r"[ \t]\n|\n\n\n|\t", mail.text)


@every_sample
def test_it_names_the_same_players_commands_and_orders_as_the_english_one(name: str) -> None:
    english, finnish = rendered(ALL_SAMPLES[name]()).text, MAILS[name].text
    for word in (*SPELLED, *NAMES.values()):
        named = [len(re.findall(rf"\b{word}\b", text)) for text in (english, finnish)]
        assert bool(named[0]) == bool(named[1]), word


@cache
def orders_in(line: str) -> list[Order]:
    heard = [
        read(line, players=PLAYERS, me=PLAYERS[1].seat, kind=kind, languages=("fi", "en")).items
        for kind in (Kind.POSTAL_PIGS, Kind.HOG)
    ]
    return [item for items in heard for item in items if isinstance(item, Order)]


@every_sample
def test_no_line_of_it_is_an_order_unless_it_is_an_example(name: str) -> None:
    lines = {line.strip() for line in MAILS[name].text.split("\n")}
    read_as = [line for line in lines if not EXAMPLE.match(line) and orders_in(line)]
    assert not read_as


# --- what it teaches --------------------------------------------------------------------------


TAUGHT: list[tuple[str, str]] = re.findall(
    r"\(([A-ZÄÖ ]+)\) +([A-Z]+(?: [A-Z]+)*)$", MAILS["help"].text, re.MULTILINE
)
"""The Finnish words in brackets, and the command that they are to be."""

GOES_WITH = {
    "PRESS TO": ": hei",
    "VACATION": " 5.3.2027 - 12.3.2027",
    "TRY": " 3 heittoa",
    "ADDRESS": " aino@mill.example",
    "PROTEST": ": hei",
    "APPEAL": ": hei",
    "GM": ": hei",
}
OF_STRANGERS = ("STOP",)


@pytest.mark.parametrize(("finnish", "command"), TAUGHT)
def test_every_finnish_command_that_the_help_prints_is_understood(
    finnish: str, command: str
) -> None:
    text = finnish + GOES_WITH.get(command, "")
    state = State.STRANGER if command in OF_STRANGERS else State.PLAYING
    (item,) = read(
        text, players=PLAYERS, me=PLAYERS[0].seat, state=state, languages=("fi", "en")
    ).items
    assert isinstance(item, Command)
    assert ALL_COMMANDS[item.word] == command


def test_the_help_has_a_finnish_word_for_every_command() -> None:
    assert {command for _, command in TAUGHT} == set(ALL_COMMANDS.values())


def test_days_and_numbers_are_written_as_in_finland() -> None:
    text = " ".join(MAILS["receipt"].text.split())
    assert "pe 5.3.2027 klo 20.00 UTC (Helsinki: 22.00)" in text
    assert "12,37 pistettä" in MAILS["tried"].text
    assert words("fi-FI").tag == "fi"
