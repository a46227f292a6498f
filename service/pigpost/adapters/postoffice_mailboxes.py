"""Who has a mailbox in the embedded post office, and where its folders are."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from pysasl.hashing import BuiltinHash
from pysasl.identity import HashedIdentity

from pigpost.adapters.maildir import Folders
from pigpost.errors import ConfigError

MAX_BYTES = 10 * 1024 * 1024  # a mail; what the service itself reads is less

# The service logs in with every poll, and pymap's 500,000 rounds would cost 0.2 s each time. The
# digests lie in a file that only its owner can read, beside the mails that they guard.
_HASH = BuiltinHash(rounds=1000)


class Mailboxes:
    """The mailboxes of one directory: `passwords.json` and a maildir named for each address."""

    def __init__(
        self, directory: Path, password_for: Callable[[str], str | None] = lambda _: None
    ) -> None:
        self._password_for = password_for
        self._directory = directory
        self._file = directory / "passwords.json"
        self._lock = Lock()
        self._digests = self._load()
        self._open: dict[str, Folders] = {}

    def add(self, address: str, password: str) -> None:
        """A new mailbox, or a new password for an old one; `ConfigError` for what is no address."""
        local, at, domain = address.partition("@")
        if not (local and at and domain) or any(c.isspace() or c == "@" for c in local + domain):
            raise ConfigError(f"{address!r} is no mail address: it can have no mailbox")
        digest = HashedIdentity.create(address, password, hash=_HASH).digest
        with self._lock:
            self._digests = {**self._digests, address.lower(): digest}
            self._save()

    def identity(self, address: str) -> HashedIdentity | None:
        """What a login's password is held against, under the name as the client wrote it.

        Who is due a mailbox can log in before the first mail comes.
        """
        if address.lower() not in self._digests:
            self._newcomer(address.lower())
        digest = self._digests.get(address.lower())
        return None if digest is None else HashedIdentity(address, digest, hash=_HASH)

    def admits(self, address: str, password: str) -> bool:
        """Whether that is the mailbox's password."""
        identity = self.identity(address)
        return identity is not None and identity.compare_secret(password)

    def owner(self, recipient: str) -> str | None:
        """The mailbox for a recipient: its own, else the one without the `+detail`, else None."""
        local, _, domain = recipient.lower().rpartition("@")
        plain = f"{local.partition('+')[0]}@{domain}"
        found = next((name for name in (recipient.lower(), plain) if name in self._digests), None)
        return found or self._newcomer(recipient.lower())

    def _newcomer(self, recipient: str) -> str | None:
        password = self._password_for(recipient)
        if password is None:
            return None
        self.add(recipient, password)
        return recipient

    def folders(self, address: str) -> Folders:
        """The folders of a mailbox; only for the post office's own thread."""
        name = quote(address.lower(), safe="@+")
        if name not in self._open:
            self._open[name] = Folders(self._directory / name)
        return self._open[name]

    def _load(self) -> dict[str, str]:
        try:
            digests: dict[str, str] = json.loads(self._file.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        return digests

    def _save(self) -> None:
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".fresh")
        with open(fresh, "w", encoding="utf-8", opener=_private) as out:
            json.dump(self._digests, out, indent=1)
        fresh.replace(self._file)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)
