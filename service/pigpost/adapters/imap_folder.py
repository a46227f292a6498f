"""A folder of an IMAP server that was opened, read and never changed: BODY.PEEK and no STORE."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from imapclient import IMAPClient  # type: ignore[import-untyped]

from pigpost.errors import MailOutOfReach
from pigpost.intake.headers import MAX_HEADERS
from pigpost.ports import Fetched, MailboxState

_ASKS = 2  # how often a mail is asked for before its absence is believed
_HANDFUL = 50  # mails to a command
_HANDFUL_BYTES = 1_048_576  # and about so much of them, to keep memory flat
_WHOLE, _HEAD = "BODY[]", f"BODY[HEADER]<0.{MAX_HEADERS + 1}>"
"""Of a mail over the limit no more than is looked into: all its megabytes may be headers."""

_LINE_END = re.compile(rb"\r\n|\n")

_Answer: TypeAlias = Mapping[int, Mapping[bytes, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is asked before the mail itself."""

    size: int
    arrived_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapFolder:
    """As `ports.Mailbox`. `reaching` and `trouble` make faults of the wire ours."""

    client: IMAPClient
    reaching: Callable[[str], AbstractContextManager[None]]
    trouble: Callable[[str, object], MailOutOfReach]
    state: MailboxState

    def uids_after(self, uid: int) -> list[int]:
        """UIDs greater than `uid`, ascending; holes are normal."""
        with self.reaching("searching"):
            self.client.noop()  # else a server may search only what was there on opening
            found = self.client.search(f"UID {uid + 1}:*")
        return sorted({n for n in found if n > uid})  # `n:*` always has the last mail (RFC 3501 9)

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        """The mail, or its headers when it is larger; None when a search says that it is gone.

        Sets no flag. An answer without the mail is asked for again, then `MailOutOfReach`.
        """
        for _ in range(_ASKS):
            about = self._about([uid]).get(uid)
            if about is None:
                continue
            if (mail := self._bodies({uid: about}, limit_bytes).get(uid)) is not None:
                return mail
        if uid in self.uids_after(uid - 1):
            raise self.trouble(f"fetching UID {uid}", "the server holds it, yet sends nothing")
        return None

    def fetch_all(
        self, uids: Sequence[int], *, limit_bytes: int
    ) -> Iterator[Mapping[int, Fetched | None]]:
        """The same for many; what an answer to a handful lacks is asked for by itself."""
        for first in range(0, len(uids), _HANDFUL):
            some = uids[first : first + _HANDFUL]
            abouts = self._about(some)
            for group in _groups(some, abouts, limit_bytes):
                asked = {uid: abouts[uid] for uid in group if uid in abouts}
                yield from self._completed(group, self._bodies(asked, limit_bytes), limit_bytes)

    def _completed(
        self, group: Sequence[int], found: Mapping[int, Fetched], limit_bytes: int
    ) -> Iterator[Mapping[int, Fetched | None]]:
        """In order; what comes before one that was not sent is handed on before it is asked for."""
        done: dict[int, Fetched | None] = {}
        for uid in group:
            if uid in found:
                done[uid] = found[uid]
                continue
            if done:
                yield done
            done = {uid: self.fetch(uid, limit_bytes=limit_bytes)}
        if done:
            yield done

    def _about(self, uids: Sequence[int]) -> dict[int, About]:
        answer = self._ask(uids, "RFC822.SIZE", "INTERNALDATE")
        abouts = {}
        for uid in uids:
            said = answer.get(uid, {})
            size, arrived_at = said.get(b"RFC822.SIZE"), _in_utc(said.get(b"INTERNALDATE"))
            if isinstance(size, int) and arrived_at is not None:
                abouts[uid] = About(size=size, arrived_at=arrived_at)
        return abouts

    def _bodies(self, abouts: Mapping[int, About], limit_bytes: int) -> dict[int, Fetched]:
        whole = [uid for uid, about in abouts.items() if about.size <= limit_bytes]
        heads = [uid for uid in abouts if uid not in whole]
        return self._parts(whole, abouts, _WHOLE) | self._parts(heads, abouts, _HEAD)

    def _parts(
        self, uids: Sequence[int], abouts: Mapping[int, About], part: str
    ) -> dict[int, Fetched]:
        answer = self._ask(uids, part.replace("BODY", "BODY.PEEK")) if uids else {}
        found = {}
        section = part.partition("<")[0]
        names = (section.encode(), f"{section}<0>".encode())  # the answer names where it begins
        for uid in uids:
            said = answer.get(uid, {})
            raw = next((said[name] for name in names if name in said), None)
            if isinstance(raw, bytes) and (raw or not abouts[uid].size):
                found[uid] = Fetched(
                    uid=uid,
                    arrived_at=abouts[uid].arrived_at,
                    size=abouts[uid].size,
                    raw=_LINE_END.sub(b"\r\n", raw),  # some servers store bare LF and send it so
                    complete=part == _WHOLE,
                )
        return found

    def _ask(self, uids: Sequence[int], *items: str) -> _Answer:
        """What was said of these UIDs, among the news of others that servers put in as they like."""
        which = f"UID {uids[0]}" if len(uids) == 1 else f"UIDs {uids[0]} to {uids[-1]}"
        with self.reaching(f"fetching {which}"):
            answer: _Answer = self.client.fetch(uids, items)
        return answer


def _in_utc(told: object) -> datetime | None:
    """None for what is no instant: a date that is missing, an offset of days, the end of all years."""
    with suppress(ValueError, OverflowError):
        return told.astimezone(UTC) if isinstance(told, datetime) else None
    return None


def _groups(
    uids: Sequence[int], abouts: Mapping[int, About], limit_bytes: int
) -> Iterator[list[int]]:
    """The UIDs in their order, cut where the bytes to fetch grow too many for one command."""
    group: list[int] = []
    weight = 0
    for uid in uids:
        size = abouts[uid].size if uid in abouts else 0
        to_come = size if size <= limit_bytes else min(size, MAX_HEADERS)
        if group and weight + to_come > _HANDFUL_BYTES:
            yield group
            group, weight = [], 0
        group.append(uid)
        weight += to_come
    if group:
        yield group
