"""A decision becomes the events that record it and what it does."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from pigpost.events.types import Event, GameEnded, Mailed, RulingMade
from pigpost.games.kinds import Seat, seat_label
from pigpost.orders.canonical import canonical
from pigpost.replay.consequences import Consequences, correction
from pigpost.replay.disputes import Change, Later, RulingKind, SeatAct
from pigpost.replay.state import GameState, Phase

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What somebody who may do so has decided; fields as in `disputes.Ruling`."""

    what: RulingKind
    change: Change
    reason: str
    by: str = "gm"
    claim: int | None = None
    blind: bool = True
    later: Later = Later.FORWARD
    evidence: int | None = None
    overrules: int | None = None
    seat: Seat | None = None
    act: SeatAct | None = None
    winners: tuple[Seat, ...] = ()
    mailed: Mailed | None = None
    """The mail that it rests on."""


def ruling_events(
    state: GameState,
    decision: Decision,
    does: Consequences,
    *,
    at: datetime,
    shown_seed: str | None,
) -> list[Event]:
    """The ruling, and each round that it corrects.

    `shown_seed` is that of the round which is open, where that will not be thrown.
    """
    number = len(state.rulings) + 1
    made = RulingMade(
        at=at,
        by=decision.by,
        round=decision.change.round,
        attempt=decision.change.attempt,
        ruling=number,
        what=decision.what,
        reason=decision.reason,
        blind=decision.blind,
        claim=decision.claim,
        later=decision.later,
        orders={
            seat_label(seat): None if order is None else canonical(order)
            for seat, order in sorted(decision.change.orders.items())
        },
        sources=_labelled(decision.change.sources),
        points={str(after): _labelled(n) for after, n in does.change.points.items()},
        draws=decision.change.draws,
        evidence=decision.evidence,
        overrules=decision.overrules,
        annuls=does.annuls,
        reopened=does.reopens(state),
        shown_seed=shown_seed,
        seat=None if decision.seat is None else seat_label(decision.seat),
        act=decision.act,
        winners=tuple(map(seat_label, decision.winners)),
        personal=decision.mailed,
    )
    corrected = [correction(r, ruling=number, by=decision.by, at=at) for r in does.corrected]
    return [made, *corrected]


def gives_up_open_round(state: GameState, decision: Decision, does: Consequences) -> bool:
    """Whether the round that is open will not be thrown: the game ends, or goes back."""
    return state.current is not None and (
        ends_game(state, decision, does) or decision.what is RulingKind.VOID
    )


def ends_game(state: GameState, decision: Decision, does: Consequences) -> bool:
    """Whether the game is over by the ruling, or by it has ended otherwise than it had."""
    if decision.what is RulingKind.END:
        return True
    if not does.over:
        return False
    return state.phase is not Phase.OVER or state.winners != does.winners or bool(does.annuls)


def ending(decision: Decision, does: Consequences, *, at: datetime, round: int | None) -> GameEnded:
    """The end of the game that a ruling brings."""
    if decision.what is not RulingKind.END:
        reason, winners = "target" if does.winners else "nobody_left", does.winners
    else:
        reason, winners = "awarded" if decision.winners else "ended_by_gm", decision.winners
    return GameEnded(
        at=at,
        by=decision.by,
        round=round,
        reason=reason,
        winners=tuple(map(seat_label, winners)),
        note=decision.reason,
    )


def _labelled(values: Mapping[Seat, T]) -> dict[str, T]:
    return {seat_label(seat): value for seat, value in sorted(values.items())}
