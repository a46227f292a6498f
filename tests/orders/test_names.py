"""Rule 6.3: names match without regard to case and accents; which names there can be."""

# ruff: noqa: RUF001 - as programs write them

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.games.conditions import After, When
from pigpost.games.kinds import Seat
from pigpost.orders.canonical import in_words
from pigpost.orders.names import fold, name_problem, same_name
from pigpost.orders.reading import Order, Reason
from tests.orders.asking import condition, items, refusal

ENGLISH = ("Will", "May", "Max", "Maxine", "Total", "Throws", "Bill 3", "Bill")
MAX, BILL = Seat(3), Seat(8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "ZOE"),
        ("O’Brien", "o'brien"),
        ("Jean–Luc", "jean-luc"),
        ("Søren", "soren"),
        (" Tom  B ", "tom b"),
        ("José", "Jose\u0301"),
        ("Straße", "STRASSE"),
    ],
)
def test_6_3_names_equal_but_for_case_and_accents_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(("one", "other"), [("Bill", "Bil"), ("Max", "Maxine"), ("Tom B", "TomB")])
def test_6_3_other_names_are_other_names(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.parametrize(
    "name", ["A", "x" * 40, "Zoë", "Dr. No", "O'Brien", "3", "李雷", "Bill > Ted"]
)
def test_6_3_a_name_can_be_almost_anything(name: str) -> None:
    assert name_problem(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 41,
        "Bill, Ted",
        "Bill\nTed",
        "Bill\u2028Ted",
        "a\x07",
        "\ud800",
        "...",
        "\u0301",
        "🐷",
    ],
)
def test_6_3_what_is_no_name_is_told_in_a_sentence(name: str) -> None:
    problem = name_problem(name)
    assert problem is not None
    assert problem.endswith(".")


def test_6_3_a_name_is_counted_in_composed_characters() -> None:
    assert name_problem("e\u0301" * 40) is None


def test_a_name_in_full_wins_over_longer_ones_that_begin_with_it() -> None:
    names = ("Tom B", "Tom K", "Tom", "Ann")
    assert condition("after Tom", names=names, me=Seat(4)) == After(frozenset({Seat(3)}))
    assert condition("after Tom K", names=names, me=Seat(4)) == After(frozenset({Seat(2)}))


def test_6_2_a_short_name_that_fits_two_players_is_asked_back_with_both() -> None:
    refused = refusal("after Tom", names=("Tom B", "Tom K", "Ann"), me=Seat(3))
    (complaint,) = refused.complaints
    assert complaint.reason is Reason.AMBIGUOUS_PLAYER
    assert (complaint.name, complaint.names) == ("Tom", ("Tom B", "Tom K"))
    assert refused.suggestions == (After(frozenset({Seat(1)})), After(frozenset({Seat(2)})))


def test_the_first_words_of_a_name_are_enough_when_they_fit_one() -> None:
    names = ("Rose Mary Hill", "Ann")
    for said in ("Rose", "rose mary", "Rose Mary Hill"):
        assert condition(f"when {said} stops", names=names, me=Seat(2)) == When(
            frozenset({Seat(1)})
        )
    assert refusal("when Hill stops", names=names, me=Seat(2)).reason is Reason.UNKNOWN_PLAYER


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("when Will stops", "WHEN Will"),
        ("WHEN WILL", "WHEN Will"),
        ("I will stop after Will will have... ", None),
        ("after may", "AFTER May"),
        ("when total stops", "WHEN Total"),
        ("when total is 40", "TOTAL 40"),
        ("WHEN Throws", "WHEN Throws"),
        ("THROWS 3", "THROWS 3"),
        ("AFTER Bill 3", "AFTER Bill 3"),
        ("AFTER Bill", "AFTER Bill"),
        ("after Bill 3 throws", None),
        ("max 3 throws", None),
        ("Will stop after 3 throws", None),
    ],
)
def test_the_place_in_the_sentence_tells_names_from_words(text: str, expected: str | None) -> None:
    (item,) = items(text, names=ENGLISH, me=MAX)
    names = {Seat(number): name for number, name in enumerate(ENGLISH, 1)}
    assert (in_words(item.condition, names) if isinstance(item, Order) else None) == expected


def test_a_name_with_full_stops_does_not_end_the_sentence() -> None:
    names = ("Dr. No", "A.J.", "St. John")
    assert condition("I stop after Dr. No. Thanks!", names=names, me=Seat(3)) == After(
        frozenset({Seat(1)})
    )
    assert condition("When A.J. is out, I am out. St. John", names=names, me=Seat(3)) == When(
        frozenset({Seat(2)})
    )


def test_a_part_of_a_longer_word_is_no_name() -> None:
    for text in ("after Bills", "after Mary-Bill", "after Bill-Bob", "after xBill"):
        assert refusal(text).reason in (Reason.UNKNOWN_PLAYER, Reason.UNCLEAR)


@given(st.text(min_size=1, max_size=12).filter(lambda name: name_problem(name) is None))
def test_the_canonical_spelling_of_any_name_is_never_read_as_another_order(name: str) -> None:
    names = (name, "Karen")
    for wanted in (When(frozenset({Seat(1)})), After(frozenset({Seat(1)}))):
        text = in_words(wanted, {Seat(1): name})
        for item in items(text, names=names, me=Seat(2)):
            assert not isinstance(item, Order) or item.condition == wanted


@given(st.from_regex(r"[A-Z][a-z]{2,9}( [A-Z][a-z]{2,6})?", fullmatch=True))
def test_the_canonical_spelling_of_a_common_name_is_read_back(name: str) -> None:
    if fold(name) == "karen":
        return
    wanted = After(frozenset({Seat(1)}))
    text = in_words(wanted, {Seat(1): name})
    assert condition(text, names=(name, "Karen"), me=Seat(2)) == wanted
