"""`pigpost mail queue`, `pigpost mail resend`, and what the lists and the status tell of delivery."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pigpost.cli.context import Context
from pigpost.cli.mail import mail
from pigpost.cli.status import status
from pigpost.errors import NotFound, SendRefused, SendRefusedForNow, TooLate
from tests.intake.bounces import a_bounce, last_to, row
from tests.post import Post, a_mail, a_running_game


@pytest.fixture
def game(post: Post) -> Post:
    a_running_game(post, "Bill", "Karen")
    return post


def run(post: Post, *arguments: str, command: Any = mail) -> Result:
    context = Context(config_file=Path("pigpost.toml"), verbose=False, quiet=True)
    context.__dict__["services"] = post.services
    return CliRunner().invoke(command, arguments, obj=context)


def as_json(post: Post, *arguments: str, command: Any = mail) -> Any:
    return json.loads(run(post, *arguments, "--json", command=command).output)


def test_the_queue_tells_what_waits_how_often_it_was_tried_and_when_next(game: Post) -> None:
    assert run(game, "queue").output == "nothing waits\n"
    game.sender.faults.append(SendRefusedForNow("451 4.7.1 greylisted"))
    game.inbox.deliver(a_mail("Bill", "HELP"))
    game.run()
    (waiting,) = as_json(game, "queue")
    assert (waiting["to"], waiting["kind"], waiting["tries"]) == ("bill@mill.example", "help", 1)
    assert waiting["server_words"] == "451 4.7.1 greylisted"
    assert waiting["next_try_at"] > game.clock.at.isoformat()
    line = run(game, "queue").output
    assert "try 2" in line
    assert "451 4.7.1 greylisted" in line


def test_a_subject_that_may_be_a_sealed_order_is_not_shown_in_the_queue(game: Post) -> None:
    game.sender.faults.append(SendRefusedForNow("451 wait"))
    game.inbox.deliver(a_mail("Bill", "", Subject="THROWS 17"))
    game.run()
    assert as_json(game, "queue")[0]["subject"] is None
    assert "THROWS 17" not in run(game, "queue").output


def test_a_mail_is_sent_again_byte_for_byte_and_counted(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    told = run(game, "resend", str(opening.id))
    assert told.exit_code == 0
    assert "once more, with the same Message-ID" in told.output
    game.run()
    first, second = game.sender.to("karen@mill.example")
    assert first.as_bytes() == second.as_bytes()
    after = row(game, opening.id)
    assert (after.state, after.resends, after.message) == ("sent", 1, opening.message)
    listed = {each["id"]: each["resends"] for each in as_json(game, "list", "--out")}
    assert listed[opening.id] == 1


def test_a_mail_that_was_refused_can_be_sent_again(game: Post) -> None:
    game.sender.faults.append(SendRefused("550 5.7.1 no"))
    game.inbox.deliver(a_mail("Bill", "HELP"))
    game.run()
    failed = last_to(game, "Bill", "help")
    assert failed.state == "failed"
    run(game, "resend", str(failed.id))
    game.run()
    assert row(game, failed.id).state == "sent"


def test_to_send_again_lifts_the_block(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    game.inbox.deliver(a_bounce(opening))
    game.run()
    (listed,) = [each for each in as_json(game, "list", "--out") if each["id"] == opening.id]
    assert (listed["state"], listed["bounce"]) == ("bounced", "hard")
    assert listed["bounce_words"] == "550 5.1.1 no such mailbox here"
    assert "hard bounce" in run(game, "list", "--out").output
    needs = as_json(game, command=status)["needs_gm"]
    assert any("mail to karen@mill.example comes back since" in need for need in needs)
    run(game, "resend", str(opening.id))
    game.run()
    assert len(game.sender.to("karen@mill.example")) == 2
    assert as_json(game, command=status)["needs_gm"] == []


@pytest.mark.parametrize(
    ("number", "fault", "code"),
    [("999", NotFound, 4), ("1", TooLate, 6)],
)
def test_what_can_not_be_sent_again_is_refused(
    game: Post, number: str, fault: type[Exception], code: int
) -> None:
    with game.services.store.writing() as tx:
        tx.outbox.send_again(1, now=game.clock.at)
    result = run(game, "resend", number)
    assert isinstance(result.exception, fault)
    assert result.exception.exit_code == code  # type: ignore[union-attr]


def test_a_mail_that_asks_for_orders_of_a_round_gone_by_is_not_sent_again(game: Post) -> None:
    opening = last_to(game, "Karen", "opening")
    current = game.state().current
    assert current is not None
    game.sleep_until(current.deadline + timedelta(minutes=1))
    game.run()
    result = run(game, "resend", str(opening.id))
    assert isinstance(result.exception, TooLate)
    assert "round 1, which takes none any more" in str(result.exception)
    kept = last_to(game, "Karen", "result")
    assert run(game, "resend", str(kept.id)).exit_code == 0
