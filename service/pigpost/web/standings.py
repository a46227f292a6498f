"""The table of a game: who has how much, and whose order is in. Never what an order says."""

from dataclasses import dataclass

from pigpost.games.kinds import seat_label
from pigpost.replay.state import GameState
from pigpost.results.excerpts import score_lines
from pigpost.results.result import ResultSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player in the table. `change` is what the last round did to him; None if he was not in it.

    `name` is the bare one, a `bot` is labelled where it is shown.
    """

    seat: str
    name: str
    bot: bool
    score: int
    change: int | None
    status: str
    sent: bool


def standings(state: GameState, last: ResultSheet | None) -> tuple[Standing, ...]:
    """Best first. `last` is the round that was thrown last, if any was."""
    changes = {line.seat: line.after - line.before for line in last.why} if last else {}
    return tuple(
        Standing(
            seat=seat_label(line.seat),
            name=line.name or seat_label(line.seat),
            bot=line.bot,
            score=line.score,
            change=changes.get(line.seat),
            status=line.status,
            sent=line.sent,
        )
        for line in score_lines(state)
    )
