"""The inbox of a service to which mail is delivered: nothing is fetched, for all is stored already."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pigpost.intake.doors import look_at_door
from pigpost.ports import Clock, Fetched, Listening, Mailbox, MailboxState, Store


class _Nothing:
    """A folder without a mail."""

    state = MailboxState(uidvalidity=0, uidnext=1)

    def uids_after(self, uid: int) -> list[int]:
        """As `ports.Mailbox.uids_after`."""
        del uid
        return []

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        """As `ports.Mailbox.fetch`."""
        del uid, limit_bytes
        return None

    def fetch_all(
        self, uids: Sequence[int], *, limit_bytes: int
    ) -> Iterator[Mapping[int, Fetched | None]]:
        """As `ports.Mailbox.fetch_all`."""
        del uids, limit_bytes
        return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveredMail:
    """As `ports.MailboxDoor`. `watched`: somebody must be there to take mail (`pigpost lmtp`)."""

    store: Store
    clock: Clock
    mailbox: str
    watched: bool

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        """As `ports.MailboxDoor.open`; `MailOutOfReach` when nobody takes mail."""
        if self.watched:
            look_at_door(self.store, self.clock, self.mailbox)
        yield _Nothing()

    @contextmanager
    def listen(self) -> Iterator[Listening | None]:
        """As `ports.MailboxDoor.listen`: who takes a mail wakes the reader."""
        yield None
