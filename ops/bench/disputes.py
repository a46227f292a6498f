"""What a dispute costs in a long game: `python ops/bench/disputes.py`.

A what-if of one round, a ruling on round 1 of 200 rounds, replayed forward and recorded, and all that
the page of a claim shows, from the log on, with 10,000 events in the game. The yardstick is a raw
read of the same rows with sqlite3. Each figure is the median over turns that are taken in a row.
"""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from pigpost.adapters.entropy import SeededEntropy
from pigpost.adapters.sql.migrate import upgrade
from pigpost.adapters.sql.store import SqlStore
from pigpost.config import Settings
from pigpost.events.record import Addition
from pigpost.events.types import ClaimFiled, Mailed
from pigpost.games.conditions import Throws
from pigpost.games.kinds import Seat
from pigpost.intake.desk.time_line import time_line
from pigpost.ports import Transaction
from pigpost.replay.consequences import consequences
from pigpost.replay.disputes import Change, RulingKind
from pigpost.replay.fold import replay
from pigpost.replay.ruling_events import Decision, ruling_events
from pigpost.replay.state import GameState
from pigpost.replay.what_if import what_if
from replay import NOON, RAW, STREAM, long_game

TURNS = 9
CLAIM = ClaimFiled(
    at=NOON,
    by="p1",
    round=1,
    arrived_at=NOON,
    uid=1,
    claim=1,
    about=1,
    personal=Mailed(words="PROTEST", mail_sha256="00" * 32, sender="", dated=""),
)


def main() -> None:
    """Plays, measures, prints."""
    with tempfile.TemporaryDirectory() as folder:
        for rounds in (200, 1_428):
            file = Path(folder) / f"{rounds}.db"
            upgrade(f"sqlite:///{file}")
            store = SqlStore(f"sqlite:///{file}", entropy=SeededEntropy("disputes"))
            with store.writing() as tx:
                events = [*long_game(rounds), CLAIM]
                tx.log.append(STREAM, [Addition(event=e) for e in events], expected=0)
            _measure(store, file, rounds)
            store.close()


def _measure(store: SqlStore, file: Path, rounds: int) -> None:
    with closing(sqlite3.connect(file)) as raw:
        select = _milliseconds(lambda: raw.execute(RAW).fetchall())
    print(f"{rounds:,} rounds: raw select {select:.1f} ms")
    with store.reading() as tx:
        state = _folded(tx)
        _print("what-if of round 1", _milliseconds(lambda: _what_if(state)), select, 50)
        page = _milliseconds(lambda: _claim_page(tx))
        _print("the page of a claim, from the log on", page, select, 300)
    _print("ruling on round 1, recorded", _milliseconds(lambda: _rule(store)), select, 500)


def _print(what: str, took: float, select: float, limit: int) -> None:
    print(f"  {what:<40} {took:7.1f} ms (goal < {limit}), {took / select:5.1f}x of the raw select")


def _milliseconds(run: Callable[[], object]) -> float:
    times = []
    for _ in range(TURNS):
        began = perf_counter()
        run()
        times.append(1000 * (perf_counter() - began))
    return median(times)


def _folded(tx: Transaction) -> GameState:
    state = replay(tx.log.history(STREAM))
    assert state is not None
    return state


def _what_if(state: GameState) -> None:
    what_if(state, 1, {Seat(1): Throws(2)})


def _claim_page(tx: Transaction) -> None:
    services: Any = SimpleNamespace(settings=Settings())
    state = _folded(tx)
    assert time_line(services, tx, state, state.claims[0])


def _rule(store: SqlStore) -> None:
    """All that is recorded of one more ruling, in its transaction; its mails are those of a result."""
    with store.writing() as tx:
        state = _folded(tx)
        number = len(state.rulings) + 1
        order = Throws(2 + number % 2)
        change = Change(
            round=1, attempt=1, orders={Seat(1): order}, sources={Seat(1): f"ruling:{number}"}
        )
        decision = Decision(what=RulingKind.COUNT, change=change, reason="so", claim=1)
        does = consequences(state, decision.what, change)
        events = ruling_events(state, decision, does, at=NOON, shown_seed=None)
        tx.log.append(STREAM, [Addition(event=event) for event in events], expected=state.version)


if __name__ == "__main__":
    main()
