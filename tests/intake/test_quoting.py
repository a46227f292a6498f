"""The end of what counts is known in many languages, whatever marks it."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pigpost.intake.cut import cut

LANGUAGES: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "quoting.toml").read_text("utf-8")
)
MARKS = [
    pytest.param(mark, id=f"{language}-{kind}-{number}")
    for language, kinds in LANGUAGES.items()
    for kind, marks in kinds.items()
    for number, mark in enumerate([marks] if isinstance(marks, str) else marks)
]


def test_each_of_twenty_languages_has_every_kind_of_mark() -> None:
    assert len(LANGUAGES) >= 20
    kinds = {"wrote", "header", "forwarded", "signature"}
    assert all(each.keys() == kinds for each in LANGUAGES.values())


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("dress", ["{}", "*{}*", "  {}", "{}\n"])
def test_nothing_below_the_mark_counts(mark: str, dress: str) -> None:
    text = f"THROWS 4\n\n{dress.format(mark)}\nTHROWS 9\n"
    assert cut(text).visible == "THROWS 4"
    assert "THROWS 9" in cut(text).elided


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_attribution_that_is_wrapped_anywhere_hides_what_is_below(language: str) -> None:
    for mark in LANGUAGES[language]["wrote"]:
        words = mark.split(" ")
        for at in range(1, len(words)):
            wrapped = " ".join(words[:at]) + "\n" + " ".join(words[at:])
            assert "THROWS 9" not in cut(f"THROWS 4\n\n{wrapped}\n\nTHROWS 9").visible
