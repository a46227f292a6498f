"""A round: throw by throw, who dropped out and why, the orders as mailed, and the proof.

Of a round that is not thrown yet the page knows the deadline, the lock and who has sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.export import public_names
from pigpost.errors import NotFound
from pigpost.events.receipt import receipt_code
from pigpost.events.record import Recorded
from pigpost.events.types import OrderAccepted, RoundOpened
from pigpost.games.kinds import seat_label
from pigpost.outbox.plain import one_line
from pigpost.replay.round_file import round_file
from pigpost.replay.state import GameState, ThrownRound
from pigpost.results.result import ResultSheet
from pigpost.results.story import story
from pigpost.results.tables import ThrowRow, WhyRow, throw_table, thrown_again, why_table
from pigpost.results.words import Words
from pigpost.web.open_round import OpenRound, never_thrown, open_round
from pigpost.web.seen import seen, told
from pigpost.web.standings import Standing, standings
from pigpost.web.withheld import withhold


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLine:
    """One player's order, what became of it, and where it came from.

    `source` is `order:<pos>` or `default:<reason>`. `mailed` are the words as mailed, None for a
    default, for an order put by hand and for words that were erased.
    """

    seat: str
    name: str
    order: str
    why: str
    before: int
    change: int
    after: int
    source: str
    entry: int | None
    receipt: str | None
    mailed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the throws can be checked with (formats 3); the weights are in the proof file."""

    seed: str
    commitment: str
    orders_digest: str
    entry: int
    leaf: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """What is known once the round is thrown. `thrown_again` are the discarded first throws."""

    attempt: int
    deadline: datetime
    thrown_at: datetime
    story: tuple[str, ...]
    throws: tuple[ThrowRow, ...]
    thrown_again: str | None
    orders: tuple[OrderLine, ...]
    ended_by: str
    game_over: bool
    winners: tuple[str, ...]
    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """Either `open`, and then `standings` with who has sent, or `thrown`."""

    game: str
    title: str
    level: str
    timezone: str
    round: int
    open: OpenRound | None
    thrown: Thrown | None
    standings: tuple[Standing, ...]
    previous: int | None
    next: int | None


def round_page(recorded: Sequence[Recorded], number: int, words: Words) -> RoundPage:
    """The page of a round of the game with that stream; `NotFound` if it was never opened."""
    state = seen(recorded)
    thrown = _find(state, number)
    opened = None if thrown else _opened(state, number, recorded)
    if not (thrown or opened):
        raise NotFound(f"there is no round {number} of {state.id}")
    rounds = {one.event.round for one in recorded if isinstance(one.event, RoundOpened)}
    return RoundPage(
        game=state.id,
        title=state.title,
        level=state.level,
        timezone=state.timezone,
        round=number,
        open=opened,
        thrown=_thrown(state, thrown, recorded, words) if thrown else None,
        standings=() if thrown else standings(state, None),
        previous=number - 1 if number - 1 in rounds else None,
        next=number + 1 if number + 1 in rounds else None,
    )


def _opened(state: GameState, number: int, recorded: Sequence[Recorded]) -> OpenRound | None:
    current = open_round(state)
    return current if current and current.round == number else never_thrown(recorded, number)


def proof_file(state: GameState, number: int) -> bytes:
    """The file of a thrown round, byte for byte as in the export; `NotFound` until it is thrown."""
    thrown = _find(state, number)
    if thrown is None:
        raise NotFound(f"round {number} of {state.id} is not thrown")
    return round_file(state, thrown, public_names(state))


def _find(state: GameState, number: int) -> ThrownRound | None:
    """A round as thrown last."""
    return next((t for t in reversed(state.thrown) if t.event.round == number), None)


def _thrown(
    state: GameState, thrown: ThrownRound, recorded: Sequence[Recorded], words: Words
) -> Thrown:
    sheet = told(state, thrown)
    entries = {entry.pos: entry for entry in recorded if entry.event.round == sheet.round}
    return Thrown(
        attempt=sheet.attempt,
        deadline=sheet.deadline,
        thrown_at=sheet.thrown_at,
        story=story(sheet, words),
        throws=throw_table(sheet, words),
        thrown_again=thrown_again(sheet, words),
        orders=tuple(
            _order(row, thrown.event.sources[seat_label(row.seat)], entries)
            for row in why_table(sheet, words)
        ),
        ended_by=sheet.record.ended_by,
        game_over=sheet.record.game_over,
        winners=tuple(sheet.names[seat] for seat in sheet.record.winners),
        proof=_proof(sheet),
    )


def _order(row: WhyRow, source: str, recorded: Mapping[int, Recorded]) -> OrderLine:
    """A row of the why table with the mail it came from."""
    entry = recorded.get(_place(source))
    return OrderLine(
        seat=seat_label(row.seat),
        name=row.name,
        order=row.order,
        why=row.why,
        before=row.before,
        change=row.change,
        after=row.after,
        source=source,
        entry=entry.pos if entry else None,
        receipt=receipt_code(entry.leaf) if entry else None,
        mailed=_mailed(entry) if entry else None,
    )


def _place(source: str) -> int:
    """The entry of an order; 0, where no entry is, for a default."""
    kind, _, place = source.partition(":")
    return int(place) if kind == "order" else 0


def _mailed(entry: Recorded) -> str | None:
    event = entry.event
    if not isinstance(event, OrderAccepted) or event.personal is None:
        return None
    return withhold(one_line(event.personal.words))


def _proof(sheet: ResultSheet) -> Proof:
    return Proof(
        seed=sheet.seed,
        commitment=sheet.commitment,
        orders_digest=sheet.orders_digest,
        entry=sheet.position,
        leaf=sheet.leaf,
    )
