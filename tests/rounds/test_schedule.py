"""Deadlines lie on the wall clock of the game's zone, whatever the season."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pigpost.rounds.schedule import Grid, next_deadline, parse_schedule

LONDON = ZoneInfo("Europe/London")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def deadline(schedule: str, after: str, *, first: bool = False) -> datetime:
    return next_deadline(parse_schedule(schedule), after=at(after), zone=LONDON, first=first)


def test_a_weekly_round_is_due_next_friday() -> None:
    assert deadline("Fri 20:00", "2027-03-05 20:00:05") == at("2027-03-12 20:00")


def test_the_hour_stays_on_the_wall_clock_when_summer_time_begins() -> None:
    assert deadline("Fri 20:00", "2027-03-26 20:00:05") == at("2027-04-02 19:00")


def test_an_hour_that_is_skipped_in_spring_falls_one_hour_later() -> None:
    assert deadline("Sun 01:30", "2027-03-24 12:00") == at("2027-03-28 01:30")


def test_the_first_round_has_double_length() -> None:
    assert deadline("Fri 20:00", "2027-03-05 20:30", first=True) == at("2027-03-19 20:00")
    assert deadline("every 3 days", "2027-03-05 20:00", first=True) == at("2027-03-11 20:00")


def test_a_round_is_never_shorter_than_half_a_period() -> None:
    assert deadline("Fri 20:00", "2027-03-04 09:00") == at("2027-03-12 20:00")
    assert deadline("Mon,Thu 18:30", "2027-03-03 09:00") == at("2027-03-08 18:30")


def test_an_interval_counts_from_the_opening() -> None:
    assert deadline("every 90 minutes", "2027-03-05 20:00") == at("2027-03-05 21:30")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Fri",
        "20:00",
        "Fri 24:00",
        "Fri 20:60",
        "Freitag 20:00 MEZ",
        "Foo 20:00",
        "every",
        "every 0 days",
        "every -1 days",
        "every 1.5 days",
        "Fri,,Sat 20:00",
        "x" * 500,
    ],
)
def test_what_is_no_schedule_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(ValueError, match=r"20:00|Mon, Tue"):
        parse_schedule(text)


@given(
    days=st.sets(st.integers(0, 6), min_size=1),
    hour=st.times(),
    after=st.datetimes(
        min_value=datetime(2020, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone itself
        max_value=datetime(2040, 1, 1),  # noqa: DTZ001
        timezones=st.just(UTC),
    ),
)
def test_every_grid_deadline_lies_ahead_and_on_the_grid(days, hour, after) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    grid = Grid(days=frozenset(days), hour=hour.replace(second=0, microsecond=0))
    found = next_deadline(grid, after=after, zone=LONDON, first=False)
    assert after < found <= after + timedelta(days=15)
    assert found.astimezone(LONDON).weekday() in days
