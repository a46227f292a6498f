"""What the gate lets out, where to, and why it keeps the rest."""

from pathlib import Path
from typing import Any

import pytest

from pigpost.adapters.sql.store import SqlStore
from pigpost.outbox.gate import Barred, Reply, passed
from pigpost.ports import NewMail
from tests.fakes import FixedClock
from tests.post import GAME, Post, a_game, a_mail, a_post, a_running_game

ANSWER = Reply(machine=False, known=False, proven=False)


def new_mail(**changed: Any) -> NewMail:
    asked: dict[str, Any] = {
        "game": GAME,
        "person": None,
        "seat": "x",
        "kind": "status",
        "asks_round": None,
        "recipient": "ann@hill.example",
        "answers": None,
        "key_id": "site-1",
        **changed,
    }
    return NewMail(**asked)


def gate(post: Post, new: NewMail, **more: Any) -> str | Barred:
    with post.services.store.writing() as tx:
        return passed(post.services, tx, new, **more)


def test_a_mail_passes_to_the_address_it_is_for(post: Post) -> None:
    assert gate(post, new_mail()) == "ann@hill.example"


def test_who_has_no_address_gets_no_mail(post: Post) -> None:
    assert gate(post, new_mail(recipient="")) is Barred.NO_ADDRESS


def test_a_machine_gets_no_answer(post: Post) -> None:
    reply = Reply(machine=True, known=True, proven=True)
    assert gate(post, new_mail(), reply=reply) is Barred.MACHINE


@pytest.mark.parametrize(
    "address",
    [
        "pigs@pigs.example",
        "Pigs+spring-pigs@PIGS.example",
        "pigs+anything@pigs.example",
        "pigs+b-12-0123456789abcdef@pigs.example",
    ],
)
def test_we_never_write_to_ourselves(post: Post, address: str) -> None:
    assert gate(post, new_mail(recipient=address)) is Barred.OWN_ADDRESS


def test_quiet_keeps_back_reminders_and_nothing_else(post: Post) -> None:
    assert gate(post, new_mail(kind="reminder"), quiet=True) is Barred.UNSUBSCRIBED
    assert gate(post, new_mail(kind="result"), quiet=True) == "ann@hill.example"
    assert gate(post, new_mail(kind="reminder")) == "ann@hill.example"


def test_an_address_that_bounced_hard_gets_neither_answers_nor_anything(post: Post) -> None:
    with post.services.store.writing() as tx:
        tx.bounces.bounced("Ann@Hill.example", hard=True, words="5.1.1", now=post.clock.at)
    assert gate(post, new_mail()) is Barred.BOUNCED
    assert gate(post, new_mail(), reply=ANSWER) is Barred.BOUNCED


def test_an_address_that_bounced_softly_still_gets_its_mail(post: Post) -> None:
    with post.services.store.writing() as tx:
        for _ in range(5):
            tx.bounces.bounced("ann@hill.example", hard=False, words="", now=post.clock.at)
    assert gate(post, new_mail()) == "ann@hill.example"


def test_a_stranger_gets_one_answer_a_day(post: Post) -> None:
    a_game(post, "Bill")
    for _ in range(2):
        post.inbox.deliver(a_mail("Ann", "hello", From="Ann <ann@hill.example>"))
        post.run()
    assert len(post.sender.to("ann@hill.example")) == 1
    assert gate(post, new_mail(), reply=ANSWER) is Barred.OVER_BUDGET
    post.clock.advance(days=1, seconds=1)
    assert gate(post, new_mail(), reply=ANSWER) == "ann@hill.example"


def test_strangers_use_up_no_answer_that_a_player_needs(
    store: SqlStore, clock: FixedClock, tmp_path: Path
) -> None:
    """Any number of senders can be made up."""
    post = a_post(store, clock, tmp_path, answers_per_hour_in_all=6)
    a_running_game(post, "Bill", "Karen")
    for number in range(20):
        sender = f"x{number}@spam.example"
        post.inbox.deliver(a_mail("X", "hello", From=sender, to="pigs@pigs.example"))
    post.run()
    assert sum(to.endswith("@spam.example") for to, _ in post.sender.sent) == 3
    assert post.mailed("Bill", "THROWS 4")["X-Pigpost-Kind"] == "receipt"


def test_the_gm_is_written_to_though_a_mail_to_him_came_back(post: Post) -> None:
    """Else a full mailbox would lock him out, and no outage would be heard of again."""
    a_running_game(post, "Bill", "Karen")
    with post.services.store.writing() as tx:
        tx.bounces.bounced("Alison@pigs.example", hard=True, words="5.2.2", now=post.clock.at)
    assert gate(post, new_mail(seat="gm", recipient="alison@pigs.example")) == "alison@pigs.example"
    post.inbox.broken = True
    for _ in range(3):
        post.run()
    (alarm,) = post.sender.to("alison@pigs.example")
    assert "can't be read" in alarm["Subject"]


def test_a_reminder_is_kept_from_who_asked_for_quiet(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    post.mailed("Bill", "QUIET")
    current = post.state().current
    assert current is not None
    post.sleep_until(current.deadline.replace(hour=9))
    post.run()
    reminded = {to for to, mail in post.sender.sent if mail["X-Pigpost-Kind"] == "reminder"}
    assert reminded == {"karen@mill.example"}
