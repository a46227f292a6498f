"""Rounds: opened with a lock, sealed when all mail in time was read, thrown exactly once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from pigpost.errors import (
    AgainstTheRules,
    MailOutOfReach,
    SendRefused,
    SendRefusedForNow,
    TooLate,
)
from pigpost.events.commitment import commitment
from pigpost.events.types import (
    DeadlineMoved,
    GameEnded,
    GameHeld,
    OrdersSealed,
    OutageNoted,
    RoundOpened,
    RoundThrown,
)
from pigpost.outbox.deliver import send_outbox
from pigpost.replay.state import Phase
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost.rounds.end import end_game
from pigpost.rounds.hold import hold_game, move_deadline, resume_game
from pigpost.rounds.run_now import close_now
from pigpost.rounds.seal import seal_due_rounds
from pigpost.rounds.start import start_game
from tests.post import GAME, FakeSender, Post, a_game, a_mail, a_running_game, address_of, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    return post


def deadline_passes(post: Post, **later: float) -> None:
    current = post.state().current
    assert current is not None
    at = current.deadline + timedelta(**(later or {"seconds": 10}))
    if later:
        post.clock.at = at
    else:
        post.sleep_until(at)


def kinds(post: Post, name: str) -> list[str]:
    return [str(mail["X-Pigpost-Kind"]) for mail in post.sender.to(address_of(name))]


def test_a_game_without_players_can_not_start(post: Post) -> None:
    a_game(post)
    with pytest.raises(AgainstTheRules, match="player add"):
        start_game(post.services, GAME)


def test_a_game_starts_once(game: Post) -> None:
    with pytest.raises(TooLate):
        start_game(game.services, GAME)


def test_7_2_the_lock_is_in_the_mail_that_opens_the_round_and_fits_the_seed(game: Post) -> None:
    (opened,) = game.events(RoundOpened)
    assert opened.commitment in text_of(game.last("Bill", "opening"))
    deadline_passes(game)
    game.run()
    (thrown,) = game.events(RoundThrown)
    seed = bytes.fromhex(thrown.seed)
    assert commitment(game=GAME, round=1, attempt=1, seed=seed) == opened.commitment
    assert thrown.seed in text_of(game.last("Bill", "result"))


def test_nothing_is_thrown_before_the_deadline(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.mailed("Karen", "THROWS 3")
    game.mailed("Ted", "THROWS 3")
    assert game.state().phase is Phase.OPEN


def test_a_game_that_may_run_early_does_so_when_all_orders_are_in(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", early=True)
    post.mailed("Bill", "THROWS 3")
    assert not post.state().thrown
    post.clock.advance(seconds=2)
    post.mailed("Karen", "THROWS 2")
    post.clock.advance(seconds=2)
    post.run()
    assert len(post.state().thrown) == 1
    assert post.events(OrdersSealed)[0].early


def test_a_round_waits_for_a_poll_that_began_after_the_deadline(game: Post) -> None:
    deadline_passes(game)
    seal_due_rounds(game.services)
    assert game.state().phase is Phase.OPEN
    game.run()
    assert len(game.state().thrown) == 1


def test_3_7_1_who_sent_nothing_plays_one_throw_and_is_told(game: Post) -> None:
    game.mailed("Bill", "THROWS 2")
    deadline_passes(game)
    game.run()
    (thrown,) = game.events(RoundThrown)
    assert thrown.orders["p2"] == "THROWS 1"
    assert thrown.sources["p2"] == "default:no_order"
    assert kinds(game, "Karen")[-2:] == ["result", "nmr_warning"]
    assert "nmr_warning" not in kinds(game, "Bill")
    assert game.state().seats[2].misses == 1


def test_the_result_asks_for_the_next_round_with_its_lock_and_deadline(game: Post) -> None:
    deadline_passes(game)
    game.run()
    current = game.state().current
    assert current is not None
    assert current.round == 2
    text = text_of(game.last("Bill", "result"))
    assert current.commitment in text
    assert f"{current.deadline:%d %b %Y %H:%M}".lstrip("0") in text


def test_two_workers_at_one_deadline_throw_one_result(game: Post) -> None:
    deadline_passes(game)
    game.run()
    deadline_passes(game)
    from pigpost.intake.poll import poll_inbox

    poll_inbox(game.services, owner="test")

    def work(_: int) -> None:
        seal_due_rounds(game.services)
        adjudicate_sealed_rounds(game.services)

    with ThreadPoolExecutor(8) as workers:
        list(workers.map(work, range(8)))
    assert len(game.events(RoundThrown)) == 2
    send_outbox(game.services, owner="test")
    assert kinds(game, "Bill").count("result") == 2


def test_a_game_is_played_to_its_end_and_all_are_told(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", target=20)
    for _ in range(30):
        if post.state().phase is Phase.OVER:
            break
        deadline_passes(post)
        post.run()
    state = post.state()
    assert state.phase is Phase.OVER
    assert state.winners
    assert kinds(post, "Bill")[-1] == "game_over"
    assert len(post.events(GameEnded)) == 1


def test_the_end_by_hand_has_no_winner_and_says_why(game: Post) -> None:
    end_game(game.services, GAME, reason="we all go on holiday")
    send_outbox(game.services, owner="test")
    assert "we all go on holiday" in text_of(game.last("Karen", "game_over"))
    assert game.state().winners == ()
    with pytest.raises(TooLate):
        end_game(game.services, GAME, reason="again")


def test_6_8_when_the_last_one_resigns_the_game_is_over_and_nobody_has_won(game: Post) -> None:
    for name in ("Bill", "Karen", "Ted"):
        game.mailed(name, "RESIGN YES")
    assert game.state().phase is Phase.OVER
    assert game.state().ended_because == "nobody_left"


def test_3_7_1_a_mail_that_was_late_for_one_round_is_no_bad_order_for_the_next(game: Post) -> None:
    first = game.state().current
    assert first is not None
    deadline_passes(game)
    game.run()
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=first.deadline + timedelta(seconds=3))
    game.run()
    assert "too late" in text_of(game.last("Bill", "refusal"))
    deadline_passes(game)
    game.run()
    assert game.events(RoundThrown)[1].sources["p1"] == "default:no_order"


def test_6_7_who_resigned_before_the_throw_is_not_in_the_round(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.mailed("Bill", "RESIGN YES")
    deadline_passes(game)
    game.run()
    assert game.events(RoundThrown)[0].participants == ("p2", "p3")
    assert "result" not in kinds(game, "Bill")


def test_a_held_game_throws_nothing_until_it_goes_on(game: Post) -> None:
    hold_game(game.services, GAME, reason="the GM is ill")
    deadline_passes(game)
    game.run()
    assert not game.state().thrown
    assert "the GM is ill" in text_of(game.last("Bill", "notice"))
    with pytest.raises(TooLate):
        hold_game(game.services, GAME, reason="again")
    assert game.mailed("Bill", "THROWS 2")["X-Pigpost-Kind"] == "receipt"
    resume_game(game.services, GAME, reason="well again")
    assert game.events(DeadlineMoved)[0].deadline == game.clock.now()
    game.clock.advance(seconds=1)
    game.run()
    assert game.events(RoundThrown)[0].orders["p1"] == "THROWS 2"


def test_a_moved_deadline_is_told_with_old_and_new(game: Post) -> None:
    current = game.state().current
    assert current is not None
    later = current.deadline + timedelta(days=1)
    move_deadline(game.services, GAME, round=1, deadline=later, reason="a feast")
    send_outbox(game.services, owner="test")
    text = text_of(game.last("Karen", "notice"))
    assert f"{current.deadline:%H:%M}" in text
    assert "a feast" in text
    game.sleep_until(current.deadline + timedelta(minutes=1))
    game.run()
    assert not game.state().thrown


def test_an_act_of_the_gm_names_the_round_it_is_for(game: Post) -> None:
    with pytest.raises(TooLate, match="round 1 is"):
        move_deadline(
            game.services, GAME, round=2, deadline=game.clock.now(), reason="the wrong one"
        )
    with pytest.raises(TooLate, match="round 1 is"):
        close_now(game.services, GAME, round=2, reason="the wrong one")


def test_the_gm_can_close_a_round_now(game: Post) -> None:
    game.mailed("Bill", "THROWS 2")
    game.clock.advance(minutes=5)
    close_now(game.services, GAME, round=1, reason="all are here")
    game.run()
    assert len(game.state().thrown) == 1
    assert game.events(RoundThrown)[0].orders["p1"] == "THROWS 2"


def test_reminders_go_once_a_mark_to_those_without_an_order(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    for hours in (60, 47, 46, 20, 11, 10):
        current = game.state().current
        assert current is not None
        game.sleep_until(current.deadline - timedelta(hours=hours))
        game.run()
        game.run()
    assert kinds(game, "Karen").count("reminder") == 2
    assert "reminder" not in kinds(game, "Bill")


def test_after_an_outage_only_the_nearest_reminder_goes(game: Post) -> None:
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline - timedelta(hours=2))
    game.run()
    assert kinds(game, "Karen").count("reminder") == 1


class TestBlindness:
    """Deadlines never pass while the service can't see."""

    def test_a_deadline_inside_a_gap_of_the_clock_holds_the_game(self, game: Post) -> None:
        deadline_passes(game, hours=3)
        game.run()
        assert not game.state().thrown
        (outage,) = game.events(OutageNoted)
        assert outage.what == "clock_forward"
        assert game.state().held is not None
        assert "notice" in kinds(game, "Bill")
        assert game.sender.to("alison@pigs.example")

    def test_going_on_moves_the_deadline_by_the_gap_and_two_hours(self, game: Post) -> None:
        deadline_passes(game, hours=3)
        game.run()
        resume_game(game.services, GAME, reason="it was a power cut")
        (moved,) = game.events(DeadlineMoved)
        assert moved.deadline >= game.clock.now() + timedelta(hours=2)
        game.run()
        assert not game.state().thrown

    def test_it_goes_on_by_itself_after_twelve_hours(self, game: Post) -> None:
        deadline_passes(game, hours=3)
        game.run()
        for _ in range(26):
            game.clock.advance(minutes=30)
            game.run()
        assert game.state().held is None

    def test_a_gap_without_a_deadline_in_it_changes_nothing(self, game: Post) -> None:
        game.clock.advance(hours=5)
        game.run()
        assert not game.events(GameHeld)

    def test_a_clock_that_jumps_back_holds_every_running_game(self, game: Post) -> None:
        game.clock.advance(minutes=5)
        game.run()
        game.clock.advance(minutes=-65)
        game.run()
        assert game.events(OutageNoted)[0].what == "clock_back"
        assert game.state().held is not None

    def test_an_inbox_that_can_not_be_read_stops_the_round_and_says_so(self, game: Post) -> None:
        game.inbox.broken = True
        deadline_passes(game)
        for _ in range(4):
            game.clock.advance(minutes=1)
            game.run()
        assert not game.state().thrown
        assert game.events(OutageNoted)[0].what == "inbox"
        assert game.state().held is not None

    def test_one_failed_poll_only_delays_the_round(self, game: Post) -> None:
        game.inbox.deliver(a_mail("Bill", "THROWS 2"))
        game.inbox.broken = True
        deadline_passes(game)
        game.run()
        assert not game.state().thrown
        game.inbox.broken = False
        game.run()
        assert game.events(RoundThrown)[0].orders["p1"] == "THROWS 2"


class TestDelivery:
    """The outbox: at least once, with one Message-ID."""

    def test_a_mail_refused_for_now_is_sent_later_with_the_same_message_id(
        self, post: Post
    ) -> None:
        a_game(post, "Bill")
        start_game(post.services, GAME)
        post.sender.faults.append(SendRefusedForNow("451 try later"))
        assert send_outbox(post.services, owner="a") == 0
        assert send_outbox(post.services, owner="a") == 0
        post.clock.advance(minutes=1)
        assert send_outbox(post.services, owner="a") == 1

    def test_a_mail_refused_for_good_is_shown_to_the_gm(self, post: Post) -> None:
        a_game(post, "Bill", "Karen")
        start_game(post.services, GAME)
        post.sender.faults.append(SendRefused("550 no such user"))
        send_outbox(post.services, owner="a")
        (note,) = post.sender.to("alison@pigs.example")
        assert "550 no such" in text_of(note)
        assert len(post.sender.to(address_of("Karen"))) == 1
        with post.services.store.reading() as tx:
            assert tx.outbox.counts()["failed"] == 1

    def test_a_crashed_sender_s_mails_are_sent_when_its_lease_ends(self, post: Post) -> None:
        a_game(post, "Bill")
        start_game(post.services, GAME)
        with post.services.store.writing() as tx:
            tx.outbox.claim(owner="dead", now=post.clock.now(), lease_seconds=300, limit=10)
        assert send_outbox(post.services, owner="b") == 0
        post.clock.advance(seconds=301)
        assert send_outbox(post.services, owner="b") == 1

    def test_however_slow_the_server_is_two_workers_send_each_mail_once(self, post: Post) -> None:
        a_game(post, *(f"Player {letter}" for letter in "ABCDEFGH"))
        start_game(post.services, GAME)
        slow = SlowSender(post=post)
        send_outbox(replace(post.services, sender=slow), owner="slow")
        ids = Counter(str(mail["Message-ID"]) for _, mail in [*slow.sent, *post.sender.sent])
        assert len(ids) == 8
        assert set(ids.values()) == {1}

    def test_a_server_that_is_out_of_reach_is_not_asked_for_each_mail(self, post: Post) -> None:
        a_game(post, "Bill", "Karen", "Ted")
        start_game(post.services, GAME)
        post.sender.faults = [MailOutOfReach("no route to host"), SendRefused("not reached")]
        assert send_outbox(post.services, owner="a") == 0
        assert len(post.sender.faults) == 1
        post.sender.faults.clear()
        assert send_outbox(post.services, owner="a") == 2
        post.clock.advance(minutes=1)
        assert send_outbox(post.services, owner="a") == 1


@dataclass(slots=True, kw_only=True)
class SlowSender(FakeSender):
    """Takes a minute for each mail, while another worker looks for something to do."""

    post: Post

    def send(self, **mail: Any) -> str:
        self.post.clock.advance(minutes=1)
        if len(self.sent) == 6:
            send_outbox(self.post.services, owner="quick")
        return FakeSender.send(self, **mail)
