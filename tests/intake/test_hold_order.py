"""A mail that does not show who wrote it is held, and the player is asked (mail decision 6, report 41)."""

from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from pigpost.config import Mail
from pigpost.events.types import OrderAccepted
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.ports import ArrivedMail
from pigpost.rounds.hold import hold_game, resume_game
from pigpost.rounds.start import start_game
from pigpost.seats.invite import add_player, invite_players
from tests.post import GAME, Post, a_game, a_mail, a_player, a_running_game, address_of, text_of

BILL = Seat(1)
A_DAY = Mail().questions_per_day
GM = "alison@pigs.example"


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


def asked(post: Post, words: str = "THROWS 3", **more: Any) -> EmailMessage:
    """A mail of Bill's without proof; the question that he gets."""
    question = post.mailed("Bill", words, **more)
    assert question["X-Pigpost-Kind"] == "confirm", question["Subject"]
    post.clock.advance(minutes=10)
    return question


def kind(answer: EmailMessage) -> str:
    return str(answer["X-Pigpost-Kind"])


def told(answer: EmailMessage) -> str:
    return " ".join(text_of(answer).split())


def mails(post: Post) -> list[ArrivedMail]:
    with post.services.store.reading() as tx:
        return tx.mails.newest(limit=50)[::-1]


def to_gm(post: Post) -> list[str]:
    return [text_of(mail) for mail in post.sender.to(GM)]


def test_an_order_without_proof_is_held_and_its_player_asked(game: Post) -> None:
    question = asked(game)
    (mail,) = mails(game)
    assert (mail.state, mail.outcome, mail.game) == ("held", "asked", GAME)
    assert standing(game) is None
    assert game.events(OrderAccepted) == []
    assert question["To"].addresses[0].addr_spec == address_of("Bill")
    text = told(question)
    for part in ("Order in it THROWS 3", "Arrived", "word YES", "answer NO", "Deadline"):
        assert part in text, part
    assert f"{mail.arrived_at:%H:%M:%S} UTC" in text


def test_yes_makes_the_order_stand_as_of_its_first_arrival(game: Post) -> None:
    question = asked(game)
    answer = game.mailed("Bill", "YES", answering=question)
    held, yes = mails(game)
    (order,) = game.events(OrderAccepted)
    assert (order.arrived_at, order.uid) == (held.arrived_at, held.uid)
    assert standing(game) == Throws(3)
    assert kind(answer) == "receipt"
    assert "I asked you, and you said yes" in told(answer)
    for mail in (held, yes):
        assert f"{mail.arrived_at:%H:%M:%S} UTC" in told(answer)
    assert [(m.state, m.outcome) for m in (held, yes)] == [("read", "confirmed"), ("read", "yes")]
    assert game.mailed("Bill", "THROWS 5", answering=answer)["X-Pigpost-Kind"] == "receipt"


@pytest.mark.parametrize(
    "words", ["yes, that was me!", "Hi,\n\nYep.\n\nBill", "It's me", "Kyllä, se olin minä", "ok"]
)
def test_any_natural_yes_will_do(game: Post, words: str) -> None:
    assert kind(game.mailed("Bill", words, answering=asked(game))) == "receipt"
    assert standing(game) == Throws(3)


def test_twice_yes_does_nothing_twice(game: Post) -> None:
    question = asked(game)
    game.mailed("Bill", "YES", answering=question)
    game.clock.advance(minutes=1)
    again = game.mailed("Bill", "yes, as I said", answering=question)
    assert kind(again) == "confirmation"
    assert "it has counted since" in told(again)
    assert len(game.events(OrderAccepted)) == 1


@pytest.mark.parametrize("words", ["NO", "NOT ME", "No! I never wrote that.", "Ei, en minä"])
def test_no_throws_the_mail_away_and_the_gm_is_told(game: Post, words: str) -> None:
    question = asked(game)
    answer = game.mailed("Bill", words, answering=question)
    assert "is thrown away" in told(answer)
    assert [(m.state, m.outcome) for m in mails(game)] == [("read", "disowned"), ("read", "no")]
    assert ["disowned" in note for note in to_gm(game)] == [True]
    assert "has been thrown away already" in told(game.mailed("Bill", "YES", answering=question))
    assert game.events(OrderAccepted) == []


def test_what_is_neither_yes_nor_no_is_asked_once_more(game: Post) -> None:
    again = game.mailed("Bill", "what is this about?", answering=asked(game))
    assert kind(again) == "confirm"
    assert "could not read a yes or a no" in told(again)
    assert "Order in it THROWS 3" in told(again)
    assert kind(game.mailed("Bill", "yes", answering=again)) == "receipt"


def test_an_order_in_answer_to_the_question_is_proven_and_leaves_the_held_one(game: Post) -> None:
    question = asked(game)
    assert kind(game.mailed("Bill", "THROWS 5", answering=question)) == "receipt"
    assert standing(game) == Throws(5)
    assert mails(game)[0].state == "held"
    game.clock.advance(minutes=1)
    late = game.mailed("Bill", "yes that was mine too", answering=question)
    assert "the later one still stands" in told(late)
    assert standing(game) == Throws(5)


def test_a_yes_with_an_order_of_its_own_does_both(game: Post) -> None:
    answer = game.mailed("Bill", "Yes.\nTHROWS 7", answering=asked(game))
    assert len(game.events(OrderAccepted)) == 2
    assert standing(game) == Throws(7)
    assert kind(answer) == "receipt"


def test_what_can_not_be_read_beside_a_yes_is_told(game: Post) -> None:
    answer = game.mailed("Bill", "Yes.\nBut now: THROWS 7", answering=asked(game))
    assert kind(answer) == "refusal"
    assert "Counts now THROWS 3" in told(answer)
    assert standing(game) == Throws(3)


def test_a_yes_that_is_no_answer_to_the_question_makes_nothing_stand(game: Post) -> None:
    asked(game)
    opening = game.last("Bill", "opening")
    for more in ({}, {"answering": opening}, {"answering": game.last("Karen", "opening")}):
        answer = game.mailed("Bill", "YES", **more)
        assert kind(answer) in ("mail_refused", "refusal")
    assert standing(game) is None


def test_a_yes_from_another_address_makes_nothing_stand(game: Post) -> None:
    question = asked(game)
    for name in ("Eve", "Karen"):
        answer = game.mailed(name, "YES", answering=question)
        assert kind(answer) == "mail_refused"
    assert standing(game) is None
    assert mails(game)[0].state == "held"


def test_a_yes_after_the_deadline_is_told_so_and_the_mail_stays_on_record(game: Post) -> None:
    question, current = asked(game), game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=20))
    game.inbox.deliver(
        a_mail("Bill", "YES", answering=question), at=current.deadline + timedelta(seconds=5)
    )
    game.run()
    assert game.state().thrown[0].event.orders["p1"] == "THROWS 1"
    assert "came too late" in told(game.last("Bill", "confirmation"))
    assert [(m.state, m.outcome) for m in mails(game)] == [("held", "too_late"), ("read", "yes")]


def test_a_yes_after_the_throw_reaches_no_other_round(game: Post) -> None:
    question, current = asked(game), game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=10))
    game.run()
    game.clock.advance(minutes=1)
    answer = game.mailed("Bill", "YES", answering=question)
    assert "came too late" in told(answer)
    assert standing(game) is None
    assert game.events(OrderAccepted) == []


def test_a_yes_before_a_deadline_that_was_moved_by_a_hold_counts(game: Post) -> None:
    question, current = asked(game), game.state().current
    assert current is not None
    hold_game(game.services, GAME, reason="a storm")
    game.sleep_until(current.deadline + timedelta(hours=1))
    game.run()
    game.mailed("Bill", "YES", answering=question)
    resume_game(game.services, GAME, reason="it is over")
    assert standing(game) == Throws(3)


def test_two_held_orders_count_in_the_order_in_which_they_came(game: Post) -> None:
    first, second = asked(game, "THROWS 3"), asked(game, "THROWS 4")
    game.mailed("Bill", "YES", answering=second)
    late = game.mailed("Bill", "YES", answering=first)
    assert "the later one still stands" in told(late)
    assert standing(game) == Throws(4)
    assert len(game.events(OrderAccepted)) == 2


def test_a_newer_order_keeps_standing(game: Post) -> None:
    question = asked(game, "THROWS 3")
    game.mailed("Bill", "THROWS 8", answering=game.last("Bill", "opening"))
    answer = game.mailed("Bill", "YES", answering=question)
    assert "Stands THROWS 8" in told(answer)
    assert standing(game) == Throws(8)


def test_a_clear_that_came_after_a_held_order_withdraws_it(game: Post) -> None:
    question = asked(game, "THROWS 3")
    game.mailed("Bill", "CLEAR", answering=game.last("Bill", "opening"))
    answer = game.mailed("Bill", "YES", answering=question)
    assert kind(answer) == "done"
    assert standing(game) is None


@pytest.mark.parametrize("word", ["RESIGN YES", "CLEAR", "NOT ME", "QUIET"])
def test_a_command_that_changes_something_is_held_like_an_order(game: Post, word: str) -> None:
    game.mailed("Bill", "THROWS 8", answering=game.last("Bill", "opening"))
    game.clock.advance(minutes=1)
    before = game.state()
    question = asked(game, word)
    assert f"Command in it {word}" in told(question)
    assert game.state() == before
    assert kind(game.mailed("Bill", "YES", answering=question)) == "done"
    assert game.state() != before


@pytest.mark.parametrize("word", ["STATUS", "HELP", "RULES", "TRY THROWS 4", "MY ORDER"])
def test_what_changes_nothing_is_answered_without_a_question(game: Post, word: str) -> None:
    assert kind(game.mailed("Bill", word)) in ("status", "help", "rules", "tried")


def test_a_mail_with_two_things_is_held_whole_and_nothing_is_done_twice(game: Post) -> None:
    question = asked(game, "STATUS\nTHROWS 3\nQUIET")
    assert "Order in it THROWS 3" in told(question)
    assert "Command in it QUIET" in told(question)
    assert "And the rest of your mail" in told(question)
    answer = game.mailed("Bill", "YES", answering=question)
    assert kind(answer) == "receipt"
    assert "no more reminders" in told(answer)
    assert "Open now" not in told(answer)
    assert game.state().seats[BILL].quiet
    assert len(game.events(OrderAccepted)) == 1


def test_an_order_that_comes_too_late_is_told_so_at_once(game: Post) -> None:
    current = game.state().current
    assert current is not None
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=current.deadline + timedelta(seconds=9))
    game.sleep_until(current.deadline + timedelta(seconds=30))
    game.run()
    answer = game.last("Bill", "refusal")
    assert "Late by 9 s" in told(answer)
    assert [mail.state for mail in mails(game)] == ["read"]


def test_where_nothing_can_be_read_nothing_is_kept(game: Post) -> None:
    answer = game.mailed("Bill", "hmm, let me think about it")
    assert kind(answer) == "mail_refused"
    assert "answer to this mail" in told(answer)
    assert kind(game.mailed("Bill", "THROWS 2", answering=answer)) == "receipt"


def test_who_forges_a_name_can_not_flood_its_owner(game: Post) -> None:
    opening = game.last("Bill", "opening")
    for number in range(3 * A_DAY):
        game.inbox.deliver(a_mail("Bill", f"THROWS {number + 1}"))
    game.run()
    kinds = [str(mail["X-Pigpost-Kind"]) for mail in game.sender.to(address_of("Bill"))]
    assert kinds.count("confirm") == A_DAY
    states = [(mail.state, mail.outcome) for mail in mails(game)]
    assert states.count(("held", "asked")) == A_DAY
    assert states.count(("held", "unasked")) == 2 * A_DAY
    assert len(to_gm(game)) == 1
    assert "is not asked about it" in " ".join(to_gm(game)[0].split())
    assert kind(game.mailed("Bill", "THROWS 3", answering=opening)) == "receipt"
    game.sleep_until(game.clock.at + timedelta(days=1, minutes=1))
    asked(game, "THROWS 77")


def test_a_mail_through_a_list_is_held_and_nobody_is_asked(game: Post) -> None:
    game.inbox.deliver(a_mail("Bill", "THROWS 3", List_Id="<pigs.lists.example>"))
    game.run()
    assert [(m.state, m.outcome) for m in mails(game)] == [("held", "unasked")]
    assert len(to_gm(game)) == 1


def test_not_me_to_the_receipt_of_a_confirmed_order_sets_it_aside(game: Post) -> None:
    receipt = game.mailed("Bill", "YES", answering=asked(game))
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 8", answering=game.last("Bill", "opening"))
    game.clock.advance(minutes=1)
    assert "set aside" in told(game.mailed("Bill", "NOT ME", answering=receipt))
    assert standing(game) == Throws(8)


@pytest.mark.parametrize("words", ["NO", "NOT ME"])
def test_no_to_a_question_that_somebody_else_has_answered_sets_the_order_aside(
    game: Post, words: str
) -> None:
    """Whoever could read the question has said yes: from then on it proves nothing."""
    question = asked(game)
    game.mailed("Bill", "YES", answering=question)
    game.clock.advance(minutes=1)
    assert "set aside" in told(game.mailed("Bill", words, answering=question))
    assert standing(game) is None
    game.clock.advance(minutes=1)
    assert kind(game.mailed("Bill", "THROWS 9", answering=question)) == "confirm"
    assert standing(game) is None


def test_after_not_me_no_question_of_before_makes_an_order_stand(game: Post) -> None:
    question = asked(game, "THROWS 3")
    game.mailed("Bill", "THROWS 99", answering=game.last("Bill", "opening"))
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME", answering=game.last("Bill", "receipt"))
    assert "came too late" in told(game.mailed("Bill", "YES", answering=question))
    assert standing(game) is None


def test_an_invited_person_s_join_is_held_as_well(post: Post) -> None:
    a_game(post, identity="proven")
    invite_players(post.services, GAME, [a_player("Bill")])
    post.run()
    question = post.mailed("Bill", "JOIN")
    assert kind(question) == "confirm"
    assert kind(post.mailed("Bill", "yes!", answering=question)) == "done"


def test_a_game_that_trusts_addresses_asks_nobody(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", identity="address")
    assert kind(post.mailed("Bill", "THROWS 3")) == "receipt"


def test_a_finn_is_asked_and_answers_in_finnish(post: Post) -> None:
    a_game(post, "Karen", identity="proven")
    add_player(post.services, GAME, replace(a_player("Bill"), language="fi"))
    start_game(post.services, GAME)
    post.run()
    question = post.mailed("Bill", "heitän kolme kertaa")
    assert kind(question) == "confirm"
    assert "KYLLÄ" in told(question).upper()
    receipt = post.mailed("Bill", "Joo, minä se olin", answering=question)
    assert kind(receipt) == "receipt"
