"""A round's book, its throws and the lot: the one place for the service and for whoever checks it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import assert_never

from pigpost.errors import LogBroken, UnknownEvent
from pigpost.events.commitment import BookLine, orders_digest, result_digest
from pigpost.events.types import RoundThrown
from pigpost.games.adjudicate import adjudicator
from pigpost.games.by_hand import outcomes_named
from pigpost.games.conditions import Condition, default_order
from pigpost.games.kinds import Form, Seat, Standings, seat_label
from pigpost.games.outcomes import Outcome
from pigpost.games.output import round_output
from pigpost.games.record import NO_ORDER, OwnRecord, RoundRecord, RowRecord, SharedRecord
from pigpost.games.throws import LOT, lot, round_key, throws
from pigpost.orders.canonical import canonical
from pigpost.replay.disputes import NOT_IN, STRUCK
from pigpost.replay.state import BY_HAND, SEALED, GameState, RoundState

_ORDER = "order:"
DEFAULT = "default:"
"""What a source begins with where the default was played; the reason follows (formats 3)."""

ABSENT = "absent"
"""Why a default was played that is no miss: the player had said that he would be away."""

_EXCUSED = frozenset({ABSENT, STRUCK, NOT_IN})

_LEVELS = (SEALED, BY_HAND)
"""Levels of fairness that this release knows: throws of a seed alone, and throws that are entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What each participant plays, by ascending seat, and where it comes from.

    `lines` are the orders' canonical spellings; `sources` has `order:<pos>` or `default:<reason>`;
    `digest` is the orders_digest of formats 3.
    """

    orders: Mapping[Seat, Condition]
    lines: Mapping[Seat, str]
    sources: Mapping[Seat, str]
    digest: str

    @property
    def ordered(self) -> dict[Seat, Condition]:
        """The conditions that a player's own order asked for."""
        return {s: c for s, c in self.orders.items() if self.sources[s].startswith(_ORDER)}

    @property
    def absent(self) -> tuple[Seat, ...]:
        """Who plays the default because he is away."""
        return tuple(seat for seat, why in self.defaulted.items() if why == ABSENT)

    @property
    def defaulted(self) -> dict[Seat, str]:
        """Why the others play the default (rule 3.7.1)."""
        return {
            seat: source.removeprefix(DEFAULT)
            for seat, source in self.sources.items()
            if source.startswith(DEFAULT)
        }


def is_miss(source: str) -> bool:
    """Whether a round was missed that was played from there: an excused one was not.

    >>> is_miss("default:no_order"), is_miss("default:absent"), is_miss("order:118")
    (True, False, False)
    """
    return source.startswith(DEFAULT) and source.removeprefix(DEFAULT) not in _EXCUSED


def book(state: GameState) -> Book:
    """The book as it would be closed now, or stands closed.

    `LogBroken` when no round is under way or a standing order's sealed part is not there.
    """
    current = current_round(state)
    standing = {order.seat: order for order in current.orders if order.standing}
    refused = current.refused or {}
    orders: dict[Seat, Condition] = {}
    sources: dict[Seat, str] = {}
    for seat in state.standings.participants:
        order = standing.get(seat)
        if order is None:
            orders[seat] = default_order(state.settings.kind)
            absent = ABSENT if seat in current.absent else None
            sources[seat] = DEFAULT + (absent or refused.get(seat, NO_ORDER))
        elif order.condition is None:
            raise LogBroken(f"the order at entry {order.pos} is not open")
        else:
            orders[seat] = order.condition
            sources[seat] = f"{_ORDER}{order.pos}"
    lines = {seat: canonical(condition) for seat, condition in orders.items()}
    closed = [BookLine(seat=s, order=line, source=sources[s]) for s, line in lines.items()]
    digest = orders_digest(state.id, round=current.round, attempt=current.attempt, book=closed)
    return Book(orders=orders, lines=lines, sources=sources, digest=digest)


def thrown(
    state: GameState, *, seed: bytes, at: datetime, longest: int | None = None
) -> RoundThrown:
    """The sealed round as its seed decides it; not a word of it hangs on anything else.

    Where it is thrown by hand the seed is empty, and what was entered decides.

    Who has withdrawn since the seal is not in the round (rule 6.7). `longest` bounds the draws
    for a reader who does not trust the log. `LogBroken` unless the round is sealed.
    """
    current, closed, standings = current_round(state), book(state), state.standings
    if current.orders_digest is None:
        raise LogBroken(f"the orders of round {current.round} are not sealed")
    record = adjudicated(
        state,
        standings,
        closed.ordered,
        closed.defaulted,
        round=current.round,
        attempt=current.attempt,
        seed=seed,
        longest=longest,
        draws=current.entered,
    )
    return as_event(
        record,
        standings,
        closed.sources,
        at=at,
        round=current.round,
        attempt=current.attempt,
        seed=seed.hex(),
        orders_digest=current.orders_digest,
    )


def as_event(
    record: RoundRecord,
    standings: Standings,
    sources: Mapping[Seat, str],
    *,
    at: datetime,
    round: int,
    attempt: int,
    seed: str,
    orders_digest: str,
) -> RoundThrown:
    """The event that tells of an adjudicated round; `sources` as in `Book`."""
    result = round_output(record, seat_label)
    participants = standings.participants
    return RoundThrown(
        at=at,
        by="service",
        round=round,
        attempt=attempt,
        seed=seed,
        orders_digest=orders_digest,
        participants=tuple(map(seat_label, participants)),
        scores={seat_label(seat): score for seat, score in sorted(standings.scores.items())},
        orders={seat_label(seat): canonical(record.orders[seat]) for seat in participants},
        sources={seat_label(seat): sources[seat] for seat in participants},
        draws=_draws(record),
        own_draws=_own_draws(record),
        result=result,
        result_digest=result_digest(result),
    )


def _draws(record: RoundRecord) -> tuple[str, ...]:
    """The names of what was drawn for all, in the order drawn."""
    match record:
        case SharedRecord():
            return (*record.discarded, *(throw.name for throw in record.throws))
        case RowRecord():
            return tuple(map(str, record.row))
        case OwnRecord():
            return ()
    assert_never(record)


def _own_draws(record: RoundRecord) -> dict[str, tuple[str, ...]] | None:
    """Seat -> the names of its own draws; None where there are none (rule 4.9)."""
    if not isinstance(record, OwnRecord):
        return None
    return {
        seat_label(seat): tuple(throw.name for throw in turn.throws)
        for seat, turn in sorted(record.turns.items())
    }


def adjudicated(
    state: GameState,
    standings: Standings,
    orders: Mapping[Seat, Condition],
    defaulted: Mapping[Seat, str],
    *,
    round: int,
    attempt: int,
    seed: bytes,
    longest: int | None = None,
    draws: Sequence[str] = (),
) -> RoundRecord:
    """A round by the game's own rules on the throws of a seed, or by hand on `draws` (rule 7.1).

    `UnknownEvent` for rules or a level that this release does not know.
    """
    if state.level not in _LEVELS:
        raise UnknownEvent(f"this release does not know the level {state.level!r}")

    def drawn(source: str) -> Iterator[Outcome]:
        if state.by_hand:
            return iter(outcomes_named(state.settings.kind, draws))
        key = round_key(seed, game=state.id, round=round, attempt=attempt, source=source)
        return islice(throws(key, state.settings), longest)

    return adjudicator(state.rules)(state.settings, standings, orders, drawn, defaulted=defaulted)


def starting_seat(state: GameState, seats: Sequence[Seat], seed: bytes) -> Seat | None:
    """The seat that begins, by the lot of round 1's seed; None where nobody does (rule 4.7)."""
    if state.settings.form is not Form.SEQUENTIAL:
        return None
    key = round_key(seed, game=state.id, round=1, attempt=1, source=LOT)
    return lot(key, sorted(seats))


def current_round(state: GameState) -> RoundState:
    """The open or sealed round; `LogBroken` when there is none."""
    if state.current is None:
        raise LogBroken(f"no round of {state.id} is under way")
    return state.current
