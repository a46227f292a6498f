"""Workers as processes of their own: killed in mid-work, or several at one deadline."""

import signal
from datetime import timedelta
from pathlib import Path

import pytest
from tests.post import Post, a_mail, a_running_game, address_of
from tests.workers.crashes import assert_nothing_lost_nor_doubled, orders_recorded
from tests.workers.shared_site import SharedSite

from pigpost.events.types import OrdersSealed, RoundThrown
from pigpost.adapters.sql.store import SqlStore

LEASES_END = timedelta(seconds=301)


@pytest.fixture(
    params=[
        pytest.param("database_url", marks=pytest.mark.slow),
        pytest.param("postgres_url", marks=pytest.mark.servers),
    ]
)
def url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found
