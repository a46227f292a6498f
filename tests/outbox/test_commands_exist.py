"""A mail prints only commands that exist, and help prints them all."""

import re

from pigpost.intake.gm_commands import GmWord
from pigpost.orders.commands import ALL_COMMANDS, command_in
from pigpost.orders.language import language
from pigpost.orders.reading import CommandWord
from pigpost.resources import templates
from tests.outbox.goldens import rendered
from tests.outbox.letters import help_
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.test_words import messages

CONDITIONS = {"THROWS", "TURN", "TOTAL", "DICE", "ONLY", "LEFT", "WHEN", "AFTER"}
ORDER_WORDS = CONDITIONS | {"STANDING", "ROUND"}
ANSWERS = {"YES", "NO"}
COMMAND_WORDS = {word for spelled in ALL_COMMANDS.values() for word in spelled.split()} | ANSWERS
NO_COMMANDS = {"UTC", "GM", "DMARC"}
GM_WORDS = {*GmWord, "TO", "BECAUSE", "COUNT"}
DATE_PATTERNS = ("EEE d MMM y", "HH:mm", "HH:mm:ss")


def in_capitals(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2,}\b", text))


def test_the_catalogue_names_no_other_command() -> None:
    forms = [form for m in messages() for form in ((m[:2]) if isinstance(m, tuple) else (m,))]
    found = set().union(*(in_capitals(form) for form in forms if form not in DATE_PATTERNS))
    known = ORDER_WORDS | COMMAND_WORDS | NO_COMMANDS
    assert found
    assert found <= known


def test_no_mail_names_another_command() -> None:
    for name, build in ALL_SAMPLES.items():
        mail = rendered(build())
        text = re.sub(r"[\w-]{4}-[\w-]{4}\b", "", mail.subject + mail.text)  # receipt codes
        of_gm = GM_WORDS if name == "gm_done" else set()  # what he has written himself
        assert in_capitals(text) <= ORDER_WORDS | COMMAND_WORDS | NO_COMMANDS | of_gm, name


def test_every_button_is_a_command_that_is_understood() -> None:
    sources = "".join(file.read_text("utf-8") for file in (templates() / "mail").rglob("*.html"))
    buttons = set(re.findall(r'html\.command\("([^"]*)"\)', sources))
    assert buttons
    for button in buttons:
        assert command_in(button.lower().split(), language("en").commands) is not None, button


def test_help_names_every_command_with_what_it_does() -> None:
    text = rendered(help_()).text
    listed = {word for _, word in re.findall(r"(?m)^   (\S.*?)  +([A-Z]+(?: [A-Z]+)?)$", text)}
    assert set(ALL_COMMANDS.values()) <= listed
    assert set(ALL_COMMANDS) == set(CommandWord)
