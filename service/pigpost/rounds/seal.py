"""Closes the book of a round, once every mail that came in time has been read."""

from functools import partial

from pigpost.audit.games import append_events, game_state
from pigpost.errors import LogConflict
from pigpost.events.types import OrdersSealed
from pigpost.games.kinds import seat_label
from pigpost.outbox.letterhead import gm_head
from pigpost.outbox.queue import tell_gm
from pigpost.ports import Services, Transaction
from pigpost.replay.rounds import book
from pigpost.replay.state import GameState
from pigpost.results.letters import GmNote
from pigpost.rounds.due import closing_now, inbox_seen, open_games
from pigpost.rounds.each_game import each_game
from pigpost.rounds.outage import watch


def seal_due_rounds(services: Services) -> list[str]:
    """Seals every round that is due; the games whose round was sealed.

    Looks first whether the clock jumped or the inbox can't be read: no deadline passes blind.
    """
    try:
        watch(services)
    except LogConflict:
        return []  # somebody wrote to a game that is to be held: the next tick looks again
    with services.store.reading() as tx:
        games = open_games(tx)
    return each_game(games, partial(_seal, services))


def _seal(services: Services, game: str) -> bool:
    with services.store.reading() as tx:
        if not _ready(services, tx, game_state(tx, game)):
            return False
    try:
        with services.store.writing() as tx:
            return _seal_in(services, tx, game_state(tx, game))
    except LogConflict:
        return (
            False  # an order came in between, or another worker did it: the next tick looks again
        )


def _ready(services: Services, tx: Transaction, state: GameState) -> bool:
    """Whether the time has come and no mail from before it is missing or unread."""
    found = closing_now(services, state)
    if found is None:
        return False
    mailbox = services.mailbox
    return inbox_seen(tx.inboxes.health(mailbox), found.at) and not any(
        mail.arrived_at <= found.at for mail in tx.mails.unread(mailbox, limit=1)
    )


def _seal_in(services: Services, tx: Transaction, state: GameState) -> bool:
    found, current = closing_now(services, state), state.current
    seen_at = tx.inboxes.health(services.mailbox).seen_at
    if found is None or current is None or seen_at is None or not _ready(services, tx, state):
        return False
    closed = book(state)
    event = OrdersSealed(
        at=services.clock.now(),
        by="service",
        round=current.round,
        attempt=current.attempt,
        orders_digest=closed.digest,
        polled_at=seen_at,
        early=found.early,
        absent=tuple(map(seat_label, closed.absent)),
    )
    idem = f"sealed:{current.round}:{current.attempt}"
    append_events(tx, state, event, idem=idem)
    if state.by_hand:
        tell_gm(services, tx, _throws_wanted(services, state))
    return True


def _throws_wanted(services: Services, state: GameState) -> GmNote:
    """The round waits for whoever throws."""
    head = gm_head(services, state)
    return GmNote(head=head, what="throws_wanted", who="", words="", mail=None)
