"""What somebody proposes to rule becomes a decision on a game, or is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pigpost.audit.entries import PartState, entries_of
from pigpost.audit.games import stream_named
from pigpost.claims.file import waiting_claim
from pigpost.claims.reasons import reason_given
from pigpost.claims.voices import Voice
from pigpost.errors import AgainstTheRules, NotFound, TooLate, UsageError
from pigpost.events.types import Event, OrdersSealed
from pigpost.games.conditions import Condition, check_orders
from pigpost.games.kinds import RuleBroken, Seat, seat_label
from pigpost.ports import Transaction
from pigpost.replay.consequences import REPLAYING
from pigpost.replay.disputes import (
    STRUCK,
    Change,
    Claim,
    ClaimStatus,
    Later,
    Ruling,
    RulingKind,
    SeatAct,
)
from pigpost.replay.fold import replay
from pigpost.replay.order_book import OrderBook
from pigpost.replay.rounds import DEFAULT
from pigpost.replay.ruling_events import Decision
from pigpost.replay.state import GameState, Phase, SeatStatus, StoredOrder, ThrownRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is proposed, in the words of a game: `round` is the one in dispute unless it is named.

    `orders` for `count` and `amend`, `struck` for `strike`, `points` for `adjust`, `seat` and `act`
    for `seat`, `winners` for `end`, `overrules` for `overrule`; `evidence` is an entry's position.
    """

    claim: int
    what: RulingKind
    reason: str
    voice: Voice = Voice.GM
    round: int | None = None
    later: Later = Later.FORWARD
    orders: Mapping[Seat, Condition] = field(default_factory=dict)
    struck: Seat | None = None
    points: Mapping[Seat, int] = field(default_factory=dict)
    draws: Mapping[str, tuple[str, ...]] | None = None
    seat: Seat | None = None
    act: SeatAct | None = None
    winners: tuple[Seat, ...] = ()
    overrules: int | None = None
    evidence: int | None = None


def decision_on(tx: Transaction, state: GameState, proposal: Proposal) -> Decision:
    """The decision that a proposal amounts to.

    `NotFound`, `TooLate`, `AgainstTheRules` or `UsageError` say why there can't be such a one.
    """
    claim = waiting_claim(state, proposal.claim)
    _check_final(claim, proposal)
    if state.phase is Phase.SEALED:
        raise TooLate(f"round {state.round} of {state.id} is being thrown: rule when it is")
    thrown = _round(state, proposal, claim)
    _check_evidence(tx, state, proposal)
    change = _change(tx, state, proposal, thrown)
    reason = reason_given(proposal.reason or claim.reasons.get(proposal.voice, ""))
    decision = Decision(
        what=proposal.what,
        change=change,
        reason=reason,
        by=proposal.voice,
        claim=claim.number,
        blind=_is_blind(claim, proposal.voice, reason),
        later=proposal.later,
        evidence=proposal.evidence or claim.entry,
        overrules=proposal.overrules,
        seat=proposal.seat,
        act=proposal.act,
        winners=proposal.winners,
    )
    _check_news(state, decision)
    return decision


def _is_blind(claim: Claim, voice: Voice, reason: str) -> bool:
    """Whether this very reason was there before the first look of who rules; another came after it."""
    return voice not in claim.looked_early and claim.reasons.get(voice, reason) == reason


def _check_final(claim: Claim, proposal: Proposal) -> None:
    """On an appeal only the ombudsman decides, once; all who play together go before him."""
    appealed = claim.status is ClaimStatus.APPEALED
    if proposal.voice is Voice.ALL_WHO_PLAY:
        return
    if appealed and proposal.voice is not Voice.OMBUDSMAN:
        raise AgainstTheRules(f"claim {claim.number} lies before the ombudsman")
    if proposal.voice is Voice.OMBUDSMAN and claim.appealed_by is not None and not appealed:
        raise TooLate(f"the ombudsman has decided claim {claim.number}: that is final")


def _round(state: GameState, proposal: Proposal, claim: Claim) -> ThrownRound:
    number = proposal.round or claim.about
    for thrown in state.thrown:
        if thrown.number == number:
            return thrown
    annulled = [thrown for thrown in state.annulled if thrown.number == number]
    if annulled:
        raise AgainstTheRules(
            f"round {number} of {state.id} was annulled by ruling {annulled[-1].annulled_by}, and has "
            "not been thrown again"
        )
    if number is not None and number == state.round:
        raise AgainstTheRules(
            f"round {number} of {state.id} has not been thrown: while it is open, orders can be entered "
            "(`pigpost order put`, `pigpost mail order`)"
        )
    raise NotFound(f"{state.id} has no thrown round {number}")


def _check_evidence(tx: Transaction, state: GameState, proposal: Proposal) -> None:
    """What a ruling rests on must be there to be read."""
    if proposal.evidence is None:
        return
    found = [entry for entry in entries_of(tx, state.id) if entry.pos == proposal.evidence]
    if not found:
        raise NotFound(f"the log of {state.id} has no entry {proposal.evidence}")
    if found[0].personal_state is PartState.ERASED:
        raise AgainstTheRules(
            f"the mail behind entry {proposal.evidence} was erased: nothing can rest on it any more"
        )


def _change(tx: Transaction, state: GameState, proposal: Proposal, thrown: ThrownRound) -> Change:
    bare = Change(round=thrown.number, attempt=thrown.recorded.attempt)
    match proposal.what:
        case RulingKind.COUNT | RulingKind.AMEND:
            return _counting(state, proposal, thrown, bare)
        case RulingKind.STRIKE:
            return _struck(tx, state, proposal, thrown, bare)
        case RulingKind.CORRECT_THROW:
            return _corrected(state, proposal, bare)
        case RulingKind.ADJUST:
            if not any(proposal.points.values()):
                raise UsageError("say whose points change and by how many, as Bill=+3")
            after = state.thrown[-1].number if proposal.later is Later.SCORES_ONLY else bare.round
            return replace(bare, points={after: dict(proposal.points)})
        case RulingKind.SEAT:
            _check_seat(state, proposal)
        case RulingKind.OVERRULE:
            _check_overruling(state, proposal)
        case RulingKind.END:
            _check_winners(state, proposal)
        case RulingKind.VOID | RulingKind.DISMISS:
            pass
    return bare


def _counting(state: GameState, proposal: Proposal, thrown: ThrownRound, bare: Change) -> Change:
    """Orders that count now: they must be some that the round could have had."""
    if not proposal.orders:
        raise UsageError("say whose order counts and what it is")
    for seat in proposal.orders:
        _check_in_round(state, thrown, seat)
    try:
        check_orders(proposal.orders.values(), state.settings)
    except RuleBroken as broken:
        raise AgainstTheRules(f"no order of this game: {broken} (rule {broken.rule})") from broken
    source = f"ruling:{len(state.rulings) + 1}"
    return replace(
        bare, orders=dict(proposal.orders), sources=dict.fromkeys(proposal.orders, source)
    )


def _struck(
    tx: Transaction, state: GameState, proposal: Proposal, thrown: ThrownRound, bare: Change
) -> Change:
    if (seat := proposal.struck) is None:
        raise UsageError("say whose order is struck")
    _check_in_round(state, thrown, seat)
    before = below_struck(tx, state, thrown, seat)
    if before is None:
        return replace(bare, orders={seat: None}, sources={seat: DEFAULT + STRUCK})
    return replace(bare, orders={seat: before.condition}, sources={seat: f"order:{before.pos}"})


def below_struck(
    tx: Transaction, state: GameState, thrown: ThrownRound, seat: Seat
) -> StoredOrder | None:
    """What stands once the order that was played is set aside: what stood before it; None, the default.

    `AgainstTheRules` where the default was played.
    """
    source = thrown.event.sources[seat_label(seat)]
    if source.startswith(DEFAULT):
        raise AgainstTheRules(
            f"{_name(state, seat)} played the default: there is no order to strike"
        )
    return _before(tx, state, thrown, seat, source)


def _before(
    tx: Transaction, state: GameState, thrown: ThrownRound, seat: Seat, source: str
) -> StoredOrder | None:
    """The order that stands once the one played, and all that were struck before, are set aside."""
    then = state_at_seal(tx, state, thrown)
    if then.current is None:
        return None
    gone = {source, *_struck_before(thrown, seat)}
    book = OrderBook.thawed(then.current)
    book.orders = [
        replace(order, set_aside=order.set_aside or f"order:{order.pos}" in gone)
        for order in book.orders
    ]
    return book.frozen(then.seats.values()).standing(seat)


def _struck_before(thrown: ThrownRound, seat: Seat) -> set[str]:
    label = seat_label(seat)
    versions = [thrown.recorded, *(c.event for c in thrown.corrections)]
    return {event.sources[label] for event in versions if label in event.sources}


def state_at_seal(tx: Transaction, state: GameState, thrown: ThrownRound) -> GameState:
    """The game as it was when the book of a round was closed: what stood at the deadline."""
    history = list(tx.log.history(stream_named(state.id)))
    attempt = (thrown.number, thrown.recorded.attempt)
    seals = (one for one in history if one.kind is OrdersSealed)
    seal = next((one.ver for one in seals if _attempt(one.event) == attempt), 0)
    then = replay(one for one in history if one.ver < seal)
    if then is None:
        raise NotFound(f"round {thrown.number} of {state.id} was never sealed")
    return then


def _attempt(event: Event) -> tuple[int | None, int]:
    assert isinstance(event, OrdersSealed)  # as its kind says
    return event.round, event.attempt


def _corrected(state: GameState, proposal: Proposal, bare: Change) -> Change:
    if not state.by_hand:
        raise AgainstTheRules(
            f"the throws of {state.id} come from a seed that was fixed beforehand (level {state.level}): "
            "only throws made by hand can have been written down wrongly"
        )
    if not proposal.draws:
        raise UsageError("say what was really thrown")
    return replace(bare, draws={source: tuple(names) for source, names in proposal.draws.items()})


def _check_in_round(state: GameState, thrown: ThrownRound, seat: Seat) -> None:
    if seat_label(seat) not in thrown.event.participants:
        raise NotFound(f"{_name(state, seat)} was not in round {thrown.number}")


def _check_seat(state: GameState, proposal: Proposal) -> None:
    if proposal.seat is None or proposal.act is None:
        raise UsageError("say whose seat, and whether to remove, reinstate or replace the player")
    if state.phase is Phase.OVER:
        raise TooLate(f"{state.id} is over: nobody takes a seat in it any more")
    status, name = state.seats[proposal.seat].status, _name(state, proposal.seat)
    wanted = SeatStatus.WITHDRAWN if proposal.act is SeatAct.REINSTATE else SeatStatus.PLAYING
    if proposal.act is SeatAct.REPLACE and status is SeatStatus.WITHDRAWN:
        return
    if status is not wanted:
        raise AgainstTheRules(f"the seat of {name} is {status}, so nobody can {proposal.act} there")


def _check_overruling(state: GameState, proposal: Proposal) -> None:
    number = proposal.overrules
    if number is None or not 1 <= number <= len(state.rulings):
        raise NotFound(f"{state.id} has no ruling {number}")
    ruling = state.rulings[number - 1]
    if ruling.overruled_by is not None:
        raise TooLate(f"ruling {number} was taken back by ruling {ruling.overruled_by}")
    if ruling.what not in REPLAYING or ruling.what is RulingKind.OVERRULE:
        raise AgainstTheRules(
            f"ruling {number} ({ruling.what}) can't be taken back: what it did is not replayed; rule anew"
        )
    if all(
        (t.number, t.recorded.attempt) != (ruling.change.round, ruling.change.attempt)
        for t in state.thrown
    ):
        raise AgainstTheRules(f"ruling {number} is about a round that does not count any more")


def _check_winners(state: GameState, proposal: Proposal) -> None:
    if state.phase is Phase.OVER:
        raise TooLate(f"{state.id} is over already")
    for seat in proposal.winners:
        if state.seats[seat].status is not SeatStatus.PLAYING:
            raise AgainstTheRules(f"{_name(state, seat)} does not play and can't win")


def _check_news(state: GameState, decision: Decision) -> None:
    """`TooLate` for what has been ruled already and is in force."""
    for ruling in state.rulings:
        if ruling.overruled_by is None and _says_the_same(ruling, decision):
            raise TooLate(f"ruling {ruling.number} says the same already")


def _says_the_same(ruling: Ruling, decision: Decision) -> bool:
    if decision.what is not ruling.what or decision.claim != ruling.claim:
        return False
    if decision.what is RulingKind.DISMISS:
        return decision.by == ruling.by
    mine, theirs = decision.change, ruling.change
    same = (mine.round, mine.attempt, mine.orders) == (theirs.round, theirs.attempt, theirs.orders)
    carried = decision.what is not RulingKind.ADJUST or mine.points == theirs.points
    seats = (decision.seat, decision.act, decision.overrules)
    return same and carried and seats == (ruling.seat, ruling.act, ruling.overrules)


def _name(state: GameState, seat: Seat) -> str:
    return state.seats[seat].person.name or seat_label(seat)
