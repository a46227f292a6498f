"""How the service feels on one machine: `python ops/bench/service.py`, in about a minute.

Each figure stands beside its limit, as a share of it; exit code 1 when one is past its limit.
"""

import imaplib
import os
import re
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from statistics import median

PIGPOST = str(Path(sys.prefix) / "bin" / "pigpost")
STARTS, MAILS = 7, 10
SETTLE_SECONDS, IDLE_SECONDS, WAIT_SECONDS = 5, 25, 30
HELP_SECONDS, IDLE_CPU, IDLE_MEGABYTES, ANSWER_SECONDS = 0.5, 0.03, 150, 2.0
ENVIRONMENT = {
    **os.environ,
    "PIGPOST_WEB__PORT": "0",
    "PIGPOST_MAIL__EMBEDDED__IMAP_PORT": "0",
    "PIGPOST_MAIL__EMBEDDED__SMTP_PORT": "0",
    "PIGPOST_MAIL__ANSWERS_PER_HOUR": "100",
}
GAME, BILL = "spring-pigs", "bill@localhost"


def main() -> None:
    """Measures everything on a site of its own."""
    shares = [_start()]
    with tempfile.TemporaryDirectory(prefix="pigpost-bench-") as folder:
        site = Path(folder) / "site"
        _pigpost("init", str(site), "--yes")
        _make_a_game(site)
        with _service(site) as (process, imap_port, smtp_port):
            shares += _idle(process.pid)
            shares.append(_answers(site, imap_port, smtp_port))
            shares.append(_memory(process.pid, "memory after work"))
    sys.exit(int(max(shares) > 1))


def _start() -> float:
    bare = median(_seconds(sys.executable, "-c", "pass") for _ in range(STARTS))
    helped = median(_seconds(PIGPOST, "--help") for _ in range(STARTS))
    words = f"{helped / bare:.1f} times `python -c pass`"
    return _tell("pigpost --help", helped, HELP_SECONDS, "s", words)


def _idle(pid: int) -> list[float]:
    time.sleep(SETTLE_SECONDS)
    before = _cpu_seconds(pid)
    time.sleep(IDLE_SECONDS)
    cpu = (_cpu_seconds(pid) - before) / IDLE_SECONDS
    return [
        _tell("idle CPU", 100 * cpu, 100 * IDLE_CPU, "%", f"over {IDLE_SECONDS} s"),
        _memory(pid, "idle memory"),
    ]


def _memory(pid: int, what: str) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    kilobytes = dict(re.findall(r"(\w+):\s+(\d+) kB", status))
    words = f"at most {int(kilobytes['VmHWM']) / 1000:.0f} so far"
    return _tell(what, int(kilobytes["VmRSS"]) / 1000, IDLE_MEGABYTES, "MB", words)


def _answers(site: Path, imap_port: int, smtp_port: int) -> float:
    password = (site / "keys" / "mailbox.password").read_text("utf-8").strip()
    first, *others = [_answer(n, imap_port, smtp_port, password) for n in range(1, MAILS + 2)]
    words = f"slowest {max(others):.2f}, the first after the start {first:.2f}"
    return _tell("mail to answer", median(others), ANSWER_SECONDS, "s", words)


def _answer(number: int, imap_port: int, smtp_port: int, password: str) -> float:
    """From the server's 250 for an order until the receipt can be read in the player's mailbox."""
    with imaplib.IMAP4("127.0.0.1", imap_port) as link:
        link.login(BILL, password)
        link.select("INBOX", readonly=True)
        before = _count(link)
        _send(number, smtp_port)
        began = time.perf_counter()
        _wait(lambda: _count(link) > before)
        return time.perf_counter() - began


def _count(link: imaplib.IMAP4) -> int:
    link.noop()
    return len(link.search(None, "ALL")[1][0].split())


def _send(number: int, smtp_port: int) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = f"Bill <{BILL}>", f"pigs+{GAME}@localhost"
    mail["Subject"], mail["Message-ID"] = "my order", make_msgid(domain="localhost")
    mail.set_content(f"Turn will end after {number} throws.")
    with smtplib.SMTP("127.0.0.1", smtp_port, local_hostname="localhost") as link:
        link.send_message(mail)


def _make_a_game(site: Path) -> None:
    config = ("--config", str(site / "pigpost.toml"))
    _pigpost(*config, "game", "new", GAME, "--identity", "address")
    for name in ("Bill", "Karen"):
        address = f"{name.lower()}@localhost"
        _pigpost(*config, "player", "add", GAME, "--name", name, "--address", address)
    _pigpost(*config, "game", "start", GAME)


@contextmanager
def _service(site: Path) -> Iterator[tuple["subprocess.Popen[str]", int, int]]:
    """`pigpost up` and its ports, when the opening mails have gone out."""
    talk = site / "talk"
    with talk.open("w") as said:
        process = subprocess.Popen([PIGPOST, "up"], cwd=site, env=ENVIRONMENT, stderr=said)
    try:
        _wait(lambda: "Ctrl-C" in talk.read_text("utf-8"))
        ports = re.search(r"IMAP 127.0.0.1:(\d+), SMTP 127.0.0.1:(\d+)", talk.read_text("utf-8"))
        assert ports is not None
        _wait(lambda: any((site / "mail" / BILL / "new").glob("*")))
        yield process, int(ports[1]), int(ports[2])
    finally:
        process.terminate()
        process.wait(WAIT_SECONDS)


def _wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not until():
        if time.monotonic() > end:
            sys.exit(f"nothing happened within {WAIT_SECONDS} s")
        time.sleep(0.01)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _seconds(*command: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=WAIT_SECONDS)
    return time.perf_counter() - began


def _pigpost(*words: str) -> None:
    subprocess.run(
        [PIGPOST, *words], check=True, capture_output=True, env=ENVIRONMENT, timeout=WAIT_SECONDS
    )


def _tell(what: str, value: float, limit: float, unit: str, words: str) -> float:
    share = value / limit
    print(f"{what:<18} {value:8.2f} {unit:<2} {share:6.2f} of {limit:g} {unit}; {words}")
    return share


if __name__ == "__main__":
    main()
