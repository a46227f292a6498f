"""Reading an inbox beside a loop that only copies it: `python ops/bench/intake.py [MAILS]`.

The peer is a bare IMAPClient loop: each mail is fetched and put into a SQLite file, durably, as it
comes. We fetch and store the same mails from the same Dovecot with the same durability, then read
every one, act on it and compose its answer. Both take turns in one run, and a figure is our rate as
a share of the peer's, the median over the turns. With 50000 MAILS the memory tells whether it stays
flat; they are mails of machines then, but for one in fifty: an order takes its time.
"""

import resource
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from email import policy
from email.message import EmailMessage
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))  # the servers are those of the tests

from imapclient import IMAPClient

from pigpost.adapters.keys import make_keys
from pigpost.adapters.sql.migrate import upgrade
from pigpost.bootstrap import build
from pigpost.config import Settings
from pigpost.games.kinds import Settings as GameSettings
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.intake.poll import fetch_new_mail
from pigpost.intake.receive import read_stored
from pigpost.ports import Services
from pigpost.rounds.start import start_game
from pigpost.seats.create import create_game
from pigpost.seats.invite import NewPlayer, add_player
from tests.servers.dovecot import DovecotServer, dovecot_server

TURNS, USUAL_MAILS, MANY = 3, 400, 5000
GAMES, NAMES = 50, ("Bill", "Karen", "Ted", "Ann")
ORDERS_AMONG_MANY = 50
GOAL, FLAT_MEGABYTES = 0.40, 60


def main() -> None:
    """Measures on a Dovecot and a site of its own."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL_MAILS
    with tempfile.TemporaryDirectory(prefix="pigpost-bench-") as name, dovecot_server() as server:
        folder = Path(name)
        _make_a_site(folder, server)
        rare = ORDERS_AMONG_MANY if number >= MANY else 1
        server.put(_mail(n, is_order=n % rare == 0) for n in range(number))
        if number < MANY:
            _take_turns(folder, server, number)
        else:
            _watch_memory(folder, server, number)


def _take_turns(folder: Path, server: DovecotServer, number: int) -> None:
    stored, answered, bare_seconds, read_seconds = [], [], [], []
    for turn in range(TURNS):
        bare = _seconds(lambda turn=turn: _copy(folder / f"bare-{turn}.db", server))
        services = _site(folder, server, f"turn-{turn}.db")
        fetched = _seconds(lambda services=services: fetch_new_mail(services, owner="bench"))
        read = _seconds(lambda services=services: read_stored(services))
        _check(services, number)
        stored.append(bare / fetched)
        answered.append(bare / (fetched + read))
        bare_seconds.append(bare)
        read_seconds.append(read)
    print(
        f"fetched and stored          {median(stored):5.2f}x of the bare loop (goal >= {GOAL:.2f}), "
        f"which does {number / median(bare_seconds):,.0f} mails a second"
    )
    print(
        f"the same, read and answered {median(answered):5.2f}x of the bare loop (goal >= {GOAL:.2f}); "
        f"reading and answering: {1000 * median(read_seconds) / number:.1f} ms a mail"
    )


def _watch_memory(folder: Path, server: DovecotServer, number: int) -> None:
    services = _site(folder, server, "many.db")
    before = _peak_megabytes()
    fetched = _seconds(lambda: fetch_new_mail(services, owner="bench"))
    after_fetch = _peak_megabytes()
    read = _seconds(lambda: read_stored(services))
    _check(services, number)
    grown = _peak_megabytes() - before
    print(
        f"{number:,} mails waiting: stored in {fetched:.0f} s, read in {read:.0f} s; memory grew by "
        f"{after_fetch - before:.0f} MB, then to {grown:.0f} MB (goal <= {FLAT_MEGABYTES})"
    )
    sys.exit(int(grown > FLAT_MEGABYTES))


def _copy(file: Path, server: DovecotServer) -> None:
    """The peer: fetch a mail, insert it, commit; and nothing else."""
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as connection,
        IMAPClient("127.0.0.1", server.imap_port, ssl=False) as client,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE mail (uid INTEGER PRIMARY KEY, at TEXT, raw BLOB)")
        client.login(server.user, server.password)
        client.select_folder("INBOX", readonly=True)
        for uid in client.search("ALL"):
            mail = client.fetch([uid], ["INTERNALDATE", "BODY.PEEK[]"])[uid]
            row = (uid, mail[b"INTERNALDATE"].isoformat(), mail[b"BODY[]"])
            connection.execute("INSERT INTO mail VALUES (?, ?, ?)", row)


def _make_a_site(folder: Path, server: DovecotServer) -> None:
    """Keys and a database with running games, of which each turn takes a copy."""
    make_keys(folder / "keys")
    services = _site(folder, server, "site.db")
    for number in range(GAMES):
        game = f"game-{number}"
        create_game(
            services,
            game,
            title="Spring Pigs",
            settings=GameSettings(weights=STANDARD_WEIGHTS),
            schedule="every 30 days",
            timezone="UTC",
            identity="address",
            early=False,
        )
        for name in NAMES:
            player = NewPlayer(
                name=name, address=_address(name, number), language="en", timezone="UTC"
            )
            add_player(services, game, player)
        start_game(services, game)


def _site(folder: Path, server: DovecotServer, database: str) -> Services:
    if database == "site.db":
        upgrade(f"sqlite:///{folder}/site.db")
    else:
        for file in folder.glob("site.db*"):
            shutil.copy(file, folder / file.name.replace("site.db", database))
    imap = {"host": "127.0.0.1", "port": server.imap_port, "tls": False}
    return build(
        Settings(
            directory=folder,
            database={"url": f"sqlite:///{database}"},
            mail={
                "mode": "imap",
                "address": "pigs+{game}@localhost",
                "answers_per_hour": 1000,
                "answers_per_hour_in_all": 1_000_000,
                "imap": imap | {"user": server.user, "password": server.password},
            },
        )
    )


def _check(services: Services, number: int) -> None:
    with services.store.reading() as tx:
        mails = tx.mails.counts()
    assert sum(mails.values()) == number, mails
    assert set(mails) <= {"read", "machine"}, mails


def _address(name: str, number: int) -> str:
    return f"{name.lower()}-{number}@mill.example"


def _mail(number: int, *, is_order: bool) -> bytes:
    name, game = NAMES[number % len(NAMES)], number // len(NAMES) % GAMES
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = f"{name} <{_address(name, game)}>"
    mail["To"] = f"pigs+game-{game}@localhost"
    mail["Subject"] = "my order"
    mail["Message-ID"] = f"<{number}@mill.example>"
    if not is_order:
        mail["Auto-Submitted"] = "auto-replied"
    mail.set_content(f"Turn will end after {number % 7 + 2} throws.\n\nBest wishes\n{name}\n")
    return mail.as_bytes()


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


if __name__ == "__main__":
    main()
