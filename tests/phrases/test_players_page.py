"""The page for players says nothing about orders and commands that is not so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path

import pytest

from pigpost.config import Settings
from pigpost.games.kinds import HIGHEST_NUMBER, MOST_DICE, Form, Kind, Seat
from pigpost.games.settings import SHORT_TARGET, TARGET
from pigpost.intake import absence, place, press
from pigpost.orders.canonical import in_words
from pigpost.orders.commands import ALL_COMMANDS
from pigpost.orders.read import MOST_CHARACTERS, MOST_LINES, read
from pigpost.orders.reading import Command, CommandWord, Item, Order, Reason, Refusal, State
from pigpost.results.phrases import game_name
from tests.orders.asking import NAMES, players

OF_OTHERS = ("What an order is worth", "In Finnish")
"""Sections with tests of their own."""

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")

_OWN = (Form.SIMULTANEOUS, Form.SEQUENTIAL)
_DICE = (Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES)
GAMES: dict[str, tuple[tuple[Kind, Form], ...]] = {
    "Pass the Pigs": tuple((Kind.PASS_THE_PIGS, form) for form in _OWN),
    "Pig": tuple((Kind.PIG, form) for form in _OWN),
    "Two-Dice Pig": tuple((Kind.TWO_DICE, form) for form in _OWN),
    "Doubles Pig": tuple((Kind.DOUBLES, form) for form in _OWN),
    "Hog": tuple((Kind.HOG, form) for form in Form),
    "Dice for all": tuple((kind, Form.SHARED) for kind in _DICE),
}
"""Which games the examples below a heading are for; those of all others are for the postal game."""

POSTAL = ((Kind.POSTAL_PIGS, Form.SHARED),)
NAMED = {kind: game_name(kind, NullTranslations()) for kind in Kind}
ANSWERS = (CommandWord.JOIN, CommandWord.DECLINE, CommandWord.STOP)
"""Commands that mean themselves from who is invited only, or mean more from who plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands below one heading: the games that it is about, who plays them, and its text."""

    heading: str
    text: str
    games: tuple[tuple[Kind, Form], ...]
    names: tuple[str, ...] = NAMES
    me: str = "Karen"


def sections() -> Iterator[Section]:
    """All of them but for those of others. A section may say who writes, and plays with whom."""
    parts = re.split(r"^#+ (.+)\n", PAGE, flags=re.MULTILINE)[1:]
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        if heading in OF_OTHERS:
            continue
        games = GAMES.get(heading, POSTAL)
        found = re.search(r"examples (\w+) writes, and plays with ([^.]+)\.", text)
        if found is None:
            yield Section(heading=heading, text=text, games=games)
            continue
        me, others = found[1], re.split(r", | and ", found[2])
        in_seats = sorted((me, *others), key=NAMES.index) if me in NAMES else (me, *others)
        yield Section(heading=heading, text=text, games=games, names=tuple(in_seats), me=me)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Words of a player in one game, and what the page says of them."""

    section: Section
    game: tuple[Kind, Form]
    text: str
    says: tuple[str, ...]

    def items(self, text: str | None = None) -> tuple[Item, ...]:
        """What the reader makes of the words, or of others in their place."""
        kind, form = self.game
        return read(
            self.text if text is None else text,
            players=players(self.section.names),
            me=Seat(1 + self.section.names.index(self.section.me)),
            kind=kind,
            form=form,
        ).items

    def spelled(self, text: str | None = None) -> tuple[str, ...]:
        """The same as one could write it."""
        names = {Seat(n): name for n, name in enumerate(self.section.names, 1)}
        return tuple(spelled(item, names) for item in self.items(text))

    def __str__(self) -> str:
        """For the list of tests."""
        return f"{'-'.join(self.game)}: {self.text}"


def spelled(item: Item, names: dict[Seat, str]) -> str:
    """An order or a command as one could write it; of a refusal the reason."""
    match item:
        case Order():
            round = "" if item.round is None else f"ROUND {item.round} "
            standing = "STANDING " if item.standing else ""
            return round + standing + in_words(item.condition, names)
        case Command(args=args):
            said = [args.get("to"), args.get("order"), args.get("round")]
            if "start" in args:
                said.append(f"{args['start']} to {args['end']}")
            told = (s if isinstance(s, str) else ", ".join(s) for s in said if s)
            return " ".join([ALL_COMMANDS[item.word], *told])
        case Refusal():
            return item.reason.replace("_", " ")


def examples(pattern: str) -> list[Example]:
    """The rows, or blocks, of a pattern: its first group is what a player writes."""
    return [
        Example(section=section, game=game, text=text, says=tuple(says))
        for section in sections()
        for text, *says in re.findall(pattern, section.text, re.MULTILINE)
        for game in section.games
    ]


READ_AS = examples(r"^\| `([^`]+)` \| `([^`]+)` \|$")
ASKED_BACK = examples(r"^\| `([^`]+)` \| ([a-z ]+) \| ([^`|]+) \|$")
MAILS = examples(r"```mail\n([\s\S]+?)```\n\n(\|[\s\S]+?)\n\n")
OURS = "\n".join(section.text for section in sections())
COMMANDS = re.findall(r"^\| ([A-Z][A-Z ]+) \| ([^|]+) \| [^|]+ \|$", OURS, re.MULTILINE)
WAYS = [(name, way) for name, cell in COMMANDS for way in re.findall(r"`([^`]+)`", cell)]

each_read = pytest.mark.parametrize("example", READ_AS, ids=str)
each_asked_back = pytest.mark.parametrize("example", ASKED_BACK, ids=str)
each_mail = pytest.mark.parametrize("example", MAILS, ids=str)


# --- orders -----------------------------------------------------------------------------------


@each_read
def test_every_example_is_read_as_the_page_says(example: Example) -> None:
    assert example.spelled() == example.says
    assert example.spelled(example.says[0]) == example.says, "the short form can be written too"


@each_asked_back
def test_every_example_of_what_is_asked_back_has_the_reason_that_the_page_says(
    example: Example,
) -> None:
    reason, _ = example.says
    assert example.spelled() == (reason,)


@each_mail
def test_every_mail_is_read_as_the_table_below_it_says(example: Example) -> None:
    (table,) = example.says
    rows = re.findall(r"^\| `([^`]+)` \| [^`|]+ \|$", table, re.MULTILINE)
    assert len(rows) == len(table.splitlines()) - 2, "every row of the table is looked at"
    assert sorted(example.spelled()) == sorted(rows)


@pytest.mark.parametrize(("kind", "form"), [(kind, form) for kind in Kind for form in kind.forms])
def test_every_game_is_taught_by_examples_in_each_of_its_forms(kind: Kind, form: Form) -> None:
    assert f"\n### {NAMED[kind]}\n" in PAGE
    said = [example.says[0] for example in READ_AS if example.game == (kind, form)]
    taught = {re.sub(r" (\d+|[A-Z][a-zë].*)$", "", line) for line in said}
    own = {"THROWS", "TURN", "TOTAL"}
    every = own | {"ONLY LEFT", "WHEN", "AFTER"}
    match kind, form:
        case Kind.HOG, _:
            assert taught == {"DICE"}
        case Kind.POSTAL_PIGS, _:
            assert taught > every, "and ROUND and STANDING besides"
        case _, Form.SHARED:
            assert taught >= every - own
        case _:
            assert taught <= own
            assert len(taught) > 1


def test_every_reason_is_shown_but_for_those_of_the_clock() -> None:
    shown = {example.says[0].replace(" ", "_") for example in ASKED_BACK}
    of_the_service = {Reason.WRONG_ROUND, Reason.TOO_LATE, Reason.PLAYER_IS_OUT}
    assert shown == set(Reason) - of_the_service


def test_no_example_escapes_these_tests() -> None:
    rest = re.sub(r"```mail\n[\s\S]+?```", "", OURS)
    known = {example.text for example in (*READ_AS, *ASKED_BACK)}
    known |= {line for example in READ_AS for line in example.says}
    known |= {line for example in MAILS for line in example.spelled()}
    known |= {way for _, way in WAYS}
    assert set(re.findall(r"`([^`\n]+)`", rest)) == known
    assert len(re.findall(r"```mail", OURS)) == len(MAILS) > 5
    assert not set(GAMES) - {section.heading for section in sections()}


# --- commands ---------------------------------------------------------------------------------


def test_the_page_lists_every_command_and_no_other() -> None:
    assert sorted(name for name, _ in COMMANDS) == sorted(ALL_COMMANDS.values())


def test_the_page_prints_no_word_in_capitals_that_is_not_understood() -> None:
    plain = re.sub(r"```mail\n[\s\S]+?```|`[^`]*`", "", OURS)
    commands = {word for command in ALL_COMMANDS.values() for word in command.split()}
    of_orders = {"STANDING", "ROUND"}
    of_mails = {"END", "SIGNOFF", "ENDPRESS", "YES", "NO"}
    assert set(re.findall(r"\b[A-Z]{2,}\b", plain)) <= commands | of_orders | of_mails | {
        "WITHDRAW"
    }


def said_by(text: str, state: State) -> tuple[Item, ...]:
    return read(text, players=players(), me=Seat(2), state=state).items


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_every_other_way_to_say_a_command_is_understood(name: str, way: str) -> None:
    (word,) = (word for word, spelling in ALL_COMMANDS.items() if spelling == name)
    (item,) = said_by(way, State.INVITED if word in ANSWERS else State.PLAYING)
    assert isinstance(item, Command)
    assert item.word is word


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_every_command_has_another_way_to_say_it(name: str) -> None:
    assert name in {command for command, _ in WAYS}


@pytest.mark.parametrize(("text", "answer"), [("yes please", "JOIN"), ("I'm in", "JOIN")])
def test_the_answers_to_an_invitation_are_understood(text: str, answer: str) -> None:
    assert f'"{text}"' in PAGE
    (item,) = said_by(text, State.INVITED)
    assert spelled(item, {}) == answer


def test_so_is_the_other() -> None:
    assert '"no thanks"' in PAGE
    (item,) = said_by("no thanks", State.INVITED)
    assert spelled(item, {}) == "DECLINE"


@pytest.mark.parametrize("text", ["STOP", "withdraw", "unsubscribe"])
def test_who_plays_is_asked_what_he_means_by_leaving(text: str) -> None:
    (item,) = said_by(text, State.PLAYING)
    assert isinstance(item, Refusal)
    assert CommandWord.CLEAR in item.commands


# --- figures ----------------------------------------------------------------------------------

_COUNTS = {3: "three", 60: "60"}
MAIL = Settings().mail


@pytest.mark.parametrize(
    "words",
    [
        f"{MAIL.answers_per_hour} in an hour".replace("10", "ten"),
        f"up to {place.AHEAD} rounds ahead",
        f"more than {MOST_LINES} lines or {MOST_CHARACTERS:,} letters",
        f"{_COUNTS[press._A_PLAYER]} pieces a round",
        f"{press.LONGEST} characters at most",
        f"{_COUNTS[absence._PENDING]} absences ahead",
        f"{absence._DAYS} days in one game",
        f"from 1 to {MOST_DICE} as a rule",
        f"from 1 to {HIGHEST_NUMBER:,}",
        f"to {SHORT_TARGET} points instead of {TARGET}",
    ],
)
def test_the_figures_are_those_of_the_service(words: str) -> None:
    assert words in " ".join(PAGE.split())


def test_half_an_hour_of_quiet_and_a_year_ahead_are_what_is_meant() -> None:
    assert Settings().rounds.early_delay_seconds == 30 * 60
    assert absence._AHEAD.days == 366
