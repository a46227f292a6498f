"""What we wrote never comes back as a player's order or command (mail decision 2)."""

import re
import textwrap
from collections.abc import Callable, Sequence

import pytest
from inscriptis import get_text

from pigpost.games.kinds import Kind
from pigpost.intake.cut import cut, lines_of
from pigpost.orders.commands import HARMLESS
from pigpost.orders.read import read
from pigpost.orders.reading import Command, Item, Order, Player, State
from pigpost.results.letters import Letter
from tests.outbox.goldens import rendered
from tests.outbox.letters import NAMES
from tests.outbox.samples import ALL_SAMPLES

PLAYERS = [Player(seat=seat, name=name) for seat, name in NAMES.items()]
MAILS = {
    name: (letter, rendered(letter))
    for name, letter in ((name, build()) for name, build in ALL_SAMPLES.items())
    if letter.head.reader.seat is not None
}
WROTE = "On Fri, 5 Mar 2027 at 20:01, Spring Pigs <spring-pigs@pigs.example> wrote:\n"
OUTLOOK = (
    "From: Spring Pigs <spring-pigs@pigs.example>\nSent: Friday, March 5, 2027 8:01 PM\n"
    "To: Karen\nSubject: [spring-pigs] Round 4\n\n"
)


def _marked(mark: str) -> Callable[[str], str]:
    return lambda text: re.sub(r"(?m)^", mark, text)


def _rewrapped(text: str) -> str:
    return "\n\n".join(textwrap.fill(part, 50) for part in text.split("\n\n"))


STYLES: dict[str, Callable[[str], str]] = {
    "marked": _marked("> "),
    "marked without space": _marked(">"),
    "marked twice": _marked("> > "),
    "marked with a bar": _marked("| "),
    "marked and rewrapped": lambda text: _marked("> ")(_rewrapped(text)),
    "indented and marked": _marked(" > "),
    "said who wrote": lambda text: WROTE + text,
    "said who wrote, rewrapped": lambda text: WROTE + _rewrapped(text),
    "said who wrote, marked": lambda text: WROTE + _marked("> ")(text),
    "under a header": lambda text: OUTLOOK + text,
    "under a header and a rule": lambda text: "_" * 32 + "\n" + OUTLOOK + _rewrapped(text),
    "under original message": lambda text: "-----Original Message-----\n" + text,
    "forwarded": lambda text: "---------- Forwarded message ---------\n" + OUTLOOK + text,
    "not marked at all": lambda text: text,
    "not marked, indentation lost": lambda text: re.sub(r"(?m)^ +", "", text),
    "not marked, spaces merged": lambda text: re.sub(r" +", " ", text),
}

MARKED = {style: quoted for style, quoted in STYLES.items() if "not marked" not in style}

every_mail = pytest.mark.parametrize("name", MAILS)


def acts(reply: str, name: str, state: State) -> list[Item]:
    """What the reply would be taken for that changes anything."""
    letter, mail = MAILS[name]
    seat = letter.head.reader.seat
    assert seat is not None
    visible = cut(reply, known_lines=lines_of([mail.text])).visible
    return _changing(_read(visible, letter, state))


def _read(text: str, letter: Letter, state: State) -> Sequence[Item]:
    """As the game of the letter reads it."""
    settings = letter.head.settings
    assert settings is not None
    return read(
        text,
        players=PLAYERS,
        me=letter.head.reader.seat,
        state=state,
        kind=settings.kind,
        form=settings.form,
    ).items


def _changing(items: Sequence[Item]) -> list[Item]:
    return [
        item
        for item in items
        if isinstance(item, Order) or (isinstance(item, Command) and item.word not in HARMLESS)
    ]


@every_mail
def test_a_quoted_mail_of_ours_does_nothing(name: str) -> None:
    for style, quoted in STYLES.items():
        for own in ("", "Thanks!\n\n"):
            reply = own + quoted(MAILS[name][1].text)
            for state in (State.PLAYING, State.INVITED):
                assert acts(reply, name, state) == [], style


@every_mail
def test_no_line_of_a_mail_of_ours_does_anything_alone_even_if_it_is_not_known(name: str) -> None:
    letter, mail = MAILS[name]
    for line in mail.text.split("\n"):
        assert _changing(_read(line, letter, State.PLAYING)) == [], line


@every_mail
def test_the_html_part_quoted_as_text_does_nothing(name: str) -> None:
    text = get_text(MAILS[name][1].html)
    for style, quoted in MARKED.items():
        assert acts(quoted(text), name, State.PLAYING) == [], style


@every_mail
def test_an_order_on_top_of_the_quoted_mail_still_counts(name: str) -> None:
    for style, quoted in MARKED.items():
        settings = MAILS[name][0].head.settings
        order = "DICE 6" if settings is not None and settings.kind is Kind.HOG else "THROWS 6"
        reply = f"{order}\n\n" + quoted(MAILS[name][1].text)
        assert [type(item) for item in acts(reply, name, State.PLAYING)] == [Order], style
