"""STANDING and ROUND n by mail: taken, told, thrown, and taken back."""

from datetime import timedelta

import pytest

from pigpost.events.types import OrderAccepted, OrderRefused, RoundThrown
from pigpost.games.conditions import Throws, Turn
from pigpost.games.kinds import Seat
from pigpost.intake.put_order import put_order
from pigpost.replay.state import Phase
from pigpost.rounds.end import end_game
from pigpost.rounds.seal import seal_due_rounds
from tests.post import GAME, Post, a_mail, a_running_game, address_of, text_of

BILL = Seat(1)


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    return post


def said(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


def counts(post: Post, seat: Seat = BILL) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(seat)
    return None if order is None else order.condition


def plays_round(post: Post) -> RoundThrown:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    event = post.state().thrown[-1].event
    post.clock.advance(hours=1)
    return event


def test_a_standing_order_counts_round_after_round_until_another_is_sent(game: Post) -> None:
    answer = game.mailed("Bill", "STANDING THROWS 2")
    (one,) = game.events(OrderAccepted)
    assert (one.round, one.sealed.standing, one.sealed.since) == (None, True, 1)
    assert answer["X-Pigpost-Kind"] == "receipt"
    assert "Your standing order in spring-pigs is now" in said(answer)
    assert "with the next round that is thrown" in said(answer)
    assert plays_round(game).orders["p1"] == "THROWS 2"
    answer = game.mailed("Bill", "TURN 30")
    assert "your standing order" in said(answer)
    assert plays_round(game).orders["p1"] == "TURN 30"
    assert plays_round(game).orders["p1"] == "THROWS 2"
    game.mailed("Bill", "STANDING THROWS 3")
    assert plays_round(game).orders["p1"] == "THROWS 3"
    assert game.state().seats[BILL].misses == 0


def test_an_order_for_a_round_to_come_waits_for_it(game: Post) -> None:
    answer = game.mailed("Bill", "ROUND 3 TURN 30")
    (one,) = game.events(OrderAccepted)
    assert (one.round, one.sealed.standing) == (3, False)
    assert "For round 3 of spring-pigs your order is now" in said(answer)
    assert "when round 3 has been thrown" in said(answer)
    assert [plays_round(game).orders["p1"] for _ in range(3)] == ["THROWS 1", "THROWS 1", "TURN 30"]


def test_a_round_that_is_over_is_refused_by_its_number(game: Post) -> None:
    plays_round(game)
    answer = game.mailed("Bill", "ROUND 1 THROWS 3")
    assert "this is for round 1, which is over; the open one is round 2" in said(answer)
    assert counts(game) is None


def test_an_order_too_many_rounds_ahead_is_refused_with_the_last_that_is_taken(game: Post) -> None:
    assert "For round 51" in said(game.mailed("Bill", "ROUND 51 THROWS 3"))
    answer = game.mailed("Bill", "ROUND 52 THROWS 3")
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert "round 52 is too far ahead. Orders are taken up to round 51" in said(answer)
    (refused,) = game.events(OrderRefused)
    assert refused.sealed.complaints[0].reason == "wrong_round"


def test_orders_for_several_rounds_in_one_mail_are_all_taken_and_all_told(game: Post) -> None:
    answer = game.mailed("Bill", "THROWS 3\nROUND 2 TURN 9\nSTANDING THROWS 2")
    assert answer["X-Pigpost-Kind"] == "receipt"
    assert len(game.events(OrderAccepted)) == 3
    text = said(answer)
    for line in ("Round 1 THROWS 3 of", "Round 2 TURN 9 of", "Any other THROWS 2 of"):
        assert line in text, line
    assert [plays_round(game).orders["p1"] for _ in range(3)] == ["THROWS 3", "TURN 9", "THROWS 2"]


def test_6_1_two_orders_of_which_one_names_the_round_under_way_are_two(game: Post) -> None:
    answer = game.mailed("Bill", "THROWS 3\nROUND 1 TURN 9\nROUND 2 TURN 10")
    assert answer["X-Pigpost-Kind"] == "refusal"
    (refused,) = game.events(OrderRefused)
    assert refused.sealed.complaints[0].reason == "more_than_one_condition"
    assert [event.round for event in game.events(OrderAccepted)] == [2]


def test_every_receipt_lists_all_orders_and_so_does_my_order(game: Post) -> None:
    game.mailed("Bill", "ROUND 3 TURN 30")
    game.mailed("Bill", "STANDING THROWS 2")
    for words in ("THROWS 4", "MY ORDER", "STATUS", "WHO"):
        text = said(game.mailed("Bill", words))
        assert "Round 3 TURN 30 of" in text
        assert "Any other THROWS 2 of" in text
    assert "Round 3" not in said(game.mailed("Karen", "MY ORDER"))


def test_of_the_same_kind_the_last_to_arrive_stands_and_says_which_it_replaces(game: Post) -> None:
    game.mailed("Bill", "STANDING THROWS 2")
    answer = game.mailed("Bill", "STANDING THROWS 3")
    assert "Replaces THROWS 2" in said(answer)
    assert "Replaces" not in said(game.mailed("Bill", "THROWS 4"))
    game.inbox.deliver(
        a_mail("Bill", "STANDING THROWS 9"), at=game.clock.now() - timedelta(minutes=5)
    )
    game.run()
    assert "the later one is still your standing order" in said(game.last("Bill", "receipt"))
    newest = game.state().newest(BILL, None)
    assert newest is not None
    assert newest.condition == Throws(3)


def test_clear_takes_back_everything_and_says_what_applies(game: Post) -> None:
    game.mailed("Bill", "THROWS 3\nROUND 2 TURN 9\nSTANDING THROWS 2")
    game.clock.advance(minutes=1)
    answer = game.mailed("Bill", "CLEAR")
    assert "all your orders are withdrawn" in said(answer)
    assert "nothing yet; without an order the first throw ends your turn" in said(answer)
    assert game.state().newest(BILL, 2) is None
    assert game.state().newest(BILL, None) is None
    assert plays_round(game).sources["p1"] == "default:no_order"


def test_clear_leaves_what_came_after_it(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.clock.advance(minutes=2)
    game.mailed("Bill", "STANDING THROWS 2")
    game.inbox.deliver(a_mail("Bill", "CLEAR"), at=game.clock.now() - timedelta(minutes=1))
    game.run()
    answer = game.last("Bill", "noted")
    assert "every order of yours that came before this mail is withdrawn" in said(answer)
    assert counts(game) == Throws(2)


def test_not_me_sets_the_last_order_aside_whichever_it_was(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "ROUND 2 TURN 99")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME")
    assert counts(game) == Throws(3)
    assert game.state().newest(BILL, 2) is None


def test_not_me_answering_its_receipt_sets_a_standing_order_aside_rounds_later(game: Post) -> None:
    game.mailed("Bill", "STANDING THROWS 2")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "STANDING THROWS 99")
    forged = game.last("Bill", "receipt")
    plays_round(game)
    game.mailed("Bill", "THROWS 3")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME", answering=forged)
    assert counts(game) == Throws(3)
    newest = game.state().newest(BILL, None)
    assert newest is not None
    assert newest.condition == Throws(2)


def test_not_me_sets_all_orders_of_the_mail_aside(game: Post) -> None:
    game.mailed("Bill", "STANDING THROWS 2")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 98\nSTANDING THROWS 99")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME")
    assert counts(game) == Throws(2)


def test_6_6_1_a_standing_order_that_comes_after_the_deadline_counts_from_the_next_round(
    game: Post,
) -> None:
    current = game.state().current
    assert current is not None
    at = current.deadline + timedelta(seconds=5)
    game.inbox.deliver(a_mail("Bill", "STANDING THROWS 2"), at=at)
    game.inbox.deliver(a_mail("Karen", "ROUND 2 THROWS 4"), at=at)
    game.inbox.deliver(a_mail("Ted", "THROWS 4"), at=at)
    thrown = plays_round(game)
    assert [thrown.sources[seat] for seat in ("p1", "p2")] == ["default:no_order"] * 2
    assert "It counts from round 2 on" in said(game.last("Bill", "receipt"))
    assert "Late by 5 s" in said(game.last("Ted", "refusal"))
    assert plays_round(game).orders == {"p1": "THROWS 2", "p2": "THROWS 4", "p3": "THROWS 1"}


def test_such_an_order_is_taken_while_a_sealed_round_waits_for_its_throw(game: Post) -> None:
    from pigpost.intake.poll import poll_inbox

    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=10))
    poll_inbox(game.services, owner="test")
    seal_due_rounds(game.services)
    assert game.state().phase is Phase.SEALED
    game.inbox.deliver(a_mail("Bill", "STANDING THROWS 2"))
    poll_inbox(game.services, owner="test")
    game.run()
    assert "which has passed" in said(game.last("Bill", "receipt"))
    assert game.state().thrown[0].event.sources["p1"] == "default:no_order"
    assert counts(game) == Throws(2)


def test_who_has_a_standing_order_is_not_reminded(game: Post) -> None:
    game.mailed("Bill", "STANDING THROWS 2")
    game.mailed("Karen", "ROUND 2 THROWS 2")
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline - timedelta(hours=11))
    game.run()
    kinds = {
        name: [mail["X-Pigpost-Kind"] for mail in game.sender.to(address_of(name))]
        for name in ("Bill", "Karen")
    }
    assert "reminder" not in kinds["Bill"]
    assert "reminder" in kinds["Karen"]


def test_3_3_7_who_waits_for_a_player_that_leaves_is_told_and_may_order_anew(game: Post) -> None:
    game.mailed("Bill", "STANDING AFTER Karen")
    game.mailed("Ted", "THROWS 3")
    game.mailed("Karen", "RESIGN YES")
    assert "Karen is out of the game, and an order that you have stored" in said(
        game.last("Bill", "notice")
    )
    assert "you have stored" not in said(game.last("Ted", "notice"))
    thrown = plays_round(game)
    assert thrown.orders["p1"] == "AFTER p2"
    assert thrown.result["dropped_at"]["p1"] == 1
    assert "Karen is out of the game" in said(game.last("Bill", "result"))
    assert "Karen is out of the game" not in said(game.last("Ted", "result"))


def test_an_order_put_by_hand_may_stand_for_every_round(game: Post) -> None:
    letter = put_order(game.services, GAME, name="Bill", words="STANDING THROWS 2", reason="phone")
    assert (letter.round, letter.since) == (None, 1)
    game.run()
    assert "Alison has entered an order for you. Your standing order" in said(
        game.last("Bill", "receipt")
    )
    game.clock.advance(minutes=1)
    game.mailed("Bill", "NOT ME", answering=game.last("Bill", "receipt"))
    assert counts(game) is None


def test_orders_after_the_end_are_told_that_the_game_is_over(game: Post) -> None:
    end_game(game.services, GAME, reason="summer")
    for words in ("THROWS 3", "STANDING THROWS 3", "ROUND 9 THROWS 3"):
        answer = game.mailed("Bill", words)
        assert answer["X-Pigpost-Kind"] == "refusal"
        assert "The game is over, and no more orders are taken" in said(answer)


class TestProof:
    """Games in which a mail has to prove whose it is."""

    @pytest.fixture
    def proven(self, post: Post) -> Post:
        a_running_game(post, "Bill", "Karen", identity="proven", target=500)
        post.clock.advance(hours=1)
        return post

    @pytest.mark.parametrize("words", ["STANDING THROWS 2", "ROUND 5 THROWS 2"])
    def test_an_old_mail_proves_nothing_for_rounds_to_come(self, proven: Post, words: str) -> None:
        opening = proven.last("Bill", "opening")
        plays_round(proven)
        answer = proven.mailed("Bill", words, answering=opening)
        assert answer["X-Pigpost-Kind"] == "confirm"
        assert proven.state().kept == ()
        answer = proven.mailed("Bill", words, answering=proven.last("Bill", "result"))
        assert answer["X-Pigpost-Kind"] == "receipt"
        assert len(proven.state().kept) == 1

    def test_what_is_only_looked_at_asks_for_no_proof(self, proven: Post) -> None:
        for words in ("WHO", "TRY THROWS 4", "TRY about 20 points", "REPORT", "HISTORY"):
            answer = proven.mailed("Bill", words)
            assert answer["X-Pigpost-Kind"] not in ("mail_refused", "confirm"), words
            proven.clock.advance(minutes=50)
        assert proven.mailed("Bill", "WAIT")["X-Pigpost-Kind"] == "confirm"


def test_a_mail_about_the_round_before_can_order_for_a_round_to_come_in_so_many_words(
    game: Post,
) -> None:
    opening = game.last("Bill", "opening")
    plays_round(game)
    game.mailed("Bill", "ROUND 3 TURN 9", answering=opening)
    game.mailed("Bill", "STANDING THROWS 2", answering=opening)
    answer = game.mailed("Bill", "THROWS 5", answering=opening)
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert counts(game) == Throws(2)
    newest = game.state().newest(BILL, 3)
    assert newest is not None
    assert newest.condition == Turn(9)
