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
    """The event that names the deadline; with the lock on a seed, unless it is thrown by hand."""
    attempt = state.next_attempt(round)
    lock = "" if state.by_hand else _locked(services, tx, state, round, attempt)
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
        commitment=lock,
        deadline=deadline,
    )


def _locked(services: Services, tx: Transaction, state: GameState, round: int, attempt: int) -> str:
    """The lock on a seed that is drawn and kept here."""
    seed = services.entropy.seed()
    tx.seeds.keep(state.id, round, attempt, seed)
    return commitment(game=state.id, round=round, attempt=attempt, seed=seed)
