"""How the service is doing: the inbox, the mails on their way, the log, the games that wait."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pigpost.ports import Transaction
from pigpost.web.front_page import GameLine, game_lines

_SILENT_SECONDS = 1800
"""Longer than a poll that finds thousands of mails, and than the waits between polls that fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """All mail that had arrived by `seen_at` is stored, which is `lag_seconds` ago.

    `failures` counts failed polls in a row.
    """

    seen_at: datetime | None
    lag_seconds: int | None
    failing_since: datetime | None
    failures: int
    blind: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusPage:
    """`outbox` counts mails by state; `size` and `root` are the log's head."""

    inbox: Inbox
    outbox: Mapping[str, int]
    size: int
    root: str
    held: tuple[GameLine, ...]

    @property
    def well(self) -> bool:
        """Whether mail is read; the inbox of a new site was never polled and is well.

        Where no worker runs nothing fails, but nothing is read either.
        """
        return not self.inbox.blind and (self.inbox.lag_seconds or 0) < _SILENT_SECONDS


def status_page(tx: Transaction, *, mailbox: str, now: datetime) -> StatusPage:
    """The page as of this transaction. The mail server's own words stay with the operator."""
    health = tx.inboxes.health(mailbox)
    lag = health.lag(now)
    head = tx.log.head()
    return StatusPage(
        inbox=Inbox(
            seen_at=health.seen_at,
            lag_seconds=None if lag is None else int(lag.total_seconds()),
            failing_since=health.failing_since,
            failures=health.failures,
            blind=health.blind,
        ),
        outbox=tx.outbox.counts(),
        size=head.size,
        root=head.root,
        held=game_lines([row for row in tx.projections.games() if row.held is not None]),
    )
