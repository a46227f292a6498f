"""Ten thousand mails wait when the service starts: all are read, and few are held at a time.

What that means in megabytes is measured by `ops/bench/intake.py 50000`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest

from pigpost.adapters.sql.mail_store import SqlMailStore
from pigpost.events.types import OrderAccepted
from pigpost.intake.poll import poll_inbox
from pigpost.ports import ArrivedMail, Fetched, Mailbox, MailboxState
from tests.post import Post, a_mail, a_running_game

MAILS, ORDERS, FEW = 10_000, 20, 50


@dataclass(slots=True)
class FullInbox:
    """A folder that makes its mails when they are fetched; one in 500 is an order."""

    post: Post

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        yield self  # type: ignore[misc]

    @property
    def state(self) -> MailboxState:
        return MailboxState(uidvalidity=1, uidnext=MAILS + 1)

    def uids_after(self, uid: int) -> list[int]:
        return list(range(uid + 1, MAILS + 1))

    def fetch_all(
        self, uids: list[int], *, limit_bytes: int
    ) -> Iterator[dict[int, Fetched | None]]:
        del limit_bytes
        for first in range(0, len(uids), FEW):
            yield {uid: self._mail(uid) for uid in uids[first : first + FEW]}

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        del limit_bytes
        return self._mail(uid)

    def _mail(self, uid: int) -> Fetched:
        itself = {"Message_ID": f"<{uid}@mill.example>"}
        if uid % (MAILS // ORDERS) == 0:
            raw = a_mail("Bill", f"THROWS {uid // 500}", **itself)
        else:
            raw = a_mail("Karen", "I am away", Auto_Submitted="auto-replied", **itself)
        return Fetched(
            uid=uid, arrived_at=self.post.clock.now(), size=len(raw), raw=raw, complete=True
        )


@pytest.mark.slow
def test_ten_thousand_mails_are_each_stored_and_read_once_and_few_at_a_time(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_running_game(post, "Bill", "Karen")
    services = replace(post.services, inbox=FullInbox(post))  # type: ignore[arg-type]
    held = []

    def unread(store: SqlMailStore, mailbox: str, *, limit: int) -> list[ArrivedMail]:
        mails = every_unread(store, mailbox, limit=limit)
        held.append(len(mails))
        return mails

    every_unread = SqlMailStore.unread
    monkeypatch.setattr(SqlMailStore, "unread", unread)
    assert poll_inbox(services, owner="test")
    assert max(held) == FEW
    with post.services.store.reading() as tx:
        assert tx.mails.counts() == {"read": ORDERS, "machine": MAILS - ORDERS}
    assert len(post.events(OrderAccepted)) == ORDERS
    assert poll_inbox(services, owner="test")
    assert len(post.events(OrderAccepted)) == ORDERS
