"""Who resigns is gone, and those whom it concerns are told (rules 6.7, 6.8)."""

from datetime import timedelta

from pigpost.games.kinds import Piggyback, Seat, Settings
from pigpost.games.outcomes import OUTCOMES
from pigpost.replay.state import Phase, SeatStatus
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import add_player
from tests.post import GAME, Post, a_game, a_player, a_running_game, address_of

BILL = Seat(1)


def kinds(post: Post, name: str) -> list[str]:
    return [str(mail["X-Pigpost-Kind"]) for mail in post.sender.to(address_of(name))]


def test_before_the_game_starts_nobody_is_mailed_about_seats_that_come_and_go(post: Post) -> None:
    a_game(post, "Bill", "Karen")
    for _ in range(3):
        post.mailed("Bill", "RESIGN YES")
        post.mailed("Bill", "JOIN")
    assert kinds(post, "Karen") == []
    assert post.state().seats[BILL].status is SeatStatus.PLAYING


def test_6_7_while_the_game_runs_all_others_are_told(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", "Ted")
    post.mailed("Bill", "RESIGN YES")
    assert kinds(post, "Karen")[-1] == kinds(post, "Ted")[-1] == "notice"


def test_6_8_who_is_out_already_is_told_that_the_last_has_gone(post: Post) -> None:
    bill_is_eliminated(post)
    post.mailed("Karen", "RESIGN YES")
    assert post.state().phase is Phase.OVER
    assert kinds(post, "Bill")[-1] == "game_over"


def bill_is_eliminated(post: Post) -> None:
    """With pigs that do little but touch each other, and an order to throw on and on."""
    weights = tuple({"sider": 1, "piggyback": 3}.get(outcome.name, 0) for outcome in OUTCOMES)
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=Settings(weights=weights, piggyback=Piggyback.ELIMINATE),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
    )
    for name in ("Bill", "Karen"):
        add_player(post.services, GAME, a_player(name))
    start_game(post.services, GAME)
    post.mailed("Bill", "THROWS 50")
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    assert post.state().seats[BILL].status is SeatStatus.ELIMINATED
