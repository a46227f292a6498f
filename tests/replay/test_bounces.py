"""Mail that came back, in the fold: who could not be asked for an order has missed nothing."""

from datetime import datetime, timedelta

import pytest

from pigpost.events.types import DeadlineMoved, MailBounced
from pigpost.games.kinds import Seat
from tests.replay.playing import Playing, begun

ONE = Seat(1)


def bounced(
    playing: Playing,
    *,
    seat: int = 1,
    kind: str = "opening",
    hard: bool = True,
    round: int | None = 1,
    after_deadline: int = -60,
) -> None:
    """Seconds after the deadline, negative ones before it."""
    playing.add(
        MailBounced(
            at=playing.now(),
            by="service",
            round=round,
            seat=f"p{seat}",
            kind=kind,
            hard=hard,
            arrived_at=deadline(playing) + timedelta(seconds=after_deadline),
        )
    )


def deadline(playing: Playing) -> datetime:
    current = playing.state.current
    assert current is not None
    return current.deadline


@pytest.mark.parametrize("kind", ["opening", "result", "nmr_warning", "notice"])
def test_who_could_not_be_asked_has_missed_nothing(kind: str) -> None:
    playing = begun(2, target=500)
    bounced(playing, kind=kind)
    playing.close()
    assert playing.state.seats[ONE].misses == 0
    assert playing.state.seats[Seat(2)].misses == 1
    assert playing.state.thrown[-1].unreached == {ONE}
    playing.close()
    assert playing.state.seats[ONE].misses == 1, "the next round is another matter"


def test_up_to_the_deadline_it_excuses_and_not_a_second_later() -> None:
    for seconds, misses in ((0, 0), (1, 1)):
        playing = begun(2)
        bounced(playing, after_deadline=seconds)
        playing.close()
        assert playing.state.seats[ONE].misses == misses


def test_the_deadline_that_holds_at_the_throw_decides() -> None:
    playing = begun(2)
    bounced(playing, after_deadline=30)
    old = deadline(playing)
    playing.add(
        DeadlineMoved(
            at=playing.now(),
            by="gm",
            round=1,
            attempt=1,
            old_deadline=old,
            deadline=old + timedelta(minutes=1),
            reason="more time",
        )
    )
    playing.close()
    assert playing.state.seats[ONE].misses == 0


@pytest.mark.parametrize(
    "what",
    [{"hard": False}, {"round": 2}, {"round": None}, {"kind": "reminder"}, {"kind": "receipt"}],
)
def test_what_says_nothing_of_this_rounds_announcement_excuses_nobody(
    what: dict[str, object],
) -> None:
    playing = begun(2)
    bounced(playing, **what)  # type: ignore[arg-type]
    playing.close()
    assert playing.state.seats[ONE].misses == 1


def test_a_round_that_is_opened_anew_is_announced_anew() -> None:
    playing = begun(2)
    bounced(playing)
    playing.open(attempt=2, round=1)
    playing.close()
    assert playing.state.seats[ONE].misses == 1
