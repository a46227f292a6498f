"""How a playthrough goes: its settings and players in, one record after the other out."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pigpost.games.adjudicate import adjudicate
from pigpost.games.kinds import Form, Seat, Settings, Standings
from pigpost.games.outcomes import Outcome
from pigpost.games.record import RoundRecord
from pigpost.games.standings import standings_after
from pigpost.games.throws import LOT, lot, round_key, throws
from tests.games.rounds import order


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a player goes by: the round's number, the own score, and that of the best other."""

    round: int
    score: int
    best_other: int


Plan = Callable[[Sight], str | None]
"""A player's way of ordering: a line for each round, or None where none is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playthrough:
    """A game that is played the same whenever it is played. `seed` is any text."""

    name: str
    title: str
    about: str
    seed: str
    settings: Settings
    cast: Mapping[str, Plan]

    @property
    def names(self) -> dict[Seat, str]:
        """The players by seat, in the order of the cast."""
        return {Seat(number): name for number, name in enumerate(self.cast, start=1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round of a playthrough, and the table that it began with."""

    number: int
    before: Standings
    record: RoundRecord
    after: Standings


def started(game: Playthrough) -> Playthrough:
    """The game with its starting seat drawn, where there is one (rule 4.7)."""
    if game.settings.form is not Form.SEQUENTIAL:
        return game
    first = lot(_key(game, 1, LOT), list(game.names))
    return replace(game, settings=replace(game.settings, first_seat=first))


def rounds(game: Playthrough) -> Iterator[Round]:
    """Every round until the game is over."""
    standings = Standings(scores=dict.fromkeys(game.names, 0))
    number, over = 0, False
    while not over:
        number += 1
        record = _adjudicated(game, number, standings)
        after = standings_after(standings, record)
        yield Round(number=number, before=standings, record=record, after=after)
        standings, over = after, record.game_over


def _adjudicated(game: Playthrough, number: int, standings: Standings) -> RoundRecord:
    seats = {name: seat for seat, name in game.names.items()}
    lines = {
        seat: game.cast[game.names[seat]](_sight(seat, number, standings))
        for seat in seats.values()
    }

    def stream(source: str) -> Iterator[Outcome]:
        return throws(_key(game, number, source), game.settings)

    return adjudicate(
        game.settings,
        standings,
        {seat: order(line, seats) for seat, line in lines.items() if line is not None},
        stream,
    )


def _sight(seat: Seat, number: int, standings: Standings) -> Sight:
    scores = standings.scores
    others = [scores[other] for other in standings.participants if other != seat]
    return Sight(round=number, score=scores[seat], best_other=max(others, default=0))


def _key(game: Playthrough, number: int, source: str) -> bytes:
    seed = hashlib.sha256(f"{game.seed}, round {number}".encode()).digest()
    return round_key(seed, game=game.name, round=number, attempt=1, source=source)
