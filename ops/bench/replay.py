"""How long it takes to fold and to check a long game: `python ops/bench/replay.py [ROUNDS]`.

Each figure is a ratio to a raw read of the same rows, with sqlite3 and nothing else, beside its
goal. Raw read and figures take turns, so that the noise of the machine hits them alike; a ratio is
the median over the turns. Times are of the processor, then of the clock on the wall.
"""

import hashlib
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from pigpost.adapters.entropy import SeededEntropy
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
from pigpost.games.kinds import GameId, Standings, seat_from_label, seat_label
from pigpost.games.outcomes import STANDARD_WEIGHTS
from pigpost.games.output import round_output
from pigpost.orders.canonical import from_canonical
from pigpost.ports import Transaction
from pigpost.replay.fold import Folding, replay
from pigpost.replay.rounds import adjudicated, book, thrown
from pigpost.replay.state import GameState, ThrownRound
from pigpost.replay.verify import verify

GAME, STREAM = GameId("long"), "game-long"
ORDERS = ("THROWS 4", "AFTER p1", "TURN 15", "WHEN p1,p3")
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
TURNS, SLOW_TURNS = 25, 5

RAW = """
    SELECT e.pos, e.ver, e.leaf, e.type, e.v, e.head, s.body, p.body
    FROM event e LEFT JOIN sealed s ON s.pos = e.pos LEFT JOIN personal p ON p.pos = e.pos
    WHERE e.stream = 'game-long' ORDER BY e.ver
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What is measured. Its goals: so many times the raw read, and so many milliseconds."""

    words: str
    run: Callable[[], object]
    goals: tuple[float, int] | None = None


def main() -> None:
    """Plays, measures, prints."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pigpost.db"
        url = f"sqlite:///{file}"
        upgrade(url)
        store = SqlStore(url, entropy=SeededEntropy("replay"))
        with store.writing() as tx:
            tx.log.append(STREAM, [Addition(event=e) for e in long_game(rounds)], expected=0)
        with closing(sqlite3.connect(file)) as raw, store.reading() as tx:
            print(f"{tx.log.head().size:,} events, {rounds:,} rounds, {len(ORDERS)} players")
            select = Figure(words="raw select", run=lambda: raw.execute(RAW).fetchall())
            _measure(select, _figures(tx, rounds), TURNS)
            _measure(select, _slow_figures(tx), SLOW_TURNS)
        store.close()


def _figures(tx: Transaction, rounds: int) -> list[Figure]:
    return [
        Figure(
            words=f"replay {rounds:,} rounds",
            run=lambda: _folded(tx),
            goals=(3.5, 50),
        ),
        Figure(
            words="  and each throw and round again",
            run=lambda: _again(_folded(tx)),
            goals=(12, 150),
        ),
        Figure(
            words="  and each book, from the orders",
            run=lambda: _from_the_orders(tx.log.history(STREAM)),
        ),
        Figure(
            words="read and open every event",
            run=lambda: [one.event for one in tx.log.history(STREAM)],
        ),
    ]


def _folded(tx: Transaction) -> GameState:
    """From the first event on: a transaction remembers what it has folded."""
    state = replay(tx.log.history(STREAM))
    assert state is not None
    return state


def _slow_figures(tx: Transaction) -> list[Figure]:
    packed = export_game(tx, GAME, origin="bench/pigpost")
    return [
        Figure(words="export", run=lambda: export_game(tx, GAME, origin="bench/pigpost")),
        Figure(words="verify the export", run=lambda: _verify(packed)),
    ]


def _measure(raw: Figure, figures: list[Figure], turns: int) -> None:
    times = [[_times(each) for each in (raw, *figures)] for _ in range(turns)]
    for place, figure in enumerate((raw, *figures)):
        ratio, wall_ratio = (median(t[place][c] / t[0][c] for t in times) for c in (0, 1))
        cpu, wall = (1000 * median(t[place][c] for t in times) for c in (0, 1))
        most, limit = ("", "") if figure.goals is None else _spelled(*figure.goals)
        print(
            f"{figure.words:<34} {ratio:5.1f}x of the raw select{most}, {cpu:6.1f} ms{limit}; "
            f"on the wall {wall_ratio:5.1f}x, {wall:6.1f} ms"
        )


def _spelled(ratio: float, milliseconds: int) -> tuple[str, str]:
    return f" (goal <= {ratio:g})", f" (goal < {milliseconds})"


def _times(figure: Figure) -> tuple[float, float]:
    cpu, wall = process_time(), perf_counter()
    figure.run()
    return process_time() - cpu, perf_counter() - wall


def _again(state: GameState) -> None:
    """Every lock, throw and result anew from the seeds, and from the orders as closed."""
    for done in state.thrown:
        event = done.event
        record = adjudicated(
            state,
            _standings(event),
            {seat_from_label(label): from_canonical(line) for label, line in event.orders.items()},
            {},
            round=event.round or 0,
            attempt=event.attempt,
            seed=bytes.fromhex(event.seed),
        )
        assert _lock(done) == done.commitment
        assert (*record.discarded, *(throw.name for throw in record.throws)) == event.draws
        assert round_output(record, seat_label) == event.result


def _standings(event: RoundThrown) -> Standings:
    return Standings(scores={seat_from_label(label): n for label, n in event.scores.items()})


def _lock(done: ThrownRound) -> str:
    event = done.event
    seed = bytes.fromhex(event.seed)
    return commitment(GAME, round=event.round or 0, attempt=event.attempt, seed=seed)


def _from_the_orders(recorded: Iterator[Recorded]) -> None:
    """Every round as the service throws it: from the orders that came in, digests and all."""
    folding = Folding.begun(next(recorded))
    for one in recorded:
        if isinstance(event := one.event, RoundThrown):
            assert thrown(folding.state, seed=bytes.fromhex(event.seed), at=event.at) == event
        folding.step(one)


def _verify(packed: bytes) -> None:
    assert all(finding.good for finding in verify(BytesIO(packed)))


def long_game(rounds: int) -> Iterator[Event]:
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
