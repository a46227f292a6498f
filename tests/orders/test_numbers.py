"""Rule 6.2: whole numbers from 1 to 1,000,000, in digits or in words to one hundred."""

import pytest

from pigpost.games.conditions import Throws
from pigpost.games.kinds import HIGHEST_NUMBER
from pigpost.orders.language import language
from pigpost.orders.numbers import numeral_at
from pigpost.orders.reading import Reason
from tests.orders.asking import condition, refusal

ODD = ("dozen", "nil")
UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(n: int) -> str:
    known = language("en").numbers.words.items()
    simple = {
        n: " ".join(way)
        for way, (kind, n) in known
        if kind == "NUMBER" and len(way) == 1 and way[-1] not in ODD
    }
    return simple[n] if n in simple else f"{TENS[n // 10 - 2]}-{UNITS[n % 10]}"


@pytest.mark.parametrize("n", range(1, 101))
def test_numbers_to_one_hundred_are_read_in_words(n: int) -> None:
    for spelled in (in_words(n), in_words(n).replace("-", " "), in_words(n).upper()):
        assert condition(f"{spelled} throws") == Throws(n)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 33, 101, 111, 112])
def test_ordinals_have_their_own_ending(n: int) -> None:
    right = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 // 10 != 1 else "th"
    assert condition(f"after the {n}{right} throw") == Throws(n)
    wrong = "th" if right != "th" else "st"
    assert refusal(f"after the {n}{wrong} throw").reason is Reason.BAD_NUMBER


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ("a dozen", 12),
        ("two dozen", 24),
        ("half a dozen", 6),
        ("a hundred", 100),
        ("one hundred", 100),
        ("twenty\nfive", 25),
        ("007", 7),
    ],
)
def test_other_ways_to_write_a_number(words: str, n: int) -> None:
    assert condition(f"{words} throws") == Throws(n)


@pytest.mark.parametrize(
    ("words", "n"), [("third", 3), ("twenty-first", 21), ("ninetieth", 90), ("second", 2)]
)
def test_ordinals_in_words(words: str, n: int) -> None:
    assert condition(f"I stop after the {words} throw") == Throws(n)


@pytest.mark.parametrize(
    "number",
    [
        "0",
        "zero",
        "-1",
        "minus one",
        "2.5",
        "2,5",
        "1,000",
        "1/2",
        "half",
        "two point five",
        "two and a half",
        "½",
        "2½",
        "3³",
        str(HIGHEST_NUMBER + 1),
        "9" * 5000,
        "+3",
    ],
)
def test_6_2_what_is_not_whole_or_out_of_bounds_is_a_bad_number(number: str) -> None:
    refused = refusal(f"THROWS {number}"[:3000])
    assert refused.reason in (Reason.BAD_NUMBER, Reason.UNCLEAR)
    assert refusal(f"after {number[:100]} throws").reason in (Reason.BAD_NUMBER, Reason.UNCLEAR)


def test_the_highest_number_is_accepted() -> None:
    assert condition(f"THROWS {HIGHEST_NUMBER}") == Throws(HIGHEST_NUMBER)


@pytest.mark.parametrize(
    "number", ["several", "a few", "some", "a couple of", "about 3", "3-4", "3 to 4", "nearly five"]
)
def test_6_2_a_vague_number_is_told_apart_from_a_bad_one(number: str) -> None:
    assert refusal(f"{number} throws").reason is Reason.VAGUE_NUMBER


@pytest.mark.parametrize("words", [["bill"], ["throws"], ["-"], ["³"]])
def test_other_words_are_no_numbers(words: list[str]) -> None:
    assert numeral_at(words, language("en").numbers) is None
