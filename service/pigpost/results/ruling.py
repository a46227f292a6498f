"""Before and after: what a ruling has made of a round and of the table."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.orders.canonical import from_canonical
from pigpost.replay.consequences import Consequences
from pigpost.replay.disputes import Change, Later, RulingKind, SeatAct
from pigpost.replay.state import GameState, ThrownRound
from pigpost.results.letter_parts import Due, Letterhead, StandingOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """One player. `round_*` are his scores after the round in dispute, `score_*` the match scores.

    `order_*` are what he played in that round; None where he was not in it.
    """

    seat: Seat
    name: str
    order_before: Condition | None
    order_after: Condition | None
    round_before: int
    round_after: int
    score_before: int
    score_after: int

    @property
    def changed(self) -> bool:
        """Whether anything is different for him."""
        return (self.order_before, self.round_before, self.score_before) != (
            self.order_after,
            self.round_after,
            self.score_after,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeAndAfter:
    """What a ruling does: by player, which rounds come out otherwise, which count no more."""

    round: int
    lines: tuple[RulingLine, ...]
    corrected: tuple[int, ...]
    annuls: tuple[int, ...]
    later: bool
    """Whether rounds have been thrown since the one in dispute."""
    over: bool
    winners: tuple[Seat, ...]


def before_and_after(state: GameState, change: Change, does: Consequences) -> BeforeAndAfter:
    """Of the game as it stands before the ruling."""
    thrown = next(round for round in state.thrown if round.number == change.round)
    anew = {ruled.round.number: ruled.event for ruled in does.rounds}
    now, then = thrown.event, anew.get(thrown.number, thrown.event)
    lines = [
        RulingLine(
            seat=seat,
            name=state.seats[seat].person.name or label,
            order_before=_order(now.orders.get(label)),
            order_after=_order(then.orders.get(label)),
            round_before=now.result["final_scores"][label],
            round_after=then.result["final_scores"][label],
            score_before=state.seats[seat].score,
            score_after=does.scores.get(seat, state.seats[seat].score),
        )
        for label, seat in _seats(thrown)
    ]
    return BeforeAndAfter(
        round=thrown.number,
        lines=tuple(sorted(lines, key=lambda line: (-line.score_after, line.seat))),
        corrected=tuple(ruled.round.number for ruled in does.corrected),
        annuls=does.annuls,
        later=state.thrown[-1] is not thrown,
        over=does.over,
        winners=does.winners,
    )


def _seats(thrown: ThrownRound) -> list[tuple[str, Seat]]:
    return [(label, seat_from_label(label)) for label in thrown.event.scores]


def _order(line: str | None) -> Condition | None:
    return None if line is None else from_canonical(line)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold:
    """A ruling, to all who play: never a silent correction.

    `by` is the voice and `by_name` who that is; `first_entry` is where the round was recorded and
    `entry` where the ruling stands. `appeal_to` is the ombudsman's name where one can still appeal.
    """

    KIND: ClassVar[str] = "ruling"
    head: Letterhead
    number: int
    claim: int
    what: RulingKind
    by: str
    by_name: str
    reason: str
    blind: bool
    later: Later
    seat: Seat | None
    act: SeatAct | None
    overrules: int | None
    told: BeforeAndAfter
    first_entry: int
    entry: int
    appeal_to: str | None
    due: Due | None
    stands: StandingOrder | None
    commitment: str | None
    """The lock of the round that was opened by the ruling."""
    shown_seed: str | None = None
    """The seed of a round that was open and will not be thrown."""
    ruled_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimNews:
    """What became of a claim, or of a voice against a ruling.

    `what`: `filed`, `too_late`, `too_soon` (nothing was thrown yet), `closed`, `appealed`,
    `no_appeal`, `contested`, `nothing_to_contest`, `overruled`. `about` is the round in dispute,
    `number` the claim, or the ruling that is contested; `missing` are players whose voice a ruling
    needs to be taken back.
    """

    KIND: ClassVar[str] = "claim"
    head: Letterhead
    what: str
    number: int | None
    about: int | None
    entry: int | None
    held: bool
    reason: str
    missing: tuple[str, ...]
    due: Due | None
    stands: StandingOrder | None
