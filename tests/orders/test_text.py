"""Letters folded, invisible things gone, every character traceable."""

# ruff: noqa: RUF001 - characters that look alike

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.orders.text import UNREADABLE, clean, fold_character

LINE_BREAKS = ("\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")


def folded(text: str) -> str:
    return clean(text).folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("THROWS 3", "throws 3"),
        ("ＴＨＲＯＷＳ ３", "throws 3"),
        ("throws ٣", "throws 3"),
        ("Zoë", "zoe"),
        ("Zoe\u0308", "zoe"),
        ("Łukasz Søren Þór", "lukasz soren thor"),
        ("Straße ﬁx", "strasse fix"),
        ("“I’ll” – ‘no’—", "\"i'll\" - 'no'-"),
        ("\u2212" + "1", "-1"),
        ("a\u00a0\u2003b\tc", "a b c"),
        ("a\u200b\u00adb\ufeff", "ab"),
        ("\u200fa\u2067b\u2069", "ab"),
        ("a\0b", "ab"),
        ("…", "..."),
    ],
)
def test_what_looks_alike_is_folded_alike(text: str, expected: str) -> None:
    assert folded(text) == expected


@pytest.mark.parametrize("line_break", LINE_BREAKS)
def test_every_line_break_is_one_line_feed(line_break: str) -> None:
    assert folded(f"a {line_break} b") == "a\nb"


def test_spaces_at_the_ends_of_lines_go_and_others_become_one() -> None:
    assert folded("  a  b  \n\t c \n\n") == "a b\nc\n\n"


@pytest.mark.parametrize("character", ["\ufffd", "\u202e", "\u202d", "\x08", chr(0xD800), "\ue000"])
def test_what_nobody_can_be_sure_of_is_marked(character: str) -> None:
    assert folded(f"3{character}") == "3" + UNREADABLE


def test_struck_out_letters_are_not_taken_for_letters() -> None:
    assert UNREADABLE in folded("3\u0336")
    assert UNREADABLE in folded("=\u0338 20")


@pytest.mark.parametrize("sign", ["³", "½", "①", "Ⅲ", "≯", "≠"])
def test_signs_that_only_look_like_digits_or_comparisons_stay_what_they_are(sign: str) -> None:
    assert fold_character(sign) == sign


def test_an_accent_is_shown_on_its_letter() -> None:
    mail = clean("Bi\u0301ll")
    assert mail.shown == "Bíll"
    assert mail.folded == "bill"
    assert [mail.ends[place] for place in mail.places] == [1, 3, 4, 5]


@given(st.text())
def test_every_folded_character_leads_back_to_the_text(text: str) -> None:
    mail = clean(text)
    assert len(mail.places) == len(mail.folded)
    assert len(mail.starts) == len(mail.ends) == len(mail.shown)
    assert list(mail.places) == sorted(mail.places)
    origins = [mail.starts[place] for place in mail.places]
    assert origins == sorted(origins)
    assert all(0 <= origin < len(text) for origin in origins)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll"]), max_size=20))
def test_case_and_accents_make_no_difference(text: str) -> None:
    bare = unicodedata.normalize("NFC", text)
    assert folded(bare) == folded(unicodedata.normalize("NFD", text))
