"""The first page: which games there are, and when orders are due next."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pigpost.outbox.plain import isolated, one_line
from pigpost.ports import GameRow, Transaction
from pigpost.replay.state import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in one line. `phase` as in replay.state; `deadline` of the open or sealed round."""

    game: str
    title: str
    kind: str
    form: str
    phase: str
    held: str | None
    round: int | None
    deadline: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPage:
    """Games in play by their next deadline, then those that gather players, then those over."""

    playing: tuple[GameLine, ...]
    forming: tuple[GameLine, ...]
    over: tuple[GameLine, ...]


def front_page(tx: Transaction) -> FrontPage:
    """The page as of this transaction."""
    rows = tx.projections.games()
    playing = [row for row in rows if row.phase in (Phase.OPEN, Phase.SEALED)]
    playing.sort(key=lambda row: (row.deadline is None, row.deadline, row.game))
    return FrontPage(
        playing=game_lines(playing),
        forming=game_lines([row for row in rows if row.phase == Phase.FORMING]),
        over=game_lines([row for row in rows if row.phase == Phase.OVER]),
    )


def game_lines(rows: Iterable[GameRow]) -> tuple[GameLine, ...]:
    """The games in this order."""
    return tuple(
        GameLine(
            game=row.game,
            title=isolated(one_line(row.title)),
            kind=row.kind,
            form=row.form,
            phase=row.phase,
            held=row.held and one_line(row.held),
            round=row.round,
            deadline=row.deadline,
        )
        for row in rows
    )
