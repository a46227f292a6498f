"""House players order by the same way as people, in time, once, and blind to everybody's orders."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest

from pigpost.audit.export import export_game
from pigpost.errors import LogConflict
from pigpost.events.receipt import receipt_code
from pigpost.events.types import DeadlineMoved, OrderAccepted, OrderRefused, RoundThrown
from pigpost.games.conditions import After, Throws, Turn
from pigpost.games.kinds import Form, Kind, Seat
from pigpost.games.settings import game_settings
from pigpost.intake import play_bots as module
from pigpost.intake.play_bots import play_bots
from pigpost.intake.put_order import put_order
from pigpost.replay.state import Phase, RoundState, StoredOrder
from pigpost.replay.verify import verify
from pigpost.rounds.hold import hold_game, resume_game
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.house_players import HousePlayer, add_house_players
from pigpost.seats.invite import add_player
from tests.post import GAME, Post, a_game, a_player

BILL, HAL, ADA = Seat(1), Seat(2), Seat(3)


def with_bots(post: Post, *bots: str, early: bool = False) -> None:
    """Bill and house players, with round 1 open; the bots have not been asked yet."""
    a_game(post, "Bill", early=early)
    sit_down(post, bots)


def sit_down(post: Post, bots: Sequence[str]) -> None:
    add_house_players(post.services, GAME, [HousePlayer(plays=bot) for bot in bots])
    start_game(post.services, GAME)
    post.run()


def current(post: Post) -> RoundState:
    found = post.state().current
    assert found is not None
    return found


def standing(post: Post, seat: Seat) -> StoredOrder:
    order = current(post).standing(seat)
    assert order is not None
    return order


def throw_the_round(post: Post) -> None:
    post.sleep_until(current(post).deadline + timedelta(seconds=10))
    post.run()


def test_a_bot_without_an_order_gets_one_and_a_receipt_code_like_anybody(post: Post) -> None:
    with_bots(post, "hold20", "throws4")
    post.clock.advance(hours=1)
    assert play_bots(post.services) == [GAME]
    assert standing(post, HAL).condition == Turn(20)
    assert standing(post, ADA).condition == Throws(4)
    assert standing(post, HAL).arrived_at == post.clock.now()
    assert len(receipt_code(standing(post, HAL).leaf)) == len("XXXX-XXXX")
    assert current(post).standing(BILL) is None


def test_whose_order_it_is_stays_sealed_until_the_throw(post: Post) -> None:
    with_bots(post, "hold20")
    play_bots(post.services)
    (accepted,) = post.events(OrderAccepted)
    assert accepted.by == "service"
    with post.services.store.reading() as tx:
        exported = export_game(tx, GAME, origin="pigs.example/pigpost")
    assert b"TURN 20" not in exported
    assert b"hold20" in b"".join(log_lines(post))
    throw_the_round(post)
    assert b"TURN 20" in b"".join(log_lines(post))


def log_lines(post: Post) -> list[bytes]:
    with post.services.store.reading() as tx:
        return [entry.head for entry in tx.log.entries(f"game-{GAME}")]


def test_a_bot_orders_once_in_a_round_and_anew_in_the_next(post: Post) -> None:
    with_bots(post, "hold20")
    assert play_bots(post.services) == [GAME]
    assert play_bots(post.services) == []
    throw_the_round(post)
    assert play_bots(post.services) == [GAME]
    assert [event.round for event in post.events(OrderAccepted)] == [1, 2]


def test_who_finds_that_another_worker_has_ordered_meanwhile_orders_nothing(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bots(post, "hold20", "throws4")
    looked = module._waiting

    def overtaken(*asked: Any) -> list[Seat]:
        monkeypatch.setattr(module, "_waiting", looked)
        waiting = looked(*asked)
        play_bots(post.services)
        return waiting

    monkeypatch.setattr(module, "_waiting", overtaken)
    play_bots(post.services)
    assert sorted(seats_that_ordered(post)) == ["p2", "p3"]


def test_of_workers_at_the_same_moment_one_records_each_order(post: Post) -> None:
    with_bots(post, "hold20", "throws4")
    with ThreadPoolExecutor(3) as workers:
        list(workers.map(play_bots, [post.services] * 3))
    play_bots(post.services)
    assert sorted(seats_that_ordered(post)) == ["p2", "p3"]


def test_a_mail_that_comes_in_between_leaves_the_bot_for_the_next_tick(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bots(post, "hold20", "throws4")
    ordering = module.accept_order

    def conflicting(*_: object) -> None:
        monkeypatch.setattr(module, "accept_order", ordering)
        raise LogConflict("somebody else was first")

    monkeypatch.setattr(module, "accept_order", conflicting)
    play_bots(post.services)
    assert seats_that_ordered(post) == ["p3"]
    play_bots(post.services)
    assert seats_that_ordered(post) == ["p3", "p2"]


def seats_that_ordered(post: Post) -> list[str]:
    return [event.sealed.seat for event in post.events(OrderAccepted)]


def test_6_6_1_no_bot_orders_after_the_deadline(post: Post) -> None:
    with_bots(post, "hold20")
    post.sleep_until(current(post).deadline + timedelta(seconds=1))
    assert play_bots(post.services) == []
    assert post.events(OrderAccepted) == post.events(OrderRefused) == []


def test_6_6_1_in_the_deadline_s_second_a_bot_is_in_time(post: Post) -> None:
    with_bots(post, "hold20")
    post.sleep_until(current(post).deadline + timedelta(microseconds=900_000))
    assert play_bots(post.services) == [GAME]


def test_no_bot_orders_in_a_game_that_is_forming_or_over(post: Post) -> None:
    a_game(post, "Bill", target=1)
    add_house_players(post.services, GAME, [HousePlayer(plays="hold20")])
    assert play_bots(post.services) == []
    start_game(post.services, GAME)
    post.run()
    play_bots(post.services)
    throw_the_round(post)
    assert post.state().phase is Phase.OVER
    assert play_bots(post.services) == []


def test_while_a_game_is_held_bots_order_as_people_do(post: Post) -> None:
    with_bots(post, "hold20")
    hold_game(post.services, GAME, reason="Ted is ill")
    post.sleep_until(current(post).deadline + timedelta(days=1))
    assert play_bots(post.services) == [GAME]
    resume_game(post.services, GAME, reason="Ted is well")
    assert post.events(DeadlineMoved)
    throw_the_round(post)
    assert post.events(RoundThrown)[0].sources["p2"].startswith("order:")


def test_an_order_that_the_gm_put_is_not_replaced(post: Post) -> None:
    with_bots(post, "hold20")
    put_order(post.services, GAME, name="Hal", words="THROWS 7", reason="a dare")
    assert play_bots(post.services) == []
    assert standing(post, HAL).condition == Throws(7)


def test_early_games_count_the_orders_of_bots(post: Post) -> None:
    with_bots(post, "hold20", early=True)
    post.mailed("Bill", "THROWS 3")
    assert post.state().thrown == ()
    play_bots(post.services)
    post.clock.advance(seconds=1)
    post.run()
    assert [round.event.orders["p2"] for round in post.state().thrown] == ["TURN 20"]


def test_a_bot_is_no_nmr_and_is_told_nothing(post: Post) -> None:
    with_bots(post, "hold20", "throws4")
    for _ in range(3):
        play_bots(post.services)
        hold_game(post.services, GAME, reason="snow")
        resume_game(post.services, GAME, reason="thaw")
        post.sleep_until(current(post).deadline - timedelta(hours=10))
        post.run()
        throw_the_round(post)
    found = post.state().seats
    assert (found[BILL].misses, found[HAL].misses, found[ADA].misses) == (3, 0, 0)
    with post.services.store.reading() as tx:
        rows = tx.outbox.newest(limit=1000)
    assert {"opening", "notice", "reminder", "result"} <= {row.kind for row in rows}
    assert {row.recipient for row in rows} == {"bill@mill.example"}


def test_a_game_of_house_players_alone_is_played_to_its_end_and_verifies(post: Post) -> None:
    a_game(post, early=True)
    sit_down(post, ["best", "throws3", "after_leader", "when_leader", "last"])
    for _ in range(60):
        play_bots(post.services)
        post.clock.advance(seconds=1)
        post.run()
        if post.state().phase is Phase.OVER:
            break
    assert post.state().winners
    assert not any(thrown.event.result["defaulted"] for thrown in post.state().thrown)
    with post.services.store.reading() as tx:
        exported = export_game(tx, GAME, origin="pigs.example/pigpost")
    assert all(finding.good for finding in verify(BytesIO(exported)))


def test_what_others_have_ordered_changes_no_order_of_a_bot(post: Post) -> None:
    with_bots(post, "after_leader", "best")
    for words in ("THROWS 1", "WHEN Hal", "TURN 99"):
        post.mailed("Bill", words)
    play_bots(post.services)
    assert standing(post, HAL).condition == After(frozenset({BILL}))
    assert standing(post, ADA).condition == Turn(22)


@pytest.mark.parametrize("form", [Form.SIMULTANEOUS, Form.SEQUENTIAL])
def test_the_optimal_bot_looks_at_both_scores_before_the_round(post: Post, form: Form) -> None:
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=game_settings(Kind.PIG, form=form),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )
    add_player(post.services, GAME, a_player("Bill"))
    sit_down(post, ["optimal"])
    play_bots(post.services)
    assert standing(post, HAL).condition == Turn(21)


def test_a_bot_that_this_release_does_not_know_keeps_no_other_from_ordering(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with_bots(post, "hold20")
    monkeypatch.setattr("pigpost.games.bots._COUNTED", {})
    assert play_bots(post.services) == []
    assert "game spring-pigs is left out: UnknownEvent" in caplog.text
