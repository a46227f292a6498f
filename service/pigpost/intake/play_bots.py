"""House players send their orders: by the same way as everybody's, but for the mail."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from pigpost.audit.games import game_state, stream_named
from pigpost.errors import LogConflict
from pigpost.games.bots import Sight, bot_order
from pigpost.games.conditions import Condition
from pigpost.games.kinds import Seat, seat_label
from pigpost.intake.accept_order import BY_HAND, Written, accept_order
from pigpost.intake.in_time import why_not_now
from pigpost.orders.canonical import in_words
from pigpost.orders.reading import Order, Span
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.ports import Services, Transaction
from pigpost.replay.state import GameState, Phase
from pigpost.rounds.each_game import each_game


def play_bots(services: Services) -> list[str]:
    """Gives each bot that has no order in an open round its order; the games where one got any."""
    with services.store.reading() as tx:
        with_bots = {holder.game for holder in tx.projections.seats_of_address("")}
        games = [g.game for g in tx.projections.games() if g.phase == Phase.OPEN]
    return each_game((game for game in games if game in with_bots), partial(_play, services))


def _play(services: Services, game: str) -> bool:
    with services.store.reading() as tx:
        state = game_state(tx, game)
        waiting = _waiting(services, tx, state, services.clock.now())
    for seat in waiting:
        # decided before anything is written: some bots think for a second, and nobody has to wait
        condition = bot_order(_bot(state, seat), _sight(state, seat))
        # a mail came in between, or another worker was first: the next tick looks again
        with suppress(LogConflict), services.store.writing() as tx:
            _order(services, tx, game_state(tx, game), seat, condition, of_round=state.round)
    return bool(waiting)


def _sight(state: GameState, seat: Seat) -> Sight:
    return Sight(settings=state.settings, standings=state.standings, seat=seat)


def _bot(state: GameState, seat: Seat) -> str:
    bot = state.seats[seat].bot
    if bot is None:
        raise LookupError(f"{seat_label(seat)} of {state.id} is a person")
    return bot


def _waiting(services: Services, tx: Transaction, state: GameState, now: datetime) -> list[Seat]:
    """Bots that the round still takes an order of, and that have given none in it."""
    return [
        seat
        for seat in state.standings.participants
        if state.seats[seat].bot is not None
        and state.current is not None
        and state.current.standing(seat) is None
        and not tx.log.has(stream_named(state.id), _idem(state, seat))
        and why_not_now(services, state, seat=seat, arrived_at=now, named=()) is None
    ]


def _order(
    services: Services,
    tx: Transaction,
    state: GameState,
    seat: Seat,
    condition: Condition,
    *,
    of_round: int | None,
) -> None:
    """One order, of one who has decided by what everybody can see; nothing once the round is over."""
    now = services.clock.now()
    if state.round != of_round or seat not in _waiting(services, tx, state, now):
        return
    words = in_words(condition, {k: s.person.name for k, s in state.seats.items()})
    written = Written(
        seat=seat,
        head=player_head(services, state, holder_of(state, seat)),
        by="service",
        idem=_idem(state, seat),
        arrived_at=now,
        uid=BY_HAND,
        mail_sha256="",
        sender=f"bot {_bot(state, seat)}",
        dated="",
        proof="bot",
        round=state.round,
    )
    order = Order(condition=condition, span=Span(start=0, end=len(words)))
    accept_order(services, tx, state, order, words, written)


def _idem(state: GameState, seat: Seat) -> str:
    """The key under which a bot's order of a round is recorded once, however many workers run."""
    attempt = None if state.current is None else state.current.attempt
    return f"bot:{state.round}:{attempt}:{seat_label(seat)}"
