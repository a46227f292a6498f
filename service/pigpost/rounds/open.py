"""Opens a round: its throws are locked by a seed before anybody's order is due (formats 3)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pigpost.events.commitment import commitment
from pigpost.events.types import RoundOpened
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.rounds.schedule import next_deadline, parse_schedule


def opened_round(
    services: Services, tx: Transaction, state: GameState, *, round: int, now: datetime
) -> RoundOpened:
    """Draws and keeps the seed; the event that commits to it and names the deadline."""
    seed, attempt = services.entropy.seed(), state.next_attempt(round)
    tx.seeds.keep(state.id, round, attempt, seed)
    deadline = next_deadline(
        parse_schedule(state.schedule),
        after=now,
        zone=ZoneInfo(state.timezone),
        first=round == 1,
    )
    return RoundOpened(
        at=now,
        by="service",
        round=round,
        attempt=attempt,
        commitment=commitment(game=state.id, round=round, attempt=attempt, seed=seed),
        deadline=deadline,
    )
