"""What a ruling would do, side by side, and nothing of it done: that somebody looked is in the log."""

from dataclasses import replace

from pigpost.audit.games import append_events, game_state
from pigpost.claims.decide import Proposal, decision_on
from pigpost.claims.file import waiting_claim
from pigpost.claims.reasons import reason_given
from pigpost.claims.rule import effects
from pigpost.claims.voices import check_voice
from pigpost.errors import AgainstTheRules
from pigpost.events.types import PreviewOpened
from pigpost.ports import Services
from pigpost.replay.state import GameState
from pigpost.results.ruling import BeforeAndAfter, before_and_after

_NO_REASON = "not written yet"


def preview(
    services: Services, game: str, proposal: Proposal, *, early: bool = False
) -> BeforeAndAfter:
    """What the proposal would do. The reason comes first (blind first).

    Whoever wants to look before there is one must say so (`early`): it is logged, and printed in the
    ruling's mail. `AgainstTheRules` otherwise; faults of a proposal as in `rule`.
    """
    with services.store.writing() as tx:
        state = game_state(tx, game)
        check_voice(services, tx, state, proposal.voice)
        reason = _reason(state, proposal, early=early)
        decision = decision_on(tx, state, replace(proposal, reason=reason or _NO_REASON))
        found = before_and_after(state, decision.change, effects(state, decision))
        append_events(
            tx,
            state,
            PreviewOpened(
                at=services.clock.now(),
                by=proposal.voice,
                round=state.round,
                claim=proposal.claim,
                reason=reason,
            ),
        )
        return found


def _reason(state: GameState, proposal: Proposal, *, early: bool) -> str | None:
    claim = waiting_claim(state, proposal.claim)
    if proposal.reason.strip():
        return reason_given(proposal.reason)
    if proposal.voice not in claim.reasons and not early:
        raise AgainstTheRules(
            "the reason comes before the preview: write it first, or say that you look early, which "
            "is logged and printed in the ruling's mail"
        )
    return None
