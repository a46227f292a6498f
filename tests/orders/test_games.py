"""What can be ordered depends on the game and its form (rules 3.8, 4.1, 6.2)."""

import pytest

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, fits
from pigpost.games.kinds import Form, Kind
from pigpost.orders.reading import Doubt, Reason
from tests.orders.asking import BILL, order, refusal

PIG_GAMES = (Kind.PASS_THE_PIGS, Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES)


@pytest.mark.parametrize("kind", PIG_GAMES)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hold at 22", Turn(22)),
        ("I hold at twenty-two points", Turn(22)),
        ("HOLD 22", Turn(22)),
        ("Hold after 3 rolls", Throws(3)),
        ("roll till my total is 90, then hold", Total(90)),
        ("THROWS 3", Throws(3)),
    ],
)
def test_4_1_with_own_throws_one_holds(kind: Kind, text: str, expected: Condition) -> None:
    assert order(text, kind=kind).condition == expected


@pytest.mark.parametrize("kind", PIG_GAMES)
@pytest.mark.parametrize(
    "text", ["ONLY LEFT", "WHEN Bill", "after Bill", "after Steve", "when all the others are out"]
)
def test_4_1_with_own_throws_nobody_else_is_in_the_turn(kind: Kind, text: str) -> None:
    refused = refusal(text, kind=kind)
    assert refused.reason is Reason.NOT_IN_THIS_GAME
    assert refused.complaints[0].rule == "4.1"
    assert refused.suggestions == (Turn(20), Throws(3))


def test_4_1_the_shared_form_has_all_orders() -> None:
    for kind in (Kind.PIG, Kind.TWO_DICE, Kind.DOUBLES):
        read = order("after Bill", kind=kind, form=Form.SHARED)
        assert read.condition == After(frozenset({BILL}))
        assert order("only left", kind=kind, form=Form.SHARED).condition == OnlyLeft()


@pytest.mark.parametrize(
    "text",
    ["four dice", "DICE 4", "I want to roll 4 dice", "dice: 4", "4 dice please", "with 4 dice"],
)
def test_2_5_in_hog_dice_are_ordered(text: str) -> None:
    assert order(text, kind=Kind.HOG).condition == Dice(4)
    assert order(text, kind=Kind.HOG, form=Form.SHARED).condition == Dice(4)


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("4 throws", (Dice(4),)),
        ("THROWS 60", (Dice(5),)),
        ("hold at 20", (Dice(5),)),
        ("TOTAL 80", (Dice(5),)),
        ("only left", (Dice(5),)),
        ("after Bill", (Dice(5),)),
    ],
)
def test_3_8_a_condition_is_none_in_hog(text: str, suggestions: tuple[Condition, ...]) -> None:
    for form, rule in ((Form.SIMULTANEOUS, "4.1"), (Form.SHARED, "3.8")):
        refused = refusal(text, kind=Kind.HOG, form=form)
        assert refused.reason is Reason.NOT_IN_THIS_GAME
        assert refused.complaints[0].rule == rule
        assert refused.suggestions == suggestions


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.HOG])
def test_2_5_dice_are_ordered_in_hog_alone(kind: Kind) -> None:
    refused = refusal("6 dice", kind=kind)
    assert refused.reason is Reason.NOT_IN_THIS_GAME
    assert refused.suggestions == (Throws(6),)


def test_4_1_more_dice_than_the_game_has_are_a_bad_number() -> None:
    refused = refusal("9 dice", kind=Kind.HOG, max_dice=8)
    (complaint,) = refused.complaints
    assert (complaint.reason, complaint.limit) == (Reason.BAD_NUMBER, 8)
    assert refused.suggestions == (Dice(8),)


def test_a_number_alone_may_be_dice_in_hog() -> None:
    refused = refusal("five please", kind=Kind.HOG)
    assert refused.complaints[0].doubt is Doubt.OPEN_NUMBER
    assert refused.suggestions == (Dice(5),)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    "text",
    [
        "stop at 30",
        "after Bil",
        "THROWS 0",
        "3 or 4 throws",
        "hold at 20 or after Bill",
        "4",
        "60 dice",
    ],
)
def test_6_3_1_whatever_is_suggested_fits_the_game(kind: Kind, text: str) -> None:
    for form in kind.forms:
        for condition in refusal(text, kind=kind, form=form).suggestions:
            assert fits(condition, kind, form)


def test_in_the_postal_game_hold_at_a_number_is_open() -> None:
    for text in ("stop at 30", "hold at 30"):
        refused = refusal(text)
        assert refused.complaints[0].doubt is Doubt.OPEN_NUMBER
        assert refused.suggestions == (Turn(30), Total(30))
