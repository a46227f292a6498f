"""A kill between any two steps loses nothing, doubles nothing, and bends no score."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pigpost.events.types import GameHeld, OrdersSealed, OutageNoted, RoundThrown
from tests.post import Post, a_running_game
from tests.workers.crashes import (
    assert_nothing_lost_nor_doubled,
    orders_recorded,
    wrecks_on_the_way,
)
from tests.workers.scenes import a_forming_game, a_lively_round, a_quiet_round


@pytest.mark.parametrize(
    "scene", [a_forming_game, a_quiet_round, pytest.param(a_lively_round, marks=pytest.mark.slow)]
)
def test_a_kill_after_any_step_loses_nothing_and_doubles_nothing(
    post: Post, tmp_path: Path, scene: Callable[[Post], None]
) -> None:
    scene(post)
    wrecks = wrecks_on_the_way(post, tmp_path)
    assert_nothing_lost_nor_doubled(post)
    whole = post.state()
    for wreck in wrecks:
        with wreck.revived(post) as revived:
            revived.run()
            assert_nothing_lost_nor_doubled(revived, sent_twice=1)
            state = revived.state()
            assert orders_recorded(revived) == orders_recorded(post)
            assert [t.event.result_digest for t in state.thrown] == [
                t.event.result_digest for t in whole.thrown
            ]
            assert len(revived.events(RoundThrown)) == len(revived.events(OrdersSealed))
            assert state.standings.scores == whole.standings.scores


def test_a_kill_while_a_blind_deadline_is_noticed_does_not_let_it_pass(
    post: Post, tmp_path: Path
) -> None:
    a_running_game(post, "Bill", "Karen")
    current = post.state().current
    assert current is not None
    post.clock.at = current.deadline + timedelta(hours=3)
    for wreck in wrecks_on_the_way(post, tmp_path):
        with wreck.revived(post) as revived:
            revived.run()
            assert [event.what for event in revived.events(OutageNoted)] == ["clock_forward"]
            assert len(revived.events(GameHeld)) == 1, wreck.step
            assert not revived.events(RoundThrown)
            assert_nothing_lost_nor_doubled(revived, sent_twice=1)
