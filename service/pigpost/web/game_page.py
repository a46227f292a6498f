"""A game: the table, who has sent, the next deadline, and the rounds so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pigpost.games.kinds import seat_label
from pigpost.replay.state import GameState, SeatStatus
from pigpost.results.result import ResultSheet
from pigpost.results.story import story, verdict
from pigpost.results.words import Words
from pigpost.web.open_round import OpenRound, open_round
from pigpost.web.seen import told
from pigpost.web.standings import Standing, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A thrown round: its story, where it left the game, and the scores after it by seat."""

    round: int
    thrown_at: datetime
    story: str
    verdict: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What never changes during the game (rule 1.2)."""

    kind: str
    form: str
    target: int
    piggyback: str
    first_throw_scores: bool
    rules: str
    level: str
    schedule: str
    timezone: str
    early: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """`rounds` are the oldest first. `invited` counts seats whose player has not answered yet."""

    game: str
    title: str
    phase: str
    held: str | None
    open: OpenRound | None
    standings: tuple[Standing, ...]
    invited: int
    rounds: tuple[RoundLine, ...]
    winners: tuple[str, ...]
    ended_because: str | None
    ended_note: str | None
    terms: Terms


def game_page(state: GameState, words: Words) -> GamePage:
    """The page of a game."""
    sheets = [told(state, thrown) for thrown in state.thrown]
    table = standings(state, sheets[-1] if sheets else None)
    return GamePage(
        game=state.id,
        title=state.title,
        phase=state.phase,
        held=state.held,
        open=open_round(state),
        standings=table,
        invited=sum(seat.status is SeatStatus.INVITED for seat in state.seats.values()),
        rounds=tuple(_line(sheet, words) for sheet in sheets),
        winners=tuple(line.name for line in table if line.seat in map(seat_label, state.winners)),
        ended_because=state.ended_because,
        ended_note=state.ended_note,
        terms=_terms(state),
    )


def _line(sheet: ResultSheet, words: Words) -> RoundLine:
    return RoundLine(
        round=sheet.round,
        thrown_at=sheet.thrown_at,
        story=" ".join(story(sheet, words)),
        verdict=verdict(sheet, words),
        scores={seat_label(seat): score for seat, score in sheet.record.final_scores.items()},
    )


def _terms(state: GameState) -> Terms:
    return Terms(
        kind=state.settings.kind,
        form=state.settings.form,
        target=state.settings.target,
        piggyback=state.settings.piggyback,
        first_throw_scores=state.settings.first_throw_scores,
        rules=state.rules,
        level=state.level,
        schedule=state.schedule,
        timezone=state.timezone,
        early=state.early,
    )
