"""VACATION: no reminder, no miss, never for the round under way."""

from datetime import UTC, date, datetime, timedelta

import pytest

from pigpost.audit.entries import public_entries
from pigpost.events.types import AbsenceNoted, OrdersSealed
from pigpost.games.kinds import Seat
from pigpost.intake.absence import days_of
from tests.post import GAME, Post, a_running_game, address_of, text_of

BILL = Seat(1)


@pytest.fixture
def game(post: Post) -> Post:
    """Monday 2 March 2026; deadlines on Fridays at 20:00, the first on the 13th."""
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    return post


def said(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


def plays_round(post: Post) -> dict[str, str]:
    current = post.state().current
    assert current is not None
    for before in (timedelta(hours=10), timedelta(seconds=-10)):
        post.sleep_until(current.deadline - before)
        post.run()
    post.clock.advance(hours=1)
    return dict(post.state().thrown[-1].event.sources)


def kinds(post: Post, name: str) -> list[str]:
    return [str(mail["X-Pigpost-Kind"]) for mail in post.sender.to(address_of(name))]


def test_an_absence_brings_no_reminder_no_warning_and_no_miss(game: Post) -> None:
    answer = game.mailed("Bill", "VACATION 2026-03-10 to 2026-03-28")
    assert answer["X-Pigpost-Kind"] == "away"
    text = said(answer)
    assert "First day Tue 10 Mar 2026 Last day Sat 28 Mar 2026" in text
    assert "Round 1 is open already" in text
    assert "Fri 20 Mar 2026 20:00 UTC" in text
    assert "Fri 27 Mar 2026 20:00 UTC" in text
    assert "Fri 3 Apr 2026" not in text
    assert "without an order the first throw ends your turn" in text.lower()
    assert "You can be away for 41 more days" in text
    sources = [plays_round(game)["p1"] for _ in range(4)]
    assert sources == ["default:no_order", "default:absent", "default:absent", "default:no_order"]
    assert game.state().seats[BILL].misses == 2
    assert kinds(game, "Bill").count("reminder") == 2
    assert kinds(game, "Bill").count("nmr_warning") == 2
    assert kinds(game, "Bill").count("result") == 4
    assert kinds(game, "Karen").count("reminder") == kinds(game, "Karen").count("nmr_warning") == 4


def test_a_standing_order_is_played_while_its_player_is_away(game: Post) -> None:
    game.mailed("Bill", "STANDING THROWS 3")
    answer = game.mailed("Bill", "VACATION 2026-03-14 to 2026-03-21")
    assert "your standing order counts, which is THROWS 3" in said(answer)
    plays_round(game)
    assert plays_round(game)["p1"].startswith("order:")


def test_days_begin_and_end_where_the_player_lives(game: Post) -> None:
    """Bill is in Helsinki, two hours ahead of UTC."""
    game.mailed("Bill", "VACATION 2026-03-20 to 2026-03-20")
    (event,) = game.events(AbsenceNoted)
    assert event.personal.begins_at == datetime(2026, 3, 19, 22, 0, tzinfo=UTC)
    assert event.personal.ends_at == datetime(2026, 3, 20, 22, 0, tzinfo=UTC)
    plays_round(game)
    assert plays_round(game)["p1"] == "default:absent"


def test_vacation_off_ends_it(game: Post) -> None:
    game.mailed("Bill", "VACATION 2026-03-10 to 2026-03-28")
    plays_round(game)
    assert "Welcome back, Bill" in said(game.mailed("Bill", "VACATION OFF"))
    assert plays_round(game)["p1"] == "default:no_order"
    assert "you were not noted as away" in said(game.mailed("Bill", "VACATION OFF"))


def test_three_absences_may_lie_ahead(game: Post) -> None:
    for day in (1, 5, 9):
        answer = game.mailed("Bill", f"VACATION 2026-04-{day:02} to 2026-04-{day + 1:02}")
        assert answer["X-Pigpost-Kind"] == "away"
    answer = game.mailed("Bill", "VACATION 2026-05-01 to 2026-05-02")
    assert "3 absences of yours lie ahead" in said(answer)
    game.mailed("Bill", "VACATION OFF")
    game.clock.advance(minutes=1)
    assert game.mailed("Bill", "VACATION 2026-05-01 to 2026-05-02")["X-Pigpost-Kind"] == "away"


def test_a_game_has_so_many_days_of_absence_for_each(game: Post) -> None:
    answer = game.mailed("Bill", "VACATION 2026-04-01 to 2026-05-20")
    assert "You can be away for 10 more days" in said(answer)
    answer = game.mailed("Bill", "VACATION 2026-06-01 to 2026-06-11")
    assert "you can be away for 10 more days" in said(answer)
    assert answer["X-Pigpost-Kind"] == "noted"
    answer = game.mailed("Bill", "VACATION 2026-05-15 to 2026-05-30")
    assert "You can be away for 0 more days" in said(answer)
    answer = game.mailed("Bill", "VACATION 2026-06-01 to 2026-06-02")
    assert "you have used up the days" in said(answer)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("VACATION 2026-02-01 to 2026-02-10", "those days are over"),
        ("VACATION 2028-02-01 to 2028-02-10", "too far ahead"),
        ("VACATION 9999-12-30 to 9999-12-31", "too far ahead"),
        ("VACATION 0001-01-01 to 0001-01-02", "those days are over"),
        ("VACATION 0001-01-01 to 2026-03-20", "too long"),
        ("VACATION 2026-04-01 to 2026-07-01", "too long"),
    ],
)
def test_days_that_can_not_be_noted_are_answered_with_what_to_do(
    game: Post, words: str, why: str
) -> None:
    answer = game.mailed("Bill", words)
    assert why in said(answer)
    assert "Nothing was noted" in said(answer)
    assert game.events(AbsenceNoted) == []


def test_nobody_but_the_gm_reads_in_the_log_when_somebody_is_away(game: Post) -> None:
    game.mailed("Bill", "VACATION 2026-03-10 to 2026-03-28")
    plays_round(game)
    with game.services.store.reading() as tx:
        (entry,) = [e for e in public_entries(tx, GAME) if e.type == "AbsenceNoted"]
    assert (entry.personal, entry.sealed) == (None, None)
    assert b"2026-03-28" not in entry.head
    assert b"p1" not in entry.head
    game.mailed("Karen", "THROWS 2")
    plays_round(game)
    assert [event.absent for event in game.events(OrdersSealed)] == [(), ("p1",)]


def test_who_does_not_play_has_nothing_to_note(game: Post) -> None:
    game.mailed("Bill", "RESIGN YES")
    assert "you have no turn to miss" in said(
        game.mailed("Bill", "VACATION 2026-03-10 to 2026-03-28")
    )


def test_days_that_two_absences_share_count_once() -> None:
    def at(day: int) -> datetime:
        return datetime.combine(date(2026, 3, day), datetime.min.time(), UTC)

    assert days_of([(at(1), at(11)), (at(5), at(15))]) == 14
    assert days_of([(at(5), at(7)), (at(1), at(20))]) == 19
    assert days_of([]) == 0
