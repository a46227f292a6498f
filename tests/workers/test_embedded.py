"""Worker and beat as threads of one process."""

import time
from pathlib import Path

import pytest

from pigpost_workers.embedded import EmbeddedWorkers
from tests.post import Post


def test_they_poll_and_leave_no_file_where_they_were_started(
    post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    with EmbeddedWorkers(post.services):
        until_polled(post)
    assert not list(here.iterdir())


def until_polled(post: Post) -> None:
    for _ in range(200):
        with post.services.store.reading() as tx:
            if tx.inboxes.health("inbox").seen_at is not None:
                return
        time.sleep(0.05)
    pytest.fail("nobody polled")
