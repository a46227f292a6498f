"""One worker as a process: says that it is ready, waits for a line, does everything once.

Arguments: the database's URL, the site's folder, what its clock says, and after how many steps it
dies by SIGKILL (0: not at all).
"""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import cast

from pigpost.intake.play_bots import play_bots
from pigpost.intake.poll import poll_inbox
from pigpost.outbox.deliver import send_outbox
from pigpost.ports import MailSender, Services, Store
from pigpost.rounds.adjudicate import adjudicate_sealed_rounds
from pigpost.rounds.remind import send_reminders
from pigpost.rounds.seal import seal_due_rounds
from tests.workers.crashes import WatchedSender, WatchedStore
from tests.workers.shared_site import SharedSite


def main(url: str, folder: str, at: str, die_at: str) -> None:
    site = SharedSite(url=url, folder=Path(folder))
    with site.opened(datetime.fromisoformat(at)) as post:
        services = _mortal(post.services, _death(int(die_at)))
        print("ready", flush=True)  # noqa: T201
        sys.stdin.readline()
        _work(services, owner=str(os.getpid()))


def _work(services: Services, owner: str) -> None:
    play_bots(services)
    poll_inbox(services, owner=owner)
    seal_due_rounds(services)
    adjudicate_sealed_rounds(services)
    send_reminders(services)
    send_outbox(services, owner=owner)


def _mortal(services: Services, step: Callable[[str], None]) -> Services:
    return replace(
        services,
        store=cast("Store", WatchedStore(services.store, step)),
        sender=cast("MailSender", WatchedSender(services.sender, step)),
    )


def _death(die_at: int) -> Callable[[str], None]:
    steps = count(1)

    def step(_: str) -> None:
        if next(steps) == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    return step


if __name__ == "__main__":
    main(*sys.argv[1:])
