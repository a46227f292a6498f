"""IDLE (RFC 2177): the server says when something has happened. What it says is not read."""

import selectors
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from imapclient import IMAPClient  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapListening:
    """As `ports.Listening`, on a folder that is open.

    IMAPClient's own `idle_check` is left aside: it reads without waiting, breaks on an answer that
    comes in pieces, and takes the end of the link for silence.
    """

    client: IMAPClient
    reaching: Callable[[str], AbstractContextManager[None]]

    def begin(self) -> None:
        """As `ports.Listening.begin`."""
        with self.reaching("starting to listen"):
            self.client.noop()  # what the server had to say until now would be in the way
            self.client.idle()

    def heard(self, seconds: float) -> bool:
        """As `ports.Listening.heard`; the end of the link is heard too, and found by `end`."""
        with self.reaching("listening"), selectors.DefaultSelector() as selector:
            link = self.client.socket()
            if (decrypted := getattr(link, "pending", None)) and decrypted():
                return True
            selector.register(link, selectors.EVENT_READ)
            return bool(selector.select(seconds))

    def end(self) -> None:
        """As `ports.Listening.end`; the link's time-out holds for DONE as for every command."""
        with self.reaching("ending to listen"):
            self.client.idle_done()
