"""ResultSheet: a thrown round as people are told it, with names for seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Form, Kind, Seat, Settings, seat_label
from pigpost.games.record import RoundRecord
from pigpost.replay.state import GameState, ThrownRound
from pigpost.results.fates import Fate, fate, points_lost
from pigpost.results.phrases import called
from pigpost.results.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """What became of one player's order. `default` is the reason a default was played, or None.

    `turn` is what he got for the round, `lost` the points of the turn that slipped away.
    """

    seat: Seat
    name: str
    condition: Condition
    default: str | None
    before: int
    turn: int
    after: int
    fate: Fate
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSheet:
    """One thrown round: the record, the names, why, and what proves it.

    `record` is what the rules returned; `why` has one line a participant, best new score first.
    `names` holds every seat of the game, `bots` those of house players. `commitment` and `seed`
    are lower hex.
    """

    game: str
    title: str
    round: int
    attempt: int
    level: str
    settings: Settings
    deadline: datetime
    thrown_at: datetime
    names: Mapping[Seat, str]
    bots: frozenset[Seat]
    record: RoundRecord
    why: tuple[Why, ...]
    seed: str
    commitment: str
    orders_digest: str
    position: int
    leaf: str

    @property
    def kind(self) -> Kind:
        """Which game is played."""
        return self.settings.kind

    @property
    def form(self) -> Form:
        """Whose throws the round has."""
        return self.settings.form

    @property
    def target(self) -> int:
        """The score that wins."""
        return self.settings.target

    @property
    def thrown_early(self) -> bool:
        """Whether all orders were in before the deadline, and the game does not wait then."""
        return self.thrown_at < self.deadline

    @property
    def by_seat(self) -> tuple[Why, ...]:
        """The lines of the participants in the order of seats."""
        return tuple(sorted(self.why, key=lambda line: line.seat))

    def called(self, seat: Seat, words: Words) -> str:
        """What a player is called in a sentence or a table; orders have the bare name."""
        return called(self.names[seat], words, bot=seat in self.bots)


def sheet(state: GameState, thrown: ThrownRound, record: RoundRecord) -> ResultSheet:
    """The sheet of one of the game's thrown rounds; `record` is what its event says, read back."""
    event = thrown.event
    names = {seat: s.person.name or seat_label(seat) for seat, s in state.seats.items()}
    before = {seat: event.scores[seat_label(seat)] for seat in record.orders}
    return ResultSheet(
        game=state.id,
        title=state.title,
        round=event.round or 0,
        attempt=event.attempt,
        level=state.level,
        settings=state.settings,
        deadline=thrown.deadline,
        thrown_at=event.at,
        names=names,
        bots=frozenset(seat for seat, s in state.seats.items() if s.bot is not None),
        record=record,
        why=_why(record, before, names, state.settings),
        seed=event.seed,
        commitment=thrown.commitment,
        orders_digest=event.orders_digest,
        position=thrown.pos,
        leaf=thrown.leaf,
    )


def _why(
    record: RoundRecord,
    before: Mapping[Seat, int],
    names: Mapping[Seat, str],
    settings: Settings,
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
            fate=fate(record, seat, settings),
            lost=points_lost(record, seat, settings.kind),
        )
        for seat, condition in record.orders.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.after, line.seat)))
