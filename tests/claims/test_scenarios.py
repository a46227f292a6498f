"""Ten disputes, from the protest to the ruling's mail: docs/gm.md tells of the same ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO

import pytest

from pigpost.audit.export import export_game, log_origin
from pigpost.audit.games import game_state
from pigpost.claims.appeal import close_claim
from pigpost.claims.decide import Proposal
from pigpost.claims.file import open_claim
from pigpost.claims.voices import Voice
from pigpost.errors import AgainstTheRules
from pigpost.intake.desk.time_line import Moment, What, time_line
from pigpost.intake.put_order import put_order
from pigpost.replay.disputes import RulingKind, SeatAct
from pigpost.replay.state import SeatStatus
from pigpost.replay.verify import verify
from pigpost.rounds.hold import resume_game
from pigpost.seats.invite import NewPlayer
from tests.claims.disputes import an_order, counts, plays_round, ruled, said, seat
from tests.claims.wire import on_the_wire
from tests.intake.bounces import a_bounce, last_to
from tests.post import GAME, Post, a_mail, a_running_game

NAMES = ("Bill", "Karen", "Ted")


@pytest.fixture(params=["lists", "wire"])
def game(post: Post, request: pytest.FixtureRequest) -> Iterator[Post]:
    """A game with its first round open; by lists in memory, and by real LMTP and SMTP."""
    with on_the_wire(post) if request.param == "wire" else kept_in_lists(post) as running:
        a_running_game(running, *NAMES, target=500)
        running.clock.advance(hours=1)
        yield running
        proves_itself(running)


@contextmanager
def kept_in_lists(post: Post) -> Iterator[Post]:
    yield post


def proves_itself(post: Post) -> None:
    """The export verifies, and every ruling in it; each was mailed to all who play with its numbers."""
    with post.services.store.reading() as tx:
        origin = log_origin(post.services.settings.site.url)
        findings = list(verify(BytesIO(export_game(tx, GAME, origin=origin))))
        state = game_state(tx, GAME)
    assert [finding for finding in findings if not finding.good] == []
    assert sum("replayed on the same throws" in f.words for f in findings) == len(state.rulings)
    for ruling in state.rulings:
        subjects = [str(mail["Subject"]) for mail in post.sender.to("bill@mill.example")]
        assert any(f"Ruling {ruling.number}" in subject for subject in subjects)


def deadline(post: Post) -> datetime:
    current = post.state().current
    assert current is not None
    return current.deadline


def moments(post: Post, claim: int = 1) -> list[Moment]:
    with post.services.store.reading() as tx:
        state = game_state(tx, GAME)
        return time_line(post.services, tx, state, state.claims[claim - 1])


def test_1_late_by_a_hop(game: Post) -> None:
    """Ted's server had the mail in time, ours only after the deadline."""
    due = deadline(game)
    taken = due - timedelta(minutes=2)
    hop = f"from ted.mill.example by mx.mill.example; {taken:%a, %d %b %Y %H:%M:%S} +0000"
    game.mailed("Bill", "THROWS 1")
    game.sleep_until(due + timedelta(seconds=10))
    late = a_mail("Ted", "THROWS 3", Received=hop)
    game.inbox.deliver(late, at=due + timedelta(seconds=5))
    game.run()
    game.clock.advance(hours=1)
    assert "late by" in said(game.last("Ted", "refusal")) or "too late" in said(
        game.last("Ted", "refusal")
    )
    game.mailed("Ted", "PROTEST my server took it at 19:58")
    line = moments(game)
    hops = [moment for moment in line if moment.what is What.HOP]
    (across,) = [moment for moment in line if moment.what is What.DEADLINE]
    arrived = [moment for moment in line if moment.what is What.ARRIVED]
    assert hops[0].at < across.at < arrived[0].at
    counts(game, "Ted", "THROWS 3")
    assert "THROWS 3, not THROWS 1" in said(game.last("Bill", "ruling"))


def test_2_a_misread_order(game: Post) -> None:
    """What was read and told in the receipt is not what he meant, and the GM agrees."""
    plays_round(game, Bill="THROWS 2", Karen="THROWS 1")
    game.mailed("Bill", "PROTEST by two I meant after Karen, as in all rounds of ours")
    ruled(
        game,
        Proposal(
            claim=1,
            what=RulingKind.AMEND,
            reason="the house has always read it so",
            orders=an_order(game, 1, "Bill", "after Karen"),
        ),
    )
    assert game.state().thrown[0].event.orders["p1"] == "AFTER p2"
    assert "had been read wrongly" in said(game.last("Karen", "ruling"))


def test_the_time_line_names_players_and_not_seats(game: Post) -> None:
    plays_round(game, Bill="AFTER Karen", Karen="THROWS 1")
    game.mailed("Bill", "PROTEST I meant WHEN Karen")
    told = [moment.words for moment in moments(game)]
    assert any(words.startswith("order accepted: AFTER Karen (receipt ") for words in told)
    assert "filed by Bill" in told


def test_3_a_forged_order(game: Post) -> None:
    """Somebody wrote in Karen's name; the order before it stands."""
    game.mailed("Karen", "THROWS 2")
    game.clock.advance(hours=1)
    plays_round(game, Karen="THROWS 9")
    game.mailed("Karen", "PROTEST THROWS 9 was not from me")
    strike = Proposal(
        claim=1,
        what=RulingKind.STRIKE,
        reason="no DKIM, another server",
        struck=seat(game, "Karen"),
    )
    ruled(game, strike)
    assert game.state().thrown[0].event.orders["p2"] == "THROWS 2"


def test_4_a_receipt_that_lay_in_the_spam(game: Post) -> None:
    """He thinks that his order was lost: the receipt was accepted by his server, and names the entry."""
    receipt = game.mailed("Ted", "THROWS 3")
    code = said(receipt).partition("Receipt ")[2].split()[0]
    plays_round(game)
    game.mailed("Ted", "PROTEST I sent one and never got an answer")
    accepted = [moment for moment in moments(game) if moment.what is What.ACCEPTED]
    assert any(moment.words.startswith("receipt: ") for moment in accepted)
    game.mailed("Ted", f"PROTEST found it: {code}")
    second = game.state().claims[1]
    assert second.entry is not None
    close_claim(game.services, GAME, 2, reason="the same as claim 1", voice=Voice.GM)
    ruled(
        game,
        Proposal(claim=1, what=RulingKind.DISMISS, reason="it counted, and was acknowledged"),
    )
    assert "round 1 stands as it was" in said(game.last("Ted", "ruling"))


def test_5_two_orders_crossing(game: Post) -> None:
    """The order that he wrote last arrived first: by the rules the other stands; the GM lets it go."""
    game.mailed("Bill", "THROWS 4", Date="Mon, 02 Mar 2026 19:30:00 +0000")
    game.clock.advance(minutes=5)
    plays_round(game, Bill="THROWS 1")
    game.mailed("Bill", "PROTEST THROWS 4 was my last word, see the dates")
    counts(game, "Bill", "THROWS 4")
    assert game.state().thrown[0].event.orders["p1"] == "THROWS 4"


def test_6_throws_of_a_seed_have_no_slip_of_the_pen(game: Post) -> None:
    """Whoever doubts a throw can check it. With real pigs there is one: tests/rounds/test_by_hand.py."""
    plays_round(game, Bill="THROWS 1")
    open_claim(game.services, GAME, round=1, words="that was a Trotter", voice=Voice.GM)
    wrong = Proposal(claim=1, what=RulingKind.CORRECT_THROW, reason="I saw it")
    with pytest.raises(AgainstTheRules, match="come from a seed that was fixed beforehand"):
        ruled(game, wrong)
    assert game.state().rulings == ()


def test_7_a_wrong_setting(game: Post) -> None:
    """What the settings made of a round was not what all had agreed on: it is void, and played anew."""
    plays_round(game, Bill="THROWS 1")
    plays_round(game, Karen="THROWS 2")
    game.mailed("Karen", "PROTEST round 2: we had agreed that a Piggyback costs nothing")
    ruled(game, Proposal(claim=1, what=RulingKind.VOID, reason="agreed otherwise, see the rules"))
    state = game.state()
    assert [thrown.number for thrown in state.thrown] == [1]
    assert state.round == 2
    assert "round 2 is void" in said(game.last("Bill", "ruling"))
    plays_round(game, Karen="THROWS 2")
    assert game.state().thrown[1].recorded.attempt == 2


def test_8_a_player_who_can_not_be_reached(game: Post) -> None:
    """All mail to Ted comes back; somebody takes his seat, with its score."""
    plays_round(game, Bill="THROWS 1")
    score = game.state().seats[seat(game, "Ted")].score
    game.inbox.deliver(a_bounce(last_to(game, "Ted", "result")))
    game.run()
    open_claim(game.services, GAME, round=1, words="nobody reaches Ted", voice=Voice.GM)
    ann = NewPlayer(name="Ann", address="ann@mill.example", language="en", timezone="UTC")
    ruled(
        game,
        Proposal(
            claim=1,
            what=RulingKind.SEAT,
            reason="two weeks without a sign",
            seat=seat(game, "Ted"),
            act=SeatAct.REPLACE,
        ),
        newcomer=ann,
    )
    ann_sits = game.state().seats[seat(game, "Ann")]
    assert (ann_sits.status, ann_sits.score) == (SeatStatus.PLAYING, score)
    assert "THROWS 2" in said(game.mailed("Ann", "THROWS 2"))


def test_9_an_announcement_that_came_back(game: Post) -> None:
    """Ted never heard of the round: he has missed nothing, and his order by telephone counts."""
    game.inbox.deliver(a_bounce(last_to(game, "Ted", "opening")))
    game.run()
    plays_round(game, Bill="THROWS 1")
    assert game.state().seats[seat(game, "Ted")].misses == 0
    open_claim(game.services, GAME, round=1, words="Ted rang on Thursday", voice=Voice.GM)
    assert any(moment.words == "a mail came back" for moment in moments(game))
    counts(game, "Ted", "THROWS 2")
    assert game.state().thrown[0].event.orders["p3"] == "THROWS 2"


def test_10_an_outage_over_the_deadline(game: Post) -> None:
    """The service was down; the deadline moved, and Karen's server gave up before it was up again."""
    due = deadline(game)
    game.clock.at = due + timedelta(hours=3)  # nobody has looked at the clock since
    game.run()
    assert game.state().held is not None
    resume_game(game.services, GAME, reason="the power is back")
    plays_round(game, Bill="THROWS 1")
    game.mailed("Karen", "PROTEST round 1: my server tried all evening")
    assert {moment.what for moment in moments(game)} >= {What.OUTAGE, What.DEADLINE}
    counts(game, "Karen", "AFTER Bill")
    assert "AFTER Bill" in said(game.last("Ted", "ruling"))


def test_an_order_by_telephone_needs_no_ruling_while_the_round_is_open(game: Post) -> None:
    """Before the deadline the GM enters it; then there is nothing to dispute."""
    put_order(game.services, GAME, name="Ted", words="THROWS 2", reason="by telephone")
    plays_round(game)
    assert game.state().thrown[0].event.orders["p3"] == "THROWS 2"
