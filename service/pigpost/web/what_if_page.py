"""A thrown round with other orders: anybody may ask what would have been; nothing of it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass

from pigpost.errors import AgainstTheRules, NotFound
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_from_label, seat_label
from pigpost.intake.desk.supposed import supposed_order
from pigpost.orders.canonical import in_words
from pigpost.outbox.plain import one_line
from pigpost.ports import Transaction
from pigpost.replay.record import record_of
from pigpost.replay.state import GameState, ThrownRound
from pigpost.replay.what_if import round_that_counts, what_if
from pigpost.results.result import sheet
from pigpost.results.story import story
from pigpost.results.words import Words

_LONGEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfLine:
    """One player: what he ordered, what is supposed, what is wrong with that, and his scores.

    `so` is None until something was supposed that can be thrown.
    """

    seat: str
    name: str
    order: str
    supposed: str
    problem: str | None
    was: int
    so: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfPage:
    """The round as it was and as it would have been."""

    game: str
    title: str
    round: int
    lines: tuple[WhatIfLine, ...]
    story: tuple[str, ...] | None


def what_if_page(
    tx: Transaction, state: GameState, number: int, asked: Mapping[str, str], words: Words
) -> WhatIfPage:
    """The page; `asked` has texts by seat label. `NotFound` for a round that does not count."""
    thrown = round_that_counts(state, number)
    read = {
        seat: _read(tx, state, number, seat, text)
        for seat, text in _supposed(thrown, asked).items()
    }
    orders = {seat: order for seat, order in read.items() if not isinstance(order, str)}
    problems = {seat: problem for seat, problem in read.items() if isinstance(problem, str)}
    record = what_if(state, number, orders) if orders and not problems else None
    names = {seat: s.person.name or seat_label(seat) for seat, s in state.seats.items()}
    was = record_of(thrown.event)
    lines = tuple(
        WhatIfLine(
            seat=seat_label(seat),
            name=names[seat],
            order=in_words(order, names),
            supposed=one_line(asked.get(seat_label(seat), ""))[:_LONGEST],
            problem=problems.get(seat),
            was=was.final_scores[seat],
            so=None if record is None else record.final_scores[seat],
        )
        for seat, order in sorted(was.orders.items())
    )
    told = None if record is None else story(sheet(state, thrown, record), words)
    return WhatIfPage(game=state.id, title=state.title, round=number, lines=lines, story=told)


def _supposed(thrown: ThrownRound, asked: Mapping[str, str]) -> dict[Seat, str]:
    """What was filled in, by participant; `NotFound` for seats that were not in the round."""
    filled = {label: text.strip()[:_LONGEST] for label, text in asked.items() if text.strip()}
    if unknown := filled.keys() - set(thrown.event.participants):
        raise NotFound(f"{min(unknown)} was not in round {thrown.number}")
    return {seat_from_label(label): text for label, text in filled.items()}


def _read(
    tx: Transaction, state: GameState, round: int, seat: Seat, text: str
) -> Condition | str | None:
    """What is supposed (None: no order), or what is wrong with the words."""
    try:
        return supposed_order(tx, state, round=round, seat=seat, words=text, refused=False)
    except (AgainstTheRules, NotFound) as fault:
        return str(fault)
