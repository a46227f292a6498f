"""The post office that comes along (extra `demo`): mailboxes on disk, SMTP in, IMAP out.

For play and tests on one machine. It relays nothing: an address without a mailbox here is refused.
A thread of its own runs one asyncio loop, in which pymap and aiosmtpd serve the same folders.
"""

import asyncio
from asyncio import AbstractServer
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Self

from pigpost.adapters.postoffice_imap import ImapDesk
from pigpost.adapters.postoffice_mailboxes import Mailboxes
from pigpost.adapters.postoffice_smtp import SmtpDesk
from pigpost.errors import ConfigError


class PostOffice:
    """Start it, give it mailboxes, stop it; what it took is there again after the next start.

    `imap_port` and `smtp_port` are the true ones once it has started.
    """

    def __init__(
        self,
        directory: Path,
        host: str = "127.0.0.1",
        imap_port: int = 0,
        smtp_port: int = 0,
        on_delivery: Callable[[str], None] | None = None,
        password_for: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """Port 0 takes a free one.

        `password_for` is asked about an address without a mailbox when its first mail or login
        comes: with a password it gets one, with None mail and login are refused.

        `on_delivery` is told the mailbox (in lower case) of each mail that has come, in the
        office's own thread: it must not block.
        """
        self.host = host
        self.imap_port = imap_port
        self.smtp_port = smtp_port
        self._mailboxes = Mailboxes(directory, password_for)
        self._imap = ImapDesk(self._mailboxes)
        self._smtp = SmtpDesk(self._mailboxes, on_delivery)
        self._thread: Thread | None = None
        self._stop: Callable[[], object] = lambda: None

    def add_mailbox(self, address: str, password: str) -> None:
        """A mailbox, or a new password for one that is there; at any time, from any thread."""
        self._mailboxes.add(address, password)

    def start(self) -> None:
        """Returns when both ports listen; `ConfigError` when one is taken."""
        listening: Future[None] = Future()
        self._thread = Thread(
            target=lambda: asyncio.run(self._serve(listening)), name="postoffice", daemon=True
        )
        self._thread.start()
        try:
            listening.result()
        except OSError as error:
            keys = "mail.embedded.imap_port and smtp_port"
            what = f"does `pigpost up` run already? If not, change {keys}"
            self._thread.join()
            self._thread = None
            raise ConfigError(f"the post office can't listen ({error}): {what}") from error

    def stop(self) -> None:
        """Cuts off all clients and returns when the ports are free; harmless when not started."""
        if self._thread is not None:
            self._stop()
            self._thread.join()
            self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    async def _serve(self, listening: Future[None]) -> None:
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stopping.set)
        servers: list[AbstractServer] = []
        try:
            await self._listen(servers)
        except Exception as error:  # noqa: BLE001  (raised again in `start`)
            listening.set_exception(error)
        else:
            listening.set_result(None)
            await stopping.wait()
        for server in servers:
            server.close()  # the clients' tasks end with the loop: `asyncio.run` cancels them

    async def _listen(self, servers: list[AbstractServer]) -> None:
        imap = await asyncio.start_server(self._imap.serve, self.host, self.imap_port)
        servers.append(imap)
        loop = asyncio.get_running_loop()
        smtp = await loop.create_server(self._smtp.protocol, self.host, self.smtp_port)
        servers.append(smtp)
        self.imap_port, self.smtp_port = (
            server.sockets[0].getsockname()[1] for server in (imap, smtp)
        )
