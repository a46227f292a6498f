"""How long it takes to fold, to check and to export a long game: `python ops/bench/replay.py`.

Each figure is the median of several runs in one process, beside the time of a raw read of the
same rows with sqlite3 and nothing else.
"""

import hashlib
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter

from pigpost.adapters.sql.migrate import upgrade
from pigpost.adapters.sql.store import SqlStore
from pigpost.audit.export import export_game
from pigpost.events.commitment import commitment
from pigpost.events.record import Addition, Recorded
from pigpost.events.types import (
    Event,
    GameCreated,
    GameStarted,
    Mailed,
    OrderAccepted,
    OrdersSealed,
    PersonEntered,
    PlayerInvited,
    RoundOpened,
    RoundThrown,
    SealedOrder,
    SeatTaken,
)
from pigpost.games.adjudicate import RULES_ID
from pigpost.games.kinds import GameId
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.replay.fold import Folding, replay
from pigpost.replay.rounds import book, thrown
from pigpost.replay.verify import verify

GAME, STREAM = GameId("long"), "game-long"
ORDERS = ("THROWS 4", "AFTER p1", "TURN 15", "WHEN p1,p3")
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
RUNS = 7

RAW = """
    SELECT e.pos, e.ver, e.leaf, e.type, e.v, e.head, s.body, p.body
    FROM event e LEFT JOIN sealed s ON s.pos = e.pos LEFT JOIN personal p ON p.pos = e.pos
    WHERE e.stream = 'game-long' ORDER BY e.ver
"""


class CountingEntropy:
    """Salts 1, 2, 3 ...; seeds are made from the round's number."""

    def __init__(self) -> None:
        self._salts = 0

    def seed(self) -> bytes:
        """Never asked for."""
        raise NotImplementedError

    def salt(self) -> bytes:
        """The next number."""
        self._salts += 1
        return self._salts.to_bytes(16, "big")


def main() -> None:
    """Plays, measures, prints."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pigpost.db"
        url = f"sqlite:///{file}"
        upgrade(url)
        store = SqlStore(url, entropy=CountingEntropy())
        events = list(_events(rounds))
        with store.writing() as tx:
            tx.log.append(STREAM, [Addition(event=e) for e in events], expected=0)
        print(f"{len(events):,} events, {rounds:,} rounds, {len(ORDERS)} players")
        _measure(store, file)
        store.close()


def _measure(store: SqlStore, file: Path) -> None:
    raw = sqlite3.connect(file)
    with store.reading() as tx:
        recorded = tx.log.read(STREAM)
        packed = export_game(tx, GAME, origin="bench/pigpost")
        baseline = _timed("raw select", lambda: raw.execute(RAW).fetchall())
        for words, run in (
            ("read: select and decode", lambda: tx.log.read(STREAM)),
            ("fold alone", lambda: replay(recorded)),
            ("replay: read and fold", lambda: replay(tx.log.read(STREAM))),
            ("rounds alone: every throw and round again", lambda: _again(recorded)),
            ("replay with every throw and round again", lambda: _again(tx.log.read(STREAM))),
            (f"verify an export ({len(packed):,} bytes)", lambda: _verified(packed)),
            ("export", lambda: export_game(tx, GAME, origin="bench/pigpost")),
        ):
            _timed(words, run, baseline)
    raw.close()


def _timed(words: str, run: Callable[[], object], baseline: float | None = None) -> float:
    times = []
    for _ in range(RUNS):
        began = perf_counter()
        run()
        times.append(perf_counter() - began)
    middle = median(times)
    ratio = "" if baseline is None else f"  {middle / baseline:6.1f}x"
    print(f"{1000 * middle:9.1f} ms{ratio:9}  {words}")
    return middle


def _again(recorded: list[Recorded]) -> None:
    folding = Folding.begun(recorded[0])
    for one in recorded[1:]:
        event = one.event
        if isinstance(event, RoundThrown):
            assert thrown(folding.state, seed=bytes.fromhex(event.seed), at=event.at) == event
        folding.step(one)


def _verified(packed: bytes) -> None:
    assert all(finding.good for finding in verify(BytesIO(packed)))


def _events(rounds: int) -> Iterator[Event]:
    """A game that nobody can win, so that it goes on as long as is wanted."""
    folding: Folding | None = None
    ver = 0

    def kept(event: Event) -> Event:
        nonlocal folding, ver
        ver += 1
        one = Recorded(pos=ver, stream=STREAM, ver=ver, leaf="0" * 64, event=event)
        if folding is None:
            folding = Folding.begun(one)
        else:
            folding.step(one)
        return event

    yield from map(kept, _before())
    for number in range(1, rounds + 1):
        at, seed = NOON + timedelta(days=number), _seed(number)
        yield from map(kept, _opened(number, at, seed))
        assert folding is not None
        yield kept(
            OrdersSealed(
                at=at,
                by="service",
                round=number,
                attempt=1,
                orders_digest=book(folding.state).digest,
                polled_at=at,
                early=False,
            )
        )
        yield kept(thrown(folding.state, seed=seed, at=at))


def _before() -> Iterator[Event]:
    yield GameCreated(
        at=NOON,
        by="gm",
        game=GAME,
        title="Long",
        kind="postal_pigs",
        form="shared",
        target=1_000_000,
        piggyback="wipe",
        first_throw_scores=True,
        weights=STANDARD_WEIGHTS,
        rules=RULES_ID,
        level="sealed",
        schedule="Mon 18:00",
        timezone="UTC",
        identity="proven",
        early=False,
        public_key="00" * 32,
    )
    labels = tuple(f"p{n}" for n in range(1, len(ORDERS) + 1))
    for label in labels:
        person = PersonEntered(
            person=f"person-{label}",
            name=f"Player {label}",
            address=f"{label}@example.org",
            language="en",
            timezone="UTC",
        )
        yield PlayerInvited(at=NOON, by="gm", seat=label, personal=person)
        yield SeatTaken(at=NOON, by=label, seat=label)
    yield GameStarted(at=NOON, by="gm", seats=labels)


def _opened(number: int, at: datetime, seed: bytes) -> Iterator[Event]:
    yield RoundOpened(
        at=at,
        by="service",
        round=number,
        attempt=1,
        commitment=commitment(GAME, round=number, attempt=1, seed=seed),
        deadline=at + timedelta(days=1),
    )
    for seat, order in enumerate(ORDERS, 1):
        mailed = Mailed(
            words=f"my turn will end with {order}",
            mail_sha256=hashlib.sha256(order.encode()).hexdigest(),
            sender=f"p{seat}@example.org",
            dated="Mon, 2 Mar 2026 12:00:00 +0000",
        )
        yield OrderAccepted(
            at=at,
            by=f"p{seat}",
            round=number,
            arrived_at=at,
            uid=10 * number + seat,
            sealed=SealedOrder(seat=f"p{seat}", order=order),
            personal=mailed,
        )


def _seed(number: int) -> bytes:
    return hashlib.sha256(f"bench {number}".encode()).digest()


if __name__ == "__main__":
    main()
