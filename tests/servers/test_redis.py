"""The Redis that other tests lean on."""

from pathlib import Path

import pytest
import redis

from tests.servers.redis import redis_server

pytestmark = pytest.mark.servers


def test_what_was_written_outlives_a_power_cut(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server:
        with redis.Redis.from_url(server.url) as client:
            client.set("pig", "oink")
        server.kill()
    with redis_server(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert client.get("pig") == b"oink"
