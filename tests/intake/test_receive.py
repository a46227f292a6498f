"""One mail in, one clear answer out, whatever the mail is; nothing is lost, nothing counted twice."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pigpost.events.types import OrderAccepted, OrderRefused, OrderWithdrawn, RequestNoted
from pigpost.games.conditions import Throws, Turn
from pigpost.games.kinds import Seat
from tests.fakes import FixedClock
from tests.post import GAME, Post, a_mail, a_post, a_running_game, address_of, text_of

if TYPE_CHECKING:
    from pigpost.adapters.sql.store import SqlStore

BILL, KAREN = Seat(1), Seat(2)


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen", "Ted")
    return post


def standing(post: Post, seat: Seat) -> object:
    state = post.state()
    assert state.current is not None
    order = state.current.standing(seat)
    return None if order is None else order.condition


def test_an_order_gets_a_receipt_that_says_what_now_stands(game: Post) -> None:
    text = text_of(game.mailed("Bill", "Turn will end after 3 throws."))
    assert "THROWS 3" in text
    assert standing(game, BILL) == Throws(3)


def test_6_4_the_last_order_stands_and_its_receipt_names_the_one_before(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    text = text_of(game.mailed("Bill", "TURN 20"))
    assert "THROWS 3" in text
    assert standing(game, BILL) == Turn(20)


def test_6_4_a_refused_mail_leaves_the_earlier_order_standing_and_says_so(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    text = text_of(game.mailed("Bill", "THROWS 4 or TURN 20"))
    assert "THROWS 3" in text
    assert standing(game, BILL) == Throws(3)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("THROWS 4 or TURN 20", "more_than_one_condition"),
        ("AFTER Steve", "unknown_player"),
        ("WHEN Bill", "names_himself"),
        ("THROWS 0", "bad_number"),
        ("-3 throws", "bad_number"),
        ("2.5 throws", "bad_number"),
        ("several throws", "vague_number"),
    ],
)
def test_6_2_an_order_that_can_not_stand_is_refused_with_its_reason(
    game: Post, words: str, reason: str
) -> None:
    answer = game.mailed("Bill", words)
    assert answer["X-Pigpost-Kind"] == "refusal"
    (event,) = game.events(OrderRefused)
    assert event.sealed.complaints[0].reason == reason
    assert standing(game, BILL) is None


def test_a_mail_that_overtook_another_does_not_win(game: Post) -> None:
    """What arrived last stands, not what was read last (formats 2)."""
    game.clock.advance(minutes=10)
    late = game.clock.now()
    game.inbox.deliver(a_mail("Bill", "TURN 20"), at=late)
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=late - timedelta(minutes=5))
    game.run()
    assert standing(game, BILL) == Turn(20)
    assert "TURN 20" in text_of(game.last("Bill", "receipt"))


def test_the_same_mail_five_times_is_one_order_and_one_answer(game: Post) -> None:
    raw = a_mail("Bill", "THROWS 3")
    for number in range(5):
        game.inbox.deliver(b"Received: from x by y; %d\r\n" % number + raw)
    game.run()
    assert len(game.events(OrderAccepted)) == 1
    assert (
        len([m for m in game.sender.to(address_of("Bill")) if m["X-Pigpost-Kind"] == "receipt"])
        == 1
    )


def test_a_used_message_id_with_other_words_is_a_new_mail(game: Post) -> None:
    game.mailed("Bill", "THROWS 3", Message_ID="<same@mill.example>")
    game.mailed("Bill", "TURN 20", Message_ID="<same@mill.example>")
    assert standing(game, BILL) == Turn(20)


def test_6_6_1_a_mail_in_the_deadlines_second_is_in_time(game: Post) -> None:
    state = game.state()
    assert state.current is not None
    deadline = state.current.deadline
    game.inbox.deliver(a_mail("Bill", "THROWS 3"), at=deadline)
    game.inbox.deliver(a_mail("Karen", "THROWS 2"), at=deadline + timedelta(seconds=1))
    game.sleep_until(deadline + timedelta(seconds=30))
    game.run()
    (thrown,) = game.state().thrown
    assert thrown.event.orders["p1"] == "THROWS 3"
    assert thrown.event.sources["p2"].startswith("default:")
    assert "1 s" in text_of(game.last("Karen", "refusal"))


def test_an_order_for_a_past_round_is_refused_and_not_applied_to_this_one(game: Post) -> None:
    opening = game.last("Bill", "opening")
    game.sleep_until(game.clock.at + timedelta(days=30))
    game.run()
    assert len(game.state().thrown) == 1
    answer = game.mailed("Bill", "THROWS 3", answering=opening)
    assert answer["X-Pigpost-Kind"] == "refusal"
    assert standing(game, BILL) is None


def test_our_own_result_mail_sent_back_whole_is_no_order(game: Post) -> None:
    game.sleep_until(game.clock.at + timedelta(days=30))
    game.run()
    result = game.last("Bill", "result")
    game.mailed("Bill", text_of(result), answering=result)
    assert standing(game, BILL) is None


def test_a_line_on_top_of_our_whole_mail_is_the_order(game: Post) -> None:
    opening = game.last("Bill", "opening")
    game.mailed("Bill", "THROWS 3\n\n" + text_of(opening), answering=opening)
    assert standing(game, BILL) == Throws(3)


def test_an_empty_mail_is_answered(game: Post) -> None:
    assert game.mailed("Bill", "")["Auto-Submitted"] == "auto-replied"


def test_an_order_in_the_subject_of_an_empty_mail_counts(game: Post) -> None:
    game.mailed("Bill", "", Subject="THROWS 3")
    assert standing(game, BILL) == Throws(3)


def test_an_order_in_html_alone_counts(game: Post) -> None:
    raw = (
        a_mail("Bill", "x")
        .replace(b"text/plain", b"text/html")
        .replace(b"\r\nx\r\n", b"\r\n<p>THROWS&nbsp;3</p>\r\n")
    )
    game.inbox.deliver(raw)
    game.run()
    assert standing(game, BILL) == Throws(3)


def test_a_mail_of_two_megabytes_is_refused_and_answered(game: Post) -> None:
    answer = game.mailed("Bill", "THROWS 3\n" + "x" * 70 + ("\n" + "x" * 70) * 30_000)
    assert answer["X-Pigpost-Kind"] == "mail_refused"
    assert standing(game, BILL) is None


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"From": "MAILER-DAEMON@mill.example"},
        {"Content_Type": "multipart/report; report-type=delivery-status; boundary=x"},
    ],
)
def test_machine_mail_is_stored_and_never_answered(game: Post, headers: dict[str, str]) -> None:
    sent = len(game.sender.sent)
    game.inbox.deliver(a_mail("Bill", "THROWS 3", **headers))
    game.run()
    assert len(game.sender.sent) == sent
    assert standing(game, BILL) is None
    with game.services.store.reading() as tx:
        (mail,) = tx.mails.newest(limit=1)
    assert mail.state == "machine"


def test_a_stranger_is_answered_once_a_day_and_never_more(game: Post) -> None:
    game.mailed("Steve", "THROWS 3")
    game.inbox.deliver(a_mail("Steve", "THROWS 4"))
    game.inbox.deliver(a_mail("Steve", "THROWS 5"))
    game.run()
    assert len(game.sender.to(address_of("Steve"))) == 1
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_an_unknown_game_is_answered_with_the_sender_s_games(game: Post) -> None:
    answer = game.mailed("Bill", "THROWS 3", to="pigs+autumn-pigs@pigs.example")
    assert answer["X-Pigpost-Kind"] == "mail_refused"
    assert standing(game, BILL) is None


def test_clear_withdraws_the_order_and_says_what_applies(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    answer = game.mailed("Bill", "CLEAR")
    assert len(game.events(OrderWithdrawn)) == 1
    assert standing(game, BILL) is None
    assert answer["X-Pigpost-Kind"] == "done"


def test_not_me_restores_the_order_before(game: Post) -> None:
    game.mailed("Bill", "THROWS 3")
    game.mailed("Bill", "TURN 20")
    game.mailed("Bill", "NOT ME")
    assert standing(game, BILL) == Throws(3)


def test_resign_is_asked_back_and_done_when_confirmed(game: Post) -> None:
    assert game.mailed("Bill", "RESIGN")["X-Pigpost-Kind"] == "asked_back"
    assert BILL in game.state().standings.participants
    assert game.mailed("Bill", "RESIGN YES")["X-Pigpost-Kind"] == "done"
    assert BILL not in game.state().standings.participants


@pytest.mark.parametrize("word", ["GM", "QUIET", "PROTEST"])
def test_what_the_gm_must_know_is_an_event_and_a_note(game: Post, word: str) -> None:
    game.mailed("Bill", f"{word}")
    assert len(game.sender.to("alison@pigs.example")) == 1


def test_quiet_ends_reminders(game: Post) -> None:
    game.mailed("Bill", "QUIET")
    assert [event.request for event in game.events(RequestNoted)] == ["quiet"]
    state = game.state()
    assert state.current is not None
    game.sleep_until(state.current.deadline - timedelta(hours=10))
    game.run()
    kinds = [mail["X-Pigpost-Kind"] for mail in game.sender.to(address_of("Bill"))]
    assert "reminder" not in kinds
    assert [m["X-Pigpost-Kind"] for m in game.sender.to(address_of("Karen"))].count("reminder") == 1


def test_a_gm_s_note_never_holds_the_order_beside_it(game: Post) -> None:
    game.mailed("Bill", "THROWS 3\nGM please tell Ted hello")
    for mail in game.sender.to("alison@pigs.example"):
        assert "THROWS" not in text_of(mail)


def test_status_shows_who_has_sent_but_no_order(game: Post) -> None:
    game.mailed("Karen", "THROWS 17")
    text = text_of(game.mailed("Bill", "STATUS"))
    assert "17" not in text.replace(GAME, "")


def test_mail_that_lay_in_the_inbox_before_the_first_game_is_kept_and_never_answered(
    post: Post,
) -> None:
    """A site may be given an inbox that has been in use: nobody there has written to it."""
    post.inbox.deliver(a_mail("Bill", "Are we on for dinner?"), at=post.clock.now())
    post.clock.advance(days=2)
    a_running_game(post, "Bill", "Karen")
    post.run()
    assert [m["X-Pigpost-Kind"] for m in post.sender.to(address_of("Bill"))] == ["opening"]
    with post.services.store.reading() as tx:
        (mail,) = tx.mails.newest(limit=5)
    assert (mail.state, mail.outcome) == ("read", "older_than_any_game")


def test_the_whole_service_has_a_ceiling_of_answers(
    store: "SqlStore", clock: FixedClock, tmp_path: Path
) -> None:
    """Whatever loops, it ends: mails are read, nobody is answered, the GM is told (once a day)."""
    post = a_post(store, clock, tmp_path, answers_per_hour_in_all=3)
    a_running_game(post, "Bill", "Karen")
    for number in range(1, 7):
        post.inbox.deliver(a_mail("Bill", f"THROWS {number}"))
    post.run()
    receipts = [m for m in post.sender.to(address_of("Bill")) if m["X-Pigpost-Kind"] == "receipt"]
    assert len(receipts) == 3
    assert standing(post, BILL) == Throws(6)
    assert len(post.sender.to("alison@pigs.example")) == 1
