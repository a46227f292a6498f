"""ResultSheet: a thrown round as people are told it, with names for seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_label
from pigpost.games.record import RoundRecord
from pigpost.replay.state import GameState, ThrownRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What became of one player's order. `default` is the reason a default was played, or None."""

    seat: Seat
    name: str
    condition: Condition
    default: str | None
    before: int
    turn: int
    after: int
    dropped_at: int | None
    eliminated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheet:
    """One thrown round: the record, the names, why, and what proves it.

    `record` is what the rules returned; `why` has one line a participant, best new score first.
    `names` holds every seat of the game. `commitment` and `seed` are lower hex.
    """

    game: str
    title: str
    round: int
    attempt: int
    level: str
    target: int
    deadline: datetime
    thrown_at: datetime
    names: Mapping[Seat, str]
    record: RoundRecord
    why: tuple[Why, ...]
    seed: str
    commitment: str
    orders_digest: str
    position: int
    leaf: str

    @property
    def at_stake(self) -> int:
        """The points in play when the round was closed: what those still in lose or keep."""
        return self.record.throws[-1].turn_score if self.record.throws else 0

    @property
    def away(self) -> tuple[Why, ...]:
        """Those who dropped out, by seat."""
        return tuple(line for line in self._by_seat if line.dropped_at is not None)

    @property
    def still_in(self) -> tuple[Why, ...]:
        """Those who never dropped out, by seat."""
        return tuple(line for line in self._by_seat if line.dropped_at is None)

    @property
    def _by_seat(self) -> list[Why]:
        return sorted(self.why, key=lambda line: line.seat)


def sheet(state: GameState, thrown: ThrownRound, record: RoundRecord) -> ResultSheet:
    """The sheet of one of the game's thrown rounds; `record` is what its event says, read back."""
    event = thrown.event
    names = {seat: s.person.name or seat_label(seat) for seat, s in state.seats.items()}
    return ResultSheet(
        game=state.id,
        title=state.title,
        round=event.round or 0,
        attempt=event.attempt,
        level=state.level,
        target=state.settings.target,
        deadline=thrown.deadline,
        thrown_at=event.at,
        names=names,
        record=record,
        why=_why(record, {seat: event.scores[seat_label(seat)] for seat in record.orders}, names),
        seed=event.seed,
        commitment=thrown.commitment,
        orders_digest=event.orders_digest,
        position=thrown.pos,
        leaf=thrown.leaf,
    )


def _why(
    record: RoundRecord, before: Mapping[Seat, int], names: Mapping[Seat, str]
) -> tuple[Why, ...]:
    """One line a participant, the best new score first, equals by seat."""
    lines = [
        Why(
            seat=seat,
            name=names[seat],
            condition=condition,
            default=record.defaulted.get(seat),
            before=before[seat],
            turn=record.turn_scores[seat],
            after=record.final_scores[seat],
            dropped_at=record.dropped_at[seat],
            eliminated=seat in record.eliminated,
        )
        for seat, condition in record.orders.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.after, line.seat)))
