"""TRY, REPORT, HISTORY, WAIT, and what is passed on to the GM."""

from datetime import timedelta

import pytest

from pigpost.events.types import OrderRefused, OrdersSealed, RequestNoted
from pigpost.games.kinds import Kind
from pigpost.games.settings import game_settings
from pigpost.rounds.end import end_game
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import NewPlayer, add_player
from tests.post import GAME, Post, a_game, a_player, a_running_game, text_of


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted", target=500)
    post.clock.advance(hours=1)
    return post


def said(mail: object) -> str:
    return " ".join(text_of(mail).split())  # type: ignore[arg-type]


def plays_round(post: Post) -> None:
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline + timedelta(seconds=10))
    post.run()
    post.clock.advance(hours=1)


class TestTry:
    """The reading, what it is worth, and nothing stored."""

    def test_an_order_that_is_tried_is_told_with_its_odds_and_not_stored(self, game: Post) -> None:
        version = game.state().version
        answer = game.mailed("Bill", "TRY THROWS 4")
        assert answer["X-Pigpost-Kind"] == "tried"
        text = said(answer)
        assert "Reads as THROWS 4 Means Your turn ends at throw 4." in text
        assert "On average 11.56 points" in text
        assert "Brings points 48.0 %" in text
        assert "Counts now nothing yet" in text
        assert game.state().version == version

    def test_the_odds_are_those_from_the_writer_s_own_score(self, post: Post) -> None:
        a_running_game(post, "Bill", "Karen", target=100)
        post.mailed("Bill", "THROWS 1")
        plays_round(post)
        score = post.state().seats[1].score
        assert score
        assert f"from the {score} that you have" in said(post.mailed("Bill", "TRY TOTAL 60"))

    def test_what_hangs_on_others_has_no_odds_but_a_meaning(self, game: Post) -> None:
        text = said(game.mailed("Bill", "TRY AFTER Karen"))
        assert "one throw more than Karen" in text
        assert "hangs on the orders of the others" in text

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            ("TRY about 20 points", "exact number"),
            ("TRY AFTER Steve", "nobody of that name plays"),
            ("TRY 3 throws or 20 points", "one condition only"),
        ],
    )
    def test_what_would_be_refused_is_told_why_and_not_recorded(
        self, game: Post, words: str, why: str
    ) -> None:
        answer = game.mailed("Bill", words)
        assert answer["X-Pigpost-Kind"] == "tried"
        assert "as an order it would be refused; nothing is stored" in said(answer)
        assert why in said(answer)
        assert game.events(OrderRefused) == []

    def test_any_game_can_be_tried(self, post: Post) -> None:
        create_game(
            post.services,
            GAME,
            title="Hog Heaven",
            settings=game_settings(Kind.HOG),
            schedule="Fri 20:00",
            timezone="UTC",
            identity="address",
            early=False,
        )
        add_player(post.services, GAME, a_player("Bill"))
        start_game(post.services, GAME)
        text = said(post.mailed("Bill", "TRY 5 dice"))
        assert "Reads as DICE 5" in text
        assert "On average 8.04 points" in text
        assert "DICE 5" in said(post.mailed("Bill", "five dice please"))


class TestLookingBack:
    """REPORT and HISTORY."""

    def test_a_round_is_told_once_more(self, game: Post) -> None:
        plays_round(game)
        plays_round(game)
        first, last = (
            text_of(m)
            for m in game.sender.to("bill@mill.example")
            if "Proof" in text_of(m) and m["X-Pigpost-Kind"] == "result"
        )
        for words, result in (("REPORT 1", first), ("REPORT", last), ("REPORT 2", last)):
            answer = game.mailed("Bill", words)
            assert answer["X-Pigpost-Kind"] == "report"
            assert answer["Auto-Submitted"] == "auto-replied"
            assert result.split("Next: round")[0] in text_of(answer)

    def test_a_round_that_can_not_be_disputed_any_more_asks_for_no_protest(
        self, game: Post
    ) -> None:
        for _ in range(3):
            plays_round(game)
        assert "Answer PROTEST" in text_of(game.mailed("Bill", "REPORT 3"))
        assert "Answer PROTEST" not in text_of(game.mailed("Bill", "REPORT 2"))

    def test_when_a_game_is_over_its_last_round_alone_asks_for_a_protest_and_for_two_weeks(
        self, game: Post
    ) -> None:
        for _ in range(2):
            plays_round(game)
        end_game(game.services, GAME, reason="a long winter")
        for days, numbers in ((0, {2}), (15, set())):
            game.clock.advance(days=days)
            for number in (1, 2):
                asks = "Answer PROTEST" in text_of(game.mailed("Bill", f"REPORT {number}"))
                assert asks is (number in numbers), (days, number)

    def test_rounds_are_told_in_a_line_each(self, game: Post) -> None:
        for _ in range(3):
            plays_round(game)
        text = text_of(game.mailed("Bill", "HISTORY"))
        assert [line.split()[1] for line in text.split("\n") if line.startswith("   round ")] == [
            "1",
            "2",
            "3",
        ]
        text = text_of(game.mailed("Bill", "HISTORY 3"))
        assert "round 2" not in text
        assert "round 3" in text

    @pytest.mark.parametrize("words", ["REPORT", "REPORT 1", "HISTORY"])
    def test_before_the_first_round_there_is_nothing_to_tell(self, game: Post, words: str) -> None:
        assert "no round of Spring Pigs has been thrown yet" in said(game.mailed("Bill", words))

    @pytest.mark.parametrize("words", ["REPORT 2", "REPORT 9", "HISTORY 2"])
    def test_a_round_that_was_not_thrown_is_told_with_the_last_that_was(
        self, game: Post, words: str
    ) -> None:
        plays_round(game)
        assert "the last one so far is round 1" in said(game.mailed("Bill", words))


class TestWaiting:
    """WAIT and NOWAIT in games that may throw early."""

    @pytest.fixture
    def early(self, post: Post) -> Post:
        a_running_game(post, "Bill", "Karen", early=True, target=500)
        return post

    def all_order(self, post: Post) -> None:
        for name in ("Bill", "Karen"):
            post.clock.advance(seconds=2)
            post.mailed(name, "THROWS 2")
        post.clock.advance(seconds=2)
        post.run()

    def test_wait_holds_the_early_throw_back_until_nowait(self, early: Post) -> None:
        assert "this round is not thrown before its deadline" in said(early.mailed("Bill", "WAIT"))
        self.all_order(early)
        assert not early.state().thrown
        early.mailed("Bill", "NOWAIT")
        early.clock.advance(seconds=2)
        early.run()
        assert len(early.state().thrown) == 1
        assert [event.request for event in early.events(RequestNoted)] == ["wait", "nowait"]
        assert early.sender.to("alison@pigs.example") == []

    def test_wait_ends_with_its_round_and_never_moves_the_deadline(self, early: Post) -> None:
        early.mailed("Bill", "WAIT")
        self.all_order(early)
        plays_round(early)
        assert len(early.state().thrown) == 1
        assert not early.events(OrdersSealed)[0].early
        self.all_order(early)
        assert len(early.state().thrown) == 2

    def test_a_game_that_throws_at_its_deadline_says_so(self, game: Post) -> None:
        for words in ("WAIT", "NOWAIT"):
            assert "throws each round at its deadline and never before" in said(
                game.mailed("Bill", words)
            )
        assert game.events(RequestNoted) == []

    def test_a_standing_order_hurries_nobody(self, early: Post) -> None:
        early.mailed("Bill", "STANDING THROWS 2")
        early.mailed("Karen", "STANDING THROWS 2")
        early.clock.advance(hours=3)
        early.run()
        assert not early.state().thrown

    def test_an_order_of_long_ago_does_not_hurry_a_round_that_has_just_begun(
        self, early: Post
    ) -> None:
        early.mailed("Bill", "ROUND 2 THROWS 2")
        self.all_order(early)
        assert len(early.state().thrown) == 1
        early.clock.advance(seconds=2)
        early.mailed("Karen", "THROWS 3")
        early.clock.advance(seconds=2)
        early.run()
        assert len(early.state().thrown) == 2
        assert early.state().thrown[1].event.orders == {"p1": "THROWS 2", "p2": "THROWS 3"}

    def test_who_is_away_is_not_waited_for(self, early: Post) -> None:
        early.mailed("Bill", "VACATION 2026-03-14 to 2026-03-28")
        plays_round(early)
        early.mailed("Karen", "THROWS 3")
        early.clock.advance(seconds=2)
        early.run()
        assert len(early.state().thrown) == 2
        assert early.state().thrown[1].event.sources["p1"] == "default:absent"


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("FOLLOW", "follow"),
        ("STANDBY", "standby"),
        ("TAKE", "take"),
        ("PASS", "pass"),
        ("AGAIN", "again"),
        ("ADDRESS bill@new.example", "address"),
    ],
)
def test_a_wish_is_noted_and_passed_on_and_nothing_is_promised(
    game: Post, words: str, request_: str
) -> None:
    answer = game.mailed("Bill", words)
    assert answer["X-Pigpost-Kind"] == "noted"
    assert "Alison" in said(answer)
    (event,) = game.events(RequestNoted)
    assert (event.request, event.by) == (request_, "p1")
    (note,) = game.sender.to("alison@pigs.example")
    assert "Bill" in said(note)
    assert words.partition(" ")[2] in said(note)


def test_after_the_game_one_can_ask_for_another(game: Post) -> None:
    end_game(game.services, GAME, reason="summer")
    assert "you get an invitation" in said(game.mailed("Bill", "AGAIN"))


def test_who_has_no_turn_before_him_gets_no_odds(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", target=1)
    post.mailed("Bill", "THROWS 1")
    plays_round(post)
    text = said(post.mailed("Bill", "TRY THROWS 4"))
    assert "Reads as THROWS 4" in text
    assert "You have no turn before you" in text


@pytest.fixture
def with_a_finn(post: Post) -> Post:
    a_game(post, "Bill")
    finn = NewPlayer(
        name="Aino", address="aino@mill.example", language="fi", timezone="Europe/Helsinki"
    )
    add_player(post.services, GAME, finn)
    start_game(post.services, GAME)
    post.run()
    return post


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("kolme heittoa", "receipt"),
        ("3 throws please", "receipt"),
        ("tilanne", "status"),
        ("kokeile 3 heittoa", "tried"),
        ("kokeile noin 3 heittoa", "tried"),
    ],
)
def test_a_player_may_write_in_his_own_language_and_in_english(
    with_a_finn: Post, words: str, kind: str
) -> None:
    assert with_a_finn.mailed("Aino", words)["X-Pigpost-Kind"] == kind


def test_others_are_read_in_their_languages(with_a_finn: Post) -> None:
    assert with_a_finn.mailed("Bill", "kolme heittoa")["X-Pigpost-Kind"] == "refusal"
    assert with_a_finn.mailed("Bill", "three throws")["X-Pigpost-Kind"] == "receipt"
