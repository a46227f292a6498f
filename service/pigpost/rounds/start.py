"""Starts a game: the seats taken so far play, and round 1 is opened."""

from pigpost.audit.games import append_events, game_state
from pigpost.errors import AgainstTheRules, TooLate
from pigpost.events.types import GameStarted
from pigpost.games.kinds import seat_label
from pigpost.outbox.letterhead import holder_of, player_head
from pigpost.outbox.queue import tell_player
from pigpost.ports import Services, Transaction
from pigpost.replay.rounds import starting_seat
from pigpost.replay.state import GameState, Phase, SeatStatus
from pigpost.results.excerpts import due, score_lines
from pigpost.results.letters import Opening
from pigpost.rounds.open import opened_round


def start_game(services: Services, game: str) -> GameState:
    """Begins play with everybody who has taken his seat; who has not answered stays out."""
    with services.store.writing() as tx:
        state = game_state(tx, game)
        if state.phase is not Phase.FORMING:
            raise TooLate(f"{game} has been started already")
        seats = [s.seat for s in state.seats.values() if s.status is SeatStatus.PLAYING]
        if not seats:
            raise AgainstTheRules(f"{game} has no players yet: `pigpost player add {game} ...`")
        now = services.clock.now()
        opened = opened_round(services, tx, state, round=1, now=now)
        seed = b"" if state.by_hand else tx.seeds.get(state.id, 1, opened.attempt)
        first = starting_seat(state, seats, seed)
        started = GameStarted(
            at=now,
            by="gm",
            seats=tuple(map(seat_label, sorted(seats))),
            first=None if first is None else seat_label(first),
        )
        append_events(tx, state, started, opened)
        state = game_state(tx, game)
        announce_opening(services, tx, state)
        return state


def announce_opening(services: Services, tx: Transaction, state: GameState) -> None:
    """Mails the lock and the deadline of a round that no result mail has announced."""
    now = services.clock.now()
    wanted = due(state, now)
    if wanted is None or state.current is None:
        return
    log, scores = tx.log.head(), score_lines(state)
    for seat in state.standings.participants:
        holder = holder_of(state, seat)
        letter = Opening(
            head=player_head(services, state, holder),
            due=wanted,
            scores=scores,
            commitment=state.current.commitment,
            log=log,
        )
        tell_player(services, tx, letter, holder, asks_round=wanted.round)
