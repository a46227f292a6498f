"""`pigpost mail replay`: what another reader would decide, without telling what is sealed."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pigpost.cli.context import Context
from pigpost.cli.mail import mail
from pigpost.intake import known
from pigpost.orders.read import read
from pigpost.orders.reading import Reading
from pigpost.rounds.run_now import close_now
from tests.post import GAME, Post, a_running_game


def replayed(post: Post) -> str:
    context = Context(config_file=Path("pigpost.toml"), verbose=False, quiet=True)
    context.__dict__["services"] = post.services
    result = CliRunner().invoke(mail, ["replay"], obj=context, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_decisions_that_differ_are_listed_and_sealed_ones_without_their_words(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_running_game(post, "Bill", "Karen")
    post.mailed("Bill", "THROWS 17")
    assert replayed(post) == "mails read again: 1; decisions that would differ: 0\n"

    def deaf(_: str, **table: Any) -> Reading:
        return read("", **table)

    monkeypatch.setattr(known, "_read", deaf)
    while_sealed = replayed(post)
    assert "mail 1, spring-pigs" in while_sealed
    assert "17" not in while_sealed
    assert while_sealed.endswith("mails read again: 1; decisions that would differ: 1\n")
    monkeypatch.undo()
    post.clock.advance(hours=1)
    close_now(post.services, GAME, round=1, reason="a test")
    post.run()
    monkeypatch.setattr(known, "_read", deaf)
    assert '"n": 17' in replayed(post)
