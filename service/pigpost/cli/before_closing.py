"""What closing a round now would find: whose order is in, and never what it says."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pigpost.audit.games import game_state
from pigpost.cli.tables import ENGLISH
from pigpost.cli.times import show_instant
from pigpost.errors import TooLate
from pigpost.games.conditions import default_order
from pigpost.games.kinds import Form, Kind, Settings
from pigpost.orders.canonical import canonical
from pigpost.ports import Services
from pigpost.replay.state import SeatState
from pigpost.results.phrases import called, listed
from pigpost.rounds.due import open_round


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeClosing:
    """An open round as it stands. `default` would be played for the `missing` (by `rule`).

    `bots` are house players who will order before it is closed. `away` are on vacation at the
    deadline; for those in `before_vacation` the round would be a miss, since it is closed earlier.
    """

    game: str
    round: int
    deadline: datetime
    sent: tuple[SeatState, ...]
    missing: tuple[SeatState, ...]
    bots: tuple[SeatState, ...]
    away: tuple[SeatState, ...]
    before_vacation: tuple[SeatState, ...]
    default: str
    rule: str

    def values(self) -> dict[str, Any]:
        """The same as JSON."""
        return {
            "game": self.game,
            "round": self.round,
            "dry_run": True,
            "deadline": self.deadline.isoformat(),
            "sent": [seat.person.name for seat in self.sent],
            "missing": [seat.person.name for seat in self.missing],
            "bots": [seat.person.name for seat in self.bots],
            "away": [seat.person.name for seat in self.away],
            "default": self.default,
        }

    def text(self) -> str:
        """The same for people."""
        in_round = len(self.sent) + len(self.missing) + len(self.bots)
        lines = [
            f"Round {self.round} of {self.game} would be closed now.",
            f"   deadline   {show_instant(self.deadline)}",
            f"   orders in  {len(self.sent)} of {in_round}: {_names(self.sent)}",
            f"   missing    {_names(self.missing)}",
        ]
        if self.bots:
            lines.append(f"   bots       {_names(self.bots)}: they order before it is closed")
        if self.away:
            lines.append(f"   away       {_names(self.away)}, at the deadline")
        if self.missing:
            lines.append(f"Who is missing plays {self.default} (rule {self.rule}).")
        if self.before_vacation:
            hit = _names(self.before_vacation)
            lines.append(f"Closed now, before the vacation, the round is a miss for {hit}.")
        return "\n".join([*lines, "The inbox was not read, and nothing was changed."])


def before_closing(services: Services, game: str, *, round: int) -> BeforeClosing:
    """The open round of that number; `TooLate` where `run` could not close it either."""
    with services.store.reading() as tx:
        state = game_state(tx, game)
    current = open_round(state, round)
    if state.held is not None:
        raise TooLate(f"{game} is held: `pigpost game go {game} --reason ...` first")
    seats = [state.seats[seat] for seat in state.standings.participants]
    silent = [seat for seat in seats if current.standing(seat.seat) is None]
    away = [seat for seat in seats if seat.seat in current.absent]
    now = min(current.deadline, services.clock.now())
    return BeforeClosing(
        game=game,
        round=round,
        deadline=current.deadline,
        sent=tuple(seat for seat in seats if seat not in silent),
        missing=tuple(seat for seat in silent if seat.bot is None),
        bots=tuple(seat for seat in silent if seat.bot is not None),
        away=tuple(away),
        before_vacation=tuple(s for s in away if s in silent and not s.is_away(round, now)),
        default=canonical(default_order(state.settings.kind)),
        rule=_default_rule(state.settings),
    )


def _default_rule(settings: Settings) -> str:
    if settings.form is not Form.SHARED:
        return "4.5"
    return "3.8" if settings.kind is Kind.HOG else "3.7.1"


def _names(seats: tuple[SeatState, ...]) -> str:
    names = [called(seat.person.name, ENGLISH, bot=seat.bot is not None) for seat in seats]
    return listed(names, ENGLISH) or "nobody"
