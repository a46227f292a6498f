from datetime import UTC, datetime, timedelta, timezone

import pytest

from pigpost.outbox.times import day, instant, lateness, length
from pigpost.outbox.words import words

ENGLISH = words("en")
AT = datetime(2027, 3, 12, 20, 0, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("UTC", "Fri 12 Mar 2027 20:00 UTC"),
        ("Etc/UTC", "Fri 12 Mar 2027 20:00 UTC"),
        ("", "Fri 12 Mar 2027 20:00 UTC"),
        ("Europe/Helsinki", "Fri 12 Mar 2027 20:00 UTC (22:00 in Helsinki)"),
        ("Europe/London", "Fri 12 Mar 2027 20:00 UTC (20:00 in London)"),
        ("Asia/Tokyo", "Fri 12 Mar 2027 20:00 UTC (Sat 13 Mar 2027 05:00 in Tokyo)"),
        ("No/Such_Place", "Fri 12 Mar 2027 20:00 UTC"),
        ("../../etc/passwd", "Fri 12 Mar 2027 20:00 UTC"),
    ],
)
def test_an_instant_is_told_in_utc_and_in_the_readers_zone(zone: str, text: str) -> None:
    assert instant(AT, zone, ENGLISH) == text


def test_an_instant_can_have_seconds() -> None:
    text = instant(AT, "Europe/Helsinki", ENGLISH, seconds=True)
    assert text == "Fri 12 Mar 2027 20:00:07 UTC (22:00:07 in Helsinki)"


def test_daylight_saving_is_that_of_the_day() -> None:
    assert instant(AT + timedelta(days=60), "Europe/Helsinki", ENGLISH).endswith(
        "(23:00 in Helsinki)"
    )


def test_a_day_is_that_of_utc() -> None:
    there = AT.astimezone(timezone(timedelta(hours=9)))
    assert day(there, ENGLISH) == "Fri 12 Mar 2027"


def test_days_and_months_come_in_the_readers_language() -> None:
    from dataclasses import replace

    from babel import Locale

    assert day(AT, replace(ENGLISH, locale=Locale("fi"))) == "pe 12 maalis 2027"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "less than a minute"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (3_599, "59 minutes"),
        (7_200, "2 hours"),
        (93_600 + 59, "1 day 2 hours"),
        (86_400 + 120, "1 day 2 minutes"),
        (6 * 86_400 + 23 * 3_600 + 59 * 60, "6 days 23 hours"),
    ],
)
def test_a_length_has_its_two_largest_units(seconds: int, text: str) -> None:
    assert length(seconds, ENGLISH) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(9, "9 s"), (189, "3 min 09 s"), (3_700, "1 hour 1 minute")]
)
def test_lateness_is_told_to_the_second(seconds: int, text: str) -> None:
    assert lateness(seconds, ENGLISH) == text
