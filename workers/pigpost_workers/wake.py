"""Wakes the reader of mails from another process, as far as there is a broker to carry it.

A broker that does not answer costs nothing but the wake-up: the next tick finds the mail.
"""

import logging
import threading
from queue import SimpleQueue
from typing import Self

from pigpost.ports import Services
from pigpost.telemetry import trail
from pigpost_workers.app import use
from pigpost_workers.poll_inbox import poll_inbox

_log = logging.getLogger(__name__)


class Waker:
    """Many calls of `wake` in a short time become few wake-ups. `with` starts and stops it."""

    def __init__(self, services: Services, *, ends_within_seconds: float = 3.0) -> None:
        use(services)
        self._carried = not services.settings.broker.url.startswith("memory:")
        self._ends_within_seconds = ends_within_seconds
        self._asked: SimpleQueue[str | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="waker", daemon=True)

    def wake(self) -> None:
        """Returns at once."""
        if self._carried and self._asked.empty():
            self._asked.put("poll")

    def __enter__(self) -> Self:
        if self._carried:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._carried:
            self._asked.put(None)
            self._thread.join(self._ends_within_seconds)  # a silent broker is not waited for

    def _run(self) -> None:
        while self._asked.get():
            try:
                poll_inbox.apply_async(retry=False)
            except Exception as fault:  # noqa: BLE001 - it is only a wake-up
                _log.warning("nobody could be woken, the next tick will do: %s", trail(fault))
