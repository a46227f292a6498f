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
from pigpost.web.player import Player
from pigpost.web.seen import told
from pigpost.web.standings import Standing, standings
from pigpost.web.terms import Terms, order_of_play, terms


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A thrown round: its story, where it left the game, and the scores after it by seat."""

    round: int
    thrown_at: datetime
    story: str
    verdict: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePage:
    """`rounds` are the oldest first. `invited` counts seats whose player has not answered yet.

    `order_of_play` are those still in the game, where they throw one after the other.
    """

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
    order_of_play: tuple[Player, ...]
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
        order_of_play=order_of_play(state),
        terms=terms(state, words),
    )


def _line(sheet: ResultSheet, words: Words) -> RoundLine:
    return RoundLine(
        round=sheet.round,
        thrown_at=sheet.thrown_at,
        story=" ".join(story(sheet, words)),
        verdict=verdict(sheet, words),
        scores={seat_label(seat): score for seat, score in sheet.record.final_scores.items()},
    )
