"""Ends a game by hand, or because nobody is left to play it (rule 6.8)."""

from pigpost.audit.games import append_events, game_state
from pigpost.errors import TooLate
from pigpost.events.types import GameEnded
from pigpost.ports import Services
from pigpost.replay.state import Phase
from pigpost.rounds.tell import tell_game_over


def end_game(services: Services, game: str, *, reason: str, by: str = "gm") -> None:
    """The GM ends the game without winners; all who play are told why."""
    with services.store.writing() as tx:
        state = game_state(tx, game)
        if state.phase is Phase.OVER:
            raise TooLate(f"{game} is over already")
        event = GameEnded(
            at=services.clock.now(),
            by=by,
            round=state.round,
            reason="ended_by_gm",
            winners=(),
            note=reason,
        )
        append_events(tx, state, event)
        tell_game_over(services, tx, game_state(tx, game))
