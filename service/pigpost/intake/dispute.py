"""PROTEST and APPEAL: a player disputes a round, or what was ruled about it."""

from pigpost.audit.games import append_events, game_state
from pigpost.claims.about import Dispute, dispute_in, in_window
from pigpost.claims.appeal import (
    can_contest,
    claim_to_appeal,
    missing_voices,
    ruling_named,
    take_back,
)
from pigpost.claims.file import claim_filed, hold_for
from pigpost.claims.tell import claim_news, note_gm, tell_ombudsman
from pigpost.events.types import ClaimAppealed, RulingContested
from pigpost.games.kinds import seat_label
from pigpost.intake.asked import Asked
from pigpost.intake.known import reader_for
from pigpost.intake.words import without_orders
from pigpost.replay.disputes import Claim, Ruling
from pigpost.replay.state import GameState
from pigpost.results.letters import ClaimNews


def protest(asked: Asked) -> ClaimNews:
    """Opens a claim about a round, or says that a ruling shall be taken back."""
    ruling = ruling_named(asked.state, asked.words)
    if ruling is not None:
        return contest(asked, ruling)
    return file_claim(asked, dispute_in(asked.tx, asked.state, asked.words))


def file_claim(asked: Asked, dispute: Dispute) -> ClaimNews:
    """Opens a claim, if the round can still be disputed."""
    written, tx = asked.written, asked.tx
    if not in_window(asked.state, dispute.round, written.arrived_at):
        return _past(asked, dispute.round)
    event = claim_filed(
        asked.services,
        asked.state,
        dispute,
        by=seat_label(written.seat),
        mailed=written.mailed(asked.words),
        arrived_at=written.arrived_at,
        uid=written.uid,
    )
    asked.append(event)
    after = game_state(tx, asked.state.id)
    _tell_gm(asked, "protest", claim=len(after.claims))
    hold_for(asked.services, tx, after, len(after.claims))
    after = game_state(tx, asked.state.id)
    return claim_news(asked.services, after, written.seat, "filed", claim=after.claims[-1])


def appeal(asked: Asked) -> ClaimNews:
    """Lays a claim that was ruled upon before the ombudsman; once."""
    claim = claim_to_appeal(asked.services, asked.state, asked.words)
    if claim is None:
        _tell_gm(asked, "appeal")
        return _news(asked, asked.state, "no_appeal")
    return lay_before_ombudsman(asked, claim)


def lay_before_ombudsman(asked: Asked, claim: Claim) -> ClaimNews:
    """The same with a claim that can be."""
    written = asked.written
    asked.append(
        ClaimAppealed(
            at=asked.services.clock.now(),
            by=seat_label(written.seat),
            round=asked.state.round,
            claim=claim.number,
            arrived_at=written.arrived_at,
            uid=written.uid,
            personal=written.mailed(asked.words),
        )
    )
    after = game_state(asked.tx, asked.state.id)
    who, words = _who(asked), _words(asked)
    _tell_gm(asked, "appeal", claim=claim.number)
    tell_ombudsman(asked.services, asked.tx, after, claim, who=who, words=words)
    return claim_news(asked.services, after, written.seat, "appealed", claim=claim)


def contest(asked: Asked, ruling: Ruling) -> ClaimNews:
    """One voice against a ruling; the last of them takes it back."""
    seat, state = asked.written.seat, asked.state
    if not can_contest(state, ruling, seat):
        what = "contested" if seat in ruling.contested_by else "nothing_to_contest"
        return _news(asked, state, what, ruling)
    event = RulingContested(
        at=asked.services.clock.now(),
        by=seat_label(seat),
        round=state.round,
        ruling=ruling.number,
        arrived_at=asked.written.arrived_at,
        uid=asked.written.uid,
        personal=asked.written.mailed(asked.words),
    )
    append_events(asked.tx, state, event, idem=asked.written.idem)
    after = game_state(asked.tx, state.id)
    contested = after.rulings[ruling.number - 1]
    if missing_voices(after, contested):
        _tell_gm(asked, "contested", claim=ruling.claim)
        return _news(asked, after, "contested", contested)
    problem = take_back(asked.services, asked.tx, after, contested)
    if problem is not None:
        note_gm(
            asked.services,
            asked.tx,
            after,
            "contested",
            who=_who(asked),
            words=problem,
            claim=ruling.claim,
        )
        return _news(asked, after, "contested", contested)
    return _news(asked, game_state(asked.tx, state.id), "overruled", contested)


def _past(asked: Asked, round: int | None) -> ClaimNews:
    """Nothing is opened any more; the GM still gets to read it, and can open a claim himself."""
    _tell_gm(asked, "late_protest")
    what = "too_late" if round is not None else "too_soon"
    return _news(asked, asked.state, what, about=round)


def _news(
    asked: Asked,
    state: GameState,
    what: str,
    ruling: Ruling | None = None,
    *,
    about: int | None = None,
) -> ClaimNews:
    missing = () if ruling is None else missing_voices(state, ruling)
    return claim_news(
        asked.services,
        state,
        asked.written.seat,
        what,
        number=about if ruling is None else ruling.number,
        missing=tuple(state.seats[seat].person.name for seat in missing),
    )


def _tell_gm(asked: Asked, what: str, *, claim: int | None = None) -> None:
    note_gm(
        asked.services,
        asked.tx,
        asked.state,
        what,
        who=_who(asked),
        words=_words(asked),
        claim=claim,
        mail=asked.mail,
    )


def _who(asked: Asked) -> str:
    return asked.state.seats[asked.written.seat].person.name


def _words(asked: Asked) -> str:
    """What was written, without what may be an order."""
    return without_orders(asked.words, read=reader_for(asked.state, asked.written.seat))
