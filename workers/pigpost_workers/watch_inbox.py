"""Listens at the inbox in a thread of this process; a wake-up that is lost is made good by a tick."""

import threading
from typing import Self

from pigpost.intake.listen import listen_at_inbox
from pigpost.ports import Services
from pigpost_workers.app import owner
from pigpost_workers.poll_inbox import poll_inbox

_ENDS_WITHIN_SECONDS = 3


class InboxWatcher:
    """`with` starts and stops it. Any number may run: one of them listens."""

    def __init__(self, services: Services) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(
            target=listen_at_inbox,
            kwargs={
                "services": services,
                "owner": owner(),
                "wake": poll_inbox.delay,
                "over": self._over,
            },
            name="watcher",
            daemon=True,
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(_ENDS_WITHIN_SECONDS)  # a silent server is not waited for


def wants_watching(services: Services) -> bool:
    """The post office that comes along wakes by itself."""
    mail = services.settings.mail
    return mail.mode == "imap" and mail.imap.idle
