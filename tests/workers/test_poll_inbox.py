"""The poll as a task: what arrives while one poll is at it is read by the next, at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Thread

import pytest

from pigpost.events.types import OrderAccepted
from pigpost.ports import Mailbox
from pigpost_workers.app import use
from pigpost_workers.poll_inbox import poll_inbox
from tests.post import FakeInbox, Post, a_mail, a_running_game


@dataclass(slots=True)
class BusyInbox:
    """Right after the poller has asked what is new, one more mail comes and wakes a second one."""

    inbox: FakeInbox
    coming: list[bytes] = field(default_factory=list)

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        with self.inbox.open():
            yield self

    @property
    def state(self) -> object:
        return self.inbox.state

    def uids_after(self, uid: int) -> list[int]:
        found = self.inbox.uids_after(uid)
        if self.coming:
            self.inbox.deliver(self.coming.pop())
            wake = Thread(target=poll_inbox)
            wake.start()
            wake.join(10)
            assert not wake.is_alive()
        return found

    def fetch(self, uid: int, *, limit_bytes: int) -> object:
        return self.inbox.fetch(uid, limit_bytes=limit_bytes)

    def fetch_all(self, uids: list[int], *, limit_bytes: int) -> object:
        return self.inbox.fetch_all(uids, limit_bytes=limit_bytes)


def test_a_mail_that_comes_during_a_poll_is_not_left_until_the_next_tick(post: Post) -> None:
    a_running_game(post, "Bill", "Karen")
    post.inbox.deliver(a_mail("Bill", "THROWS 3"))
    inbox = BusyInbox(post.inbox, [a_mail("Karen", "THROWS 4")])
    use(replace(post.services, inbox=inbox))  # type: ignore[arg-type]
    poll_inbox()
    assert len(post.events(OrderAccepted)) == 2


def test_a_poll_that_fails_does_not_keep_the_next_from_polling(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_running_game(post, "Bill", "Karen")
    use(post.services)
    post.inbox.deliver(a_mail("Bill", "THROWS 3"))
    with monkeypatch.context() as patch:
        patch.setattr(FakeInbox, "uids_after", _fails)
        with pytest.raises(ZeroDivisionError):
            poll_inbox()
    poll_inbox()
    assert len(post.events(OrderAccepted)) == 1


def _fails(*_: object) -> list[int]:
    raise ZeroDivisionError
