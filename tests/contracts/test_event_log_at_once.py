"""Many at once: nobody loses an event, nobody sees half of one."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event, Thread

from pigpost.adapters.sql.store import SqlStore
from pigpost.errors import AlreadyRecorded, VersionConflict
from pigpost.events.merkle import Tree
from tests.contracts.samples import STREAM, order, orders

WRITERS = 20
KILLED = Path(__file__).with_name("killed.py")


def test_of_twenty_appends_on_one_expected_version_exactly_one_wins(store: SqlStore) -> None:
    outcomes = _at_once(store, expected=0)
    assert outcomes.count("written") == 1
    assert outcomes.count("conflict") == WRITERS - 1
    _assert_whole(store, size=1)


def test_of_twenty_appends_on_any_version_all_are_stored(store: SqlStore) -> None:
    assert _at_once(store, expected=None) == ["written"] * WRITERS
    _assert_whole(store, size=WRITERS)


def test_of_twenty_appends_with_one_key_exactly_one_is_stored(store: SqlStore) -> None:
    outcomes = _at_once(store, expected=None, idem="mail:inbox:ab:1")
    assert sorted(outcomes) == ["known"] * (WRITERS - 1) + ["written"]
    _assert_whole(store, size=1)


def test_a_reader_by_position_misses_nothing_while_a_writer_sleeps(
    open_store: Callable[[], SqlStore],
) -> None:
    slow, quick, reader = open_store(), open_store(), open_store()
    wrote, go_on = Event(), Event()

    def write_and_sleep() -> None:
        with slow.writing() as tx:
            tx.log.append("game-slow", [order(1)], expected=0)
            wrote.set()
            assert go_on.wait(10)

    def write_quickly() -> None:
        with quick.writing() as tx:
            tx.log.append("game-quick", [order(2)], expected=0)

    sleeper, follower = Thread(target=write_and_sleep), Thread(target=write_quickly)
    sleeper.start()
    assert wrote.wait(10)
    follower.start()
    seen = _positions(reader, after=0)
    assert seen == []
    go_on.set()
    sleeper.join(10)
    seen += _positions(reader, after=max(seen, default=0))
    follower.join(10)
    seen += _positions(reader, after=max(seen, default=0))
    assert seen == [1, 2]


def test_a_reader_sees_one_state_of_the_database(open_store: Callable[[], SqlStore]) -> None:
    reader, writer = open_store(), open_store()
    with reader.reading() as tx:
        assert tx.log.head().size == 0
        with writer.writing() as other:
            other.log.append(STREAM, [order(1)], expected=0)
        assert list(tx.log.entries()) == []
    assert _positions(reader, after=0) == [1]


def test_a_process_killed_between_two_statements_leaves_all_or_nothing(
    backend_url: str, store: SqlStore
) -> None:
    killed = int(_run_until_killed(backend_url, "before"))
    assert killed > 20
    _assert_whole(store, size=0)
    _run_until_killed(backend_url, "after")
    _assert_whole(store, size=5)


def test_a_batch_is_one_append(store: SqlStore) -> None:
    with store.writing() as tx:
        tx.log.append(STREAM, list(orders(1, 50)), expected=0)
    _assert_whole(store, size=50)


def _run_until_killed(url: str, when: str) -> str:
    done = subprocess.run(
        [sys.executable, KILLED, url, when],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        timeout=60,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _at_once(store: SqlStore, *, expected: int | None, idem: str | None = None) -> list[str]:
    barrier = Barrier(WRITERS)

    def write(uid: int) -> str:
        barrier.wait(10)
        try:
            with store.writing() as tx:
                tx.log.append(STREAM, [order(uid, idem=idem)], expected=expected)
        except VersionConflict:
            return "conflict"
        except AlreadyRecorded:
            return "known"
        return "written"

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(write, range(1, WRITERS + 1)))


def _positions(store: SqlStore, *, after: int) -> list[int]:
    with store.reading() as tx:
        return [entry.pos for entry in tx.log.entries(after=after)]


def _assert_whole(store: SqlStore, *, size: int) -> None:
    with store.reading() as tx:
        entries, head, leaves = list(tx.log.entries()), tx.log.head(), tx.log.leaves()
    streams = {entry.stream for entry in entries}
    versions = [[e.ver for e in entries if e.stream == stream] for stream in streams]
    assert [entry.pos for entry in entries] == list(range(1, size + 1))
    assert all(vers == list(range(1, len(vers) + 1)) for vers in versions)
    assert (head.size, head.root) == (size, Tree(leaves).root.hex())
    for entry in entries:
        assert (entry.sealed is None) == (entry.sealed_digest == "-")
        assert (entry.personal is None) == (entry.personal_digest == "-")
