from gettext import NullTranslations

import pytest

from pigpost.games.conditions import After, Condition, OnlyLeft, Throws, Total, Turn, When
from pigpost.games.kinds import Seat
from pigpost.results.meaning import meaning, short_meaning

NAMES = {Seat(1): "Bill", Seat(2): "Karen", Seat(3): "Ted"}
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
    assert meaning(condition, NAMES, english) == long
    assert short_meaning(condition, NAMES, english) == short
