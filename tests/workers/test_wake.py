"""Who stores a mail in another process wakes the reader, as far as that can be done at once."""

import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest

from pigpost.ports import Services
from pigpost_workers import wake
from pigpost_workers.app import use
from pigpost_workers.wake import Waker
from tests.post import Post


@pytest.fixture(autouse=True)
def tasks_of_this_process(post: Post) -> Iterator[None]:
    """Whatever broker they were given here, they have the usual one again."""
    yield
    use(post.services)


def carried_by(post: Post, url: str) -> Services:
    settings = post.services.settings
    broker = settings.broker.model_copy(update={"url": url})
    return replace(post.services, settings=settings.model_copy(update={"broker": broker}))


def test_many_calls_while_one_is_on_its_way_become_one_more(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, sent = Event(), Event(), []

    def slowly(**_: object) -> None:
        sent.append("poll")
        begun.set()
        assert go_on.wait(10)

    monkeypatch.setattr(wake.poll_inbox, "apply_async", slowly)
    with Waker(carried_by(post, "redis://127.0.0.1:1/0"), ends_within_seconds=10) as waker:
        waker.wake()
        assert begun.wait(10)
        for _ in range(50):
            waker.wake()
        go_on.set()
    assert sent == ["poll", "poll"]


def test_a_broker_that_does_not_answer_is_complained_of_and_not_waited_for(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    never = Event()

    def refused_then_silent(**_: object) -> None:
        if not caplog.messages:
            raise ConnectionError
        never.wait(60)

    monkeypatch.setattr(wake.poll_inbox, "apply_async", refused_then_silent)
    services, begun = carried_by(post, "redis://127.0.0.1:1/0"), time.monotonic()
    with caplog.at_level(logging.WARNING), Waker(services, ends_within_seconds=0.2) as waker:
        waker.wake()
        while not caplog.messages:
            time.sleep(0.01)
        waker.wake()
    never.set()
    assert time.monotonic() - begun < 10
    assert len(caplog.messages) == 1


def test_wake_ups_in_memory_stay_where_nobody_hears_them(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake.poll_inbox, "apply_async", lambda **_: pytest.fail("woken"))
    with Waker(carried_by(post, "memory://localhost/")) as waker:
        waker.wake()
