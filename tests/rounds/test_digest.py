"""The GM's mail of the day: at its hour, once, and only when there is something to tell."""

from datetime import UTC, datetime, timedelta

import pytest

from pigpost.outbox.deliver import send_outbox
from pigpost.rounds.digest import send_digest
from pigpost.rounds.hold import hold_game
from tests.intake.bounces import a_bounce, last_to
from tests.post import GAME, Post, a_mail, a_running_game, text_of

GM = "alison@pigs.example"


@pytest.fixture
def game(post: Post) -> Post:
    """Due on Friday at 20:00."""
    a_running_game(post, "Bill", "Karen", "Ted")
    return post


def digests(post: Post) -> list[str]:
    mails = [mail for mail in post.sender.to(GM) if mail["X-Pigpost-Kind"] == "digest"]
    return [f"{mail['Subject']}\n{' '.join(text_of(mail).split())}" for mail in mails]


def at(post: Post, day: int, hour: int, minute: int = 0) -> bool:
    post.sleep_until(datetime(2026, 3, day, hour, minute, tzinfo=UTC))
    post.run()
    put = send_digest(post.services)
    send_outbox(post.services, owner="test")
    return put


def test_rounds_due_within_a_day_are_told_with_who_is_missing(game: Post) -> None:
    game.mailed("Karen", "Turn will end after 7 throws.")
    current = game.state().current
    assert current is not None
    due = current.deadline
    assert at(game, due.day, 8)
    (digest,) = digests(game)
    assert digest.startswith("[GM] 1 round due within a day\n")
    assert f"{GAME}, round 1" in digest
    assert "1 of 3 orders are in, none from Bill and Ted" in digest
    assert "THROWS 7" not in digest


def test_it_comes_once_a_day_and_at_its_hour_alone(game: Post) -> None:
    hold_game(game.services, GAME, reason="a ruling is due")
    assert [at(game, 3, hour, minute) for hour, minute in ((7, 59), (8, 5), (8, 10), (9, 0))] == [
        False,
        True,
        False,
        False,
    ]
    assert at(game, 4, 8)
    assert len(digests(game)) == 2
    assert "1 thing needs you" in digests(game)[0]
    assert "on hold: a ruling is due" in digests(game)[0]


def test_a_day_with_nothing_to_tell_has_no_mail(game: Post) -> None:
    game.mailed("Bill", "Turn will end after about 7 throws.")
    assert not at(game, 3, 8)
    assert digests(game) == []


def test_a_site_that_was_down_at_the_hour_sends_it_as_soon_as_it_runs_again(game: Post) -> None:
    hold_game(game.services, GAME, reason="x")
    moments = [(3, 7), (3, 13), (3, 14), (3, 23), (4, 0), (4, 7), (4, 23)]
    assert [at(game, *moment) for moment in moments] == [
        False,
        True,
        False,
        False,
        False,
        False,
        True,
    ]
    assert len(digests(game)) == 2


def test_what_comes_up_after_the_look_of_the_day_waits_for_the_next_day(game: Post) -> None:
    assert not at(game, 3, 8)
    hold_game(game.services, GAME, reason="x")
    assert [at(game, 3, 8, 30), at(game, 3, 9), at(game, 3, 23)] == [False, False, False]
    assert at(game, 4, 8)


def test_it_can_be_turned_off(game: Post) -> None:
    hold_game(game.services, GAME, reason="x")
    site = game.services.settings.site.model_copy(update={"digest_hour": -1})
    game.services.settings.__dict__["site"] = site
    assert not any(at(game, 3, hour) for hour in range(24))


def test_bounces_refusals_and_a_blind_inbox_are_told(game: Post) -> None:
    game.inbox.deliver(a_bounce(last_to(game, "Karen", "opening")))
    game.inbox.deliver(a_mail("Bill", "about 7 throws"))
    game.run()
    game.inbox.broken = True
    game.sleep_until(datetime(2026, 3, 3, 8, 0, tzinfo=UTC))
    game.run()
    assert send_digest(game.services)
    send_outbox(game.services, owner="test")
    (digest,) = digests(game)
    assert "karen@mill.example gets none since Mon 2 Mar 2026" in digest
    assert "Inbox can't be read since Tue 3 Mar 2026" in digest
    assert "Asked back 1" in digest


def test_the_hour_is_that_of_the_sites_zone(game: Post) -> None:
    hold_game(game.services, GAME, reason="x")
    site = game.services.settings.site.model_copy(update={"timezone": "Asia/Tokyo"})
    game.services.settings.__dict__["site"] = site
    assert not at(game, 3, 22)
    assert at(game, 3, 23)
    assert game.clock.at - datetime(2026, 3, 3, 23, tzinfo=UTC) < timedelta(hours=1)
