from gettext import NullTranslations

import pytest

from pigpost.games.conditions import After, Condition, Dice, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Form, Seat
from pigpost.results.meaning import meaning, short_meaning

NAMES = {Seat(1): "Bill", Seat(2): "Karen", Seat(3): "Ted"}
TOGETHER = "You throw until your match score and the turn score together are"
RISK = "and lose the turn if that throw does not score"
BILL, BOTH = frozenset({Seat(1)}), frozenset({Seat(3), Seat(1)})


@pytest.mark.parametrize(
    ("condition", "long", "short"),
    [
        (Throws(13), "Your turn ends at throw 13.", "at throw 13"),
        (
            Turn(20),
            "Your turn ends as soon as the turn score is 20 or more.",
            "when the turn score is 20 or more",
        ),
        (
            Total(60),
            "Your turn ends as soon as your match score and the turn score together are 60 or more.",
            "when your total score is 60 or more",
        ),
        (
            OnlyLeft(),
            "Your turn ends as soon as all the others have ended theirs.",
            "when all the others are out",
        ),
        (When(BILL), "You finish at the same throw as Bill.", "the same throw as Bill"),
        (
            When(BOTH),
            "You finish at the same throw as the last of Bill and Ted.",
            "the same throw as the last of Bill and Ted",
        ),
        (
            After(BILL),
            f"You play exactly one throw more than Bill, {RISK}.",
            "one throw more than Bill",
        ),
        (
            After(BOTH),
            f"You play exactly one throw more than the last of Bill and Ted, {RISK}.",
            "one throw more than the last of Bill and Ted",
        ),
    ],
)
def test_6_3_1_an_order_is_spelled_out(condition: Condition, long: str, short: str) -> None:
    english = NullTranslations()
    assert meaning(condition, NAMES, english, form=Form.SHARED) == long
    assert short_meaning(condition, NAMES, english, form=Form.SHARED) == short


@pytest.mark.parametrize("form", [Form.SIMULTANEOUS, Form.SEQUENTIAL])
@pytest.mark.parametrize(
    ("condition", "long", "short"),
    [
        (Throws(1), "You throw once, then hold.", "hold after 1 throw"),
        (
            Throws(4),
            "You throw 4 times, then hold, unless a throw that does not score comes first.",
            "hold after 4 throws",
        ),
        (
            Turn(20),
            "You throw until the turn score is 20 or more, then hold.",
            "hold when the turn score is 20 or more",
        ),
        (
            Total(60),
            f"{TOGETHER} 60 or more, then hold.",
            "hold when your total score is 60 or more",
        ),
        (Dice(1), "You throw 1 die; if it is a 1, you get nothing.", "1 die, thrown once"),
        (
            Dice(5),
            "You throw 5 dice at once; any 1 among them, and you get nothing.",
            "5 dice, thrown once",
        ),
    ],
)
def test_4_1_an_order_for_throws_of_ones_own_is_spelled_out(
    form: Form, condition: Condition, long: str, short: str
) -> None:
    english = NullTranslations()
    assert meaning(condition, NAMES, english, form=form) == long
    assert short_meaning(condition, NAMES, english, form=form) == short


@pytest.mark.parametrize(
    ("n", "long", "short"),
    [
        (
            1,
            "You take the first die of the row; if it is a 1, you get nothing.",
            "the first die of the row",
        ),
        (
            5,
            "You take the first 5 dice of the row; any 1 among them, and you get nothing.",
            "the first 5 dice of the row",
        ),
    ],
)
def test_3_8_an_order_for_dice_of_the_row_is_spelled_out(n: int, long: str, short: str) -> None:
    english = NullTranslations()
    assert meaning(Dice(n), NAMES, english, form=Form.SHARED) == long
    assert short_meaning(Dice(n), NAMES, english, form=Form.SHARED) == short
