"""What an append costs above its bare rows: `python ops/bench/log.py [POSTGRESQL_URL ANOTHER_URL]`.

The service and a driver that does nothing but insert the same rows into the same tables, guards
and durability included, take turns in one run, so that the noise of machine and disk hits both
alike. A figure is our rate as a share of the driver's, the median over the turns: 1.00 would be for
nothing. PostgreSQL is measured where two empty databases are named.
"""

import hashlib
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from statistics import median
from time import perf_counter, process_time

from sqlalchemy import Connection

from pigpost.adapters.entropy import SystemEntropy
from pigpost.adapters.sql.engine import driver_of, is_sqlite, writing_engine
from pigpost.adapters.sql.entries import Row, Statements
from pigpost.adapters.sql.migrate import upgrade
from pigpost.adapters.sql.store import SqlStore
from pigpost.events.record import Addition, Entry, Part
from pigpost.events.types import Mailed, OrderAccepted, SealedOrder

STREAM = "game-bench"
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
TURNS = 60
COMMITS = {1: 20, 50: 4}
"""Orders in a commit -> commits in a turn."""
GOALS = {
    "SQLite, synchronous=FULL": {1: 0.70, 50: 0.35},
    "PostgreSQL": {1: 0.55, 50: 0.15},
}

EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SEALED = "INSERT INTO sealed VALUES (?, ?, ?)"
PERSONAL = "INSERT INTO personal VALUES (?, ?, ?)"


def main() -> None:
    """Measures SQLite in files of its own, then what is named."""
    sqlite, postgresql = GOALS
    with tempfile.TemporaryDirectory() as folder:
        _measure(sqlite, f"sqlite:///{folder}/a.db", f"sqlite:///{folder}/b.db")
    if len(sys.argv) > 1:
        _measure(postgresql, *sys.argv[1:])


def _measure(database: str, ours: str, bare: str) -> None:
    for url in (ours, bare):
        upgrade(url)
    store, orders = SqlStore(ours, entropy=SystemEntropy()), _orders()
    with writing_engine(bare).connect() as connection:
        for size, commits in COMMITS.items():
            shares, walls, cpus = [], [], []
            for _ in range(TURNS):
                batches = [list(islice(orders, size)) for _ in range(commits)]
                wall, cpu = _append(store, batches)
                shares.append(_insert(connection, _stored(store, commits * size), size) / wall)
                walls.append(wall / commits)
                cpus.append(cpu / commits)
            print(
                f"{database}, a commit of {size:<2}  {median(shares):5.2f}x of the bare driver "
                f"(goal >= {GOALS[database][size]:.2f}); {1e6 * median(walls):,.0f} us each, "
                f"{1e6 * median(cpus):,.0f} us of processor time"
            )
    store.close()


def _append(store: SqlStore, batches: list[list[Addition]]) -> tuple[float, float]:
    wall, cpu = perf_counter(), process_time()
    for batch in batches:
        with store.writing() as tx:
            tx.log.append(STREAM, batch, expected=None)
    return perf_counter() - wall, process_time() - cpu


def _insert(connection: Connection, entries: list[Entry], size: int) -> float:
    """The bare driver: the rows and nothing but the rows."""
    driver, statements = driver_of(connection), Statements(connection)
    rows = [(_event(e), _part(e, e.sealed), _part(e, e.personal)) for e in entries]
    batches = [list(zip(*rows[i : i + size], strict=True)) for i in range(0, len(rows), size)]
    began = perf_counter()
    for events, sealed, personal in batches:
        if is_sqlite(connection):
            driver.execute("BEGIN IMMEDIATE")
        statements.insert(EVENT, list(events))
        statements.insert(SEALED, list(sealed))
        statements.insert(PERSONAL, list(personal))
        driver.execute("COMMIT")
    return perf_counter() - began


def _stored(store: SqlStore, number: int) -> list[Entry]:
    """The newest entries."""
    with store.reading() as tx:
        return list(tx.log.entries(after=tx.log.head().size - number))


def _event(entry: Entry) -> Row:
    return (
        entry.pos,
        entry.stream,
        entry.ver,
        entry.type,
        entry.v,
        entry.idem,
        entry.head,
        entry.sealed_digest,
        entry.personal_digest,
        entry.leaf,
    )


def _part(entry: Entry, part: Part | None) -> Row:
    assert part is not None
    return entry.pos, part.salt, part.body


def _orders() -> Iterator[Addition]:
    uid = 0
    while True:
        uid += 1
        digest = hashlib.sha256(str(uid).encode()).hexdigest()
        order = OrderAccepted(
            at=NOON,
            by="p1",
            round=1,
            arrived_at=NOON,
            uid=uid,
            sealed=SealedOrder(seat="p1", order="THROWS 4"),
            personal=Mailed(
                words="My turn will end with the fourth throw.",
                mail_sha256=digest,
                sender="Bill <bill@example.org>",
                dated="Mon, 2 Mar 2026 12:00:00 +0000",
            ),
        )
        yield Addition(event=order, idem=f"mail:inbox:{digest}:1")


if __name__ == "__main__":
    main()
