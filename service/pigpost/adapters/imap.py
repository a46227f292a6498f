"""The inbox over IMAP (RFC 3501), read with IMAPClient and never changed: EXAMINE and BODY.PEEK."""

import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from imapclient import IMAPClient  # type: ignore[import-untyped]
from imapclient.exceptions import IMAPClientError  # type: ignore[import-untyped]

from pigpost.errors import MailOutOfReach
from pigpost.ports import Fetched, Mailbox, MailboxState

_TROUBLE = (OSError, IMAPClientError, ValueError)  # ValueError: an answer that is no IMAP
_ASKS = 2  # how often a mail is asked for before its absence is believed
_LINE_END = re.compile(rb"\r\n|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapDoor:
    """Opens one folder of one account; one login for each opening, never a second try."""

    host: str
    port: int
    tls: bool
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"
    timeout_seconds: float = 30.0

    @contextmanager
    def open(self) -> Iterator[Mailbox]:
        """Connects, logs in and opens the folder read-only; `MailOutOfReach` when it can't."""
        with self._logged_in() as client:
            with self.reaching(f"opening the folder {self.folder}"):
                answer = client.select_folder(self.folder, readonly=True)
            yield ImapFolder(client=client, door=self, state=self._state(answer))

    def probe(self) -> str:
        """Logs in and out; the server's greeting. `MailOutOfReach` when it can't."""
        with self._logged_in() as client:
            return str(client.welcome.decode("utf-8", "replace"))

    @contextmanager
    def _logged_in(self) -> Iterator[IMAPClient]:
        with self.reaching("connecting"):
            client = IMAPClient(self.host, self.port, ssl=self.tls, timeout=self.timeout_seconds)
        try:
            client.normalise_times = False  # else INTERNALDATE comes naive, in the machine's zone
            # imaplib sends a search in two pieces; held back, the second costs 40 ms
            client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.reaching(f"logging in as {self.user}"):
                self._log_in(client)
            yield client
            with suppress(*_TROUBLE):  # everything is read: a failing goodbye changes nothing
                client.logout()
        finally:
            with suppress(OSError):  # closed already, by the goodbye or by the other side
                client.shutdown()

    def _log_in(self, client: IMAPClient) -> None:
        # LOGIN can only carry ASCII; SASL PLAIN carries UTF-8 (RFC 4616)
        ascii_only = self.user.isascii() and self.password.isascii()
        (client.login if ascii_only else client.plain_login)(self.user, self.password)

    def _state(self, answer: dict[bytes, int]) -> MailboxState:
        try:
            return MailboxState(uidvalidity=answer[b"UIDVALIDITY"], uidnext=answer[b"UIDNEXT"])
        except KeyError as missing:
            raise self.trouble(f"opening the folder {self.folder}", f"no {missing}") from missing

    @contextmanager
    def reaching(self, doing: str) -> Iterator[None]:
        """Makes whatever goes wrong on the wire in the block a `MailOutOfReach`."""
        try:
            yield
        except _TROUBLE as error:
            raise self.trouble(doing, error) from error

    def trouble(self, doing: str, what: object) -> MailOutOfReach:
        """The fault in one sentence; servers may echo a command, so the password is blotted out."""
        words = (str(what) or type(what).__name__).removeprefix("b'").removesuffix("'")
        if self.password:
            words = words.replace(self.password, "***")
        return MailOutOfReach(f"IMAP {self.host}:{self.port}, {doing}: {words}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapFolder:
    """The folder, opened."""

    client: IMAPClient
    door: ImapDoor
    state: MailboxState

    def uids_after(self, uid: int) -> list[int]:
        """UIDs greater than `uid`, ascending; holes are normal."""
        with self.door.reaching("searching"):
            self.client.noop()  # else a server may search only what was there on opening
            found = self.client.search(f"UID {uid + 1}:*")
        return sorted({n for n in found if n > uid})  # `n:*` always has the last mail (RFC 3501 9)

    def fetch(self, uid: int, *, limit_bytes: int) -> Fetched | None:
        """The mail, or its headers when it is larger; None when a search says that it is gone.

        Sets no flag. An answer without the mail is asked for again, then `MailOutOfReach`.
        """
        for _ in range(_ASKS):
            if (mail := self._fetch_once(uid, limit_bytes)) is not None:
                return mail
        if uid in self.uids_after(uid - 1):
            raise self.door.trouble(f"fetching UID {uid}", "the server holds it, yet sends nothing")
        return None

    def _fetch_once(self, uid: int, limit_bytes: int) -> Fetched | None:
        about = self._ask(uid, "RFC822.SIZE", "INTERNALDATE")
        size, arrived_at = about.get(b"RFC822.SIZE"), about.get(b"INTERNALDATE")
        if not isinstance(size, int) or not isinstance(arrived_at, datetime):
            return None
        complete = size <= limit_bytes
        part = "BODY[]" if complete else "BODY[HEADER]"
        raw = self._ask(uid, part.replace("BODY", "BODY.PEEK")).get(part.encode())
        if not isinstance(raw, bytes) or not raw:
            return None
        return Fetched(
            uid=uid,
            arrived_at=arrived_at.astimezone(UTC),
            size=size,
            raw=_LINE_END.sub(b"\r\n", raw),  # some servers store bare LF and send it so
            complete=complete,
        )

    def _ask(self, uid: int, *items: str) -> Mapping[bytes, object]:
        """What was said of that UID; servers put in news of others as they like."""
        with self.door.reaching(f"fetching UID {uid}"):
            answer: Mapping[int, Mapping[bytes, object]] = self.client.fetch([uid], items)
        return answer.get(uid, {})
