"""VACATION: two days that can be no others; what needs guessing is asked back."""

import pytest

from pigpost.orders.reading import CommandWord, Doubt, Reason
from tests.orders.asking import command, refusal

WHOLE = {"start": "2027-09-05", "end": "2027-09-19"}


@pytest.mark.parametrize(
    "text",
    [
        "vacation 2027-09-05 to 2027-09-19",
        "VACATION 2027-09-05 TO 2027-09-19",
        "Holiday 2027-09-05 - 2027-09-19",
        "absence from 2027-09-05 until 2027-09-19, please",
        "SET ABSENCE 2027/09/05 to 2027/09/19",
        "vacation 5 September 2027 to 19 September 2027",
        "vacation 5th of September 2027 till the 19th of September 2027",
        "I am away from 5 September 2027 to 19 September 2027",
        "I'll be on holiday from September 5, 2027 to September 19, 2027",
        "away from 5 to 19 September 2027",
        "away 5-19 Sept 2027",
        "away from 5 September to 19 September 2027",
        "Away from Sunday 5 September 2027 to Sunday 19 September 2027",
    ],
)
def test_days_with_a_year_and_no_doubt_are_read(text: str) -> None:
    told = command(text)
    assert told.word is CommandWord.VACATION
    assert told.args == WHOLE


@pytest.mark.parametrize(
    "text",
    [
        "vacation 03/04 to 17/04",
        "vacation 3/4/2027 to 17/4/2027",
        "vacation next week",
        "vacation until 19 September 2027",
        "vacation 2027-09-05",
        "vacation 5 September to 19 September",
        "vacation 2027-09-19 to 2027-09-05",
        "vacation 2027-02-28 to 2027-02-30",
        "I am away from 1 to 12 May",
    ],
)
def test_days_that_need_guessing_are_asked_back(text: str) -> None:
    refused = refusal(text)
    assert refused.reason is Reason.UNCLEAR
    assert refused.complaints[0].doubt is Doubt.DAYS
    assert refused.commands == (CommandWord.VACATION,)


@pytest.mark.parametrize("text", ["VACATION OFF", "holiday off", "cancel my vacation"])
def test_an_absence_is_taken_back(text: str) -> None:
    assert command(text).word is CommandWord.VACATION_OFF
