"""Result sheets of rounds that the real rules adjudicated, with names for seats."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from pigpost.events.types import RoundThrown
from pigpost.games.kinds import GameId, Seat, seat_label
from pigpost.games.outcomes import Outcome
from pigpost.orders.canonical import canonical
from pigpost.replay.state import GameState, Person, Phase, SeatState, SeatStatus, ThrownRound
from pigpost.results.result import ResultSheet, sheet
from tests.games.rounds import play, settings

STAGG_ORDERS = {
    "Bill": "THROWS 5",
    "Karen": "AFTER Bill",
    "Ted": "TURN 25",
    "Geoff": "WHEN Bill, Ted",
    "Jim": "ONLY LEFT",
}
STAGG_SCORES = {"Bill": 41, "Karen": 38, "Ted": 52, "Geoff": 30, "Jim": 47}
STAGG_THROWS = "sider sider trotter sider snouter sider razorback pig_out"

SEED = "3a5c1f2b33c2418a56ef52c4f793db907e380da68de10ab242598909691e8cc3"
LOCK = "14acecb4588a9b69c2d621a89b51cd3a8cdfc90cb1dfa06d303bd42b6882e6f0"
DEADLINE = datetime(2027, 3, 5, 20, 0, tzinfo=UTC)


def told(
    orders: Mapping[str, str | None],
    throws: str | Iterable[Outcome],
    *,
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    defaulted: Mapping[str, str] | None = None,
    round: int = 4,
    **rules: object,
) -> ResultSheet:
    """The sheet of one round; orders as `WHEN Bill, Ted`, throws as `1 5 trotter oinker`."""
    played = play(
        orders,
        throws,
        scores=scores,
        gone=gone,
        eliminated=eliminated,
        defaulted=defaulted,
        **rules,
    )
    before = {seat: (scores or {}).get(name, 0) for seat, name in played.names.items()}
    event = RoundThrown(
        at=DEADLINE,
        by="service",
        round=round,
        attempt=1,
        seed=SEED,
        orders_digest="5e" * 32,
        participants=tuple(map(seat_label, played.record.orders)),
        scores={seat_label(seat): score for seat, score in before.items()},
        orders={seat_label(s): canonical(order) for s, order in played.record.orders.items()},
        sources={},
        draws=(),
        result={},
        result_digest="00" * 32,
    )
    thrown = ThrownRound(event=event, commitment=LOCK, deadline=DEADLINE, pos=131, leaf="4f" * 32)
    state = GameState(
        id=GameId("spring-pigs"),
        title="Spring Pigs",
        settings=settings(**rules),  # type: ignore[arg-type]
        rules="stagg-2000/1",
        level="sealed",
        schedule="Fri 20:00",
        timezone="Europe/London",
        identity="proven",
        early=False,
        phase=Phase.OPEN,
        held=None,
        seats={seat: _seat(seat, name) for seat, name in played.names.items()},
        current=None,
        thrown=(thrown,),
        winners=(),
        ended_because=None,
        version=1,
    )
    return sheet(state, thrown, played.record)


def stagg() -> ResultSheet:
    """Stagg's own example (rule 3.9)."""
    return told(STAGG_ORDERS, STAGG_THROWS, scores=STAGG_SCORES)


def _seat(seat: Seat, name: str) -> SeatState:
    person = Person(
        id=f"person-{seat}", name=name, address="", language="en", timezone="Europe/London"
    )
    return SeatState(seat=seat, status=SeatStatus.PLAYING, person=person, score=0)
