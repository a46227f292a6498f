"""Invitations: an address that was wrong can be mended, and a friendly yes is not refused."""

from pigpost.audit.games import game_state
from pigpost.outbox.deliver import send_outbox
from pigpost.replay.state import SeatStatus
from pigpost.seats.invite import NewPlayer, invite_players
from tests.post import GAME, Post, a_game, text_of


def invite(post: Post, name: str, address: str) -> None:
    person = NewPlayer(name=name, address=address, language="en", timezone="UTC")
    invite_players(post.services, GAME, [person])
    send_outbox(post.services, owner="test")


def test_an_offer_that_nobody_answered_can_be_sent_to_another_address(post: Post) -> None:
    a_game(post, "Bill")
    invite(post, "Ted", "tde@mill.example")
    invite(post, "Ted", "ted@mill.example")
    post.mailed("Ted", "JOIN")
    with post.services.store.reading() as tx:
        seats = game_state(tx, GAME).seats
    assert len(seats) == 2
    assert seats[2].status is SeatStatus.PLAYING
    assert seats[2].person.address == "ted@mill.example"


def test_a_friendly_yes_that_is_no_command_is_asked_back_with_join_and_decline(post: Post) -> None:
    a_game(post, "Bill")
    invite(post, "Ted", "ted@mill.example")
    answer = post.mailed("Ted", "Sounds like fun, count me among you!")
    assert answer["X-Pigpost-Kind"] == "asked_back"
    assert "answer JOIN" in text_of(answer)
    assert "answer DECLINE" in text_of(answer)
