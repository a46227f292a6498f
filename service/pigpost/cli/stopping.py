"""How a command that stays up is told to stop."""

import signal
import threading


def wait_for_the_end() -> None:
    """Returns at Ctrl-C or SIGTERM."""
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    done.wait()
