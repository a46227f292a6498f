"""A player's proof from an unknown address: both addresses are asked, and neither speaks for both."""

from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from pigpost.config import Mail
from pigpost.events.types import AddressAdded, OrderAccepted
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.ports import ArrivedMail
from tests.post import GAME, Post, a_mail, a_running_game, address_of, text_of

BILL = Seat(1)
OFFICE = "Office"
"""Bill's second address, as `tests.post` makes them of names."""


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", identity="proven")
    post.clock.advance(hours=1)
    return post


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def mails(post: Post) -> list[ArrivedMail]:
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=50)[::-1]


def told(answer: EmailMessage) -> str:
    return " ".join(text_of(answer).split())


def kind(answer: EmailMessage) -> str:
    return str(answer["X-Pigpost-Kind"])


def sends(post: Post, name: str, words: str, **more: Any) -> None:
    post.inbox.deliver(a_mail(name, words, **more))
    post.run()
    post.clock.advance(minutes=5)


def both_asked(
    post: Post, words: str = "THROWS 3", **more: Any
) -> tuple[EmailMessage, EmailMessage]:
    """The questions to the office and to Bill."""
    more = more or {"answering": post.last("Bill", "opening")}
    sends(post, OFFICE, words, **more)
    return post.last(OFFICE, "confirm"), post.last("Bill", "confirm")


def is_known(post: Post, name: str) -> bool:
    with post.services.store.reading() as tx:
        seats = tx.projections.seats_of_address(address_of(name))
    return any(seat.name == "Bill" for seat in seats)


def test_both_addresses_are_asked_and_nothing_is_done(game: Post) -> None:
    office, bill = both_asked(game)
    assert [(m.state, m.outcome) for m in mails(game)] == [("held", "asked")]
    assert "sent to Bill at another address" in told(office)
    assert "no address of yours that I know" in told(bill)
    assert address_of(OFFICE) in told(bill)
    for question in (office, bill):
        assert "Order in it THROWS 3" in told(question)
    assert standing(game) is None


@pytest.mark.parametrize("first", ["office", "bill"])
def test_when_both_have_said_yes_the_address_is_known_and_the_order_stands(
    game: Post, first: str
) -> None:
    office, bill = both_asked(game)
    answers = [(OFFICE, office), ("Bill", bill)]
    for name, question in answers if first == "office" else answers[::-1]:
        assert standing(game) is None
        sends(game, name, "yes", answering=question)
    (event,) = game.events(AddressAdded)
    assert event.personal is not None
    assert event.personal.address == address_of(OFFICE)
    (order,) = game.events(OrderAccepted)
    held = mails(game)[0]
    assert (order.arrived_at, order.uid) == (held.arrived_at, held.uid)
    assert standing(game) == Throws(3)
    receipt = game.last("Bill", "receipt")
    assert "now on you can write from office@mill.example as well" in told(receipt)
    assert is_known(game, OFFICE)
    (note,) = game.sender.to("alison@pigs.example")
    assert address_of(OFFICE) in told(note)


def test_a_known_second_address_writes_like_the_first_and_is_answered_at_the_first(
    game: Post,
) -> None:
    office, bill = both_asked(game)
    sends(game, OFFICE, "yes", answering=office)
    sends(game, "Bill", "yes", answering=bill)
    sends(game, OFFICE, "THROWS 6", answering=game.last("Bill", "receipt"))
    assert standing(game) == Throws(6)
    assert "proof: it answers a mail that only you got" in told(game.last("Bill", "receipt"))
    with game.services.store.writing() as tx:
        tx.projections.rebuild()
    assert is_known(game, OFFICE)


def test_the_first_yes_is_told_what_it_waits_for(game: Post) -> None:
    office, _ = both_asked(game)
    sends(game, OFFICE, "yes", answering=office)
    answer = game.last(OFFICE, "confirmation")
    assert "other address has not answered yet" in told(answer)
    assert "Counts now" not in told(answer)


@pytest.mark.parametrize("who", [OFFICE, "Bill"])
def test_one_no_is_enough(game: Post, who: str) -> None:
    office, bill = both_asked(game)
    questions = {OFFICE: office, "Bill": bill}
    other = "Bill" if who == OFFICE else OFFICE
    sends(game, other, "yes", answering=questions[other])
    sends(game, who, "NO", answering=questions[who])
    sends(game, other, "yes", answering=questions[other])
    assert mails(game)[0].outcome == "disowned"
    assert not is_known(game, OFFICE)
    assert standing(game) is None
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_a_friend_to_whom_a_mail_was_forwarded_can_not_play(game: Post) -> None:
    """He has the player's proof and says yes to everything that he gets: formats 4."""
    office, bill = both_asked(game)
    sends(game, OFFICE, "YES", answering=office)
    sends(game, OFFICE, "YES", answering=bill)
    sends(game, OFFICE, "THROWS 9", answering=game.last("Bill", "opening"))
    assert standing(game) is None
    assert not is_known(game, OFFICE)
    sends(game, "Bill", "NO", answering=bill)
    for forged in (office, game.last("Bill", "opening")):
        sends(game, "Bill", "THROWS 9", answering=forged)
    assert standing(game) is None
    assert game.events(OrderAccepted) == []


def test_the_question_to_the_writer_is_no_proof_of_the_player(game: Post) -> None:
    office, _ = both_asked(game)
    answer = game.mailed("Bill", "THROWS 9", answering=office)
    assert kind(answer) == "confirm"
    assert standing(game) is None


def test_the_writer_s_yes_counts_from_the_writer_s_address_alone(game: Post) -> None:
    office, bill = both_asked(game)
    sends(game, "Bill", "yes", answering=bill)
    sends(game, "Eve", "yes", answering=office)
    sends(game, "Bill", "yes", answering=office)
    assert not is_known(game, OFFICE)
    assert mails(game)[0].state == "held"


def test_the_writer_who_says_neither_is_asked_again(game: Post) -> None:
    office, bill = both_asked(game)
    sends(game, OFFICE, "pardon?", answering=office)
    again = game.last(OFFICE, "confirm")
    assert "could not read a yes or a no" in told(again)
    sends(game, "Bill", "yes", answering=bill)
    sends(game, OFFICE, "yes", answering=again)
    assert standing(game) == Throws(3)


def test_after_the_deadline_the_address_is_learned_and_the_order_is_not(game: Post) -> None:
    office, bill = both_asked(game)
    sends(game, "Bill", "yes", answering=bill)
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=10))
    game.run()
    game.clock.advance(minutes=1)
    sends(game, OFFICE, "yes", answering=office)
    assert game.events(OrderAccepted) == []
    assert is_known(game, OFFICE)
    assert "too late for the mail" in told(game.last(OFFICE, "confirmation"))
    sends(game, OFFICE, "yes", answering=office)
    assert len(game.events(AddressAdded)) == 1


def test_a_link_of_a_mail_opened_in_another_account_is_asked_about(game: Post) -> None:
    html = game.last("Bill", "opening").get_body(preferencelist=("html",))
    assert html is not None
    token = "t-" + str(html.get_content()).split("%20t-")[1][:16]
    office, _ = both_asked(game, Subject=f"Order {GAME} r1 {token}")
    assert "Order in it THROWS 3" in told(office)


def test_words_that_are_no_order_are_refused_as_before(game: Post) -> None:
    sends(game, OFFICE, "what is this?", answering=game.last("Bill", "opening"))
    (answer,) = game.sender.to(address_of(OFFICE))
    assert kind(answer) == "mail_refused"
    assert [m.state for m in mails(game)] == ["read"]


def test_a_proof_that_was_disowned_asks_nobody_any_more(game: Post) -> None:
    _, bill = both_asked(game)
    sends(game, "Bill", "NO", answering=bill)
    game.sleep_until(game.clock.at + timedelta(days=1, minutes=1))
    before = len(game.sender.to(address_of("Bill")))
    sends(game, OFFICE, "THROWS 4", answering=game.last("Bill", "opening"))
    assert len(game.sender.to(address_of("Bill"))) == before


def test_a_stranger_can_not_flood_the_player_with_questions(game: Post) -> None:
    opening = game.last("Bill", "opening")
    for number in range(3 * Mail().questions_per_day):
        game.inbox.deliver(a_mail(f"Eve{number}", "THROWS 3", answering=opening))
    game.run()
    kinds = [kind(mail) for mail in game.sender.to(address_of("Bill"))]
    assert kinds.count("confirm") == Mail().questions_per_day
    assert {mail.state for mail in mails(game)} == {"held"}
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_an_address_is_in_no_head(game: Post) -> None:
    office, bill = both_asked(game)
    sends(game, OFFICE, "yes", answering=office)
    sends(game, "Bill", "yes", answering=bill)
    with game.services.store.reading() as tx:
        heads = [entry.head for entry in tx.log.entries() if entry.type == "AddressAdded"]
    assert len(heads) == 1
    assert b"mill" not in heads[0]
    assert b"p1" not in heads[0]
