"""`pigpost mail deliver` as a mail server runs it: 0 means stored, anything else comes again."""

import os
import pty
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from textwrap import dedent

import pytest
from redis import Redis

from pigpost.adapters.keys import make_keys
from tests.doors.by_hand import GAME_ADDRESS, SENDER
from tests.e2e.command import PIGPOST
from tests.post import a_mail
from tests.servers.redis import redis_server

pytestmark = pytest.mark.slow  # every test starts programs

WORDS = ("mail", "deliver", "--sender", SENDER, "--", GAME_ADDRESS)
STORED, USAGE, TRY_AGAIN = 0, 64, 75


@pytest.fixture
def site(migrated_file: Path, tmp_path: Path) -> Path:
    """A folder with a configuration, keys and an empty database."""
    (tmp_path / "pigpost.db").write_bytes(migrated_file.read_bytes())
    (tmp_path / "pigpost.toml").write_text(
        dedent("""\
        [mail]
        mode = "pipe"
        address = "pigs+{game}@pigs.example"
        max_bytes = 20000
        """)
    )
    make_keys(tmp_path / "keys")
    return tmp_path


def piped(
    site: Path, raw: bytes, *words: str, program: tuple[str, ...] = (PIGPOST,), **env: str
) -> tuple[int, str]:
    done = subprocess.run(
        [*program, *(words or WORDS)],
        cwd=site,
        input=raw,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **env},
    )
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()


def stored(site: Path) -> list[tuple[bytes, str]]:
    with closing(sqlite3.connect(site / "pigpost.db")) as database:
        return list(database.execute("SELECT raw, state FROM mail ORDER BY id"))


def test_a_mail_in_a_pipe_is_stored_with_its_envelope(site: Path) -> None:
    raw = a_mail("Bill", "THROWS 3")
    assert piped(site, raw.replace(b"\r\n", b"\n")) == (STORED, "")
    top = f"Return-Path: <{SENDER}>\r\nDelivered-To: {GAME_ADDRESS}\r\n".encode()
    assert stored(site) == [(top + raw, "stored")]
    assert (
        piped(site, b"From bill Mon Mar  2 18:00:00 2026\n" + raw, "mail", "deliver")[0] == STORED
    )
    assert stored(site)[1] == (None, "duplicate")


def test_an_empty_mail_is_a_mail_too(site: Path) -> None:
    assert piped(site, b"") == (STORED, "")


def test_a_huge_mail_is_stored_as_its_headers_and_read_to_its_end(site: Path) -> None:
    raw = b"Subject: big\n\n" + b"x" * 5_000_000
    assert piped(site, raw, "mail", "deliver") == (STORED, "")
    assert stored(site) == [(b"Subject: big\r\n\r\n", "stored")]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mail", "deliver", "--sender"), "requires an argument"),
        (("mail", "deliver", "--evil"), "No such option"),
        (("--config", "nowhere.toml", "mail", "deliver"), "there is no nowhere.toml"),
    ],
)
def test_a_mistake_in_the_mail_server_s_configuration_costs_no_mail(
    site: Path, words: tuple[str, ...], said: str
) -> None:
    code, words_said = piped(site, a_mail("Bill", "THROWS 3"), *words)
    assert (code, said in words_said) == (TRY_AGAIN, True), words_said
    assert stored(site) == []


@pytest.mark.parametrize("words", [("mail", "deliver"), ("mail", "deliver", "--evil")])
def test_at_a_terminal_there_is_no_mail_to_lose(site: Path, words: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [PIGPOST, *words], cwd=site, stdin=theirs, capture_output=True, timeout=60, check=False
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == USAGE


@pytest.mark.parametrize("words", [WORDS, ("mail", "deliver", "--evil")])
@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-", "<&-", "<&- 2>/dev/full >&-"])
def test_a_fault_that_can_t_be_told_to_anybody_costs_no_mail(
    site: Path, words: tuple[str, ...], streams: str
) -> None:
    """A log file on the same full disk: any other code would have the mail sent back."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" "$@" {streams}', PIGPOST, *words],
        cwd=site,
        input=a_mail("Bill", "THROWS 3"),
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PIGPOST_DATABASE__URL": f"sqlite:///{site}/nowhere/pigpost.db"},
    )
    assert done.returncode == TRY_AGAIN


def test_a_mail_is_stored_though_nothing_can_be_told(site: Path) -> None:
    raw = a_mail("Bill", "THROWS 3")
    shell = ("sh", "-c", '"$0" "$@" 2>/dev/full >/dev/full', PIGPOST)
    broker = "redis://127.0.0.1:1/0"  # of which a warning would tell
    assert piped(site, raw, program=shell, PIGPOST_BROKER__URL=broker)[0] == STORED
    assert [state for _, state in stored(site)] == ["stored"]


def test_a_mistake_in_our_configuration_costs_no_mail(site: Path) -> None:
    code, said = piped(site, a_mail("Bill", "THROWS 3"), PIGPOST_MAIL__MAX_BYTES="many")
    assert (code, "mail.max_bytes" in said) == (TRY_AGAIN, True)


def test_a_database_that_is_locked_is_tried_again_later(site: Path) -> None:
    raw = a_mail("Bill", "THROWS 3")
    with locked(site):
        code, said = piped(site, raw)
    assert (code, "locked" in said) == (TRY_AGAIN, True)
    assert "THROWS" not in said
    assert piped(site, raw) == (STORED, "")
    assert len(stored(site)) == 1


def test_a_database_that_is_not_there_or_not_migrated_is_tried_again_later(site: Path) -> None:
    for name in ("missing/pigpost.db", "empty.db"):
        url = f"sqlite:///{site / name}"
        assert piped(site, b"Subject: x\n\n", PIGPOST_DATABASE__URL=url)[0] == TRY_AGAIN
    url = "postgresql+psycopg://nobody@127.0.0.1:1/none"
    assert piped(site, b"Subject: x\n\n", PIGPOST_DATABASE__URL=url)[0] == TRY_AGAIN


def test_a_disk_that_is_full_is_tried_again_later(site: Path) -> None:
    """The limit of file size stands for it: SQLite is told that it can't write."""
    with closing(sqlite3.connect(site / "pigpost.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")
    blocks = (site / "pigpost.db").stat().st_size // 1024 + 8
    shell = ("bash", "-c", f'trap "" XFSZ; ulimit -f {blocks}; exec "$0" "$@"', PIGPOST)
    raw = b"Subject: x\n\n" + b"".join(b"%072d\n" % n for n in range(16_000))
    code, said = piped(site, raw, program=shell, PIGPOST_MAIL__MAX_BYTES="2000000")
    assert (code, "out of reach" in said) == (TRY_AGAIN, True), said
    assert stored(site) == []
    assert piped(site, raw, PIGPOST_MAIL__MAX_BYTES="2000000") == (STORED, "")


def test_a_kill_before_the_commit_stores_nothing_and_the_next_try_stores_it(site: Path) -> None:
    raw = a_mail("Bill", "THROWS 3")
    with locked(site), running(site) as process:
        assert process.stdin is not None
        process.stdin.write(raw)
        process.stdin.close()
        time.sleep(1.5)  # it waits for the lock by now
        process.kill()
        assert process.wait(20) == -signal.SIGKILL
    assert stored(site) == []
    assert piped(site, raw) == (STORED, "")
    assert [state for _, state in stored(site)] == ["stored"]


def test_a_kill_after_the_commit_leaves_one_mail_however_often_it_comes_again(site: Path) -> None:
    """The wake-up is where it dies: the mail server has no answer and tries again."""
    raw, silent = a_mail("Bill", "THROWS 3"), "rediss://192.0.2.1:6379/0"
    with running(site, PIGPOST_BROKER__URL=silent) as process:
        assert process.stdin is not None
        process.stdin.write(raw)
        process.stdin.close()
        while not stored(site):
            time.sleep(0.02)
        process.kill()
        assert process.wait(20) in (-signal.SIGKILL, STORED)
    assert piped(site, raw) == (STORED, "")
    assert [state for _, state in stored(site)] == ["stored", "duplicate"]


def test_a_broker_that_does_not_answer_keeps_no_mail_server_waiting(site: Path) -> None:
    begun = time.monotonic()
    code, _ = piped(site, b"Subject: x\n\n", PIGPOST_BROKER__URL="redis://127.0.0.1:1/0")
    assert code == STORED
    assert time.monotonic() - begun < 20


@pytest.mark.servers
def test_the_reader_is_woken_where_there_is_a_broker(site: Path, tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    with redis_server(tmp_path / "redis") as server:
        assert piped(site, b"Subject: x\n\n", PIGPOST_BROKER__URL=server.url) == (STORED, "")
        with Redis.from_url(server.url) as link:
            assert link.llen("celery") == 1


def test_many_pipes_at_once_store_every_mail(site: Path) -> None:
    raws = [a_mail("Bill", f"hello {n}") for n in range(6)]
    with ThreadPoolExecutor(6) as servers:
        assert list(servers.map(lambda raw: piped(site, raw), raws)) == [(STORED, "")] * 6
    assert len({raw for raw, _ in stored(site)}) == 6


@pytest.mark.servers
def test_two_pipes_at_once_store_both_in_postgresql(site: Path, postgres_url: str) -> None:
    raws = [a_mail("Bill", f"hello {n}") for n in range(2)]
    with ThreadPoolExecutor(2) as servers:
        done = servers.map(
            lambda raw: piped(site, raw, PIGPOST_DATABASE__URL=postgres_url), [*raws, raws[0]]
        )
        assert list(done) == [(STORED, "")] * 3
    import psycopg

    with psycopg.connect(postgres_url.replace("+psycopg", "")) as link:
        rows = link.execute("SELECT uid, state FROM mail ORDER BY uid").fetchall()
    assert [uid for uid, _ in rows] == [2**32 + n for n in (1, 2, 3)]
    assert sorted(state for _, state in rows) == ["duplicate", "stored", "stored"]


@contextmanager
def locked(site: Path) -> Iterator[None]:
    """Somebody else writes, and does not end."""
    with closing(sqlite3.connect(site / "pigpost.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def running(site: Path, **env: str) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(
        [PIGPOST, *WORDS],
        cwd=site,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **env},
    ) as process:
        try:
            yield process
        finally:
            process.kill()
