"""Reminders: at set hours before the deadline, once each, to those who have no order and are here."""

from datetime import timedelta
from functools import partial

from pigpost.audit.games import game_state
from pigpost.games.kinds import Seat, seat_label
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, Phase, RoundState
from pigpost.results.excerpts import due, score_lines
from pigpost.results.letters import Reminder
from pigpost.rounds.due import open_games
from pigpost.rounds.each_game import each_game


def send_reminders(services: Services) -> bool:
    """Queues the reminders whose hour has come; whether any game was at such an hour."""
    with services.store.reading() as tx:
        games = open_games(tx)
    return bool(each_game(games, partial(_remind_players, services)))


def _remind_players(services: Services, game: str) -> bool:
    with services.store.reading() as tx:
        if mark_reached(services, game_state(tx, game)) is None:
            return False
    with services.store.writing() as tx:
        _remind(services, tx, game_state(tx, game))
    return True


def mark_reached(services: Services, state: GameState) -> int | None:
    """The last mark, in hours before the deadline, that has been passed in this round.

    A mark that lay before the round was opened is none: the opening mail has just been read.
    """
    current, now = state.current, services.clock.now()
    if state.phase is not Phase.OPEN or current is None or now >= current.deadline:
        return None
    passed = [
        hours
        for hours in services.settings.rounds.remind_hours
        if current.opened_at < current.deadline - timedelta(hours=hours) <= now
    ]
    return min(passed, default=None)


def _remind(services: Services, tx: Transaction, state: GameState) -> None:
    hours, wanted = mark_reached(services, state), due(state, services.clock.now())
    if hours is None or wanted is None or state.current is None or state.held is not None:
        return
    scores = score_lines(state)
    for seat in state.standings.participants:
        if not _needs_one(state.current, seat):
            continue
        holder = holder_of(state, seat)
        letter = Reminder(
            head=player_head(services, state, holder),
            due=wanted,
            hours=hours,
            scores=scores,
        )
        once = (
            f"reminder:{state.id}:{wanted.round}:{state.current.attempt}:{seat_label(seat)}"
            f":{hours}:{wanted.deadline.isoformat()}"
        )
        tell_player(services, tx, letter, holder, asks_round=wanted.round, once=once)


def _needs_one(current: RoundState, seat: Seat) -> bool:
    """Whether he has ordered nothing for this round, nor for every one, and is here."""
    return seat not in current.absent and current.standing(seat) is None
