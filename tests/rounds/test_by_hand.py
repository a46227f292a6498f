"""The level `hand`: the GM throws real pigs, enters each throw, and a slip of the pen can be mended."""

from datetime import timedelta
from io import BytesIO

import pytest

from pigpost.audit.export import export_game
from pigpost.claims.decide import Proposal
from pigpost.claims.rule import rule
from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.types import RoundThrown, ThrowsEntered
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Kind, Seat
from pigpost.games.settings import game_settings
from pigpost.games.throws import ALL
from pigpost.replay.disputes import RulingKind
from pigpost.replay.state import Phase
from pigpost.replay.verify import verify
from pigpost.rounds.start import start_game
from pigpost.rounds.throw import enter_throws
from pigpost.seats.create import create_game
from pigpost.seats.invite import add_player
from tests.claims.disputes import said
from tests.post import GAME, Post, a_player


@pytest.fixture
def game(post: Post) -> Post:
    """Bill and Karen play by real pigs; round 1 is open."""
    create_game(
        post.services,
        GAME,
        title="Spring Pigs",
        settings=game_settings(Kind.POSTAL_PIGS),
        schedule="Fri 20:00",
        timezone="UTC",
        identity="address",
        early=False,
        level="hand",
    )
    for name in ("Bill", "Karen"):
        add_player(post.services, GAME, a_player(name))
    start_game(post.services, GAME)
    post.run()
    post.clock.advance(hours=1)
    return post


def deadline_passes(post: Post) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    post.clock.advance(minutes=1)


def wrong(post: Post) -> list[str]:
    with post.services.store.reading() as tx:
        findings = list(verify(BytesIO(export_game(tx, GAME, origin="o"))))
    return [finding.words for finding in findings if not finding.good]


def test_nothing_is_locked_and_the_mails_say_what_that_means(game: Post) -> None:
    opening = said(game.last("Bill", "opening"))
    assert "Fairness, level hand" in opening
    assert "lock of round" not in opening


def test_a_closed_round_waits_until_it_is_thrown_and_the_gm_is_told(game: Post) -> None:
    game.mailed("Bill", "THROWS 2")
    deadline_passes(game)
    game.run()
    assert game.state().phase is Phase.SEALED
    (*_, note) = game.sender.to("alison@pigs.example")
    assert "waits for your throws" in str(note["Subject"])
    assert f"pigpost round throw {GAME}" in said(note)


def test_throws_are_entered_one_by_one_and_the_round_ends_with_them(game: Post) -> None:
    game.mailed("Bill", "THROWS 2")
    game.mailed("Karen", "TURN 20")
    deadline_passes(game)
    first = enter_throws(game.services, GAME, round=1, throws=["sider"])
    assert (first.turn_score, first.over) == (1, False)
    second = enter_throws(game.services, GAME, round=1, throws=["trotter", "snouter"])
    assert (second.turn_score, second.over) == (16, False)
    last = enter_throws(game.services, GAME, round=1, throws=["pig_out"])
    assert last.over
    game.run()
    assert {s.person.name: s.score for s in game.state().seats.values()} == {"Bill": 6, "Karen": 0}
    assert [event.draws for event in game.events(ThrowsEntered)] == [
        ("sider",),
        ("trotter", "snouter"),
        ("pig_out",),
    ]
    result = said(game.last("Karen", "result"))
    assert "Snouter" in result
    assert "seed of round" not in result
    assert wrong(game) == []


def test_3_2_1_a_first_throw_that_does_not_score_is_thrown_again(game: Post) -> None:
    deadline_passes(game)
    entered = enter_throws(game.services, GAME, round=1, throws=["pig_out", "sider"])
    assert entered.over
    (thrown,) = game.events(RoundThrown)
    assert thrown.draws == ("pig_out", "sider")
    assert len(thrown.result["discarded"]) == 1


def test_what_can_not_be_entered_is_refused_and_nothing_is_changed(game: Post) -> None:
    with pytest.raises(TooLate, match="round 1 is open"):
        enter_throws(game.services, GAME, round=1, throws=["sider"])
    deadline_passes(game)
    version = game.state().version
    with pytest.raises(AgainstTheRules, match="is called 'oinkest'"):
        enter_throws(game.services, GAME, round=1, throws=["oinkest"])
    with pytest.raises(AgainstTheRules, match="over after 1 throws"):
        enter_throws(game.services, GAME, round=1, throws=["sider", "trotter"])
    with pytest.raises(AgainstTheRules, match="say what was thrown"):
        enter_throws(game.services, GAME, round=1, throws=[])
    assert game.state().version == version


def test_a_slip_of_the_pen_is_corrected_and_told_before_and_after(game: Post) -> None:
    """The sixth of the ten disputes in docs/gm.md."""
    game.mailed("Bill", "THROWS 2")
    game.mailed("Karen", "THROWS 1")
    deadline_passes(game)
    enter_throws(game.services, GAME, round=1, throws=["sider", "trotter"])
    game.run()
    game.mailed("Bill", "PROTEST the second was a Snouter, we all saw it")
    slip = Proposal(claim=1, what=RulingKind.CORRECT_THROW, reason="the photo shows it")
    short = Proposal(claim=1, what=RulingKind.CORRECT_THROW, reason="so", draws={ALL: ("sider",)})
    with pytest.raises(AgainstTheRules, match="go on beyond its last throw"):
        rule(game.services, GAME, short)
    done = rule(
        game.services,
        GAME,
        Proposal(
            claim=slip.claim, what=slip.what, reason=slip.reason, draws={ALL: ("sider", "snouter")}
        ),
    )
    game.run()
    bill = next(line for line in done.told.lines if line.name == "Bill")
    assert (bill.score_before, bill.score_after) == (6, 11)
    assert "had been written down wrongly" in said(game.last("Karen", "ruling"))
    assert game.state().thrown[0].recorded.draws == ("sider", "trotter")
    assert wrong(game) == []


def test_an_order_that_counts_replays_the_throws_as_entered(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    deadline_passes(game)
    enter_throws(game.services, GAME, round=1, throws=["sider", "trotter", "snouter"])
    game.run()
    game.mailed("Karen", "PROTEST I sent THROWS 2")
    counts = Proposal(
        claim=1,
        what=RulingKind.COUNT,
        reason="so",
        orders={Seat(2): Throws(2)},
    )
    rule(game.services, GAME, counts)
    assert game.state().seats[Seat(2)].score == 6
    assert wrong(game) == []


def test_a_void_round_of_real_pigs_is_thrown_anew(game: Post) -> None:
    deadline_passes(game)
    enter_throws(game.services, GAME, round=1, throws=["sider"])
    game.run()
    game.mailed("Karen", "PROTEST the pigs fell off the table")
    rule(game.services, GAME, Proposal(claim=1, what=RulingKind.VOID, reason="they did"))
    deadline_passes(game)
    enter_throws(game.services, GAME, round=1, throws=["trotter"])
    assert game.state().thrown[0].recorded.attempt == 2
    assert wrong(game) == []


@pytest.mark.parametrize("kind", [Kind.PIG, Kind.HOG])
def test_own_throws_can_not_be_made_by_hand(post: Post, kind: Kind) -> None:
    with pytest.raises(AgainstTheRules, match="choose the form shared"):
        create_game(
            post.services,
            "own",
            title="Own",
            settings=game_settings(kind),
            schedule="Fri 20:00",
            timezone="UTC",
            identity="address",
            early=False,
            level="hand",
        )
