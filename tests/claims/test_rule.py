"""A ruling: on the same throws, once, with before and after in every mailbox, or clearly refused."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pigpost.claims.decide import Proposal
from pigpost.claims.file import open_claim
from pigpost.claims.preview import preview
from pigpost.claims.rule import rule
from pigpost.claims.voices import Voice
from pigpost.errors import (
    AgainstTheRules,
    ConfigError,
    LogConflict,
    NotFound,
    PigpostError,
    TooLate,
    UsageError,
)
from pigpost.events.types import PreviewOpened, RoundCorrected, RulingMade
from pigpost.games.conditions import Dice, Throws
from pigpost.games.kinds import Seat
from pigpost.replay.disputes import Later, RulingKind, SeatAct
from pigpost.replay.state import Phase, SeatStatus
from pigpost.rounds.end import end_game
from pigpost.seats.invite import NewPlayer
from tests.claims.disputes import an_order, counts, plays_round, ruled, said, seat
from tests.desk.test_claims import deputised
from tests.post import GAME, Post, a_running_game

NAMES = ("Bill", "Karen", "Ted")
DISMISS = Proposal(claim=1, what=RulingKind.DISMISS, reason="the log is right", round=1)


def with_site(post: Post, **changes: Any) -> None:
    """The service with another site configuration."""
    site = post.services.settings.site.model_copy(update=changes)
    settings = post.services.settings.model_copy(update={"site": site})
    object.__setattr__(post.services, "settings", settings)


@pytest.fixture
def game(post: Post) -> Post:
    """Ted's order is missing in round 1, and he protests."""
    a_running_game(post, *NAMES, target=500)
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 1", Karen="AFTER Bill")
    post.mailed("Ted", "PROTEST I sent THROWS 3 in time")
    return post


def test_an_order_that_counts_after_all_changes_the_table_and_all_are_told(game: Post) -> None:
    before = game.state()
    done = counts(game, "Ted", "THROWS 3")
    after = game.state()
    assert after.thrown[0].recorded == before.thrown[0].recorded
    assert after.thrown[0].event.orders["p3"] == "THROWS 3"
    assert after.seats[seat(game, "Ted")].misses == 0
    for name in NAMES:
        mail = game.last(name, "ruling")
        assert str(mail["Subject"]) == "[spring-pigs] Ruling 1 changes round 1"
        assert "it was in time" in said(mail)
        line = next(each for each in done.told.lines if each.name == "Ted")
        assert f"{line.round_before} {line.round_after}" in said(mail)
        assert "The reason was written before anybody looked" in said(mail)


def test_every_score_in_a_ruling_mail_is_that_of_the_replay(game: Post) -> None:
    done = counts(game, "Ted", "THROWS 3")
    state = game.state()
    for line in done.told.lines:
        assert line.score_after == state.seats[line.seat].score
        assert line.round_after == state.thrown[0].event.result["final_scores"][f"p{line.seat}"]


def test_the_next_round_is_thrown_from_the_ruled_table(game: Post) -> None:
    counts(game, "Ted", "THROWS 3")
    table = {number: s.score for number, s in game.state().seats.items()}
    plays_round(game, Bill="THROWS 1")
    assert {Seat(int(p[1:])): n for p, n in game.state().thrown[1].recorded.scores.items()} == table


def test_a_struck_order_gives_way_to_the_one_before_it(post: Post) -> None:
    a_running_game(post, *NAMES, target=500)
    post.clock.advance(hours=1)
    post.mailed("Bill", "THROWS 2")
    post.clock.advance(hours=1)
    plays_round(post, Bill="THROWS 7")
    post.mailed("Bill", "PROTEST the second order was not mine")
    strike = Proposal(claim=1, what=RulingKind.STRIKE, reason="forged", struck=seat(post, "Bill"))
    ruled(post, strike)
    event = post.state().thrown[0].event
    assert event.orders["p1"] == "THROWS 2"
    assert event.sources["p1"].startswith("order:")
    ruled(post, replace(strike, reason="the first as well"))
    event = post.state().thrown[0].event
    assert (event.orders["p1"], event.sources["p1"]) == ("THROWS 1", "default:struck")
    with pytest.raises(AgainstTheRules, match="there is no order to strike"):
        ruled(post, replace(strike, reason="and again"))


def test_points_are_given_and_taken(game: Post) -> None:
    score = game.state().seats[seat(game, "Ted")].score
    ruled(
        game,
        Proposal(
            claim=1, what=RulingKind.ADJUST, reason="a day late", points={seat(game, "Ted"): 7}
        ),
    )
    assert game.state().seats[seat(game, "Ted")].score == score + 7
    assert f"{score} {score + 7}" in said(game.last("Ted", "ruling"))


def test_a_void_round_is_opened_anew_and_every_mail_has_the_new_lock(game: Post) -> None:
    first = game.state().thrown[0].commitment
    ruled(game, Proposal(claim=1, what=RulingKind.VOID, reason="the wrong setting"))
    state = game.state()
    assert (state.phase, state.round, state.thrown) == (Phase.OPEN, 1, ())
    assert state.current is not None
    assert state.current.attempt == 2
    assert state.current.commitment != first
    mail = said(game.last("Karen", "ruling"))
    assert state.current.commitment in mail
    plays_round(game, Bill="THROWS 1")
    assert game.state().thrown[0].recorded.attempt == 2


def test_a_seat_is_taken_away_given_back_and_given_to_somebody_else(game: Post) -> None:
    ted = seat(game, "Ted")
    of_ted = Proposal(claim=1, what=RulingKind.SEAT, reason="never answers", seat=ted)
    ruled(game, replace(of_ted, act=SeatAct.REMOVE))
    assert game.state().seats[ted].status is SeatStatus.WITHDRAWN
    ruled(game, replace(of_ted, act=SeatAct.REINSTATE, reason="he does"))
    assert game.state().seats[ted].status is SeatStatus.PLAYING
    ann = NewPlayer(name="Ann", address="ann@mill.example", language="en", timezone="UTC")
    ruled(game, replace(of_ted, act=SeatAct.REPLACE, reason="he moved"), newcomer=ann)
    assert game.state().seats[ted].person.name == "Ann"
    assert "Ann takes over a seat" in said(game.last("Ann", "ruling"))
    assert "THROWS 5" in said(game.mailed("Ann", "THROWS 5"))
    with game.services.store.writing() as tx:
        tx.projections.rebuild()
        holder = tx.projections.holder(GAME, "p3")
    assert holder is not None
    assert holder.name == "Ann"


@pytest.mark.parametrize(
    ("name", "address", "fault", "words"),
    [
        ("Billy", "BILL@mill.example", TooLate, "in this game already, as Bill"),
        ("KAREN", "ann@mill.example", AgainstTheRules, "the same name"),
        ("Ann, Bo", "ann@mill.example", AgainstTheRules, "rule 6.3"),
    ],
)
def test_6_3_nobody_takes_over_a_seat_who_has_one_or_under_a_name_that_is_taken(
    game: Post, name: str, address: str, fault: type[PigpostError], words: str
) -> None:
    newcomer = NewPlayer(name=name, address=address, language="en", timezone="UTC")
    proposal = replace(DISMISS, what=RulingKind.SEAT, seat=seat(game, "Ted"), act=SeatAct.REPLACE)
    before = game.state()
    with pytest.raises(fault, match=words):
        rule(game.services, GAME, proposal, newcomer=newcomer)
    assert game.state() == before


def test_a_seat_goes_to_another_of_the_same_name(game: Post) -> None:
    ted = NewPlayer(name="Ted", address="ted@elsewhere.example", language="en", timezone="UTC")
    proposal = replace(DISMISS, what=RulingKind.SEAT, seat=seat(game, "Ted"), act=SeatAct.REPLACE)
    ruled(game, proposal, newcomer=ted)
    assert game.state().seats[seat(game, "Ted")].person.address == "ted@elsewhere.example"


def test_a_game_is_awarded_or_abandoned(game: Post) -> None:
    ruled(
        game,
        Proposal(claim=1, what=RulingKind.END, reason="all agree", winners=(seat(game, "Karen"),)),
    )
    state = game.state()
    assert (state.phase, state.winners, state.ended_because) == (
        Phase.OVER,
        (seat(game, "Karen"),),
        "awarded",
    )
    assert "Karen" in str(game.last("Ted", "game_over")["Subject"])


def test_a_dismissal_changes_nothing_and_is_told(game: Post) -> None:
    before = game.state()
    ruled(game, DISMISS)
    after = game.state()
    assert (after.seats, after.thrown, after.round) == (before.seats, before.thrown, before.round)
    assert "Ruling 1: round 1 stands as it was." in said(game.last("Ted", "ruling"))


def test_an_ended_game_goes_on_when_nobody_has_won_as_ruled(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", target=5)
    post.clock.advance(hours=1)
    while post.state().phase is not Phase.OVER:
        plays_round(post, Bill="THROWS 1", Karen="ONLY LEFT")
    state = post.state()
    last = state.thrown[-1].number
    open_claim(post.services, GAME, round=last, words="they saw the seed", voice=Voice.GM)
    points = {winner: -state.seats[winner].score for winner in state.winners}
    done = ruled(
        post,
        Proposal(claim=1, what=RulingKind.ADJUST, reason="they had seen the seed", points=points),
    )
    after = post.state()
    assert (after.phase, after.winners, after.round) == (Phase.OPEN, (), last + 1)
    assert not done.told.over
    assert "Round" in said(post.last("Bill", "ruling"))
    with post.services.store.reading() as tx:
        row = tx.projections.game(GAME)
    assert row is not None
    assert (row.phase, row.round) == (Phase.OPEN, last + 1)


class TestBlindFirst:
    """The reason before the preview; who looks first is told on."""

    def test_the_preview_waits_for_a_reason(self, game: Post) -> None:
        with pytest.raises(AgainstTheRules, match="the reason comes before the preview"):
            preview(game.services, GAME, replace(DISMISS, reason=""))
        assert game.events(PreviewOpened) == []

    def test_a_preview_with_a_reason_is_logged_and_the_ruling_is_blind(self, game: Post) -> None:
        orders = an_order(game, 1, "Ted", "THROWS 3")
        proposal = Proposal(claim=1, what=RulingKind.COUNT, reason="in time", orders=orders)
        told = preview(game.services, GAME, proposal)
        assert game.state().thrown[0].corrections == ()
        assert ruled(game, proposal).told == told
        (made,) = game.events(RulingMade)
        assert made.blind
        assert [event.reason for event in game.events(PreviewOpened)] == ["in time"]

    def test_another_reason_than_the_one_before_the_preview_came_after_it(self, game: Post) -> None:
        orders = an_order(game, 1, "Ted", "THROWS 3")
        proposal = Proposal(claim=1, what=RulingKind.COUNT, reason="in time", orders=orders)
        preview(game.services, GAME, proposal)
        ruled(game, replace(proposal, reason="the receipt was wrong"))
        assert not game.events(RulingMade)[0].blind
        assert "was looked at before its reason was written" in said(game.last("Bill", "ruling"))

    def test_each_ruling_of_a_claim_has_a_reason_of_its_own(self, game: Post) -> None:
        first = Proposal(
            claim=1,
            what=RulingKind.COUNT,
            reason="in time",
            orders=an_order(game, 1, "Ted", "THROWS 3"),
        )
        second = replace(first, reason="he meant two", orders=an_order(game, 1, "Ted", "THROWS 2"))
        for proposal in (first, second):
            preview(game.services, GAME, proposal)
            ruled(game, proposal)
        assert [event.blind for event in game.events(RulingMade)] == [True, True]

    def test_nobody_is_told_on_for_what_another_has_looked_at(self, game: Post) -> None:
        deputised(game)
        orders = an_order(game, 1, "Ted", "THROWS 3")
        proposal = Proposal(claim=1, what=RulingKind.COUNT, reason="in time", orders=orders)
        preview(game.services, GAME, replace(proposal, reason=""), early=True)
        ruled(game, proposal)
        for name in ("Bill", "Karen", "Ted"):
            game.mailed(name, "PROTEST ruling 1")
        game.mailed("Bill", "APPEAL")
        final = replace(proposal, voice=Voice.OMBUDSMAN, reason="his server had it")
        preview(game.services, GAME, final)
        ruled(game, final)
        made = [(event.by, event.blind) for event in game.events(RulingMade)]
        assert made == [("gm", False), ("service", True), ("ombudsman", True)]

    def test_who_looks_early_is_told_on(self, game: Post) -> None:
        orders = an_order(game, 1, "Ted", "THROWS 3")
        proposal = Proposal(claim=1, what=RulingKind.COUNT, reason="", orders=orders)
        preview(game.services, GAME, proposal, early=True)
        ruled(game, replace(proposal, reason="in time"))
        assert not game.events(RulingMade)[0].blind
        assert "was looked at before its reason was written" in said(game.last("Bill", "ruling"))


def proposals(post: Post) -> dict[str, tuple[Proposal, type[PigpostError], str]]:
    """What can't be ruled, with the fault and its words."""
    ted, count = seat(post, "Ted"), RulingKind.COUNT
    with_order = replace(DISMISS, what=count, orders={ted: Throws(3)})
    return {
        "no reason": (replace(DISMISS, reason=" "), UsageError, "a reason is needed"),
        "no such claim": (replace(DISMISS, claim=2), NotFound, "no claim 2"),
        "round not thrown": (replace(DISMISS, round=2), AgainstTheRules, "has not been thrown"),
        "no such round": (replace(DISMISS, round=7), NotFound, "no thrown round 7"),
        "no order": (replace(with_order, orders={}), UsageError, "say whose order"),
        "order of another game": (
            replace(with_order, orders={ted: Dice(3)}),
            AgainstTheRules,
            "no order of this game",
        ),
        "nobody's points": (
            replace(DISMISS, what=RulingKind.ADJUST),
            UsageError,
            "say whose points",
        ),
        "points nobody can have": (
            replace(DISMISS, what=RulingKind.ADJUST, points={ted: 900}),
            AgainstTheRules,
            "would have",
        ),
        "throws of a seed": (
            replace(DISMISS, what=RulingKind.CORRECT_THROW),
            AgainstTheRules,
            "come from a seed",
        ),
        "no such ruling": (
            replace(DISMISS, what=RulingKind.OVERRULE, overrules=3),
            NotFound,
            "no ruling 3",
        ),
        "who plays comes back": (
            replace(DISMISS, what=RulingKind.SEAT, seat=ted, act=SeatAct.REINSTATE),
            AgainstTheRules,
            "is playing",
        ),
        "nobody takes over": (
            replace(DISMISS, what=RulingKind.SEAT, seat=ted, act=SeatAct.REPLACE),
            UsageError,
            "replaced by somebody",
        ),
        "no such entry": (replace(DISMISS, evidence=9999), NotFound, "no entry 9999"),
        "no deputy": (replace(DISMISS, voice=Voice.DEPUTY), ConfigError, "no deputy"),
    }


@pytest.mark.parametrize(
    "case",
    [
        "no reason",
        "no such claim",
        "round not thrown",
        "no such round",
        "no order",
        "order of another game",
        "nobody's points",
        "points nobody can have",
        "throws of a seed",
        "no such ruling",
        "who plays comes back",
        "nobody takes over",
        "no such entry",
        "no deputy",
    ],
)
def test_what_can_not_be_ruled_is_refused_and_nothing_is_changed(game: Post, case: str) -> None:
    proposal, fault, words = proposals(game)[case]
    version, mails = game.state().version, len(game.sender.sent)
    with pytest.raises(fault, match=words):
        ruled(game, proposal)
    assert (game.state().version, len(game.sender.sent)) == (version, mails)


def test_all_that_can_not_be_ruled_is_tried(game: Post) -> None:
    assert len(proposals(game)) == 14


def test_the_same_ruling_twice_is_one(game: Post) -> None:
    counts(game, "Ted", "THROWS 3")
    with pytest.raises(TooLate, match="ruling 1 says the same already"):
        counts(game, "Ted", "THROWS 3")
    assert len(game.events(RulingMade)) == 1


def test_a_player_who_was_not_in_the_round_has_no_order_in_it(game: Post) -> None:
    game.mailed("Karen", "RESIGN")
    game.mailed("Karen", "RESIGN YES")
    plays_round(game, Bill="THROWS 1")
    open_claim(game.services, GAME, round=2, words="Karen rang", voice=Voice.GM)
    proposal = Proposal(
        claim=2, what=RulingKind.COUNT, reason="she rang", orders={Seat(2): Throws(2)}
    )
    with pytest.raises(NotFound, match="Karen was not in round 2"):
        rule(game.services, GAME, proposal)


def test_who_plays_in_the_game_needs_a_second_voice(game: Post) -> None:
    with_site(game, gm="ted@mill.example")
    with pytest.raises(AgainstTheRules, match="a second voice is needed"):
        ruled(game, DISMISS)
    with_site(game, deputy="oscar@pigs.example", deputy_name="Oscar")
    ruled(game, replace(DISMISS, voice=Voice.DEPUTY))
    assert "Oscar, for the game master" in said(game.last("Bill", "ruling"))


def test_rounds_thrown_since_keep_their_course_if_only_scores_are_carried(game: Post) -> None:
    plays_round(game, Bill="THROWS 1", Karen="THROWS 2", Ted="THROWS 1")
    later = game.state().thrown[1].event
    counts(game, "Ted", "THROWS 3", later=Later.SCORES_ONLY)
    assert game.state().thrown[1].event == later
    assert "the difference is carried as points" in said(game.last("Bill", "ruling"))
    assert len(game.events(RoundCorrected)) == 1


class TestAgainstARuling:
    """One appeal to the ombudsman, or the voices of all."""

    @pytest.fixture
    def ruled_game(self, game: Post) -> Post:
        with_site(game, ombudsman="margaret@pigs.example", ombudsman_name="Margaret")
        counts(game, "Ted", "THROWS 3")
        return game

    def test_an_appeal_goes_to_the_ombudsman_who_decides_once_and_for_all(
        self, ruled_game: Post
    ) -> None:
        game = ruled_game
        assert "answer APPEAL, once, and Margaret" in said(game.last("Bill", "ruling"))
        answer = game.mailed("Bill", "APPEAL Ted was late, ask his server")
        assert "your appeal in claim 1 is in the log" in said(answer)
        (note,) = game.sender.to("margaret@pigs.example")
        assert "Ted was late" in said(note)
        with pytest.raises(AgainstTheRules, match="lies before the ombudsman"):
            ruled(game, DISMISS)
        ruled(game, replace(DISMISS, voice=Voice.OMBUDSMAN, reason="the ruling is right"))
        assert "Margaret, the ombudsman" in said(game.last("Bill", "ruling"))
        assert "APPEAL" not in said(game.last("Bill", "ruling"))
        assert "there is no ruling that you could appeal" in said(game.mailed("Ted", "APPEAL"))
        with pytest.raises(TooLate, match="that is final"):
            ruled(game, replace(DISMISS, voice=Voice.OMBUDSMAN, reason="once more"))

    def test_without_an_ombudsman_there_is_no_appeal(self, game: Post) -> None:
        counts(game, "Ted", "THROWS 3")
        assert "APPEAL" not in said(game.last("Bill", "ruling"))
        assert "there is no ruling that you could appeal" in said(game.mailed("Bill", "APPEAL"))

    def test_all_who_play_take_a_ruling_back(self, ruled_game: Post) -> None:
        game = ruled_game
        before = game.state().thrown[0]
        first = game.mailed("Bill", "PROTEST ruling 1")
        assert "Not yet: Karen and Ted." in said(first)
        game.mailed("Bill", "PROTEST ruling 1, really")
        game.mailed("Karen", "PROTEST ruling 1")
        assert game.state().thrown[0] == before
        last = game.mailed("Ted", "PROTEST ruling 1")
        assert "ruling 1 is taken back" in said(last)
        thrown = game.state().thrown[0]
        assert (thrown.event.orders, thrown.event.scores) == (
            thrown.recorded.orders,
            thrown.recorded.scores,
        )
        assert "ruling 1 is taken back" in said(game.last("Bill", "ruling"))


def test_a_ruling_on_a_round_that_is_being_thrown_waits(game: Post) -> None:
    from pigpost.rounds.seal import seal_due_rounds

    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(seconds=10))
    from pigpost.intake.poll import poll_inbox

    poll_inbox(game.services, owner="test")
    seal_due_rounds(game.services)
    with pytest.raises(TooLate, match="is being thrown"):
        rule(game.services, GAME, DISMISS)


def test_a_game_ended_by_hand_stays_ended(game: Post) -> None:
    end_game(game.services, GAME, reason="summer")
    counts(game, "Ted", "THROWS 3")
    assert game.state().phase is Phase.OVER


def test_of_several_who_rule_the_same_at_once_exactly_one_does(game: Post) -> None:
    orders = an_order(game, 1, "Ted", "THROWS 3")
    proposal = Proposal(claim=1, what=RulingKind.COUNT, reason="in time", orders=orders)

    def rules(_: int) -> str:
        try:
            rule(game.services, GAME, proposal)
        except (TooLate, LogConflict) as fault:
            return type(fault).__name__
        return "ruled"

    with ThreadPoolExecutor(8) as several:
        done = list(several.map(rules, range(8)))
    assert done.count("ruled") == 1
    assert len(game.events(RulingMade)) == 1
    game.run()
    mails = [m for m in game.sender.to("bill@mill.example") if m["X-Pigpost-Kind"] == "ruling"]
    assert len(mails) == 1


def test_a_ruling_that_fails_on_the_way_leaves_nothing_behind(
    game: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = game.state(), len(game.sender.sent)

    def breaks(*_: object) -> None:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr("pigpost.claims.rule.tell_ruling", breaks)
    with pytest.raises(RuntimeError):
        ruled(game, DISMISS)
    game.run()
    assert (game.state(), len(game.sender.sent)) == before
