"""A round: what was thrown, what became of each order and why, the orders as mailed, the proof.

Of a round that is not thrown yet the page knows the deadline, the lock and who has sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pigpost.audit.export import public_names
from pigpost.errors import NotFound
from pigpost.events.record import Recorded
from pigpost.events.types import RoundOpened
from pigpost.replay.round_file import round_file
from pigpost.replay.state import GameState, ThrownRound
from pigpost.results.story import absent_from, story
from pigpost.results.tables import ThrowRow, thrown_again
from pigpost.results.words import Words
from pigpost.web.course import Course, course_of, throws_for_all
from pigpost.web.open_round import OpenRound, never_thrown, open_round
from pigpost.web.order_lines import OrderLine, order_lines
from pigpost.web.player import Player
from pigpost.web.round_proof import Proof, proof_of
from pigpost.web.seen import seen, told
from pigpost.web.standings import Standing, standings
from pigpost.web.terms import order_of_play
from pigpost.web.versions import (
    RulingNote,
    Version,
    rulings_on,
    version_asked,
    versions_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """What is known once the round is thrown.

    `throws` are those for all, but for the middle of a long round; `thrown_again` are the discarded
    first ones. What was thrown otherwise is its `course`. `absent` says who was not in the round.
    """

    attempt: int
    deadline: datetime
    thrown_at: datetime
    story: tuple[str, ...]
    throws: tuple[ThrowRow, ...]
    hidden_throws: int
    thrown_again: str | None
    course: Course
    orders: tuple[OrderLine, ...]
    absent: str | None
    ended_by: str
    game_over: bool
    winners: tuple[str, ...]
    proof: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """Either `thrown`, or `open`, and then `standings` with who has sent, and the `order_of_play`."""

    game: str
    title: str
    kind: str
    form: str
    level: str
    timezone: str
    round: int
    open: OpenRound | None
    thrown: Thrown | None
    standings: tuple[Standing, ...]
    order_of_play: tuple[Player, ...]
    previous: int | None
    next: int | None
    versions: tuple[Version, ...]
    rulings: tuple[RulingNote, ...]
    annulled_by: int | None
    """The ruling since which the version shown does not count."""


def round_page(
    recorded: Sequence[Recorded], number: int, words: Words, *, version: str | None = None
) -> RoundPage:
    """The page of a round of the game with that stream, as it counts now or as a version had it.

    `NotFound` if it was never opened, or for a version that there is not.
    """
    state = seen(recorded)
    thrown = version_asked(state, number, version)
    opened = None if thrown else _opened(state, number, recorded)
    if not (thrown or opened):
        raise NotFound(f"there is no round {number} of {state.id}")
    rounds = {one.event.round for one in recorded if isinstance(one.event, RoundOpened)}
    return RoundPage(
        game=state.id,
        title=state.title,
        kind=state.settings.kind.value,
        form=state.settings.form.value,
        level=state.level,
        timezone=state.timezone,
        round=number,
        open=opened,
        thrown=_thrown(state, thrown, recorded, words) if thrown else None,
        standings=() if thrown else standings(state, None),
        order_of_play=() if thrown else order_of_play(state),
        previous=number - 1 if number - 1 in rounds else None,
        next=number + 1 if number + 1 in rounds else None,
        versions=versions_of(state, number, thrown),
        rulings=rulings_on(state, number),
        annulled_by=None if thrown is None else thrown.annulled_by,
    )


def _opened(state: GameState, number: int, recorded: Sequence[Recorded]) -> OpenRound | None:
    current = open_round(state)
    return current if current and current.round == number else never_thrown(recorded, number)


def proof_file(state: GameState, number: int) -> bytes:
    """The file of a thrown round, byte for byte as in the export; `NotFound` until it is thrown."""
    thrown = version_asked(state, number, None)
    if thrown is None:
        raise NotFound(f"round {number} of {state.id} is not thrown")
    return round_file(state, thrown, public_names(state))


def _thrown(
    state: GameState, thrown: ThrownRound, recorded: Sequence[Recorded], words: Words
) -> Thrown:
    sheet = told(state, thrown)
    throws = throws_for_all(sheet, words)
    return Thrown(
        attempt=sheet.attempt,
        deadline=sheet.deadline,
        thrown_at=sheet.thrown_at,
        story=story(sheet, words),
        throws=throws.rows,
        hidden_throws=throws.hidden,
        thrown_again=thrown_again(sheet, words),
        course=course_of(sheet, words),
        orders=order_lines(sheet, thrown, recorded, words),
        absent=absent_from(sheet, words),
        ended_by=sheet.record.ended_by,
        game_over=sheet.record.game_over,
        winners=tuple(sheet.names[seat] for seat in sheet.record.winners),
        proof=proof_of(state, sheet),
    )
