"""What `pigpost mail` shows of stored mails: no sealed order, and no key."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.context import Context
from pigpost.cli.mail import mail
from pigpost.ports import SignatureVerdict
from pigpost.rounds.run_now import close_now
from tests.post import GAME, Post, a_mail, a_running_game


@pytest.fixture
def running(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def shown(post: Post, *words: str) -> Any:
    context = Context.__new__(Context)
    context.__dict__["services"] = post.services
    result = CliRunner().invoke(mail, [*words, "--json"], obj=context, catch_exceptions=False)
    return json.loads(result.stdout)


def test_an_order_in_a_subject_is_sealed_in_both_lists(running: Post) -> None:
    running.mailed("Bill", "", Subject="THROWS 17")
    (came,) = shown(running, "list")
    receipt = next(row for row in shown(running, "list", "--out") if row["kind"] == "receipt")
    assert came["subject"] is None
    assert receipt["subject"] is None
    assert "17" not in json.dumps(shown(running, "show", "1")["text"])


def test_once_the_round_is_thrown_the_mail_is_open(running: Post) -> None:
    running.mailed("Bill", "THROWS 17")
    running.clock.advance(hours=1)
    close_now(running.services, GAME, round=1, reason="a test")
    running.run()
    assert "THROWS 17" in shown(running, "show", "1")["text"]


@pytest.mark.parametrize(("words", "opens"), [("STANDING THROWS 17", 1), ("ROUND 3 THROWS 17", 3)])
def test_an_order_for_a_round_to_come_stays_sealed_as_long_as_in_the_log(
    running: Post, words: str, opens: int
) -> None:
    running.mailed("Bill", "", Subject=words)
    for number in (1, 2, 3):
        running.clock.advance(hours=1)
        close_now(running.services, GAME, round=number, reason="a test")
        running.run()
        text, subjects = shown(running, "show", "1")["text"], shown(running, "list", "--out")
        told = json.dumps([text, *(row["subject"] for row in subjects if row["answers"])])
        assert ("THROWS 17" in told) == (number >= opens)


@pytest.mark.parametrize("copies", [1, 2])
def test_a_mail_that_nobody_has_read_yet_is_sealed(running: Post, copies: int) -> None:
    """Also a second copy, which never says whose it is."""
    raw = a_mail("Bill", "THROWS 17")
    for _ in range(copies):
        running.inbox.deliver(raw)
    running.run()
    assert all(row["subject"] is None for row in shown(running, "list"))
    assert shown(running, "show", str(copies))["text"] is None


def test_a_strangers_mail_that_names_no_game_is_open(running: Post) -> None:
    running.inbox.deliver(a_mail("Sue", "May I play?", to="pigs@pigs.example"))
    running.run()
    assert "May I play?" in shown(running, "show", "1")["text"]


@pytest.mark.parametrize(
    ("name", "headers"),
    [
        ("Bill", {"Auto_Submitted": "auto-replied"}),
        ("Postmaster", {"From": "MAILER-DAEMON@mill.example"}),
        ("Bill", {"To": "pigs+autumn-pigs@pigs.example"}),
        ("Bill", {"From": "Bill <bill@mill.example>, Steve <steve@mill.example>"}),
    ],
)
def test_a_mail_of_no_game_that_brings_a_receipt_along_is_sealed(
    running: Post, name: str, headers: dict[str, str]
) -> None:
    """A vacation notice, a bounce, an order that went astray, a sender that is none."""
    running.mailed("Bill", "THROWS 17")
    receipt = running.last("Bill", "receipt")
    words = f"I am away.\n\n> {receipt['Message-ID']}\n> your order is now: THROWS 17"
    running.inbox.deliver(a_mail(name, words, **headers))
    running.run()
    assert shown(running, "show", "2")["game"] is None
    assert shown(running, "show", "2")["text"] is None
    assert shown(running, "list")[0]["subject"] is None
    running.clock.advance(hours=1)
    close_now(running.services, GAME, round=1, reason="a test")
    running.run()
    assert "THROWS 17" in shown(running, "show", "2")["text"]


def test_what_proves_a_mailbox_is_blotted_out(running: Post) -> None:
    opening = running.last("Bill", "opening")
    proof = str(opening["Message-ID"]).split("@")[0].rsplit(".", 1)[1]
    running.mailed("Bill", "THROWS 4", answering=opening)
    running.clock.advance(hours=1)
    close_now(running.services, GAME, round=1, reason="a test")
    running.run()
    raw = shown(running, "show", "1")["text"]
    assert "In-Reply-To: <spring-pigs.r1.opening.p1." in raw
    assert proof not in raw


def test_a_held_order_is_sealed_like_any_other_and_so_is_the_question(post: Post) -> None:
    a_running_game(post, "Bill", "Karen", identity="proven")
    post.mailed("Bill", "THROWS 17")
    (came,) = shown(post, "list")
    assert (came["state"], came["outcome"]) == ("held", "asked")
    assert shown(post, "show", "1")["text"] is None
    (question,) = (row for row in shown(post, "list", "--out") if row["kind"] == "confirm")
    assert shown(post, "show", "--out", str(question["id"]))["text"] is None


def test_what_a_signature_said_is_shown_with_its_mail(running: Post) -> None:
    running.mailed("Bill", "STATUS")
    verdict = SignatureVerdict(result="fail", domain="mill.example", selector="s1", key="p=A")
    assert shown(running, "show", "1")["signature"] == "not_checked"
    with running.services.store.writing() as tx:
        tx.mails.keep_signature(1, verdict)
    found = shown(running, "show", "1")
    assert (found["signature"], found["signed_by"]) == ("fail", "mill.example")
    assert (found["signed_selector"], found["signed_key"]) == ("s1", "p=A")
