"""Result sheets of rounds that the real rules adjudicated, with names for seats."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pigpost.events.types import RoundThrown
from pigpost.games.adjudicate import adjudicate
from pigpost.games.conditions import Condition, Dice
from pigpost.games.dice import shown
from pigpost.games.kinds import (
    MOST_DICE,
    Form,
    GameId,
    Kind,
    Seat,
    Settings,
    Standings,
    seat_from_label,
    seat_label,
)
from pigpost.games.outcomes import Outcome
from pigpost.games.record import RoundRecord
from pigpost.games.settings import game_settings
from pigpost.games.throws import ALL
from pigpost.orders.canonical import canonical
from pigpost.replay.state import GameState, Person, Phase, SeatState, SeatStatus, ThrownRound
from pigpost.results.result import ResultSheet, sheet
from tests.games import rounds
from tests.games.rounds import play

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
    bots: Iterable[str] = (),
    **rules: Any,
) -> ResultSheet:
    """The sheet of one postal round; orders as `WHEN Bill, Ted`, throws as `1 5 trotter oinker`."""
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
    how = rounds.settings(**rules)
    return _sheet(played.record, how, played.names, before, round=round, bots=bots)


def told_of(
    kind: str,
    form: str,
    orders: Mapping[str, str | None],
    throws: str | Mapping[str, str],
    *,
    scores: Mapping[str, int] | None = None,
    gone: Iterable[str] = (),
    defaulted: Mapping[str, str] | None = None,
    round: int = 4,
    bots: Iterable[str] = (),
    first: str | None = None,
    target: int = 100,
    max_dice: int = MOST_DICE,
) -> ResultSheet:
    """The sheet of a round of any game.

    Throws are one row for all, or a player's own by name: faces of dice as `4 6 1` or `3-5 1-4`,
    of Hog die by die; of pigs as in `told`.
    """
    names = {Seat(number): name for number, name in enumerate([*orders, *gone], 1)}
    seats = {name: seat for seat, name in names.items()}
    settings = game_settings(Kind(kind), form=Form(form), target=target, max_dice=max_dice)
    settings = replace(settings, first_seat=None if first is None else seats[first])
    before = {seat: (scores or {}).get(name, 0) for seat, name in names.items()}

    def source(label: str) -> Iterator[Outcome]:
        if isinstance(throws, str):
            assert label == ALL
            return _thrown(settings.kind, throws)
        return _thrown(settings.kind, throws.get(names[seat_from_label(label)], ""))

    record = adjudicate(
        settings,
        Standings(scores=before, withdrawn=frozenset(seats[name] for name in gone)),
        {seats[name]: _order(line, seats) for name, line in orders.items() if line is not None},
        source,
        defaulted={seats[name]: why for name, why in (defaulted or {}).items()},
    )
    return _sheet(record, settings, names, before, round=round, bots=bots)


def stagg() -> ResultSheet:
    """Stagg's own example (rule 3.9)."""
    return told(STAGG_ORDERS, STAGG_THROWS, scores=STAGG_SCORES)


def _thrown(kind: Kind, words: str) -> Iterator[Outcome]:
    if kind.has_pigs:
        return rounds.thrown(words)
    return iter([shown(kind, [int(face) for face in word.split("-")]) for word in words.split()])


def _order(line: str, seats: Mapping[str, Seat]) -> Condition:
    return Dice(int(line[5:])) if line.startswith("DICE ") else rounds.order(line, seats)


def _sheet(
    record: RoundRecord,
    settings: Settings,
    names: Mapping[Seat, str],
    before: Mapping[Seat, int],
    *,
    round: int,
    bots: Iterable[str],
) -> ResultSheet:
    event = RoundThrown(
        at=DEADLINE,
        by="service",
        round=round,
        attempt=1,
        seed=SEED,
        orders_digest="5e" * 32,
        participants=tuple(map(seat_label, record.orders)),
        scores={seat_label(seat): score for seat, score in before.items()},
        orders={seat_label(s): canonical(order) for s, order in record.orders.items()},
        sources={},
        draws=(),
        result={},
        result_digest="00" * 32,
    )
    thrown = ThrownRound(
        recorded=event, commitment=LOCK, deadline=DEADLINE, pos=131, leaf="4f" * 32
    )
    house = set(bots)
    state = GameState(
        id=GameId("spring-pigs"),
        title="Spring Pigs",
        settings=settings,
        rules="stagg-2000/1",
        level="sealed",
        schedule="Fri 20:00",
        timezone="Europe/London",
        identity="proven",
        early=False,
        phase=Phase.OPEN,
        held=None,
        seats={s: _seat(s, name, "hold20" if name in house else None) for s, name in names.items()},
        current=None,
        thrown=(thrown,),
        winners=(),
        ended_because=None,
        version=1,
    )
    return sheet(state, thrown, record)


def _seat(seat: Seat, name: str, bot: str | None) -> SeatState:
    person = Person(
        id=f"person-{seat}", name=name, address="", language="en", timezone="Europe/London"
    )
    return SeatState(seat=seat, status=SeatStatus.PLAYING, person=person, score=0, bot=bot)
