"""A ruling is made: event, corrected rounds, what follows, and a mail to everybody, in one transaction."""

from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.claims.decide import Proposal, decision_on
from pigpost.claims.file import released
from pigpost.claims.tell import tell_ruling
from pigpost.claims.voices import check_voice
from pigpost.errors import UsageError
from pigpost.events.types import Event, GameEnded, SeatReplaced
from pigpost.games.kinds import seat_label
from pigpost.ports import Services, Transaction
from pigpost.replay.consequences import Consequences, consequences
from pigpost.replay.disputes import Ruling, RulingKind, SeatAct
from pigpost.replay.ruling_events import (
    Decision,
    ending,
    ends_game,
    gives_up_open_round,
    ruling_events,
)
from pigpost.replay.state import GameState, Phase, RoundState
from pigpost.results.ruling import BeforeAndAfter, before_and_after
from pigpost.rounds.open import opened_round
from pigpost.rounds.tell import tell_game_over
from pigpost.seats.invite import NewPlayer, replacing


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What was ruled, and what it did."""

    ruling: Ruling
    told: BeforeAndAfter


def rule(
    services: Services, game: str, proposal: Proposal, *, newcomer: NewPlayer | None = None
) -> Ruled:
    """Records a ruling and tells all; `newcomer` takes a seat that is ruled to be his.

    `NotFound`, `TooLate`, `AgainstTheRules` or `UsageError` where there can't be such a ruling;
    nothing is changed then. `LogConflict` when the game has gone on meanwhile.
    """
    with services.store.writing() as tx:
        state = game_state(tx, game)
        check_voice(services, tx, state, proposal.voice)
        return rule_in(services, tx, state, proposal, newcomer=newcomer)


def rule_in(
    services: Services,
    tx: Transaction,
    state: GameState,
    proposal: Proposal,
    *,
    newcomer: NewPlayer | None = None,
) -> Ruled:
    """The same within a transaction, for a voice that may."""
    if (proposal.act is SeatAct.REPLACE) is not (newcomer is not None):
        raise UsageError("a player is replaced by somebody: say his name and his address")
    decision = decision_on(tx, state, proposal)
    does = effects(state, decision)
    told = before_and_after(state, decision.change, does)
    ends = ends_game(state, decision, does)
    _record(services, tx, state, decision, does, newcomer)
    _go_on(services, tx, game_state(tx, state.id), decision, does, ends=ends)
    after = game_state(tx, state.id)
    ruling = after.rulings[-1]
    tell_ruling(services, tx, after, ruling, told)
    if after.phase is Phase.OVER and (ends or state.phase is not Phase.OVER):
        tell_game_over(services, tx, after)
    return Ruled(ruling=ruling, told=told)


def effects(state: GameState, decision: Decision) -> Consequences:
    """What a decision does to a game."""
    return consequences(
        state,
        decision.what,
        decision.change,
        later=decision.later,
        overrules=decision.overrules,
    )


def _record(
    services: Services,
    tx: Transaction,
    state: GameState,
    decision: Decision,
    does: Consequences,
    newcomer: NewPlayer | None,
) -> None:
    """The ruling's own events: its key keeps two who rule at once from doing so twice."""
    now, current, seed = services.clock.now(), state.current, None
    if current is not None and gives_up_open_round(state, decision, does):
        seed = _seed_of(tx, state, current)
    events = ruling_events(state, decision, does, at=now, shown_seed=seed)
    if newcomer is not None and decision.seat is not None:
        events.append(
            SeatReplaced(
                at=now,
                by=decision.by,
                round=state.round,
                seat=seat_label(decision.seat),
                ruling=len(state.rulings) + 1,
                personal=replacing(services, tx, state, decision.seat, newcomer),
            )
        )
    idem = f"ruling:{decision.change.round}:{len(state.rulings) + 1}"
    append_events(tx, state, *events, idem=idem)


def _seed_of(tx: Transaction, state: GameState, current: RoundState) -> str:
    """The seed of the open round in lower hex; empty where somebody would have thrown it."""
    if state.by_hand:
        return ""
    return tx.seeds.get(state.id, current.round, current.attempt).hex()


def _go_on(
    services: Services,
    tx: Transaction,
    state: GameState,
    decision: Decision,
    does: Consequences,
    *,
    ends: bool,
) -> None:
    """The end of the game or the round that comes, where the ruling has left none open."""
    now = services.clock.now()
    events: list[Event] = released(services, state, decision.claim or 0)
    if ends:
        events = [*events[:1], ending(decision, does, at=now, round=decision.change.round)]
    elif not state.standings.participants and state.phase is not Phase.OVER:
        events = [*events[:1], _left(state, decision, services)]
    elif decision.what is RulingKind.VOID or _needs_round(state):
        number = (state.thrown[-1].number if state.thrown else 0) + 1
        opened = opened_round(services, tx, state, round=number, now=now)
        # a hold for the claim ends before the round begins: its deadline has nothing to move for
        events = [*events[:1], opened]
    if events:
        append_events(tx, state, *events)


def _needs_round(state: GameState) -> bool:
    """Whether the game goes on, and nothing is open: it had ended before."""
    return state.phase is Phase.OPEN and state.current is None


def _left(state: GameState, decision: Decision, services: Services) -> GameEnded:
    return GameEnded(
        at=services.clock.now(),
        by=decision.by,
        round=state.round,
        reason="nobody_left",
        winners=(),
        note=decision.reason,
    )
