from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from pigpost.audit.games import append_events, game_state
from pigpost.errors import NotFound
from pigpost.events.types import GameHeld, GameResumed
from pigpost.ports import Store
from pigpost.replay.fold import replay
from tests.fakes import FixedClock
from tests.post import GAME, a_post, a_running_game


@pytest.fixture
def game(store: Store, clock: FixedClock, tmp_path: Path) -> str:
    a_running_game(a_post(store, clock, tmp_path), "Bill", "Karen")
    return GAME


def test_a_game_asked_for_again_in_a_transaction_is_as_if_it_were_folded_anew(
    store: Store, clock: FixedClock, game: str
) -> None:
    with store.writing() as tx:
        before = game_state(tx, game)
        assert game_state(tx, game) is before
        at = clock.now() + timedelta(minutes=1)
        append_events(tx, before, GameHeld(at=at, by="gm", reason="gm"))
        held = game_state(tx, game)
        assert held == replay(tx.log.read(f"game-{game}"))
        assert (before.held, held.held) == (None, "gm")
        append_events(tx, held, GameResumed(at=at, by="gm", reason="gm"))
        assert game_state(tx, game) == replay(tx.log.read(f"game-{game}"))


def test_what_a_transaction_has_folded_does_not_outlive_it(
    store: Store, clock: FixedClock, game: str
) -> None:
    with suppress(RuntimeError), store.writing() as tx:
        held = GameHeld(at=clock.now(), by="gm", reason="gm")
        append_events(tx, game_state(tx, game), held)
        assert game_state(tx, game).held == "gm"
        raise RuntimeError
    with store.reading() as tx:
        assert game_state(tx, game).held is None


def test_a_game_that_is_not_there_is_not_taken_for_the_one_asked_for_before(
    store: Store, game: str
) -> None:
    with store.reading() as tx:
        game_state(tx, game)
        with pytest.raises(NotFound):
            game_state(tx, "another-game")
        assert game_state(tx, game).id == game
