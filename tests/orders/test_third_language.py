"""A third language is data and nothing else: a folder of words, and a file of sentences."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.orders import language, parse
from pigpost.orders.read import read
from pigpost.orders.reading import Command, CommandWord, Item, Order, Player
from pigpost.outbox.render import Rendered, render
from tests.outbox.letters import SAMPLES

LANGUAGES = Path(language.__file__).parent / "languages"
CACHES = (language.languages, language._load, parse._grammar)
PLAYERS = [Player(seat=Seat(1), name="Bill"), Player(seat=Seat(2), name="Ludoviko")]


@pytest.fixture(scope="class")
def with_esperanto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The languages there are and one more, which says throws, and some commands, in Esperanto."""
    folder = tmp_path_factory.mktemp("esperanto") / "languages"
    shutil.copytree(LANGUAGES, folder)
    toy = folder / "eo"
    shutil.copytree(folder / "en", toy)
    (toy / "grammar.lark").write_text(
        "start: order\norder: count\ncount: number THROWS\nnumber: NUMBER\n%declare NUMBER THROWS\n"
    )
    words = """
polite = "bonvole"
noise = "la | mi"
[spelling]
stop = "[.!?;]+(?=\\\\s|$)"
[phrases]
THROWS = "ĵeto | ĵetoj | ĵetojn"
SEP = ":"
"""
    numbers = """
one = "unu"
and = "kaj"
[[words]]
terminal = "NUMBER"
values = { unu = 1, du = 2, tri = 3, kvar = 4 }
"""
    (toy / "words.toml").write_text(words, "utf-8")
    (toy / "numbers.toml").write_text(numbers, "utf-8")
    asked = (toy / "commands.toml").read_text("utf-8")
    (toy / "commands.toml").write_text(asked.replace('help = "', 'help = "helpo | '), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "_folder", lambda: folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for cache in CACHES:
        cache.cache_clear()


def said(text: str) -> tuple[Item, ...]:
    return read(text, players=PLAYERS, me=Seat(2), languages=("eo", "en")).items


@pytest.mark.usefixtures("with_esperanto")
class TestAFolderOfWords:
    @pytest.mark.parametrize(
        "text", ["tri ĵetoj", "Tri ĵetojn, bonvole!", "3 ĵetoj", "three throws", "THROWS 3"]
    )
    def test_orders_are_read_in_it_and_in_english(self, text: str) -> None:
        (order,) = said(text)
        assert isinstance(order, Order)
        assert order.condition == Throws(3)

    def test_its_commands_are_too(self) -> None:
        for text in ("helpo", "HELP"):
            (command,) = said(text)
            assert isinstance(command, Command)
            assert command.word is CommandWord.HELP


def test_without_its_folder_it_is_not_understood() -> None:
    assert not [item for item in said("tri ĵetoj") if isinstance(item, Order)]


ESPERANTO = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

msgid "Deadline"
msgstr "Limdato"
"""


def mailed() -> Rendered:
    letter = SAMPLES["reminder"]()
    reader = replace(letter.head.reader, language="eo")
    return render(
        replace(letter, head=replace(letter.head, reader=reader)), site="Pigpost", reason="player"
    )


def test_a_file_of_sentences_is_all_that_its_mails_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Deadline" in mailed().text
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "eo.po").write_text(ESPERANTO, "utf-8")
    monkeypatch.setattr("pigpost.outbox.words.templates", lambda: tmp_path)
    text = mailed().text
    assert "Limdato" in text
    assert "Scores" in text, "what is not translated stays English"
    assert "ve 5" in text, "days of the week come with the language"
