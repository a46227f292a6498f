"""All that bears on a claim, on one line of time: servers, inbox, reading, log, answers, outages.

Times of servers on the way are theirs and may be wrong; all others are ours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from pigpost.audit.games import stream_named
from pigpost.events.receipt import receipt_code
from pigpost.events.record import Recorded
from pigpost.events.types import (
    ClaimAppealed,
    ClaimClosed,
    ClaimFiled,
    DeadlineMoved,
    Event,
    GameEnded,
    GameHeld,
    GameResumed,
    MailBounced,
    MailHandled,
    OrderAccepted,
    OrderRefused,
    OrderSetAside,
    OrdersSealed,
    OrderWithdrawn,
    OutageNoted,
    RoundOpened,
    RoundThrown,
    RulingMade,
)
from pigpost.games.kinds import Seat, seat_from_label, seat_label
from pigpost.intake.desk.handle import head_of
from pigpost.intake.desk.hops import hops_of
from pigpost.intake.desk.overview import who_filed
from pigpost.orders.canonical import from_canonical, in_words
from pigpost.ports import ArrivedMail, OutgoingMail, Services, Transaction
from pigpost.replay.disputes import Claim
from pigpost.replay.opened import opened_versions
from pigpost.replay.state import GameState

_MOST = 50
"""So many mails of a player, and to him, are looked at: more than that no round has."""

_SLACK = timedelta(hours=1)
"""So long before the round was opened, and after the claim was filed, mails are shown too."""


class What(StrEnum):
    """What happened at a moment."""

    HOP = "server took it"
    ARRIVED = "arrived"
    STORED = "stored"
    RESULT = "was read as"
    LOG = "log"
    ANSWER = "mail written"
    ACCEPTED = "mail accepted"
    BOUNCED = "mail came back"
    OUTAGE = "outage"
    OUTAGE_OVER = "outage over"
    DEADLINE = "deadline"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One thing that happened. `seconds` is the gap to the server before it; `ours`: by our clock."""

    at: datetime
    what: What
    words: str
    mail: int | None = None
    position: int | None = None
    seconds: int | None = None
    ours: bool = True


def time_line(services: Services, tx: Transaction, state: GameState, claim: Claim) -> list[Moment]:
    """The moments of a claim, in the order of time; the deadline is one of them.

    What a sealed order says is not among them: a claim can be about the round that is open.
    """
    history = [one for one in tx.log.history(stream_named(state.id)) if one.kind in _KINDS]
    seat = _seat(history, claim)
    since, until = _window(history, claim)
    moments = [*_of_log(state, history, claim, seat, since, until)]
    if seat is not None:
        person = state.seats[seat].person.id
        window = {"since": since, "until": until, "limit": _MOST}
        for mail in tx.mails.of_person(person, state.id, **window):  # type: ignore[arg-type]
            moments += _of_mail(services, mail)
        for sent in tx.outbox.to_person(person, state.id, **window):  # type: ignore[arg-type]
            moments += _of_answer(sent)
    moments += _deadline(state, claim)
    return sorted(moments, key=lambda moment: moment.at)


def _seat(history: list[Recorded], claim: Claim) -> Seat | None:
    """Whose mails are in question: the claimant's, else those of the entry that is disputed."""
    if claim.by.startswith("p"):
        return seat_from_label(claim.by)
    for one in history:
        if one.pos == claim.entry and isinstance(one.event, OrderAccepted | OrderRefused):
            sealed = one.event.sealed
            return None if sealed is None else seat_from_label(sealed.seat)
    return None


def _window(history: list[Recorded], claim: Claim) -> tuple[datetime, datetime]:
    """From the opening of the round in dispute to a little after the claim."""
    opened = [
        one.event.at
        for one in history
        if one.kind is RoundOpened and one.round == claim.about and one.event.at <= claim.filed_at
    ]
    return max(opened, default=claim.filed_at) - _SLACK, claim.filed_at + _SLACK


def _of_log(
    state: GameState,
    history: list[Recorded],
    claim: Claim,
    seat: Seat | None,
    since: datetime,
    until: datetime,
) -> Iterator[Moment]:
    opened = opened_versions(history)
    names = {number: seat.person.name for number, seat in state.seats.items()}
    for one in history:
        event = one.event
        if isinstance(event, ClaimFiled | ClaimAppealed | ClaimClosed | RulingMade):
            yield from _of_claim(state, one, event, claim)
        elif isinstance(event, OutageNoted):
            yield from _of_outage(one, event, since, until)
        elif since <= event.at <= until and _bears(event, claim, seat):
            words = _told(one, event, names, is_open=one.ver in opened)
            yield Moment(at=event.at, what=What.LOG, words=words, position=one.pos)


def _bears(event: Event, claim: Claim, seat: Seat | None) -> bool:
    """Whether an event is about the round in dispute, and about nobody else's mails."""
    if event.round not in (None, claim.about):
        return False
    sealed = getattr(event, "sealed", None)
    named = getattr(sealed, "seat", None) or getattr(event, "seat", None)
    return named is None or seat is None or named == seat_label(seat)


_SAID: Mapping[type[Event], str] = {
    RoundOpened: "round opened",
    DeadlineMoved: "deadline moved",
    OrdersSealed: "book closed",
    RoundThrown: "round thrown",
    GameHeld: "game held",
    GameResumed: "game goes on",
    OrderAccepted: "order accepted",
    OrderRefused: "no order in a mail",
    OrderWithdrawn: "order withdrawn",
    OrderSetAside: "order set aside (NOT ME)",
    MailHandled: "mail handled by the game master",
    MailBounced: "a mail came back",
    GameEnded: "game ended",
}
_KINDS = frozenset({*_SAID, OutageNoted, ClaimFiled, ClaimAppealed, ClaimClosed, RulingMade})


def _told(one: Recorded, event: Event, names: Mapping[Seat, str], *, is_open: bool) -> str:
    words = _SAID[type(event)]
    match event:
        case OrderAccepted(sealed=sealed):
            order = "" if sealed is None or not is_open else f": {_order(sealed.order, names)}"
            return f"{words}{order} (receipt {receipt_code(one.leaf)})"
        case OrderRefused(sealed=sealed) if sealed is not None and is_open:
            first = sealed.complaints[0]
            return f"{words}: {first.reason.replace('_', ' ')} (rule {first.rule})"
        case DeadlineMoved(old_deadline=old, deadline=new, reason=reason):
            return f"{words} from {old:%Y-%m-%d %H:%M} to {new:%Y-%m-%d %H:%M}: {reason}"
        case GameHeld(reason=reason) | GameResumed(reason=reason) | MailHandled(reason=reason):
            return f"{words}: {reason}"
        case _:
            return words


def _of_outage(
    one: Recorded, event: OutageNoted, since: datetime, until: datetime
) -> Iterator[Moment]:
    if event.began > until or (event.ended or until) < since:
        return
    yield Moment(at=event.began, what=What.OUTAGE, words=event.what, position=one.pos)
    if event.ended is not None:
        yield Moment(at=event.ended, what=What.OUTAGE_OVER, words=event.what, position=one.pos)


def _order(line: str, names: Mapping[Seat, str]) -> str:
    return in_words(from_canonical(line), names)


def _of_claim(
    state: GameState,
    one: Recorded,
    event: ClaimFiled | ClaimAppealed | ClaimClosed | RulingMade,
    claim: Claim,
) -> Iterator[Moment]:
    words = None
    match event:
        case ClaimFiled() if one.pos == claim.pos:
            words = f"filed by {who_filed(state, event.by)}"
        case ClaimAppealed(claim=claim.number):
            words = f"appealed against by {who_filed(state, event.by)}"
        case ClaimClosed(claim=claim.number):
            words = f"closed: {event.reason}"
        case RulingMade(claim=claim.number):
            words = f"ruling {event.ruling} ({event.what}) by {event.by}: {event.reason}"
        case _:
            pass
    if words is not None:
        yield Moment(at=event.at, what=What.CLAIM, words=words, position=one.pos)


def _of_mail(services: Services, mail: ArrivedMail) -> Iterator[Moment]:
    """Its way: each server that says when it took it, our server, our reading."""
    for hop in hops_of(head_of(services, mail).headers):
        if hop.at is not None:
            yield Moment(
                at=hop.at,
                what=What.HOP,
                words=hop.receiver or "a server that does not say its name",
                mail=mail.id,
                seconds=hop.seconds,
                ours=False,
            )
    yield Moment(
        at=mail.arrived_at, what=What.ARRIVED, words=f"in our inbox, UID {mail.uid}", mail=mail.id
    )
    yield Moment(at=mail.stored_at, what=What.STORED, words="by us", mail=mail.id)
    yield Moment(
        at=mail.stored_at,
        what=What.RESULT,
        words=(mail.outcome or mail.state).replace("_", " "),
        mail=mail.id,
    )


def _of_answer(sent: OutgoingMail) -> Iterator[Moment]:
    kind = sent.kind.replace("_", " ")
    yield Moment(at=sent.created_at, what=What.ANSWER, words=kind, mail=sent.answers)
    if sent.sent_at is not None:
        words = f"{kind}: {sent.server_words or ''}"
        yield Moment(at=sent.sent_at, what=What.ACCEPTED, words=words, mail=sent.answers)
    if sent.bounced_at is not None:
        words = f"{kind}: {sent.bounce_words or ''}"
        yield Moment(at=sent.bounced_at, what=What.BOUNCED, words=words, mail=sent.answers)


def _deadline(state: GameState, claim: Claim) -> Iterator[Moment]:
    """The line across: the deadline as it was when the book was closed."""
    if claim.about is None:
        return
    rounds = (*state.thrown, *state.annulled)
    known = [thrown.deadline for thrown in rounds if thrown.number == claim.about]
    if not known and state.current is not None and state.current.round == claim.about:
        known = [state.current.deadline]
    if known:
        yield Moment(at=known[-1], what=What.DEADLINE, words=f"deadline of round {claim.about}")
