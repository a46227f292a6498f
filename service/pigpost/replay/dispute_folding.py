"""Claims and rulings while a game is folded."""

from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias, assert_never

from pigpost.events.record import Recorded
from pigpost.events.types import (
    ClaimAppealed,
    ClaimClosed,
    ClaimFiled,
    PreviewOpened,
    RulingContested,
    RulingMade,
)
from pigpost.games.kinds import seat_from_label
from pigpost.orders.canonical import from_canonical
from pigpost.replay.disputes import (
    Change,
    Claim,
    ClaimStatus,
    Later,
    Ruling,
    RulingKind,
    SeatAct,
)

DisputeEvent: TypeAlias = (
    ClaimFiled | PreviewOpened | RulingContested | ClaimAppealed | ClaimClosed | RulingMade
)


@dataclass(slots=True)
class DisputeFolding:
    """As `GameState.claims` and `GameState.rulings`, but open to change; both by number."""

    claims: dict[int, Claim] = field(default_factory=dict)
    rulings: dict[int, Ruling] = field(default_factory=dict)

    @classmethod
    def thawed(cls, claims: tuple[Claim, ...], rulings: tuple[Ruling, ...]) -> Self:
        """The working copy of a game's."""
        return cls({c.number: c for c in claims}, {r.number: r for r in rulings})

    def enter(self, recorded: Recorded, event: DisputeEvent) -> None:
        """Notes one more event; `ValueError` or `LookupError` where it makes no sense."""
        match event:
            case ClaimFiled():
                self._file(recorded, event)
            case RulingMade():
                self._rule(recorded, event)
            case RulingContested(ruling=number):
                ruling = self.rulings[number]
                voices = ruling.contested_by | {seat_from_label(event.by)}
                self.rulings[number] = replace(ruling, contested_by=voices)
            case PreviewOpened(claim=number):
                self._look(self.claims[number], event)
            case ClaimAppealed(claim=number, by=by):
                self._put(self.claims[number], status=ClaimStatus.APPEALED, appealed_by=by)
            case ClaimClosed(claim=number, reason=reason):
                self._put(self.claims[number], status=ClaimStatus.CLOSED, closed_because=reason)
            case _:
                assert_never(event)

    def _put(self, claim: Claim, **changes: object) -> None:
        self.claims[claim.number] = replace(claim, **changes)  # type: ignore[arg-type]

    def _look(self, claim: Claim, event: PreviewOpened) -> None:
        """The first reason counts: what is written after a look is written after it."""
        if event.by in claim.reasons:
            return
        if event.reason is None:
            self._put(claim, looked_early=claim.looked_early | {event.by})
        else:
            self._put(claim, reasons={**claim.reasons, event.by: event.reason})

    def _file(self, recorded: Recorded, event: ClaimFiled) -> None:
        number = len(self.claims) + 1
        if event.claim not in (None, number):
            raise ValueError(f"claim {event.claim} where claim {number} is due")
        self.claims[number] = Claim(
            number=number,
            by=event.by,
            filed_in=event.round,
            about=event.about,
            entry=event.entry,
            filed_at=event.at,
            arrived_at=event.arrived_at,
            words="" if event.personal is None else event.personal.words,
            pos=recorded.pos,
        )

    def _rule(self, recorded: Recorded, event: RulingMade) -> None:
        number = len(self.rulings) + 1
        if event.ruling != number:
            raise ValueError(f"ruling {event.ruling} where ruling {number} is due")
        self.rulings[number] = ruling_of(recorded, event)
        if event.overrules is not None:
            taken_back = self.rulings[event.overrules]
            if taken_back.overruled_by is not None or event.overrules == number:
                raise ValueError(f"ruling {event.overrules} can't be taken back")
            self.rulings[event.overrules] = replace(taken_back, overruled_by=number)
        if event.claim is not None:
            claim = self.claims[event.claim]
            rulings = (*claim.rulings, number)
            reasons = {by: reason for by, reason in claim.reasons.items() if by != event.by}
            self._put(claim, status=ClaimStatus.RULED, rulings=rulings, reasons=reasons)


def ruling_of(recorded: Recorded, event: RulingMade) -> Ruling:
    """The value of a ruling's event; `ValueError` or `LookupError` where it makes no sense."""
    return Ruling(
        number=event.ruling,
        what=RulingKind(event.what),
        claim=event.claim,
        by=event.by,
        at=event.at,
        reason=event.reason,
        blind=event.blind,
        later=Later(event.later),
        change=change_of(event),
        evidence=event.evidence,
        overrules=event.overrules,
        annuls=event.annuls,
        seat=None if event.seat is None else seat_from_label(event.seat),
        act=None if event.act is None else SeatAct(event.act),
        shown_seed=event.shown_seed,
        pos=recorded.pos,
        leaf=recorded.leaf,
    )


def change_of(event: RulingMade) -> Change:
    """What a ruling puts in place of the record."""
    if event.round is None:
        raise ValueError("it names no round")
    return Change(
        round=event.round,
        attempt=event.attempt,
        orders={
            seat_from_label(label): None if line is None else from_canonical(line)
            for label, line in event.orders.items()
        },
        sources={seat_from_label(label): source for label, source in event.sources.items()},
        points={
            int(after): {seat_from_label(label): n for label, n in given.items()}
            for after, given in event.points.items()
        },
        draws=event.draws,
    )
