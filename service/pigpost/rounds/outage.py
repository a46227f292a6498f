"""Deadlines never pass blind: a jumping clock or an unread inbox holds the games it may have hurt."""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from pigpost.audit.games import game_state
from pigpost.errors import LogConflict, TooLate
from pigpost.events.types import Event, GameHeld, OutageNoted
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState
from pigpost.results.letters import GmNote
from pigpost.rounds.due import closing_now, open_games
from pigpost.rounds.each_game import each_game
from pigpost.rounds.hold import append_and_tell, resume_game

_BACK = timedelta(seconds=60)
_GAP = timedelta(hours=1)
_GOES_ON_AFTER = timedelta(hours=12)


def watch(services: Services) -> None:
    """One look at the clock and at the inbox; what was blind is noted before any round is sealed.

    The tick is noted last: who is killed on the way, or meets another writer (`LogConflict`),
    leaves the jump for the next look.
    """
    now = services.clock.now()
    for outage in _clock_jump(services, now):
        _hold_games(services, outage)
    if (outage_of_inbox := _unread_inbox(services)) is not None:
        _hold_games(services, outage_of_inbox)
    with services.store.writing() as tx:
        tx.ticks.tick(now)
    _go_on_after_a_while(services)


def _clock_jump(services: Services, now: datetime) -> list[OutageNoted]:
    with services.store.reading() as tx:
        last = tx.ticks.last()
    if last is None:
        return []
    if now < last - _BACK:
        return [_outage("clock_back", now, began=now, ended=last)]
    if now > last + _GAP:
        return [_outage("clock_forward", now, began=last, ended=now)]
    return []


def _unread_inbox(services: Services) -> OutageNoted | None:
    now = services.clock.now()
    with services.store.reading() as tx:
        health = tx.inboxes.health(services.mailbox)
    if health.failing_since is None or not health.blind:
        return None
    return _outage("inbox", now, began=health.failing_since, ended=None)


def _outage(what: str, now: datetime, *, began: datetime, ended: datetime | None) -> OutageNoted:
    return OutageNoted(at=now, by="service", what=what, began=began, ended=ended)


def _hold_games(services: Services, outage: OutageNoted) -> None:
    with services.store.reading() as tx:
        games = open_games(tx)

    def hold(game: str) -> None:
        with services.store.writing() as tx:
            _hold(services, tx, game_state(tx, game), outage)

    each_game(games, hold)


def _hold(services: Services, tx: Transaction, state: GameState, outage: OutageNoted) -> None:
    if state.held is not None or not _hurt(services, state, outage):
        return
    reason = f"outage:{outage.what}"
    now = services.clock.now()
    held = GameHeld(at=now, by="service", round=state.round, reason=reason)
    events: list[Event] = [outage, held]
    append_and_tell(services, tx, state, events, what="held", reason=reason)
    note = GmNote(head=gm_head(services, state), what="held", who="", words=reason, mail=None)
    tell_gm(services, tx, note)


def _hurt(services: Services, state: GameState, outage: OutageNoted) -> bool:
    """Whether the open round's deadline fell into the time of which nothing is known."""
    if state.current is None:
        return False
    if outage.what == "clock_back":
        return True  # no deadline can be trusted until the GM has looked
    if outage.what == "inbox":
        return closing_now(services, state) is not None
    return outage.began < state.current.deadline <= (outage.ended or outage.at)


def _go_on_after_a_while(services: Services) -> None:
    """A game that the service held goes on by itself after 12 hours, if it can see again."""
    if _unread_inbox(services) is not None:
        return
    with services.store.reading() as tx:
        held = [game.game for game in tx.projections.games() if game.held is not None]
    each_game(held, partial(_go_on, services))


def _go_on(services: Services, game: str) -> None:
    with services.store.reading() as tx:
        outages = game_state(tx, game).outages
    if not outages or services.clock.now() < outages[-1].at + _GOES_ON_AFTER:
        return
    with suppress(LogConflict, TooLate):  # another worker did it
        resume_game(services, game, reason="12 hours have passed", by="service")
