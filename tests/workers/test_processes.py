"""Workers as processes of their own: killed in mid-work, or several at one deadline."""

import signal
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pigpost.events.types import OrdersSealed, RoundThrown, SeatTaken
from tests.post import Post
from tests.workers.crashes import assert_nothing_lost_nor_doubled, orders_recorded
from tests.workers.scenes import a_forming_game, a_lively_round, a_round_with_house_players
from tests.workers.shared_site import SharedSite

pytestmark = pytest.mark.slow

LEASES_END = timedelta(seconds=301)
POLL_LEASE_ENDS = timedelta(seconds=60)
ORDERS = [
    ("p1", "THROWS 3"),
    ("p1", "TURN 20"),
    ("p2", "refused"),
    ("p2", "refused"),
    ("p3", "THROWS 2"),
]


@pytest.fixture
def database_url(each_url: str) -> str:
    return each_url


@pytest.fixture
def site(post: Post, tmp_path: Path, database_url: str) -> SharedSite:
    """At a deadline, with a full inbox."""
    a_lively_round(post)
    return SharedSite.of(post, tmp_path, database_url)


def assert_the_round_was_thrown_once(site: SharedSite, at: datetime, *, sent_twice: int) -> None:
    with site.opened(at) as post:
        assert_nothing_lost_nor_doubled(post, sent_twice=sent_twice)
        assert orders_recorded(post) == ORDERS
        assert len(post.events(OrdersSealed)) == len(post.events(RoundThrown)) == 1
        assert post.events(RoundThrown)[0].orders == {
            "p1": "TURN 20",
            "p2": "THROWS 1",
            "p3": "THROWS 1",
        }


@pytest.mark.parametrize("step", [11, 41])
def test_a_worker_killed_in_mid_work_is_carried_on_by_the_next(
    site: SharedSite, post: Post, step: int
) -> None:
    at = post.clock.at
    assert site.work([at], die_at=step) == [(-signal.SIGKILL, "")]
    assert site.work([at + LEASES_END]) == [(0, "")]
    assert_the_round_was_thrown_once(site, at, sent_twice=1)


def test_two_workers_at_one_deadline_throw_one_result(site: SharedSite, post: Post) -> None:
    at = post.clock.at
    assert site.work([at, at]) == [(0, "")] * 2
    assert site.work([at]) == [(0, "")]
    assert_the_round_was_thrown_once(site, at, sent_twice=0)


def test_two_pollers_whose_leases_do_not_keep_them_apart_read_each_mail_once(
    site: SharedSite, post: Post
) -> None:
    """Clocks so far apart that one takes the other's lease for ended, but none for set back."""
    at = post.clock.at
    assert site.work([at, at + POLL_LEASE_ENDS, at]) == [(0, "")] * 3
    assert site.work([at + LEASES_END]) == [(0, "")]
    assert_the_round_was_thrown_once(site, at, sent_twice=0)


def test_two_workers_give_each_answer_to_an_invitation_once(
    post: Post, tmp_path: Path, database_url: str
) -> None:
    a_forming_game(post)
    at = post.clock.at
    site = SharedSite.of(post, tmp_path, database_url)
    assert site.work([at, at + LEASES_END]) == [(0, "")] * 2
    assert site.work([at + 2 * LEASES_END]) == [(0, "")]
    with site.opened(at) as found:
        assert_nothing_lost_nor_doubled(found, sent_twice=20)
        assert len(found.events(SeatTaken)) == 2


def test_two_workers_record_each_house_player_s_order_once(
    post: Post, tmp_path: Path, database_url: str
) -> None:
    a_round_with_house_players(post)
    at = post.clock.at
    site = SharedSite.of(post, tmp_path, database_url)
    assert site.work([at, at]) == [(0, "")] * 2
    with site.opened(at) as found:
        assert_nothing_lost_nor_doubled(found)
        assert orders_recorded(found) == [("p2", "TURN 20"), ("p3", "THROWS 4")]
