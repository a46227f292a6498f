"""Who writes another's name into From: what he can do, and what he can keep from whom."""

from datetime import timedelta

import pytest

from pigpost.config import Mail
from pigpost.events.types import OrderAccepted
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.rounds.start import start_game
from pigpost.seats.invite import invite_players
from tests.post import GAME, Post, a_game, a_mail, a_player, a_running_game, address_of, text_of

BILL = Seat(1)
BUDGET = Mail().answers_per_hour


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", identity="proven")
    return post


def standing(post: Post) -> object:
    current = post.state().current
    assert current is not None
    order = current.standing(BILL)
    return None if order is None else order.condition


def kinds(post: Post, name: str) -> list[str]:
    return [str(mail["X-Pigpost-Kind"]) for mail in post.sender.to(address_of(name))]


@pytest.mark.parametrize("whose", ["Karen", None])
def test_nothing_is_done_without_the_player_s_own_proof(game: Post, whose: str | None) -> None:
    game.mailed("Bill", "THROWS 3", answering=game.last("Bill", "opening"))
    before = game.state()
    others = None if whose is None else game.last(whose, "opening")
    for words in ("THROWS 9", "CLEAR", "NOT ME", "RESIGN YES", "QUIET"):
        game.clock.advance(hours=1)
        answer = game.mailed("Bill", words, answering=others)
        assert answer["X-Pigpost-Kind"] == "confirm", words
    assert game.state() == before
    assert not game.sender.to("alison@pigs.example")


def test_forged_mails_do_not_use_up_a_player_s_receipts(game: Post) -> None:
    opening = game.last("Bill", "opening")
    for number in range(3 * BUDGET):
        game.inbox.deliver(a_mail("Bill", f"THROWS {number + 1}"))
    game.run()
    assert kinds(game, "Bill").count("confirm") == Mail().questions_per_day
    assert game.mailed("Bill", "THROWS 3", answering=opening)["X-Pigpost-Kind"] == "receipt"


def test_beyond_the_budget_orders_count_in_silence_and_the_gm_is_told_once(game: Post) -> None:
    opening = game.last("Bill", "opening")
    for number in range(BUDGET + 5):
        game.inbox.deliver(a_mail("Bill", f"THROWS {number + 1}", answering=opening))
    game.run()
    assert kinds(game, "Bill").count("receipt") == BUDGET
    assert len(game.events(OrderAccepted)) == BUDGET + 5
    assert standing(game) == Throws(BUDGET + 5)
    (note,) = game.sender.to("alison@pigs.example")
    assert "good orders still count" in " ".join(text_of(note).split())


def test_after_not_me_the_proof_that_the_forger_had_is_worth_nothing(game: Post) -> None:
    leaked = game.last("Bill", "opening")
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 99", answering=leaked)
    game.mailed("Bill", "NOT ME", answering=game.last("Bill", "receipt"))
    assert standing(game) is None
    game.clock.advance(minutes=1)
    again = game.mailed("Bill", "THROWS 98", answering=leaked)
    assert again["X-Pigpost-Kind"] == "confirm"
    assert game.mailed("Bill", "THROWS 4", answering=again)["X-Pigpost-Kind"] == "receipt"
    assert standing(game) == Throws(4)


def test_after_not_me_the_token_is_worth_nothing_in_this_round(game: Post) -> None:
    token = token_of(game)
    game.clock.advance(minutes=1)
    game.mailed("Bill", "THROWS 99", Subject=f"Order {GAME} r1 {token}")
    game.mailed("Bill", "NOT ME", answering=game.last("Bill", "receipt"))
    answer = game.mailed("Bill", "THROWS 98", Subject=f"Order {GAME} r1 {token}")
    assert answer["X-Pigpost-Kind"] == "confirm"
    assert standing(game) is None


def token_of(post: Post, kind: str = "opening") -> str:
    """The token in the links of the latest mail of a kind to Bill."""
    html = post.last("Bill", kind).get_body(preferencelist=("html",))
    assert html is not None
    return "t-" + str(html.get_content()).split("%20t-")[1][:16]


def next_round(post: Post) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    post.clock.advance(minutes=1)


def test_a_proof_mailed_before_the_first_round_is_good_for_no_order(post: Post) -> None:
    a_game(post, identity="proven")
    invite_players(post.services, GAME, [a_player("Bill"), a_player("Karen")])
    post.run()
    invitation, token = post.last("Bill", "invitation"), token_of(post, "invitation")
    for name in ("Bill", "Karen"):
        post.mailed(name, "JOIN", answering=post.last(name, "invitation"))
    joined = post.last("Bill", "done")
    start_game(post.services, GAME)
    post.run()
    for mail in (invitation, joined):
        assert post.mailed("Bill", "THROWS 9", answering=mail)["X-Pigpost-Kind"] == "confirm"
    answer = post.mailed("Bill", "THROWS 9", Subject=f"Order {GAME} r1 {token}")
    assert answer["X-Pigpost-Kind"] == "confirm"
    assert standing(post) is None


@pytest.mark.parametrize("subject", ["Order spring-pigs r1 {}", "my order {}"])
def test_a_token_is_good_for_the_round_of_its_mail(game: Post, subject: str) -> None:
    """Else a result that was once forwarded would be a key for ever."""
    token = token_of(game)
    assert game.mailed("Bill", "THROWS 3", Subject=subject.format(token))["X-Pigpost-Kind"] == (
        "receipt"
    )
    next_round(game)
    answer = game.mailed("Bill", "THROWS 9", Subject=subject.format(token))
    assert "open one is round 2" in " ".join(text_of(answer).split())
    answer = game.mailed("Bill", "THROWS 9", Subject=f"Order {GAME} r2 {token}")
    assert answer["X-Pigpost-Kind"] == "confirm"
    assert standing(game) is None
    fresh = token_of(game, "result")
    game.mailed("Bill", "THROWS 4", Subject=f"Order {GAME} r2 {fresh}")
    assert standing(game) == Throws(4)


@pytest.mark.parametrize("word", ["CLEAR", "NOT ME", "RESIGN YES"])
def test_a_proof_of_the_round_before_touches_nothing(game: Post, word: str) -> None:
    old = game.last("Bill", "opening")
    next_round(game)
    game.mailed("Bill", "THROWS 4", answering=game.last("Bill", "result"))
    before = game.state()
    game.clock.advance(minutes=1)
    assert game.mailed("Bill", word, answering=old)["X-Pigpost-Kind"] == "confirm"
    assert game.state() == before


@pytest.mark.parametrize("word", ["PROTEST it was in time", "GM my clock is right", "QUIET"])
def test_the_gm_hears_requests_that_answer_a_mail_of_the_round_before(
    game: Post, word: str
) -> None:
    """A refusal for being late says itself: answer PROTEST."""
    opening, current = game.last("Bill", "opening"), game.state().current
    assert current is not None
    late = current.deadline + timedelta(seconds=5)
    game.inbox.deliver(a_mail("Bill", "THROWS 3", answering=opening), at=late)
    next_round(game)
    answer = game.mailed("Bill", word, answering=game.last("Bill", "refusal"))
    assert answer["X-Pigpost-Kind"] in {"done", "claim"}
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_who_does_not_play_any_more_proves_himself_with_any_mail(game: Post) -> None:
    opening = game.last("Bill", "opening")
    game.mailed("Bill", "RESIGN YES", answering=opening)
    next_round(game)
    assert game.mailed("Bill", "RESIGN YES", answering=opening)["X-Pigpost-Kind"] == "status"


def test_every_answer_can_be_answered_with_an_order(game: Post) -> None:
    """It shows orders by example, and says that an answer proves who writes."""
    for word in ("RULES", "HELP", "STATUS", "QUIET", "GM hello"):
        answer = game.mailed("Bill", word, answering=game.last("Bill", "opening"))
        game.clock.advance(minutes=1)
        receipt = game.mailed("Bill", "THROWS 3", answering=answer)
        assert receipt["X-Pigpost-Kind"] == "receipt", word


def test_a_player_who_writes_to_no_game_of_his_is_answered_like_a_player(game: Post) -> None:
    opening = game.last("Bill", "opening")
    game.mailed("Bill", "THROWS 3", answering=opening)
    answer = game.mailed("Bill", "THROWS 3", to="pigs+autumn-pigs@pigs.example")
    assert GAME in text_of(answer)


def test_nobody_can_have_his_words_mailed_to_a_stranger(game: Post) -> None:
    pills = "Buy pills at pills.example"
    game.inbox.deliver(a_mail("Victim", pills, Subject=pills, From=f"{pills} <v@mill.example>"))
    game.run()
    ((_, answer),) = [sent for sent in game.sender.sent if sent[0] == "v@mill.example"]
    assert b"pills" not in answer.as_bytes()


def test_many_strangers_are_one_note_a_day_to_the_gm(game: Post) -> None:
    for number in range(5):
        game.inbox.deliver(a_mail(f"Steve{number}", "hello"))
        game.inbox.deliver(a_mail(f"Steve{number}", "hello again"))
        both = f"a{number}@mill.example, b{number}@mill.example"
        game.inbox.deliver(a_mail("Steve", "hello", From=both))
    game.run()
    assert len(game.sender.to("alison@pigs.example")) == 2
    game.sleep_until(game.clock.at + timedelta(days=1))
    game.inbox.deliver(a_mail("Steve0", "hello the next day"))
    game.inbox.deliver(a_mail("Steve0", "hello once more"))
    game.run()
    assert len(game.sender.to("alison@pigs.example")) == 3
