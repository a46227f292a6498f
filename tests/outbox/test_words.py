"""Another language is one data file, and every text of every mail goes through it."""

import re
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import write_po

from pigpost.outbox.words import words
from pigpost.resources import templates
from tests.outbox.goldens import rendered
from tests.outbox.letters import LOCK
from tests.outbox.samples import ALL_SAMPLES
from tests.outbox.seen import Page
from tests.outbox.test_every_value import DONE, NOTES, NOTICES, PROBLEMS

ROOT = Path(__file__).parent.parent.parent
OF_MAILS = ("templates/mail/", "service/pigpost/results/", "service/pigpost/outbox/")
KEPT = re.compile(r"\{\w*\}|%\(\w+\)s|\b[A-Z]{2,}\b|\n")
ALPHABET = {ord(c): chr(ord("а") + n) for n, c in enumerate("abcdefghijklmnopqrstuvwxyz")}  # noqa: RUF001
ALPHABET |= {ord(chr(c).upper()): to.upper() for c, to in list(ALPHABET.items())}


def strange(text: str) -> str:
    """The text in letters that no text of ours is written in; what players send stays."""
    parts = KEPT.split(text)
    kept = KEPT.findall(text)
    return "".join(
        part.translate(ALPHABET) + hold for part, hold in zip(parts, [*kept, ""], strict=True)
    )


def shown(folder: str) -> bool:
    return not Path(folder).name.startswith(".")


@lru_cache
def messages() -> list[Any]:
    with (templates() / "locale" / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, methods, options, directory_filter=shown)
    return [message for file, _, message, _, _ in found if file.startswith(OF_MAILS)]


@pytest.fixture(scope="module")
def strange_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of templates whose only language is written in strange letters."""
    catalogue = Catalog(locale="fi")
    for message in messages():
        dates = message in ("EEE d MMM y", "HH:mm", "HH:mm:ss")
        if isinstance(message, tuple):
            catalogue.add(message[:2], [strange(form) for form in message[:2]])
        else:
            catalogue.add(message, message if dates else strange(message))
    folder = tmp_path_factory.mktemp("templates") / "locale"
    folder.mkdir()
    with (folder / "fi.po").open("wb") as file:
        write_po(file, catalogue)
    return folder


def test_an_unknown_language_is_english(strange_folder: Path) -> None:
    for language in ("en", "de", "x-klingon", "", "../../etc", "fi\0"):
        assert words(language, strange_folder).gettext("Deadline") == "Deadline"
        assert words(language, strange_folder).tag == "en"


def test_a_language_is_found_by_its_nearest_name(strange_folder: Path) -> None:
    for language in ("fi", "fi-FI", "fi_FI", "FI"):
        assert words(language, strange_folder).gettext("Deadline") == strange("Deadline")
        assert words(language, strange_folder).locale == Locale("fi")


def test_plural_forms_are_those_of_the_language(strange_folder: Path) -> None:
    forms = [words("fi", strange_folder).ngettext("{n} point", "{n} points", n) for n in (1, 2)]
    assert forms == [strange("{n} point"), strange("{n} points")]


def test_a_text_without_translation_stays_english(strange_folder: Path) -> None:
    assert words("fi", strange_folder).gettext("No such text") == "No such text"


def data_of(value: object) -> set[str]:
    """Every text that a letter brings along."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {text for item in value.values() for text in data_of(item)}
    if isinstance(value, tuple):
        return {text for item in value for text in data_of(item)}
    if is_dataclass(value):
        return {text for field in fields(value) for text in data_of(getattr(value, field.name))}
    return set()


def english_in(text: str, letter: Any) -> list[str]:
    """Words with small Latin letters that the letter did not bring along."""
    brought = {word for data in data_of(letter) for word in re.findall(r"[A-Za-z]+", data)}
    locale = Locale("fi")
    calendar = [
        *locale.months["format"]["abbreviated"].values(),
        *locale.days["format"]["abbreviated"].values(),
    ]
    brought |= {"Helsinki", "https", "g", "rules", "Pigpost", *map(str, calendar)}
    text = text.replace(LOCK, "")
    return [w for w in re.findall(r"[A-Za-z]*[a-z][A-Za-z]*", text) if w not in brought]


def variants(name: str) -> list[Any]:
    """A sample with every value that its sentences hang on."""
    letter: Any = ALL_SAMPLES[name]()
    values = {"mail_refused": PROBLEMS, "done": DONE, "notice": NOTICES, "gm_note": NOTES}
    field = "problem" if letter.KIND == "mail_refused" else "what"
    who = {"who": "Ted"} if letter.KIND == "notice" else {}
    levels = [
        replace(letter, head=replace(letter.head, level=v)) for v in ("hand", "beacon", "witness")
    ]
    return [
        letter,
        *levels,
        *(replace(letter, **who, **{field: value}) for value in values.get(letter.KIND, [])),
    ]


@pytest.mark.parametrize("name", ALL_SAMPLES)
def test_no_word_of_any_mail_stays_untranslated(
    name: str, strange_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pigpost.outbox.words.templates", lambda: strange_folder.parent)
    for letter in variants(name):
        reader = replace(letter.head.reader, language="fi")
        mail = rendered(replace(letter, head=replace(letter.head, reader=reader)))
        page = Page(mail.html)
        assert page.all("html")[0].attributes["lang"] == "fi"
        for text in (mail.subject, mail.text, page.text):
            assert english_in(text, letter) == []


def test_the_scan_finds_english() -> None:
    letter = ALL_SAMPLES["receipt"]()
    assert "Deadline" in english_in(rendered(letter).text, letter)


def test_every_text_has_whole_placeholders() -> None:
    for message in messages():
        forms = message[:2] if isinstance(message, tuple) else (message,)
        for form in forms:
            assert form == " ".join(form.split()), form
            assert not re.search(r"%(?!\(\w+\)s)|\{(?!\w*\})", form), form
