"""Order words are data: a language is a folder, and what mails print is understood in all."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Kind, Seat
from pigpost.orders import language as languages_module
from pigpost.orders.canonical import in_words
from pigpost.orders.language import language, languages
from pigpost.orders.language_parts import Phrases, noise_of, spelling_of
from pigpost.orders.reading import Command, Doubt, Order, Reason, Refusal
from tests.orders.asking import BILL, NAMES, TED, items

FOLDER = Path(languages_module.__file__).parent / "languages"
SEATS = {Seat(number): name for number, name in enumerate(NAMES, 1)}
every_language = pytest.mark.parametrize("tag", languages())


def test_the_languages_are_the_folders_there_are() -> None:
    folders = {folder.name for folder in FOLDER.iterdir() if folder.is_dir()}
    assert set(languages()) == folders
    assert "en" in languages()


@every_language
@pytest.mark.parametrize(
    "condition",
    [
        Throws(4),
        Turn(20),
        Total(60),
        OnlyLeft(),
        When(frozenset({BILL})),
        After(frozenset({BILL, TED})),
    ],
)
def test_the_canonical_tongue_is_understood_in_every_language(
    tag: str, condition: Condition
) -> None:
    spelled = in_words(condition, SEATS)
    for text, round, standing in (
        (spelled, None, False),
        (spelled.lower(), None, False),
        (f"ROUND 5 {spelled}", 5, False),
        (f"STANDING {spelled}", None, True),
    ):
        (item,) = items(text, languages=(tag,))
        assert isinstance(item, Order), text
        assert (item.condition, item.round, item.standing) == (condition, round, standing)


@every_language
def test_so_are_the_dice_of_hog(tag: str) -> None:
    (item,) = items("DICE 5", languages=(tag,), kind=Kind.HOG)
    assert isinstance(item, Order)
    assert item.condition == Dice(5)


@every_language
def test_a_printed_order_that_is_no_good_is_refused_with_its_reason(tag: str) -> None:
    for text, reason in (
        ("THROWS 0", Reason.BAD_NUMBER),
        ("AFTER Steve", Reason.UNKNOWN_PLAYER),
        ("WHEN Karen", Reason.NAMES_HIMSELF),
        ("DICE 5", Reason.NOT_IN_THIS_GAME),
    ):
        (item,) = items(text, languages=(tag,))
        assert isinstance(item, Refusal), text
        assert item.reason is reason


@pytest.mark.parametrize("tag", ["xx", "", "en-GB", "EN_us", "../en", "klingon"])
def test_a_language_that_nobody_has_added_is_english(tag: str) -> None:
    (item,) = items("three throws please", languages=(tag,))
    assert isinstance(item, Order)
    assert language(tag).tag == "en"


@every_language
def test_no_phrase_stands_for_two_terminals(tag: str) -> None:
    toml = languages_module.tomllib
    words, numbers = (
        toml.loads((FOLDER / tag / f"{name}.toml").read_text("utf-8"))
        for name in ("words", "numbers")
    )
    reader = Phrases(
        spelling=spelling_of(words["spelling"], numbers),
        noise=noise_of(words),
        sets=words.get("sets", {}),
    )
    found: dict[tuple[str, ...], str] = {}
    for terminal, pattern in words["phrases"].items():
        for way in reader.bare(pattern):
            assert found.setdefault(way, terminal) == terminal, (way, found[way], terminal)


@pytest.fixture
def pidgin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A third language: a copy of the English folder in which throws are called wurfs."""
    shutil.copytree(FOLDER, tmp_path / "languages")
    shutil.copytree(FOLDER / "en", tmp_path / "languages" / "qq")
    words = tmp_path / "languages" / "qq" / "words.toml"
    text = words.read_text("utf-8").replace("canonical = true", "")
    words.write_text(text.replace('throws = "throws |', 'throws = "wurfs |'), "utf-8")
    monkeypatch.setattr(languages_module, "_folder", lambda: tmp_path / "languages")
    languages_module.languages.cache_clear()
    yield "qq"
    monkeypatch.undo()
    languages_module.languages.cache_clear()


def test_adding_a_language_is_adding_a_folder(pidgin: str) -> None:
    assert pidgin in languages()
    (item,) = items("four wurfs please", languages=(pidgin,))
    assert isinstance(item, Order)
    assert item.condition == Throws(4)
    (other,) = items("four wurfs please", languages=("en",))
    assert isinstance(other, Refusal)


def test_of_two_languages_what_one_understands_counts(pidgin: str) -> None:
    for text in ("four wurfs please", "four throws please", "THROWS 4"):
        (item,) = items(text, languages=(pidgin, "en"))
        assert isinstance(item, Order)
        assert item.condition == Throws(4)
    told, ordered = items("HELP\nfour wurfs, thanks", languages=("en", pidgin))
    assert isinstance(told, Command)
    assert isinstance(ordered, Order)


def test_what_two_languages_understand_differently_is_unclear(pidgin: str) -> None:
    words = languages_module._folder() / pidgin / "numbers.toml"
    assert isinstance(words, Path)
    swapped = words.read_text("utf-8").replace("four = 4", "four = 5")
    words.write_text(swapped, "utf-8")
    languages_module._load.cache_clear()
    (item,) = items("after throw four", languages=("en", pidgin))
    languages_module._load.cache_clear()
    assert isinstance(item, Refusal)
    assert item.complaints[0].doubt is Doubt.TWO_READINGS
    assert item.suggestions == (Throws(4), Throws(5))
