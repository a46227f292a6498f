"""A service of several processes: they share a database, an inbox and what was sent."""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from pigpost.adapters.keys import FileKeys
from pigpost.adapters.sql.store import SqlStore
from pigpost.ports import Services
from tests.fakes import CountingEntropy, FixedClock
from tests.post import FakeInbox, FakeSender, Post

CHECKOUT = Path(__file__).parents[2]
_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSite:
    """The folder holds the keys, the mails of the inbox, and a file for each mail that was sent."""

    url: str
    folder: Path

    @classmethod
    def of(cls, post: Post, folder: Path, url: str) -> "SharedSite":
        """A service as it stands, for processes to go on with; its keys lie in the folder."""
        site = cls(url=url, folder=folder)
        (folder / "outside").write_bytes(pickle.dumps((post.services.settings, post.inbox.mails)))
        (folder / "sent").mkdir()
        for recipient, message in post.sender.sent:
            SentFiles(folder / "sent").send(
                envelope_sender="", recipient=recipient, message=message.as_bytes()
            )
        return site

    @contextmanager
    def opened(self, at: datetime) -> Iterator[Post]:
        """The service as it is now."""
        clock = FixedClock(at)
        settings, mails = pickle.loads((self.folder / "outside").read_bytes())
        sent = SentFiles(self.folder / "sent")
        with closing(SqlStore(self.url, entropy=CountingEntropy())) as store:
            inbox = FakeInbox(clock, mails)
            services = Services(
                settings=settings,
                store=store,
                clock=clock,
                entropy=CountingEntropy(),
                keys=FileKeys(self.folder / "keys"),
                inbox=inbox,
                sender=sent,
            )
            sender = FakeSender(sent.all())
            yield Post(services=services, inbox=inbox, sender=sender, clock=clock)

    def work(self, ats: Sequence[datetime], *, die_at: int = 0) -> list[tuple[int, str]]:
        """A worker for each of these clocks, all let loose at once; exit code and complaints of each.

        With `die_at` each is killed (SIGKILL) after so many steps.
        """
        with ExitStack() as stack:
            workers = [stack.enter_context(self._worker(at, die_at)) for at in ats]
            for worker in workers:
                assert worker.stdout is not None
                assert worker.stdout.readline() == b"ready\n"
            for worker in workers:
                assert worker.stdin is not None
                worker.stdin.write(b"go\n")
                worker.stdin.flush()
            return [_end_of(worker) for worker in workers]

    @contextmanager
    def _worker(self, at: datetime, die_at: int) -> Iterator["subprocess.Popen[bytes]"]:
        words = [self.url, str(self.folder), at.isoformat(), str(die_at)]
        with subprocess.Popen(
            [sys.executable, "-m", "tests.workers.one_worker", *words],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as worker:
            try:
                yield worker
            finally:
                worker.kill()


def _end_of(worker: "subprocess.Popen[bytes]") -> tuple[int, str]:
    _, complaints = worker.communicate(timeout=_SECONDS)
    return worker.returncode, complaints.decode()


@dataclass(frozen=True, slots=True)
class SentFiles:
    """A mail server that keeps what it takes, one file a mail."""

    folder: Path

    def send(self, *, envelope_sender: str, recipient: str, message: bytes) -> str:
        del envelope_sender
        file = self.folder / f"{time.time_ns()}-{os.getpid()}"
        file.write_bytes(pickle.dumps((recipient, message)))
        return "250 taken"

    def all(self) -> list[tuple[str, EmailMessage]]:
        """Every mail taken, oldest first."""
        mails = [pickle.loads(file.read_bytes()) for file in sorted(self.folder.iterdir())]
        read = BytesParser(policy=policy.default).parsebytes
        return [(recipient, read(message)) for recipient, message in mails]
