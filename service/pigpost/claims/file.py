"""A claim: something about a round is disputed, and somebody has to decide it."""

from pigpost.audit.games import append_events, game_state
from pigpost.claims.about import Dispute
from pigpost.claims.reasons import reason_given
from pigpost.claims.voices import Voice
from pigpost.errors import NotFound, TooLate
from pigpost.events.types import ClaimFiled, Event, GameHeld, Mailed
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Claim
from pigpost.replay.state import GameState, Phase
from pigpost.rounds.hold import events_to_go_on
from pigpost.rounds.tell import tell_all

_BY_HAND = 0
"""The UID of a claim that came with no mail."""


def claim_filed(
    services: Services,
    state: GameState,
    dispute: Dispute,
    *,
    by: str,
    mailed: Mailed,
    **arrival: object,
) -> ClaimFiled:
    """The event of a claim; `arrival` is `arrived_at` and `uid` of the mail that it came with."""
    return ClaimFiled(
        at=services.clock.now(),
        by=by,
        round=state.round,
        claim=len(state.claims) + 1,
        about=dispute.round,
        entry=dispute.entry,
        personal=mailed,
        **arrival,  # type: ignore[arg-type]
    )


def hold_for(services: Services, tx: Transaction, state: GameState, claim: int) -> None:
    """Holds the game for a claim, where the site wants that; the players are told."""
    if services.settings.rounds.hold_for_claims and _can_hold(state):
        held = GameHeld(
            at=services.clock.now(), by="service", round=state.round, reason=held_reason(claim)
        )
        append_events(tx, state, held)
        tell_all(services, tx, game_state(tx, state.id), what="held", reason=held.reason)


def held_reason(claim: int) -> str:
    """Why a game is held: a claim is open. Words are made of it where it is told.

    >>> held_reason(3)
    'claim:3'
    """
    return f"claim:{claim}"


def open_claim(services: Services, game: str, *, round: int, words: str, voice: Voice) -> Claim:
    """A claim that nobody has mailed: by telephone, or found by the GM himself."""
    words = reason_given(words)
    with services.store.writing() as tx:
        state = game_state(tx, game)
        if round != state.round and round not in [thrown.number for thrown in state.thrown]:
            raise NotFound(f"{game} has no round {round} that could be disputed")
        event = claim_filed(
            services,
            state,
            Dispute(round=round, entry=None),
            by=voice,
            mailed=Mailed(words=words, mail_sha256="", sender="", dated=""),
            arrived_at=services.clock.now(),
            uid=_BY_HAND,
        )
        append_events(tx, state, event)
        after = game_state(tx, game)
        hold_for(services, tx, after, len(after.claims))
        return after.claims[-1]


def claim_of(state: GameState, number: int) -> Claim:
    """A claim by its number; `NotFound` when the game has none such."""
    if not 1 <= number <= len(state.claims):
        raise NotFound(
            f"{state.id} has no claim {number}; `pigpost claim list {state.id}` shows them"
        )
    return state.claims[number - 1]


def waiting_claim(state: GameState, number: int) -> Claim:
    """The same, if there is anything left to decide; `TooLate` when it is closed."""
    claim = claim_of(state, number)
    if claim.closed_because is not None:
        raise TooLate(f"claim {number} of {state.id} is closed: {claim.closed_because}")
    return claim


def _can_hold(state: GameState) -> bool:
    return state.held is None and state.phase is Phase.OPEN


def released(services: Services, state: GameState, claim: int) -> list[Event]:
    """What lets a game go on that was held for a claim; nothing where it was not."""
    if state.held != held_reason(claim):
        return []
    return events_to_go_on(
        state, services.clock.now(), by="service", reason=f"claim {claim} is decided"
    )
