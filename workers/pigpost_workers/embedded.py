"""Worker, beat and watcher as threads of this process, for a service without any server beside it."""

import threading
from typing import Self

from celery.beat import EmbeddedService
from celery.worker import WorkController

from pigpost.ports import Services
from pigpost_workers.app import app, use
from pigpost_workers.poll_inbox import poll_inbox
from pigpost_workers.watch_inbox import InboxWatcher, wants_watching

_THREADS = 2


class EmbeddedWorkers:
    """A Celery worker, beat and what listens at the inbox. `with` starts and stops them."""

    def __init__(self, services: Services) -> None:
        use(services)
        # Never `-B`: beat would become a process whose broker is another memory.
        self._worker = WorkController(
            app=app,
            pool_cls="threads",
            concurrency=_THREADS,
            hostname="pigpost@localhost",
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
        )
        # Its own choice of scheduler would keep a file wherever the process was started.
        self._beat = EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)
        self._thread = threading.Thread(target=self._worker.start, name="worker", daemon=True)
        self._watcher = InboxWatcher(services) if wants_watching(services) else None

    def __enter__(self) -> Self:
        self._thread.start()
        self._beat.start()
        poll_inbox.delay()
        if self._watcher is not None:
            self._watcher.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        if self._watcher is not None:
            self._watcher.__exit__()
        self._beat.stop()
        self._worker.stop()
        self._thread.join(timeout=10)


def wake_poll() -> None:
    """Asks for a poll now: mail has come."""
    poll_inbox.delay()
