"""PROTEST: a claim, with what it is about, until when it can be filed, and who is told."""

from datetime import timedelta

import pytest

from pigpost.claims.appeal import close_claim
from pigpost.claims.file import open_claim
from pigpost.claims.voices import Voice
from pigpost.errors import NotFound, TooLate, UsageError
from pigpost.events.receipt import receipt_code
from pigpost.events.types import ClaimFiled, GameHeld, GameResumed, OrderAccepted
from pigpost.replay.disputes import ClaimStatus
from tests.claims.disputes import counts, plays_round, said
from tests.post import GAME, Post, a_running_game


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 1", Karen="THROWS 2")
    return post


def test_a_protest_is_a_claim_about_the_round_thrown_last_and_the_gm_is_told_at_once(
    game: Post,
) -> None:
    answer = game.mailed("Ted", "PROTEST\nI sent THROWS 4 in time!")
    assert answer["X-Pigpost-Kind"] == "claim"
    assert "your protest is claim 1, about round 1" in said(answer)
    (claim,) = game.state().claims
    assert (claim.by, claim.about, claim.status) == ("p3", 1, ClaimStatus.OPEN)
    note = game.sender.to("alison@pigs.example")[-1]
    assert "Ted protests" in str(note["Subject"])
    assert f"pigpost claim show {GAME} 1" in said(note)


def test_a_receipt_code_names_the_round_and_the_entry(game: Post) -> None:
    with game.services.store.reading() as tx:
        orders = [
            one for one in tx.log.read(f"game-{GAME}") if isinstance(one.event, OrderAccepted)
        ]
    code = receipt_code(orders[0].leaf)
    game.mailed("Bill", f"PROTEST my order {code.lower()} was not what was thrown")
    (claim,) = game.state().claims
    assert (claim.about, claim.entry) == (1, orders[0].pos)


def test_a_round_can_be_named(game: Post) -> None:
    plays_round(game, Bill="THROWS 1")
    game.mailed("Ted", "PROTEST round 2 is wrong")
    assert game.state().claims[0].about == 2


def test_a_round_is_disputed_until_the_next_deadline_and_no_longer(game: Post) -> None:
    plays_round(game, Bill="THROWS 1")
    answer = game.mailed("Ted", "PROTEST round 1 was wrong")
    assert "round 1 can't be disputed any more" in said(answer)
    assert game.state().claims == ()
    note = game.sender.to("alison@pigs.example")[-1]
    assert "too late" in str(note["Subject"])


def test_the_same_mail_twice_is_one_claim(game: Post) -> None:
    from tests.post import a_mail

    raw = a_mail("Ted", "PROTEST where is my order?")
    for _ in range(2):
        game.inbox.deliver(raw)
        game.run()
    assert len(game.events(ClaimFiled)) == 1


def test_the_game_is_held_for_a_claim_where_the_site_wants_it_and_goes_on_with_the_ruling(
    game: Post,
) -> None:
    rounds = game.services.settings.rounds.model_copy(update={"hold_for_claims": True})
    settings = game.services.settings.model_copy(update={"rounds": rounds})
    object.__setattr__(game.services, "settings", settings)
    answer = game.mailed("Ted", "PROTEST I sent THROWS 4")
    assert "Until then nothing is thrown" in said(answer)
    assert [event.reason for event in game.events(GameHeld)] == ["claim:1"]
    assert "claim 1 is open" in said(game.last("Bill", "notice"))
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=30))
    game.run()
    assert len(game.state().thrown) == 1
    counts(game, "Ted", "THROWS 4")
    assert len(game.events(GameResumed)) == 1
    assert game.state().held is None
    game.sleep_until(game.clock.at + timedelta(seconds=30))
    game.run()
    assert len(game.state().thrown) == 2


def test_a_claim_is_opened_by_hand_and_closed_with_a_reason(game: Post) -> None:
    claim = open_claim(game.services, GAME, round=1, words="Ted rang: no receipt", voice=Voice.GM)
    assert (claim.by, claim.about, claim.words) == ("gm", 1, "Ted rang: no receipt")
    closed = close_claim(game.services, GAME, 1, reason="he found it in his spam", voice=Voice.GM)
    assert closed.status is ClaimStatus.CLOSED
    with pytest.raises(TooLate, match="claim 1 of spring-pigs is closed: he found it"):
        close_claim(game.services, GAME, 1, reason="again", voice=Voice.GM)


def test_a_claimant_is_told_that_his_claim_is_closed(game: Post) -> None:
    game.mailed("Ted", "PROTEST I sent THROWS 4")
    close_claim(game.services, GAME, 1, reason="Ted has withdrawn it", voice=Voice.GM)
    game.run()
    assert "your claim 1 is closed" in said(game.last("Ted", "claim"))


def test_what_is_no_claim_is_refused_and_nothing_is_changed(game: Post) -> None:
    version = game.state().version
    with pytest.raises(NotFound, match="no round 9"):
        open_claim(game.services, GAME, round=9, words="x", voice=Voice.GM)
    with pytest.raises(UsageError, match="a reason is needed"):
        open_claim(game.services, GAME, round=1, words=" ", voice=Voice.GM)
    with pytest.raises(NotFound, match="has no claim 3"):
        close_claim(game.services, GAME, 3, reason="x", voice=Voice.GM)
    assert game.state().version == version
