"""What can be done against a ruling: one appeal to the ombudsman, or the voices of all who play."""

import re
from dataclasses import dataclass

from pigpost.audit.games import append_events, game_state
from pigpost.claims.decide import Proposal
from pigpost.claims.file import released, waiting_claim
from pigpost.claims.reasons import reason_given
from pigpost.claims.rule import rule_in
from pigpost.claims.tell import tell_claimant
from pigpost.claims.voices import Voice, address_of, check_voice
from pigpost.errors import AgainstTheRules, PigpostError
from pigpost.events.types import ClaimClosed
from pigpost.games.kinds import Seat
from pigpost.ports import Services, Transaction
from pigpost.replay.disputes import Claim, ClaimStatus, Ruling, RulingKind
from pigpost.replay.state import GameState, SeatStatus

_RULING = re.compile(r"\b(?:ruling|ratkaisu\w*)\s+(?:no\.?\s*|#\s*)?(\d{1,4})\b", re.IGNORECASE)
_CLAIM = re.compile(r"\b(?:claim|valitus\w*)\s+(?:no\.?\s*|#\s*)?(\d{1,4})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """Who of those that play has yet to say that a ruling shall be taken back."""

    missing: tuple[Seat, ...]


def ruling_named(state: GameState, words: str) -> Ruling | None:
    """The ruling whose number is in the words."""
    found = _RULING.search(words)
    number = int(found[1]) if found else 0
    return state.rulings[number - 1] if 1 <= number <= len(state.rulings) else None


def claim_to_appeal(services: Services, state: GameState, words: str) -> Claim | None:
    """The claim that an appeal is about: the one named, else the last one ruled; None if there is none.

    Nobody appeals twice, nor against the ombudsman, nor where there is none.
    """
    ruling, named = ruling_named(state, words), _CLAIM.search(words)
    number = (ruling.claim if ruling else None) or (int(named[1]) if named else None)
    open_to_it = appealable(services, state)
    if number is not None:
        open_to_it = [claim for claim in open_to_it if claim.number == number]
    return open_to_it[-1] if open_to_it else None


def appealable(services: Services, state: GameState) -> list[Claim]:
    """The claims that were ruled upon, and can be laid before the ombudsman."""
    if not address_of(services, Voice.OMBUDSMAN):
        return []
    return [
        claim
        for claim in state.claims
        if claim.status is ClaimStatus.RULED
        and claim.appealed_by is None
        and state.rulings[claim.rulings[-1] - 1].by != Voice.OMBUDSMAN
    ]


def missing_voices(state: GameState, ruling: Ruling) -> tuple[Seat, ...]:
    """Of the people who play, who has not said that the ruling shall be taken back."""
    return tuple(
        number
        for number, seat in sorted(state.seats.items())
        if seat.status is SeatStatus.PLAYING
        and seat.bot is None
        and number not in ruling.contested_by
    )


def can_contest(state: GameState, ruling: Ruling, seat: Seat) -> bool:
    """Whether a player's voice against a ruling is still to be counted."""
    return ruling.overruled_by is None and seat in missing_voices(state, ruling)


def take_back(services: Services, tx: Transaction, state: GameState, ruling: Ruling) -> str | None:
    """Takes a ruling back, as all who play want it; why that can't be, else None."""
    proposal = Proposal(
        claim=ruling.claim or 0,
        what=RulingKind.OVERRULE,
        reason=f"all who play want ruling {ruling.number} to be taken back",
        voice=Voice.ALL_WHO_PLAY,
        round=ruling.round,
        overrules=ruling.number,
    )
    try:
        rule_in(services, tx, state, proposal)
    except PigpostError as fault:
        return str(fault)
    return None


def close_claim(services: Services, game: str, number: int, *, reason: str, voice: Voice) -> Claim:
    """Nothing more is to be decided: the claimant is told, and a game held for it goes on.

    `TooLate` where it is closed, `AgainstTheRules` while an appeal waits for the ombudsman.
    """
    reason = reason_given(reason)
    with services.store.writing() as tx:
        state = game_state(tx, game)
        check_voice(services, tx, state, voice)
        claim = waiting_claim(state, number)
        if claim.status is ClaimStatus.APPEALED and voice is not Voice.OMBUDSMAN:
            raise AgainstTheRules(f"claim {number} lies before the ombudsman")
        closed = ClaimClosed(
            at=services.clock.now(), by=voice, round=state.round, claim=number, reason=reason
        )
        append_events(tx, state, closed, *released(services, state, number))
        after = game_state(tx, game)
        tell_claimant(services, tx, after, claim, "closed", reason=reason)
        return after.claims[number - 1]
