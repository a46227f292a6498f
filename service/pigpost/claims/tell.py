"""Mails about claims and rulings: to every player before and after, to who has to decide at once."""

from pigpost.claims.voices import Voice, address_of, name_of
from pigpost.games.kinds import Seat, seat_from_label
from pigpost.outbox.letterhead import gm_head, holder_of, player_head
from pigpost.outbox.queue import tell_at, tell_gm, tell_player
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Claim, Ruling
from pigpost.replay.state import GameState, SeatStatus, ThrownRound
from pigpost.results.excerpts import due, standing_order
from pigpost.results.letters import ClaimNews, GmNote, RulingTold
from pigpost.results.ruling import BeforeAndAfter

_TOLD = (SeatStatus.PLAYING, SeatStatus.ELIMINATED, SeatStatus.WITHDRAWN)
"""Also who has left is told of a ruling: it may be about him, or have brought him back."""


def tell_ruling(
    services: Services, tx: Transaction, state: GameState, ruling: Ruling, told: BeforeAndAfter
) -> None:
    """The same to everybody; to the GM too, where it was not he who has ruled."""
    seats = [number for number, seat in sorted(state.seats.items()) if seat.status in _TOLD]
    for seat in seats:
        holder = holder_of(state, seat)
        letter = _ruling(services, state, ruling, told, seat)
        asks = None if letter.due is None else letter.due.round
        tell_player(services, tx, letter, holder, asks_round=asks)
    if ruling.by != Voice.GM:
        note_gm(services, tx, state, "ruled", who=ruling.by, words=ruling.reason)


def _ruling(
    services: Services, state: GameState, ruling: Ruling, told: BeforeAndAfter, seat: Seat
) -> RulingTold:
    current = state.current
    opened = current is not None and current.opened_at >= ruling.at
    return RulingTold(
        head=player_head(services, state, holder_of(state, seat)),
        number=ruling.number,
        claim=ruling.claim or 0,
        what=ruling.what,
        by=ruling.by,
        by_name=name_of(services, Voice(ruling.by)) if ruling.by in set(Voice) else "",
        reason=ruling.reason,
        blind=ruling.blind,
        later=ruling.later,
        seat=ruling.seat,
        act=ruling.act,
        overrules=ruling.overrules,
        told=told,
        first_entry=_in_dispute(state, ruling).pos,
        entry=ruling.pos,
        appeal_to=_appeal_to(services, state, ruling),
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat),
        commitment=current.commitment if current is not None and opened else None,
        shown_seed=ruling.shown_seed,
        ruled_at=ruling.at,
    )


def _in_dispute(state: GameState, ruling: Ruling) -> ThrownRound:
    """The round as it was recorded, whether it still counts or not."""
    rounds = (*state.thrown, *state.annulled)
    attempt = (ruling.change.round, ruling.change.attempt)
    return next(r for r in rounds if (r.number, r.recorded.attempt) == attempt)


def _appeal_to(services: Services, state: GameState, ruling: Ruling) -> str | None:
    """The ombudsman's name, where he can still be asked: once, and not about what he has ruled."""
    claim = state.claims[ruling.claim - 1] if ruling.claim else None
    if claim is None or claim.appealed_by is not None or ruling.by == Voice.OMBUDSMAN:
        return None
    reachable = address_of(services, Voice.OMBUDSMAN)
    return name_of(services, Voice.OMBUDSMAN) if reachable else None


def claim_news(
    services: Services,
    state: GameState,
    seat: Seat,
    what: str,
    *,
    number: int | None = None,
    claim: Claim | None = None,
    reason: str = "",
    missing: tuple[str, ...] = (),
) -> ClaimNews:
    """The letter to a player about a claim or a ruling."""
    return ClaimNews(
        head=player_head(services, state, holder_of(state, seat)),
        what=what,
        number=number if claim is None else claim.number,
        about=None if claim is None else claim.about,
        entry=None if claim is None else claim.pos,
        held=state.held is not None,
        reason=reason,
        missing=missing,
        due=due(state, services.clock.now()),
        stands=standing_order(state, seat),
    )


def tell_claimant(
    services: Services,
    tx: Transaction,
    state: GameState,
    claim: Claim,
    what: str,
    *,
    reason: str = "",
) -> None:
    """A mail to the player who protested, if it was a player."""
    if not claim.by.startswith("p"):
        return
    seat = seat_from_label(claim.by)
    letter = claim_news(services, state, seat, what, claim=claim, reason=reason)
    asks = None if letter.due is None else letter.due.round
    tell_player(services, tx, letter, holder_of(state, seat), asks_round=asks)


def note_gm(
    services: Services,
    tx: Transaction,
    state: GameState,
    what: str,
    *,
    who: str,
    words: str,
    claim: int | None = None,
    mail: int | None = None,
) -> None:
    """A note to the GM, and to his deputy if there is one."""
    note = GmNote(
        head=gm_head(services, state), what=what, who=who, words=words, mail=mail, claim=claim
    )
    tell_gm(services, tx, note)
    if deputy := address_of(services, Voice.DEPUTY):
        tell_at(services, tx, note, deputy)


def tell_ombudsman(
    services: Services, tx: Transaction, state: GameState, claim: Claim, *, who: str, words: str
) -> None:
    """An appeal lies before him."""
    note = GmNote(
        head=gm_head(services, state),
        what="appealed",
        who=who,
        words=words,
        mail=None,
        claim=claim.number,
    )
    tell_at(services, tx, note, address_of(services, Voice.OMBUDSMAN))
