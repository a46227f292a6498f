"""A kill between any two steps loses nothing, doubles nothing, and bends no score."""

from datetime import timedelta
from pathlib import Path

import pytest
from tests.post import Post, a_game, a_mail, a_player, a_running_game
from tests.workers.crashes import (
    Wreck,
    assert_nothing_lost_nor_doubled,
    killed_everywhere,
    orders_recorded,
)

from pigpost.events.types import GameHeld, OrdersSealed, OutageNoted, RoundOpened, RoundThrown


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "pigpost.db"


def at_a_deadline(post: Post) -> None:
    """Round 1 is due; in the inbox lies everything that players write."""
    a_running_game(post, "Bill", "Karen", "Ted")
    current = post.state().current
    assert current is not None
    before = current.deadline - timedelta(minutes=5)
    twice = a_mail("Bill", "TURN 20")
    for raw in (
        a_mail("Bill", "THROWS 3"),
        twice,
        b"Received: from x by y; again\r\n" + twice,
        a_mail("Karen", "AFTER Steve"),
        a_mail("Ted", "THROWS 2"),
        a_mail("Ted", "CLEAR\nPRESS is not read\nGM hello"),
        a_mail("Steve", "THROWS 9"),
        a_mail("Karen", "I am away", Auto_Submitted="auto-replied"),
    ):
        post.inbox.deliver(raw, at=before)
    post.inbox.deliver(a_mail("Karen", "THROWS 4"), at=current.deadline + timedelta(seconds=3))
    post.sleep_until(current.deadline + timedelta(seconds=10))


def test_a_kill_at_any_step_of_a_deadline_changes_nothing(
    post: Post, tmp_path: Path, database: Path
) -> None:
    at_a_deadline(post)
    services, wrecks = killed_everywhere(post, tmp_path, database)
    assert_nothing_lost_nor_doubled(post)
    print(len(wrecks))
    for wreck in wrecks:
        revived = wreck.revived(post)
        revived.run()
        revived.run()
        assert_nothing_lost_nor_doubled(revived, sent_twice=1)
        assert orders_recorded(revived) == orders_recorded(post)
        assert len(revived.events(RoundThrown)) == len(revived.events(OrdersSealed)) == 1
        assert revived.state().standings.scores == post.state().standings.scores
