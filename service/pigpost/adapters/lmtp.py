"""The door at which a mail server delivers (LMTP, RFC 2033): 250 for each recipient once it is stored.

A thread of its own runs one asyncio loop; mails are stored in a few threads more.
"""

import asyncio
import logging
from asyncio import AbstractServer
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock, Thread
from typing import Self

from pigpost.adapters.lmtp_session import LmtpLimits, LmtpSession
from pigpost.errors import ConfigError, OutOfReach
from pigpost.intake.deliver import Delivery
from pigpost.telemetry import trail

_STORING_THREADS = 4
_ENDS_WITHIN_SECONDS = 10

_log = logging.getLogger(__name__)


class LmtpServer:
    """Start it, stop it. What was answered with 250 when it stops is stored.

    `deliver` stores a mail; any exception of it is answered with 451, so that it is sent again.
    """

    def __init__(
        self,
        *,
        deliver: Callable[[Delivery], object],
        is_ours: Callable[[str], bool],
        limits: LmtpLimits,
        on_delivery: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_delivery` is called after each mail, in a thread that a client waits for: briefly."""
        self.limits = limits
        self.is_ours = is_ours
        self.port = 0
        """The true one once it has started."""
        self._deliver = deliver
        self._on_delivery = on_delivery
        self._sessions: set[LmtpSession] = set()
        self._storing = ThreadPoolExecutor(_STORING_THREADS, thread_name_prefix="lmtp-store")
        self._thread: Thread | None = None
        self._stop: Callable[[], object] = lambda: None
        self._socket: Path | None = None
        self._sent_away, self._lock = False, Lock()

    def start(self, *, host: str = "127.0.0.1", port: int = 0, socket: Path | None = None) -> None:
        """Returns when it listens; `ConfigError` when it can't."""
        listening: Future[None] = Future()
        serve = self._serve(listening, host, port, socket)
        self._thread = Thread(target=lambda: asyncio.run(serve), name="lmtp", daemon=True)
        self._thread.start()
        try:
            listening.result()
        except OSError as error:
            self._thread.join()
            self._thread = None
            where = f"socket {socket}" if socket else f"host {host}, port {port}"
            raise ConfigError(f"mail.lmtp can't listen at {where}: {error.strerror}") from error
        if socket is not None:
            socket.chmod(0o660)  # for the mail server, by its group
            self._socket = socket

    def stop(self) -> None:
        """Cuts off all clients; a mail that is just being stored gets no answer and comes again."""
        if self._thread is not None:
            self._stop()
            self._thread.join(_ENDS_WITHIN_SECONDS)
            self._thread = None
        if self._socket is not None:
            self._socket.unlink(missing_ok=True)
        self._storing.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def sent_away(self) -> bool:
        """Whether a client was told to come again since this was last asked."""
        with self._lock:
            said, self._sent_away = self._sent_away, False
        return said

    # --- for the sessions --------------------------------------------------------------------------

    def enter(self, session: LmtpSession) -> bool:
        """Whether there is room for one more."""
        if len(self._sessions) >= self.limits.connections:
            self._send_away()
            return False
        self._sessions.add(session)
        return True

    def leave(self, session: LmtpSession) -> None:
        """It has ended."""
        self._sessions.discard(session)

    async def take(self, delivery: Delivery) -> bool:
        """Whether the mail is stored."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._storing, self._take, delivery)

    # -----------------------------------------------------------------------------------------------

    def _take(self, delivery: Delivery) -> bool:
        try:
            self._deliver(delivery)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the mail must come again
            words = fault if isinstance(fault, OutOfReach) else trail(fault)
            _log.error("a mail could not be stored, it will come again: %s", words)
            self._send_away()
            return False
        try:
            self._on_delivery()
        except Exception as fault:  # noqa: BLE001 - it is stored: the next tick finds it
            _log.warning("nobody could be woken: %s", trail(fault))
        return True

    def _send_away(self) -> None:
        with self._lock:
            self._sent_away = True

    async def _serve(
        self, listening: "Future[None]", host: str, port: int, socket: Path | None
    ) -> None:
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stopping.set)
        try:
            server = await self._listen(host, port, socket)
        except Exception as error:  # noqa: BLE001  (raised again in `start`)
            listening.set_exception(error)
            return
        listening.set_result(None)
        await stopping.wait()
        server.close()
        for session in list(self._sessions):
            session.end()

    async def _listen(self, host: str, port: int, socket: Path | None) -> AbstractServer:
        loop = asyncio.get_running_loop()
        if socket is not None:
            server: AbstractServer = await loop.create_unix_server(self._session, socket)
            return server
        inet = await loop.create_server(self._session, host, port)
        self.port = inet.sockets[0].getsockname()[1]
        return inet

    def _session(self) -> LmtpSession:
        return LmtpSession(self)
