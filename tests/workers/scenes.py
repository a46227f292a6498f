"""Moments of a game with work to do: what lies in the inbox, and which round is due."""

from datetime import timedelta

from pigpost.rounds.start import start_game
from pigpost.seats.house_players import HousePlayer, add_house_players
from pigpost.seats.invite import invite_players
from tests.post import GAME, Post, a_game, a_mail, a_player, a_running_game


def a_forming_game(post: Post) -> None:
    """Invitations are out, and the answers are in the inbox."""
    a_game(post)
    invite_players(post.services, GAME, [a_player(name) for name in ("Bill", "Karen", "Ted")])
    post.run()
    for name, words in (("Bill", "JOIN"), ("Karen", "DECLINE"), ("Ted", "JOIN\nGM hello")):
        post.inbox.deliver(a_mail(name, words, answering=post.last(name, "invitation")))


def a_round_with_house_players(post: Post) -> None:
    """Round 1 is open, and no bot has ordered yet."""
    a_game(post, "Bill")
    bots = [HousePlayer(plays="hold20"), HousePlayer(plays="throws4")]
    add_house_players(post.services, GAME, bots)
    start_game(post.services, GAME)
    post.run()


def a_quiet_round(post: Post) -> None:
    """Round 1 is due; two players, one order."""
    a_running_game(post, "Bill", "Karen")
    post.inbox.deliver(a_mail("Bill", "THROWS 3"))
    pass_the_deadline(post, seconds=10)


def a_lively_round(post: Post) -> None:
    """Round 1 is due; in the inbox lies everything that people and programs write."""
    a_running_game(post, "Bill", "Karen", "Ted")
    twice = a_mail("Bill", "TURN 20")
    for raw in (
        a_mail("Bill", "THROWS 3"),
        twice,
        b"Received: from x by y; again\r\n" + twice,
        a_mail("Karen", "AFTER Steve"),
        a_mail("Ted", "THROWS 2"),
        a_mail("Ted", "CLEAR\nGM hello"),
        a_mail("Steve", "THROWS 9"),
        a_mail("Karen", "I am away", Auto_Submitted="auto-replied"),
    ):
        post.inbox.deliver(raw)
    pass_the_deadline(post, seconds=10)
    post.inbox.deliver(a_mail("Karen", "THROWS 4"))


def pass_the_deadline(post: Post, **later: float) -> None:
    """Lets the open round's deadline pass while the service looks at the clock as it should."""
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(**later))
